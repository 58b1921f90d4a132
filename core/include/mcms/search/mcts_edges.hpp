// How an MCTS names the children of chance nodes: outcomes as 16-bit edges, and back.
#pragma once

#include <algorithm>
#include <concepts>
#include <ranges>
#include <type_traits>

#include "mcms/game/game.hpp"
#include "mcms/search/mcts_tree.hpp"

namespace mcms {

// Outcomes that fit are their own edges, and some carry theirs with them; others go by their place in the list.
template <Game G>
inline constexpr bool outcome_is_edge =
    (std::is_integral_v<typename G::Outcome> || std::is_enum_v<typename G::Outcome>) &&
    sizeof(typename G::Outcome) <= sizeof(Edge);

template <class G>
concept OutcomesCarryEdges = requires(const typename G::Outcome& outcome) {
  { outcome.edge } -> std::convertible_to<Edge>;
};

template <class Outcomes, class Outcome>
auto find_outcome(const Outcomes& outcomes, const Outcome& outcome) {
  return std::find_if(outcomes.begin(), outcomes.end(), [&](const auto& each) { return each.outcome == outcome; });
}

template <Game G>
Edge edge_of(const G& game, const typename G::State& s, const typename G::Outcome& outcome) {
  if constexpr (outcome_is_edge<G>) {
    return static_cast<Edge>(outcome);
  } else if constexpr (OutcomesCarryEdges<G>) {
    return outcome.edge;
  } else {
    const auto& outcomes = game.outcomes(s);
    return static_cast<Edge>(find_outcome(outcomes, outcome) - outcomes.begin());
  }
}

template <Game G>
typename G::Outcome outcome_at(const G& game, const typename G::State& s, Edge edge) {
  if constexpr (outcome_is_edge<G>) {
    return static_cast<typename G::Outcome>(edge);
  } else if constexpr (OutcomesCarryEdges<G>) {
    const auto& outcomes = game.outcomes(s);
    const auto has_edge = [&](const auto& weighted) { return weighted.outcome.edge == edge; };
    return outcomes[std::size_t(std::find_if(outcomes.begin(), outcomes.end(), has_edge) - outcomes.begin())].outcome;
  } else {
    return game.outcomes(s)[edge].outcome;
  }
}

// Few outcomes, numbered: a chance node keeps a place for each.
template <Game G>
inline constexpr bool outcomes_in_run = NumberedOutcomes<G> && outcome_is_edge<G>;

template <Game G>
double probability_of(const G& game, const typename G::State& s, const typename G::Outcome& outcome) {
  const auto& outcomes = game.outcomes(s);
  return find_outcome(outcomes, outcome)->probability;
}

}  // namespace mcms
