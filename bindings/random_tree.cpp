#include "mcms/games/random_tree.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

void register_random_tree(nb::module_& m) {
  using State = RandomTree::State;
  register_state<RandomTree>(m, "RandomTreeState", Field{"id", &State::id}, Field{"height", &State::height},
                             Field{"chain", &State::chain}, Field{"mover", &State::mover});
  register_game<RandomTree>(m, "RandomTree")
      .def(
          "__init__",
          [](RandomTree* self, int depth, int branching, int outcomes, bool ragged, bool uneven, double chance,
             double chance_chain, bool chance_root, bool alternate, double extreme, double early_end,
             std::optional<int> merge, double bounded) {
            new (self) RandomTree({depth, branching, outcomes, ragged, uneven, chance, chance_chain, chance_root,
                                   alternate, extreme, early_end, merge, bounded});
          },
          nb::kw_only(), "depth"_a, "branching"_a, "outcomes"_a, "ragged"_a, "uneven"_a, "chance"_a, "chance_chain"_a,
          "chance_root"_a, "alternate"_a, "extreme"_a, "early_end"_a, "merge"_a.none(), "bounded"_a);
}

}  // namespace mcms::bindings
