#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "reference.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_reference, m) {
  m.doc() = "Hand-written single-purpose expectimax searches, for `mcms bench` only.";
  m.def("pig", &mcms::reference::pig, nb::kw_only(), "me"_a, "other"_a, "turn_total"_a, "to_move"_a, "depth"_a,
        "The value and node count of two-dice Pig to 100 searched to a depth.");
  m.def("cant_stop", &mcms::reference::cant_stop, nb::kw_only(), "me"_a, "runners"_a, "other"_a, "dice"_a.none(),
        "to_move"_a, "depth"_a, "The value and node count of Can't Stop searched to a depth.");
  m.def("ewn", &mcms::reference::ewn, nb::kw_only(), "first"_a, "second"_a, "die"_a, "to_move"_a, "depth"_a,
        "The value and node count of EinStein würfelt nicht! by distance searched to a depth, from a throw.");
}
