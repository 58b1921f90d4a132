// Binds games given as tables of C functions, once for each size of state.
#include "mcms/games/table_game.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

namespace {

void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const BrokenTable& e) {
    const nb::object type = nb::module_::import_("mcms.exceptions").attr("ContractError");
    PyErr_SetString(type.ptr(), e.sentence().c_str());
  }
}

// A Python function of a state, and perhaps a number, that says it in words. It is called with the GIL only: by those
// who ask for names, and by whoever reads of an error.
template <class State, class... Number>
std::function<std::string(const State&, Number...)> spoken(const nb::object& say) {
  if (say.is_none()) return {};
  return [say](const State& s, Number... number) { return nb::cast<std::string>(say(nb::cast(s), (int(number))...)); };
}

template <std::size_t Capacity>
void register_size(nb::module_& m) {
  using G = TableGame<Capacity>;
  using State = typename G::State;
  const std::string size = std::to_string(Capacity);
  nb::class_<State>(m, ("TableState" + size).c_str())
      .def(
          "__init__",
          [](State* self, const nb::bytes& data) {
            if (data.size() > Capacity) throw nb::value_error("more bytes than a state has");
            new (self) State{};
            std::memcpy(self->bytes.data(), data.c_str(), data.size());
          },
          "data"_a)
      .def_prop_ro("data", [](const State& s) { return nb::bytes(s.bytes.data(), Capacity); });
  register_game<G>(m, ("TableGame" + size).c_str())
      .def(
          "__init__",
          [](G* self, std::uintptr_t table, const nb::object& action_name, const nb::object& outcome_name,
             const nb::object& describe) {
            new (self) G(*reinterpret_cast<const mcms_game_table*>(table),
                         {spoken<State, typename G::Action>(action_name),
                          spoken<State, typename G::Outcome>(outcome_name), spoken<State>(describe)});
          },
          "table"_a, nb::kw_only(), "action_name"_a.none(), "outcome_name"_a.none(), "describe"_a);
}

}  // namespace

void register_table_game(nb::module_& m) {
  nb::register_exception_translator(translate);
  register_size<16>(m);
  register_size<64>(m);
  register_size<MCMS_MOST_STATE_BYTES>(m);
  m.attr("game_abi") = MCMS_GAME_ABI;
}

}  // namespace mcms::bindings
