// Binds a game's MCTS to Python: a search that keeps its tree, by names as everywhere at the border.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

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

  // The game travels along, since reports name its actions.
  struct Bound {
    const G& game;
    Search tree;
  };

  static Bound start(const G& game, const State& root, const MctsOptions& options, std::uint64_t seed) {
    Names::remember_actions(game, root);
    return {game, Search(game, root, options, seed)};
  }

  static Report search(Bound& self, const Limits& limits, const StopToken* stop, bool poll_signals) {
    const auto result = Names::run([&] { return self.tree.search(limits, Interrupt(stop, poll_signals)); });
    return Names::report_of(self.game, self.tree.root(), result);
  }

  static void advance(Bound& self, const typename Names::NameOf& name) {
    const State& root = self.tree.root();
    const bool chance = self.game.turn(root) == Turn::chance;
    auto names = Names::actions(self.game, root);
    if (chance) {
      for (const auto& [outcome, probability] : Names::outcomes(self.game, root)) names.push_back(outcome);
    }
    const auto found = std::ranges::find_if(names, [&](const auto& each) { return same_name(each, name); });
    const auto place = std::size_t(found - names.begin());
    if (place == names.size()) throw IllegalMove(chance ? "outcome" : "action", name_text(name), name_texts(names));
    self.tree.advance(chance ? edge_of(self.game, root, self.game.outcomes(root)[place].outcome) : Edge(place));
    Names::remember_actions(self.game, self.tree.root());
  }

  static TreeReport view(const Bound& self, int depth, std::uint64_t min_visits) {
    return named(self.game, self.tree.root(), self.tree.view(depth, min_visits));
  }

 private:
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
      .def("search", &Binding::search, "limits"_a, "stop"_a.none(), "poll_signals"_a)
      .def("advance", &Binding::advance, Names::argument("step"))
      .def("view", &Binding::view, "depth"_a, "min_visits"_a);
}

}  // namespace mcms::bindings
