#include "mcms/games/cant_stop.hpp"

#include "named_enum.hpp"
#include "register_game.hpp"

namespace mcms::bindings {

inline constexpr EnumNames<4> cant_stop_phases{"pre_roll", "rolling", "move", "over"};

}  // namespace mcms::bindings

template <>
struct nanobind::detail::type_caster<mcms::CantStopPhase>
    : NamedEnumCaster<mcms::CantStopPhase, mcms::bindings::cant_stop_phases> {};

namespace mcms::bindings {

void register_cant_stop(nb::module_& m) {
  using State = CantStopState;
  register_state<CantStop>(m, "CantStopState", Field{"own", &State::own}, Field{"current", &State::current},
                           Field{"other", &State::other}, Field{"other_score", &State::other_score},
                           Field{"value", &State::value}, Field{"closed", &State::closed},
                           Field{"runners", &State::runners}, Field{"roll", &State::roll},
                           Field{"phase", &State::phase}, Field{"second_moves", &State::second_moves});
  register_game<CantStop>(m, "CantStop")
      .def(
          "__init__",
          [](CantStop* self, const CantStop::Steps& heights, int columns) { new (self) CantStop({heights, columns}); },
          nb::kw_only(), "heights"_a, "columns"_a)
      .def("make_state", &CantStop::make_state, nb::kw_only(), "markers"_a, "runners"_a, "dice"_a.none(), "phase"_a,
           "second_moves"_a)
      .def("markers", &CantStop::markers, "state"_a)
      .def("runners", &CantStop::runners, "state"_a)
      .def("dice", &CantStop::dice, "state"_a);
}

}  // namespace mcms::bindings
