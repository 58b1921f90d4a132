#include "mcms/games/plain_ra.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

void register_plain_ra(nb::module_& m) {
  register_game<PlainRa>(m, "PlainRa")
      .def(
          "__init__",
          [](PlainRa* self, bool gods, bool tiles) { new (self) PlainRa(Ra({gods}), PlainRaEstimate{tiles}); },
          nb::kw_only(), "gods"_a, "tiles"_a);
}

}  // namespace mcms::bindings
