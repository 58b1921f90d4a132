// The game contract: what a search may ask of a game. Everything else builds on this page.
//
// States are small values; `play` and `resolve` return new ones. Chance is explicit: a state whose
// turn is `chance` has outcomes with probabilities, any other unfinished state has actions.
// All values are seen from the first player's side.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "mcms/game/draws.hpp"
#include "mcms/game/key.hpp"
#include "mcms/game/random_stream.hpp"
#include "mcms/game/static_vector.hpp"

namespace mcms {

enum class Turn : std::uint8_t { first, second, chance, over };

struct ValueRange {
  double low;
  double high;
};

template <class Outcome>
struct Weighted {
  Outcome outcome;
  double probability;
};

template <class Range, class Item>
concept ListOf = std::ranges::random_access_range<Range> && std::ranges::sized_range<Range> &&
                 std::convertible_to<std::ranges::range_reference_t<Range>, const Item&>;

template <class G>
concept Game = std::copyable<typename G::State> && std::copyable<typename G::Action> &&
               std::equality_comparable<typename G::Outcome> &&
               requires(const G& game, const typename G::State& state, const typename G::Action& action,
                        const typename G::Outcome& outcome, Key key) {
                 // Draws whatever the start draws (setup, seats); the rest of the luck is chance nodes.
                 { game.initial_state(key) } -> std::same_as<typename G::State>;
                 { game.turn(state) } -> std::same_as<Turn>;
                 // Never empty at a decision; in the static move order, most promising first.
                 { game.actions(state) } -> ListOf<typename G::Action>;
                 // Merged, every probability above 0, summing to 1.
                 { game.outcomes(state) } -> ListOf<Weighted<typename G::Outcome>>;
                 { game.play(state, action) } -> std::same_as<typename G::State>;
                 { game.resolve(state, outcome) } -> std::same_as<typename G::State>;
                 // Of a finished state, and a guess for any other; both within value_range().
                 { game.utility(state) } -> std::same_as<double>;
                 { game.estimate(state) } -> std::same_as<double>;
                 { game.value_range() } -> std::same_as<ValueRange>;
                 // Of the whole state: equal states have equal hashes, distinct states almost surely not.
                 { game.hash(state) } -> std::same_as<std::uint64_t>;
               };

// How a recursion hands states down: small ones by value, in registers, others by reference.
template <class State>
using Passed =
    std::conditional_t<std::is_trivially_copyable_v<State> && sizeof(State) <= 2 * sizeof(void*), State, const State&>;

// What a game may offer on top of that, to be searched faster. None of it changes a result.
//
//   max_outcomes            how many outcomes a chance node has at most: the search then keeps off the heap
//   outcome_places()        outcomes are numbers below this: MCTS keeps a place for each; 0: they are not so few
//   sample(s, u)            the outcome that a uniform number in [0, 1) falls on, without listing them all
//   sampler(s)              the same for many draws of one state, as a function made once
//   draw(s, width, draws)   so many independent draws at once, at most `most_draws`: see DrawsManyAtOnce
//   draw_one(s, draws)      what draw() draws with a width of 1, where there is a shorter way to it
//   random_step(s, word)    a random action and the luck after it in one go, for rollouts
//   random_game(s)          random play from a decision on, in whatever form suits the game: see PlaysRandomly
//   leaf_expectation(s)     what all outcomes of a chance node just above the leaves are worth, in one go
//   leaf_expectation(s, o)  the same of some outcomes with their weights
//   leaf_expectation(s, width, luck)    the same of what draw() draws by luck()
//   estimate_many(states)   the estimates of many states in one call: searches then collect leaves, see EstimatesMany
//   value_bounds(s, depth)  between which values V_depth(s) lies by the rules, for pruned searches to begin with
//   estimates_see_luck      false: estimates do not tell the outcomes of a chance node apart, see Sampled
//   costly_estimates        true: an estimate costs more than keeping bounds, so pruning begins at the lowest level
//   longest_poll_interval   steps between two looks at the clock, for games whose calls may take any time

template <class G>
concept DirectlySampled = Game<G> && requires(const G& game, const typename G::State& state, double uniform) {
  { game.sample(state, uniform) } -> std::same_as<typename G::Outcome>;
};

// The outcome that a uniform number in [0, 1) falls on; the last one takes what rounding leaves of the sum.
template <class Outcomes>
const auto& pick_outcome(const Outcomes& outcomes, double uniform) {
  std::size_t i = 0;
  while (i + 1 < outcomes.size() && uniform >= outcomes[i].probability) uniform -= outcomes[i++].probability;
  return outcomes[i].outcome;
}

// Draws of one state as a function of a uniform number, by whatever the game has for it.
template <Game G>
auto sampler_of(const G& game, const typename G::State& state) {
  if constexpr (requires { game.sampler(state); }) {
    return game.sampler(state);
  } else if constexpr (DirectlySampled<G>) {
    return [&](double uniform) { return game.sample(state, uniform); };
  } else {
    return [outcomes = game.outcomes(state)](double uniform) { return pick_outcome(outcomes, uniform); };
  }
}

template <class State>
struct Stepped {
  State state;
  int chance_nodes;  // met on the way
};

// For games whose random play is held up by branches that no processor can predict; it ends at a decision, at the
// end, or at a chance node that is left to the search.
template <class G>
concept RandomlyStepped = Game<G> && requires(const G& game, const typename G::State& state, std::uint64_t word) {
  { game.random_step(state, word) } -> std::same_as<Stepped<typename G::State>>;
};

struct RandomMoves {
  std::uint64_t decisions;
  std::uint64_t chance_nodes;  // met on the way
};

// For games that play random moves fastest on a board of their own. `play` plays at most that many, each with the luck
// after it, and stops at the end. It draws a word a move.
template <class G>
concept PlaysRandomly = Game<G> && requires(const G& game, const typename G::State& state, RandomStream& random) {
  { game.random_game(state).play(random, std::uint64_t(1)) } -> std::same_as<RandomMoves>;
  { game.random_game(state).is_over() } -> std::same_as<bool>;
  { game.random_game(state).utility() } -> std::same_as<double>;
  { game.random_game(state).state() } -> std::same_as<typename G::State>;
};

// The leaves below a chance node, all at once.
struct LeafExpectation {
  double value;            // the sum of p V_0
  std::uint32_t nodes;     // decisions and finished states among the outcomes
  std::uint32_t finished;  // of those
};

// No answer if the game cannot tell, above all where chance follows chance.
template <class G>
concept ValuesLeaves = Game<G> && requires(const G& game, const typename G::State& state) {
  { game.leaf_expectation(state) } -> std::same_as<std::optional<LeafExpectation>>;
};
template <class G, class Outcomes>
concept ValuesSomeLeaves =
    Game<G> && requires(const G& game, const typename G::State& state, const Outcomes& outcomes) {
      { game.leaf_expectation(state, outcomes) } -> std::same_as<std::optional<LeafExpectation>>;
    };

// For games to which a call costs more than what is computed in it, such as those that run a network. Whether a game
// has it is known at run time; without it, many estimates are as many calls.
template <class G>
concept EstimatesMany = Game<G> && requires(const G& game, std::span<const typename G::State> states) {
  { game.estimates_many() } -> std::same_as<bool>;
  { game.estimate_many(states) } -> std::same_as<std::vector<double>>;
};

// What the rules alone say of V_depth(s), the value that expectimax computes with that many decisions left: because a
// score changes by a limited amount in a move, or the game cannot end that soon. At decisions and at chance nodes. They
// may be off by rounding, unless both are the value itself, to its last bit.
struct ValueBounds {
  double low;
  double high;
  bool is_value = false;

  static constexpr ValueBounds value(double value) { return {value, value, true}; }
  static constexpr ValueBounds within(ValueRange range) { return {range.low, range.high}; }
  // Of a player's side, turned to the first player's.
  static constexpr ValueBounds seen_by(bool second, double low, double high) {
    return second ? ValueBounds{-high, -low} : ValueBounds{low, high};
  }
};

template <class G>
concept BoundsValues = Game<G> && requires(const G& game, const typename G::State& state, int depth) {
  { game.value_bounds(state, depth) } -> std::same_as<ValueBounds>;
};

// Games whose rules are not known when compiling say at run time whether they have bounds.
template <Game G>
bool bounds_values(const G& game) {
  if constexpr (requires { game.has_value_bounds(); }) {
    return game.has_value_bounds();
  } else {
    return BoundsValues<G>;
  }
}

// Independent draws with replacement, counted in whatever form suits the game. It lists what was drawn by
// `for_each(visit(outcome, count))`, and `first()` is the outcome listed first. What the leaves of those draws are
// worth, each draw weighing the same, the game tells in one go, without asking for luck where that does not matter.
template <class G>
concept DrawsManyAtOnce =
    Game<G> && requires(const G& game, const typename G::State& state, int width, Draws draws, Draws (&luck)()) {
      { G::most_draws } -> std::convertible_to<int>;
      { game.draw(state, width, draws).first() } -> std::same_as<typename G::Outcome>;
      game.draw(state, width, draws).for_each([](typename G::Outcome, int) {});
      { game.leaf_expectation(state, width, luck) } -> std::same_as<std::optional<LeafExpectation>>;
    };

template <class G>
concept BoundedChance = requires {
  { G::max_outcomes } -> std::convertible_to<std::size_t>;
};

template <class G>
constexpr bool costly_estimates() {
  if constexpr (requires { G::costly_estimates; }) {
    return G::costly_estimates;
  } else {
    return false;
  }
}

template <class G>
constexpr bool estimates_see_luck() {
  if constexpr (requires { G::estimates_see_luck; }) {
    return G::estimates_see_luck;
  } else {
    return true;
  }
}

template <class G>
concept NumberedOutcomes = Game<G> && requires(const G& game) {
  { game.outcome_places() } -> std::same_as<std::size_t>;
};

template <class G>
std::size_t outcome_places(const G& game) {
  if constexpr (NumberedOutcomes<G>) {
    return game.outcome_places();
  } else {
    return 0;
  }
}

// A list that holds one T for each outcome of any chance node of the game.
template <class G, class T>
struct PerOutcome {
  using List = std::vector<T>;
};
template <BoundedChance G, class T>
struct PerOutcome<G, T> {
  using List = StaticVector<T, G::max_outcomes>;
};

}  // namespace mcms
