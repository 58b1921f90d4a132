#include "mcms/games/cant_stop.hpp"

#include <string_view>

#include "register_game.hpp"

// A phase crosses the border by name, as in a state's JSON form.
template <>
struct nanobind::detail::type_caster<mcms::CantStopPhase> {
  NB_TYPE_CASTER(mcms::CantStopPhase, const_name("str"))

  static constexpr std::string_view names[] = {"pre_roll", "rolling", "move", "over"};

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_Check(source.ptr()) ? PyUnicode_AsUTF8AndSize(source.ptr(), &size) : nullptr;
    if (text == nullptr) return PyErr_Clear(), false;
    const auto* name = std::find(std::begin(names), std::end(names), std::string_view(text, std::size_t(size)));
    value = mcms::CantStopPhase(name - std::begin(names));
    return name != std::end(names);
  }

  static handle from_cpp(mcms::CantStopPhase phase, rv_policy, cleanup_list*) noexcept {
    const std::string_view name = names[std::size_t(phase)];
    return PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size()));
  }
};

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
