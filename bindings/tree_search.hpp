// Binds a game's MCTS to Python: a search that keeps its tree, by names as everywhere at the border.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "errors.hpp"
#include "interrupt.hpp"
#include "mcms/search/tree_search.hpp"
#include "names.hpp"
#include "report.hpp"

namespace mcms::bindings {

// `Names`: the game's binding, which names actions and outcomes.
template <class G, class Names>
class TreeSearchBinding {
 public:
  using State = typename G::State;
  using Search = TreeSearch<G>;
  using NameOf = typename Names::NameOf;

  // The game travels along, since reports name its actions.
  struct Bound {
    const G& game;
    Search tree;
  };

  static Bound start(const G& game, const State& root, const MctsOptions& options, std::uint64_t seed) {
    Names::remember_actions(game, root);
    return {game, Search(game, root, options, seed)};
  }

  static Report search(Bound& self, const Limits& limits, const StopToken* stop, bool poll_signals,
                       const nanobind::object& on_progress) {
    const auto result = Names::run([&] {
      return self.tree.search(limits, Interrupt(stop, poll_signals),
                              Names::progress_to(self.game, self.tree.root(), on_progress));
    });
    return Names::report_of(self.game, self.tree.root(), result);
  }

  // An illegal step changes nothing, whichever of them it is.
  static void advance(Bound& self, const std::vector<NameOf>& steps) {
    State s = self.tree.root();
    std::vector<Edge> edges;
    for (const auto& step : steps) edges.push_back(follow(self.game, s, step));
    self.tree.advance(edges);
    Names::remember_actions(self.game, self.tree.root());
  }

  static TreeReport view(const Bound& self, int depth, std::uint64_t min_visits) {
    return named(self.game, self.tree.root(), self.tree.view(depth, min_visits));
  }

 private:
  // Moves on to the state after a step, and returns its edge.
  static Edge follow(const G& game, State& s, const NameOf& name) {
    const bool chance = game.turn(s) == Turn::chance;
    auto names = Names::actions(game, s);
    if (chance) {
      for (const auto& [outcome, probability] : Names::outcomes(game, s)) names.push_back(outcome);
    }
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& each) { return same_name(each, name); });
    const auto place = std::size_t(found - names.begin());
    if (place == names.size()) throw IllegalMove(chance ? "outcome" : "action", name_text(name), name_texts(names));
    if (!chance) {
      s = game.play(s, game.actions(s)[place]);
      return Edge(place);
    }
    const auto outcome = game.outcomes(s)[place].outcome;
    const Edge edge = edge_of(game, s, outcome);
    s = game.resolve(s, outcome);
    return edge;
  }

  static TreeReport named(const G& game, const State& s, const TreeView<G>& node) {
    TreeReport out{nanobind::none(), node.probability, static_cast<int>(node.turn), node.visits, std::nullopt, {}};
    if (node.visits > 0) out.mean = node.total / double(node.visits);
    for (const auto& child : node.children) {
      const bool chance = child.step->index() == 1;
      const State below = chance ? game.resolve(s, std::get<1>(*child.step)) : game.play(s, std::get<0>(*child.step));
      out.children.push_back(named(game, below, child));
      out.children.back().step = chance ? nanobind::cast(game.outcome_name(s, std::get<1>(*child.step)))
                                        : nanobind::cast(game.action_name(s, std::get<0>(*child.step)));
    }
    return out;
  }
};

template <class G, class Names>
void register_tree_search(nanobind::module_& m, const char* name) {
  namespace nb = nanobind;
  using namespace nb::literals;
  using Binding = TreeSearchBinding<G, Names>;
  using Bound = typename Binding::Bound;
  nb::class_<Bound>(m, name)
      .def_prop_ro("root", [](const Bound& self) { return self.tree.root(); })
      .def_prop_ro("nodes", [](const Bound& self) { return self.tree.nodes(); })
      .def_prop_ro("bytes", [](const Bound& self) { return self.tree.bytes(); })
      .def("search", &Binding::search, "limits"_a, "stop"_a.none(), "poll_signals"_a, "on_progress"_a.none())
      .def("advance", &Binding::advance, "steps"_a)
      .def("view", &Binding::view, "depth"_a, "min_visits"_a);
}

}  // namespace mcms::bindings
