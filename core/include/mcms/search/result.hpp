// What a search reports.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "mcms/search/bounds.hpp"
#include "mcms/search/limits.hpp"

namespace mcms {

struct RootAction {
  Bounds bounds;
  int depth = 0;  // the depth these bounds are of; 0: not searched
  // Of MCTS, which proves no bounds.
  std::optional<std::uint64_t> visits{};
  std::optional<double> mean{};  // none: not visited
};

template <Game G>
struct SearchResult {
  using Step = std::variant<typename G::Action, typename G::Outcome>;

  std::optional<std::size_t> best;  // index among the root's actions; none at a chance root
  double value = 0.0;
  int depth = 0;                    // the last depth searched to its end
  std::vector<RootAction> actions;  // in the game's order
  std::vector<Step> principal_variation;
  Counters counters;
  double seconds = 0.0;
  StopReason stop_reason = StopReason::depth;
  std::optional<std::uint64_t> simulations;  // of MCTS
};

}  // namespace mcms
