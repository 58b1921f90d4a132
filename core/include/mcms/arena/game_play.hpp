// A game between two searches from its start to its end: what mcms.arena.game_play does for any players, without
// leaving C++ between the moves. The seeds and the luck are the same to the last bit, and so is the game.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mcms/arena/blake2b.hpp"
#include "mcms/search/search.hpp"
#include "mcms/search/tree_search.hpp"

namespace mcms {

// A player that searches; the seed of its request is that of the move, or of its first move if it keeps its table,
// since what one seed has drawn says nothing of another's samples.
struct Searcher {
  std::variant<SearchRequest, MctsOptions> algorithm;
  Limits limits;
  std::optional<std::size_t> table_bytes{};  // none: it has no table
  bool keep = false;                         // whether the table is kept from move to move; then it has it for itself
};

// How long a player thought.
struct ThinkingTime {
  int decisions = 0;
  double seconds = 0.0;
  double slowest = 0.0;

  void add(double more) {
    ++decisions;
    seconds += more;
    slowest = std::max(slowest, more);
  }
};

template <Game G>
struct PlayedGame {
  std::vector<typename SearchResult<G>::Step> steps;
  std::optional<double> utility;  // none: given up as endless, or stopped
  std::array<ThinkingTime, 2> clocks;
  bool stopped = false;
  bool lost_in_luck = false;  // a search found no decision within its stack
};

// The luck of a match, see luck.py: the k-th event of a kind draws the same number in both of its games.
class MatchLuck {
 public:
  explicit MatchLuck(std::uint64_t seed) : seed_(std::to_string(seed)) {}

  std::uint64_t start_seed() const { return blake2b_64(seed_ + "/start"); }

  std::uint64_t player_seed(int leg, Turn seat, int decision) const {
    return blake2b_64(seed_ + "/player/" + std::to_string(leg) + "/" + name(seat) + "/" + std::to_string(decision));
  }

  // `last`: whose decision the event follows, or chance for the start.
  template <class Outcomes>
  auto draw(const Outcomes& outcomes, Turn last) {
    const int drawn = drawn_[std::size_t(last)]++;
    double number = double(blake2b_64(seed_ + "/luck/" + name(last) + "/" + std::to_string(drawn))) * 0x1.0p-64;
    for (const auto& [outcome, probability] : outcomes) {
      number -= probability;
      if (number < 0) return outcome;
    }
    return outcomes[outcomes.size() - 1].outcome;  // what rounding left of the sum
  }

 private:
  static const char* name(Turn turn) {
    constexpr std::array names = {"first", "second", "chance"};
    return names[std::size_t(turn)];
  }

  std::string seed_;
  std::array<int, 3> drawn_{};
};

template <Game G>
class GamePlay {
 public:
  using State = typename G::State;
  using Step = typename SearchResult<G>::Step;

  // `table_of` lends the transposition table of a seat.
  GamePlay(const G& game, const std::array<const Searcher*, 2>& players,
           std::function<TranspositionTable&(std::size_t)> table_of, Budget::Interrupt interrupted)
      : game_(game), players_(players), table_of_(std::move(table_of)), interrupted_(std::move(interrupted)) {}

  PlayedGame<G> play(State s, MatchLuck& luck, int leg, std::size_t most_events) {
    PlayedGame<G> played;
    Turn turn = game_.turn(s), last = Turn::chance;
    for (; turn != Turn::over && played.steps.size() < most_events; turn = game_.turn(s)) {
      if (turn == Turn::chance) {
        const auto outcome = luck.draw(game_.outcomes(s), last);
        played.steps.emplace_back(std::in_place_index<1>, outcome);
        s = game_.resolve(s, outcome);
        continue;
      }
      auto& clock = played.clocks[std::size_t(turn)];
      const auto start = Budget::Clock::now();
      const bool goes_on = players_[std::size_t(turn)]->keep && clock.decisions > 0;
      const auto seed = luck.player_seed(leg, turn, goes_on ? 0 : clock.decisions);
      const auto result = search(s, std::size_t(turn), seed, goes_on);
      played.stopped = result.stop_reason == StopReason::stopped;
      played.lost_in_luck = result.stop_reason == StopReason::stack && result.depth == 0;
      if (played.stopped || played.lost_in_luck) return played;
      clock.add(std::chrono::duration<double>(Budget::Clock::now() - start).count());
      const auto action = game_.actions(s)[*result.best];
      played.steps.emplace_back(std::in_place_index<0>, action);
      s = game_.play(s, action);
      last = turn;
    }
    if (turn == Turn::over) played.utility = game_.utility(s);
    return played;
  }

 private:
  SearchResult<G> search(const State& s, std::size_t seat, std::uint64_t seed, bool goes_on) {
    const Searcher& player = *players_[seat];
    if (const auto* options = std::get_if<MctsOptions>(&player.algorithm)) {
      return TreeSearch<G>(game_, s, *options, seed).search(player.limits, interrupted_);
    }
    SearchRequest request = std::get<SearchRequest>(player.algorithm);
    request.seed = seed;
    request.keep = goes_on;
    return mcms::search(game_, s, request, player.limits, table_of_(seat), interrupted_);
  }

  const G& game_;
  std::array<const Searcher*, 2> players_;
  std::function<TranspositionTable&(std::size_t)> table_of_;
  Budget::Interrupt interrupted_;
};

}  // namespace mcms
