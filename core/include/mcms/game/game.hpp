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
#include <type_traits>
#include <vector>

#include "mcms/game/static_vector.hpp"
#include "mcms/search/key.hpp"

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

// Optional: an outcome drawn from a uniform number in [0, 1) without listing them all.
template <class G>
concept DirectlySampled = Game<G> && requires(const G& game, const typename G::State& state, double uniform) {
  { game.sample(state, uniform) } -> std::same_as<typename G::Outcome>;
};

// Optional: the same for many draws of one state, as a function made once. Worth it where a draw begins with looking
// something up.
template <DirectlySampled G>
auto sampler_of(const G& game, const typename G::State& state) {
  if constexpr (requires { game.sampler(state); }) {
    return game.sampler(state);
  } else {
    return [&](double uniform) { return game.sample(state, uniform); };
  }
}

// Whether drawing many outcomes so is better than drawing them from one list; some games know at run time only.
template <DirectlySampled G>
bool samples_directly(const G& game) {
  if constexpr (requires { game.samples_directly(); }) {
    return game.samples_directly();
  } else {
    return true;
  }
}

template <class State>
struct Stepped {
  State state;
  int chance_nodes;  // met on the way
};

// Optional: one uniformly random action and the luck after it, from a random word, up to the next decision or the
// end. For games whose random play is held up by branches that no processor can predict.
template <class G>
concept RandomlyStepped = Game<G> && requires(const G& game, const typename G::State& state, std::uint64_t word) {
  { game.random_step(state, word) } -> std::same_as<Stepped<typename G::State>>;
};

// The outcome that a uniform number in [0, 1) falls on; the last one takes what rounding leaves of the sum.
template <class Outcomes>
const auto& pick_outcome(const Outcomes& outcomes, double uniform) {
  std::size_t i = 0;
  while (i + 1 < outcomes.size() && uniform >= outcomes[i].probability) uniform -= outcomes[i++].probability;
  return outcomes[i].outcome;
}

// Optional: the estimates of what the outcomes of a chance node lead to, as a function made once for the node;
// it answers where a decision surely follows and the game knows its estimate without building the state. Worth
// it for games whose states cost more to build than to evaluate.
template <class G>
concept EstimatesOutcomes =
    Game<G> && requires(const G& game, const typename G::State& state, const typename G::Outcome& outcome) {
      { game.outcome_estimates(state)(outcome) } -> std::same_as<std::optional<double>>;
    };

struct ShallowValue {
  double value;
  std::uint64_t nodes;  // entered below the decision
  std::uint64_t finished;
  std::uint64_t chance_nodes;
};

// Optional, for games a call of which is dear: the two lowest levels of a search in one call, V_1 of a decision, which
// is the best over its actions of the expectation of the leaves. No answer if the game cannot tell.
template <class G>
concept ValuesShallow = Game<G> && requires(const G& game, const typename G::State& state) {
  { game.shallow_value(state) } -> std::same_as<std::optional<ShallowValue>>;
  { game.most_shallow_nodes() } -> std::same_as<std::uint64_t>;
};

// Optional: how many outcomes a chance node can have at most. Games that say so never touch the heap.
template <class G>
concept BoundedChance = requires {
  { G::max_outcomes } -> std::convertible_to<std::size_t>;
};

// Optional: outcomes are numbers below so few that MCTS keeps a place for each at every chance node.
template <class G>
concept NumberedOutcomes = Game<G> && requires {
  { G::outcome_numbers } -> std::convertible_to<std::size_t>;
};

// The same of a game that is put together at run time; 0 if its outcomes are not so few.
template <class G>
concept NumbersOutcomes = Game<G> && requires(const G& game) {
  { game.outcome_places() } -> std::same_as<std::size_t>;
};

template <class G>
std::size_t outcome_places(const G& game) {
  if constexpr (NumbersOutcomes<G>) {
    return game.outcome_places();
  } else if constexpr (NumberedOutcomes<G>) {
    return G::outcome_numbers;
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
