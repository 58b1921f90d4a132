// A synthetic game whose state is a hash: the tree below a state is drawn from it as it is visited.
//
// It serves the exactness tests and the benchmarks: every shape a search can meet (ragged branching,
// players that do not alternate, chance after chance, leaves worth exactly the extremes) at will.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "mcms/game/game.hpp"
#include "mcms/game/invalid_state.hpp"

namespace mcms {

class RandomTree {
 public:
  static constexpr int largest_branching = 16;
  static constexpr std::size_t max_outcomes = 16;
  static constexpr int largest_depth = 100;
  static constexpr int longest_chance_chain = 3;

  struct Options {
    int depth = 6;              // decisions on a line of play
    int branching = 3;          // actions of a decision, or at most this many if ragged
    int outcomes = 3;           // outcomes of a chance node, or at most this many if ragged
    bool ragged = false;        // the counts vary from node to node
    bool uneven = true;         // the probabilities differ
    double chance = 1.0;        // share of actions followed by a chance node
    double chance_chain = 0.0;  // share of outcomes followed by another chance node
    bool chance_root = false;
    bool alternate = true;       // players take turns; otherwise the hash picks the mover
    double extreme = 0.0;        // share of leaf values exactly at -100 or 100
    double early_end = 0.0;      // share of states where the game is over before its depth
    std::optional<int> merge{};  // this many distinct states per level, giving transpositions
    double bounded = 0.0;        // share of states of which the rules bound the value
  };

  struct State {
    std::uint64_t id = 0;
    std::uint8_t height = 0;  // decisions still to come
    std::uint8_t chain = 0;   // at a chance node, how many in a row; 0 elsewhere
    std::uint8_t mover = 0;   // who moves at the next decision

    friend bool operator==(const State&, const State&) = default;
  };

  friend void check_state(const State& s) {
    require_state(s.height <= largest_depth && s.chain <= longest_chance_chain && s.mover <= 1,
                  "a state is of no tree: expected a height up to 100, a chain up to 3 and the mover 0 or 1");
  }

  using Action = std::uint8_t;
  using Outcome = std::uint8_t;

  explicit RandomTree(const Options& options) : options_(options) {
    const auto is_count = [](int count) { return count >= 1 && count <= largest_branching; };
    if (!is_count(options.branching) || !is_count(options.outcomes) || options.depth < 1 ||
        options.depth > largest_depth || (options.merge && *options.merge < 1))
      throw std::invalid_argument("expected 1 to 16 actions and outcomes, a depth of 1 to 100 and a positive merge");
  }

  const Options& options() const { return options_; }

  State initial_state(Key key) const {
    State s{key.word(0), std::uint8_t(options_.depth), 0, 0};
    if (options_.merge) s.id &= tree_mask;
    if (!options_.alternate) s.mover = draw(s, Salt::mover) < 0.5;
    if (options_.chance_root) s.chain = 1;
    return s;
  }

  Turn turn(const State& s) const {
    if (s.chain > 0) return Turn::chance;
    if (s.height == 0 || (options_.early_end > 0 && draw(s, Salt::end) < options_.early_end)) return Turn::over;
    return s.mover == 0 ? Turn::first : Turn::second;
  }

  StaticVector<Action, largest_branching> actions(const State& s) const {
    StaticVector<Action, largest_branching> list;
    const int count = vary(s, Salt::actions, options_.branching);
    for (int i = 0; i < count; ++i) list.push_back(Action(i));
    return list;
  }

  StaticVector<Weighted<Outcome>, max_outcomes> outcomes(const State& s) const {
    StaticVector<Weighted<Outcome>, max_outcomes> list;
    const int count = vary(s, Salt::outcomes, options_.outcomes);
    const std::uint64_t bits = mix(s.id ^ std::uint64_t(Salt::weights));
    int total = 0;
    for (int i = 0; i < count; ++i) {
      const int weight = options_.uneven ? 1 + int((bits >> (4 * i)) & 15) : 1;
      total += weight;
      list.push_back({Outcome(i), double(weight)});
    }
    for (auto& entry : list) entry.probability /= total;
    return list;
  }

  State play(const State& s, Action action) const {
    State next = child(s, std::uint64_t(action) + 1);
    next.height = std::uint8_t(s.height - 1);
    next.mover = std::uint8_t(options_.alternate ? 1 - s.mover : draw(next, Salt::mover) < 0.5);
    next.chain = draw(next, Salt::chance) < options_.chance;
    return next;
  }

  State resolve(const State& s, Outcome outcome) const {
    State next = child(s, std::uint64_t(outcome) + 101);
    if (!options_.alternate) next.mover = draw(next, Salt::mover) < 0.5;
    const bool again = s.chain < longest_chance_chain && draw(next, Salt::chance) < options_.chance_chain;
    next.chain = std::uint8_t(again ? s.chain + 1 : 0);
    return next;
  }

  double utility(const State& s) const { return leaf_value(s, Salt::utility); }
  double estimate(const State& s) const { return leaf_value(s, Salt::estimate); }
  ValueRange value_range() const { return {-100.0, 100.0}; }

  bool has_value_bounds() const { return options_.bounded > 0; }

  // From the value itself, for want of rules: as it is, or moved apart by something, on one side or both.
  ValueBounds value_bounds(const State& s, int depth) const {
    if (draw(s, Salt::bounded) >= options_.bounded) return ValueBounds::within(value_range());
    const double value = expectimax(s, depth), apart = 60 * draw(s, Salt::apart) - 10;
    if (apart < 0) return ValueBounds::value(value);
    return {draw(s, Salt::below) < 0.2 ? -100.0 : value - apart, draw(s, Salt::above) < 0.2 ? 100.0 : value + apart};
  }

  std::uint64_t hash(const State& s) const {
    const std::uint64_t place = std::uint64_t(s.height) | std::uint64_t(s.chain) << 8 | std::uint64_t(s.mover) << 16;
    return mix(s.id ^ mix(place + golden_gamma));
  }

  std::string action_name(const State&, Action action) const { return std::to_string(action); }
  std::string outcome_name(const State&, Outcome outcome) const { return std::to_string(outcome); }

 private:
  // What a draw from a state's hash decides; each purpose draws independently.
  enum class Salt : std::uint64_t {
    mover = 0x1d8e4e27c47d124fULL,
    actions = 0xeb44accab455d165ULL,
    outcomes = 0x2b7e151628aed2a6ULL,
    weights = 0x9e6c63d0676a9a99ULL,
    chance = 0xabf7158809cf4f3cULL,
    end = 0x762e7160f38b4da5ULL,
    utility = 0x6a784d9045190cfeULL,
    estimate = 0xf0c4b2f1a5d9e387ULL,
    extreme = 0x510e527fade682d1ULL,
    bounded = 0x9b05688c2b3e6c1fULL,
    apart = 0x1f83d9abfb41bd6bULL,
    below = 0x5be0cd19137e2179ULL,
    above = 0xcbbb9d5dc1059ed8ULL,
  };

  // The sums are those of search/expectimax.hpp, to the last bit.
  double expectimax(const State& s, int depth) const {
    const Turn mover = turn(s);
    if (mover == Turn::over) return utility(s);
    if (mover != Turn::chance && depth == 0) return estimate(s);
    if (mover == Turn::chance) {
      double sum = 0.0;
      for (const auto& [outcome, probability] : outcomes(s))
        sum += probability * expectimax(resolve(s, outcome), depth);
      return std::clamp(sum, -100.0, 100.0);
    }
    double best = mover == Turn::first ? -100.0 : 100.0;
    for (const Action action : actions(s)) {
      const double value = expectimax(play(s, action), depth - 1);
      best = mover == Turn::first ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }

  // With merging, the upper half of an id tells trees apart and the lower half the states of a level.
  static constexpr std::uint64_t tree_mask = 0xffffffff00000000ULL;

  double draw(const State& s, Salt salt) const { return to_unit(mix(s.id ^ std::uint64_t(salt))); }

  int vary(const State& s, Salt salt, int most) const { return options_.ragged ? 1 + int(draw(s, salt) * most) : most; }

  State child(State s, std::uint64_t edge) const {
    const std::uint64_t id = mix(s.id + edge * golden_gamma);
    s.id = options_.merge ? (s.id & tree_mask) | level_slot(s, id) : id;
    return s;
  }

  // The slot is drawn from the child's hash, and salted by level so that levels differ.
  std::uint64_t level_slot(const State& s, std::uint64_t id) const {
    const std::uint64_t slot = (id >> 32) % std::uint64_t(*options_.merge);
    return mix(slot * golden_gamma + s.height) & ~tree_mask;
  }

  double leaf_value(const State& s, Salt salt) const {
    const std::uint64_t bits = mix(hash(s) ^ std::uint64_t(salt));
    if (options_.extreme > 0 && to_unit(mix(bits ^ std::uint64_t(Salt::extreme))) < options_.extreme) {
      return bits & 1 ? 100.0 : -100.0;
    }
    return 200.0 * to_unit(bits) - 100.0;
  }

  Options options_;
};

static_assert(Game<RandomTree> && BoundedChance<RandomTree> && BoundsValues<RandomTree>);

}  // namespace mcms
