#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "reference.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using mcms::reference::RaPosition;
using mcms::reference::RaTurn;

NB_MODULE(_reference, m) {
  m.doc() = "Hand-written single-purpose expectimax searches, for `mcms bench` only.";
  m.def("pig", &mcms::reference::pig, nb::kw_only(), "me"_a, "other"_a, "turn_total"_a, "to_move"_a, "depth"_a,
        "The value and node count of two-dice Pig to 100 searched to a depth.");
  m.def("cant_stop", &mcms::reference::cant_stop, nb::kw_only(), "me"_a, "runners"_a, "other"_a, "dice"_a.none(),
        "to_move"_a, "depth"_a, "The value and node count of Can't Stop searched to a depth.");
  m.def("ewn", &mcms::reference::ewn, nb::kw_only(), "first"_a, "second"_a, "die"_a, "to_move"_a, "depth"_a,
        "The value and node count of EinStein würfelt nicht! by distance searched to a depth, from a throw.");
  nb::class_<RaPosition>(m, "RaPosition")
      .def(nb::init<>())
      .def_rw("bag", &RaPosition::bag)
      .def_rw("track", &RaPosition::track)
      .def_rw("tiles", &RaPosition::tiles)
      .def_rw("suns", &RaPosition::suns)
      .def_rw("used_suns", &RaPosition::used_suns)
      .def_rw("points", &RaPosition::points)
      .def_rw("centre_sun", &RaPosition::centre_sun)
      .def_rw("epoch", &RaPosition::epoch)
      .def_rw("ra_track", &RaPosition::ra_track);
  nb::class_<RaTurn>(m, "RaTurn")
      .def(nb::init<>())
      .def_rw("phase", &RaTurn::phase)
      .def_rw("to_move", &RaTurn::to_move)
      .def_rw("caller", &RaTurn::caller)
      .def_rw("voluntary", &RaTurn::voluntary)
      .def_rw("bid", &RaTurn::bid)
      .def_rw("unrest_discards", &RaTurn::unrest_discards)
      .def_rw("earthquake_discards", &RaTurn::earthquake_discards);
  m.def("ra", &mcms::reference::ra, nb::kw_only(), "position"_a, "turn"_a, "depth"_a,
        "The value and node count of Ra searched to a depth.");
}
