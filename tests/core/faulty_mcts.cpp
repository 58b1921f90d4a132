// MCTS with one deliberate mistake each, which the convergence tests must catch. The search is the real one; the
// mistake is in what the game tells it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "mcms/games/cant_stop.hpp"
#include "mcms/games/ewn.hpp"
#include "mcms/games/pig.hpp"
#include "mcms/games/ra.hpp"
#include "mcms/games/random_tree.hpp"
#include "mcms/search/tree_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mcms::faulty {

enum class MctsFault : std::uint8_t {
  none,             // the real search, to see that the harness is sound
  ignores_mover,    // every decision is made for the first player
  uniform_chance,   // every outcome is as likely as any other
  uniform_redraws,  // only among the outcomes that widening has stored
  ignores_utility,  // the end of a game is worth nothing
};

MctsFault mcts_fault(const std::string& name) {
  if (name == "none") return MctsFault::none;
  if (name == "ignores_mover") return MctsFault::ignores_mover;
  if (name == "uniform_chance") return MctsFault::uniform_chance;
  if (name == "uniform_redraws") return MctsFault::uniform_redraws;
  if (name == "ignores_utility") return MctsFault::ignores_utility;
  throw std::invalid_argument("no such fault: " + name);
}

template <Game G>
class Misunderstood : public G {
 public:
  using State = typename G::State;
  using Outcome = typename G::Outcome;

  Misunderstood(const G& game, MctsFault fault) : G(game), fault_(fault) {}

  Turn turn(const State& s) const {
    const Turn turn = G::turn(s);
    return fault_ == MctsFault::ignores_mover && turn == Turn::second ? Turn::first : turn;
  }

  StaticVector<Weighted<Outcome>, G::max_outcomes> outcomes(const State& s) const {
    const bool uniform = fault_ == MctsFault::uniform_chance || fault_ == MctsFault::uniform_redraws;
    const auto& true_ones = G::outcomes(s);
    StaticVector<Weighted<Outcome>, G::max_outcomes> list;
    for (const auto& [outcome, probability] : true_ones) {
      list.push_back({outcome, uniform ? 1.0 / double(true_ones.size()) : probability});
    }
    return list;
  }

  Outcome sample(const State& s, double uniform) const {
    if (fault_ == MctsFault::uniform_chance) return pick_outcome(outcomes(s), uniform);
    if constexpr (DirectlySampled<G>) {
      return G::sample(s, uniform);
    } else {
      return pick_outcome(G::outcomes(s), uniform);
    }
  }

  double utility(const State& s) const { return fault_ == MctsFault::ignores_utility ? 0.0 : G::utility(s); }

 private:
  MctsFault fault_;
};

// The value, the best action, and how often each action or outcome at the root was tried.
using Found = std::tuple<double, std::optional<std::string>, std::vector<std::pair<std::string, std::uint64_t>>>;

template <Game G>
Found search(const std::string& fault, const G& game, const typename G::State& s, const MctsOptions& options,
             std::uint64_t simulations, std::uint64_t seed) {
  const Misunderstood<G> told(game, mcts_fault(fault));
  TreeSearch<Misunderstood<G>> tree(told, s, options, seed);
  Limits limits;
  limits.simulations = simulations;
  const auto result = tree.search(limits, {});
  std::vector<std::pair<std::string, std::uint64_t>> tried;
  for (const auto& child : tree.view(1, 1).children) {
    const auto& step = *child.step;
    tried.emplace_back(
        step.index() == 1 ? game.outcome_name(s, std::get<1>(step)) : game.action_name(s, std::get<0>(step)),
        child.visits);
  }
  std::optional<std::string> best;
  if (result.best) best = game.action_name(s, game.actions(s)[*result.best]);
  return {result.value, best, tried};
}

template <Game... Games>
void register_searches(nb::module_& m) {
  (m.def("mcts", &search<Games>, nb::kw_only(), "fault"_a, "game"_a, "state"_a, "options"_a, "simulations"_a, "seed"_a),
   ...);
}

void register_mcts(nb::module_& m) { register_searches<RandomTree, Pig<2>, Ewn<ewn::Distance>, CantStop, Ra>(m); }

}  // namespace mcms::faulty
