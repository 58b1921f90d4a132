// Games of a network against itself, and what is to be learnt from them: temporal differences (Sutton 1988), as in
// TD-Gammon (Tesauro 1992).
//
// Each side plays to the state that the network likes best, or at the start, where asked, the game's own estimate: what
// random weights play may never end, and then there is nothing to learn from. Every state reached is an example, by
// luck too where features show it; its target is the λ-return, a mixture of what the network thinks of the states after
// it and of how the game ended.
#pragma once

#include <optional>
#include <vector>

#include "mcms/evaluate/evaluator.hpp"
#include "mcms/search/playout.hpp"

namespace mcms {

// What was seen and what should have been said, for any number of states.
struct Examples {
  struct Example {
    std::size_t network;
    std::size_t end;  // of its features in the list
    Outputs targets;
  };

  std::vector<Example> list;
  std::vector<kernels::Change> features;

  std::span<const kernels::Change> features_of(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : list[i - 1].end;
    return {features.data() + begin, list[i].end - begin};
  }
};

struct SelfPlayOptions {
  double lambda = 0.5;
  double explore = 0.0;  // how often a move is any move
  bool guided = false;   // moves are those of the game's own estimate
  std::size_t most_moves = 10000;
};

// The best action for the player to move by a value of the states that actions lead to; the first of equals.
template <Game G, class Value>
typename G::State best_next_state(const G& game, const typename G::State& s, Value&& value) {
  const bool second = game.turn(s) == Turn::second;
  std::optional<typename G::State> best;
  double best_value = 0.0;
  const auto actions = game.actions(s);
  for (const auto& action : actions) {
    const typename G::State next = game.play(s, action);
    const double first_value = game.turn(next) == Turn::over ? game.utility(next) : value(next);
    const double own = second ? -first_value : first_value;
    if (best && own <= best_value) continue;
    best = next;
    best_value = own;
  }
  return *best;
}

template <Game G, FeaturesOf<G> F>
class SelfPlay {
 public:
  using State = typename G::State;

  SelfPlay(const G& game, std::span<const Network> networks, const SelfPlayOptions& options)
      : game_(game), features_(game), options_(options), evaluator_(features_, networks) {}

  // Plays one game, which is a function of the key, and returns its examples.
  Examples play(Key key) {
    RandomStream random(key);
    State s = game_.initial_state(key.fold(1));
    reached_.clear();
    for (Turn turn = game_.turn(s); turn != Turn::over; turn = game_.turn(s)) {
      if (turn == Turn::chance) {
        const bool shows = !features_.same_after_luck(s);
        s = game_.resolve(s, random_outcome(game_, s, random));
        if (shows && !reached_.empty() && game_.turn(s) != Turn::over) reached_.push_back(s);
        continue;
      }
      if (reached_.size() >= options_.most_moves) return {};
      s = next_state(s, random);
      if (game_.turn(s) != Turn::over) reached_.push_back(s);
    }
    return examples(s);
  }

 private:
  State next_state(const State& s, RandomStream& random) {
    if (options_.explore > 0.0 && random.uniform() < options_.explore) {
      const auto actions = game_.actions(s);
      return game_.play(s, actions[random.below(actions.size())]);
    }
    if (options_.guided) return best_next_state(game_, s, [this](const State& next) { return game_.estimate(next); });
    return best_next_state(game_, s, [this](const State& next) { return evaluator_.value(next); });
  }

  // From the end back: the return is the result, and before it a mixture with what was thought.
  Examples examples(const State& finished) {
    const std::size_t outputs = features_.outputs();
    Outputs target{};
    features_.result(game_, finished, target);
    const auto lambda = float(options_.lambda);
    Examples examples;
    for (std::size_t i = reached_.size(); i-- > 0;) {
      const State& s = reached_[i];
      Outputs seen = target;
      if (features_.second_views(s)) features_.flip(seen);
      features_.list(s, [&](std::size_t index, float value) {
        if (value != 0.0F) examples.features.push_back({std::uint32_t(index), value});
      });
      examples.list.push_back({features_.network_of(s), examples.features.size(), seen});
      Outputs thought{};
      evaluator_.evaluate(s, thought);
      for (std::size_t k = 0; k < outputs; ++k) target[k] = (1.0F - lambda) * thought[k] + lambda * target[k];
    }
    return examples;
  }

  const G& game_;
  F features_;
  SelfPlayOptions options_;
  Evaluator<F, State> evaluator_;
  std::vector<State> reached_;
};

}  // namespace mcms
