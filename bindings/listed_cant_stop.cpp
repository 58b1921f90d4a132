#include "mcms/games/listed_cant_stop.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

void register_listed_cant_stop(nb::module_& m) {
  register_game<ListedCantStop>(m, "ListedCantStop")
      .def(
          "__init__",
          [](ListedCantStop* self, const cant_stop::Steps& heights, int columns) {
            new (self) ListedCantStop(CantStop({heights, columns}));
          },
          nb::kw_only(), "heights"_a, "columns"_a);
}

}  // namespace mcms::bindings
