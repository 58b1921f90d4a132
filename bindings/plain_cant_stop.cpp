#include "mcms/games/plain_cant_stop.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

void register_plain_cant_stop(nb::module_& m) {
  register_game<PlainCantStop>(m, "PlainCantStop")
      .def(
          "__init__",
          [](PlainCantStop* self, const cant_stop::Steps& heights, int columns, bool squared, bool runners) {
            const PlainCantStopEstimate estimate({heights, columns, squared, runners});
            new (self) PlainCantStop(CantStop({heights, columns}), estimate);
          },
          nb::kw_only(), "heights"_a, "columns"_a, "squared"_a, "runners"_a);
}

}  // namespace mcms::bindings
