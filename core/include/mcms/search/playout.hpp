// Uniformly random games from a state to the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/game/random_stream.hpp"
#include "mcms/search/limits.hpp"

namespace mcms {

template <Game G>
typename G::Outcome random_outcome(const G& game, const typename G::State& s, RandomStream& random) {
  if constexpr (DirectlySampled<G>) {
    return game.sample(s, random.uniform());
  } else {
    const auto& outcomes = game.outcomes(s);
    return pick_outcome(outcomes, random.uniform());
  }
}

// Plays one random action and the luck after it, as far as the game does so in one step.
template <Game G>
Stepped<typename G::State> random_decision(const G& game, const typename G::State& s, RandomStream& random) {
  if constexpr (RandomlyStepped<G>) {
    return game.random_step(s, random.word());
  } else {
    const auto& actions = game.actions(s);
    return {game.play(s, actions[random.below(actions.size())]), 0};
  }
}

// Where random play ended: the utility if that is the end of the game, whose last state nobody needs.
struct RandomlyPlayed {
  RandomMoves moves{};
  std::optional<double> utility{};

  void add(const RandomMoves& more) {
    moves.decisions += more.decisions;
    moves.chance_nodes += more.chance_nodes;
  }
};

// Plays random decisions, at most that many: one, or as many as the game plays by itself. The budget counts them.
template <Game G>
MCMS_ALWAYS_INLINE void play_decisions(const G& game, typename G::State& s, RandomStream& random, std::uint64_t most,
                                       RandomlyPlayed& played, Budget& budget) {
  if constexpr (PlaysRandomly<G>) {
    auto play = game.random_game(s);
    while (!play.is_over() && played.moves.decisions < most) {
      const std::uint64_t left = most - played.moves.decisions;
      const RandomMoves more = play.play(random, std::min(left, budget.steps_until_poll()));
      budget.enter_nodes(std::uint32_t(more.decisions));
      played.add(more);
    }
    if (play.is_over()) {
      played.utility = play.utility();
    } else {
      s = play.state();
    }
  } else {
    budget.enter_node();
    const auto next = random_decision(game, s, random);
    s = next.state;
    played.add({1, std::uint64_t(next.chance_nodes)});
  }
}

// Plays that many random decisions, or to the end; chance nodes cost none. The budget is asked at every step, since a
// game need not end.
template <Game G>
MCMS_ALWAYS_INLINE RandomlyPlayed play_randomly(const G& game, typename G::State& s, RandomStream& random,
                                                std::uint64_t most, Budget& budget) {
  RandomlyPlayed played;
  while (!played.utility) {
    const Turn turn = game.turn(s);
    if (turn == Turn::over) {
      played.utility = game.utility(s);
    } else if (turn == Turn::chance) {
      budget.enter_chance();
      ++played.moves.chance_nodes;
      s = game.resolve(s, random_outcome(game, s, random));
    } else if (played.moves.decisions == most) {
      break;
    } else {
      play_decisions(game, s, random, most, played, budget);
    }
  }
  return played;
}

inline constexpr std::uint64_t to_the_end = std::numeric_limits<std::uint64_t>::max();

struct PlayoutCounts {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t chance_nodes = 0;
  double utility_sum = 0.0;
};

template <Game G>
void play_out(const G& game, typename G::State s, RandomStream& random, PlayoutCounts& counts, Budget& budget) {
  const RandomlyPlayed played = play_randomly(game, s, random, to_the_end, budget);
  counts.decisions += played.moves.decisions;
  counts.chance_nodes += played.moves.chance_nodes;
  ++counts.games;
  counts.utility_sum += *played.utility;
}

}  // namespace mcms
