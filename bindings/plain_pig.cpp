#include "mcms/games/plain_pig.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

void register_plain_pig(nb::module_& m) {
  register_game<PlainPig>(m, "PlainPig")
      .def(
          "__init__",
          [](PlainPig* self, int goal, bool merged, bool counts_total, double scale) {
            new (self) PlainPig({goal, merged, counts_total, scale});
          },
          nb::kw_only(), "goal"_a, "merged"_a, "counts_total"_a, "scale"_a);
}

}  // namespace mcms::bindings
