#include "mcms/games/backgammon.hpp"

#include "backgammon_actions.hpp"
#include "backgammon_casters.hpp"
#include "register_game.hpp"

namespace mcms::bindings {

namespace {

template <class Evaluation>
void register_evaluation(nb::module_& m, const char* name) {
  using G = Backgammon<Evaluation>;
  register_game<G>(m, name)
      .def(
          "__init__",
          [](G* self, BackgammonVariant variant, BackgammonScoring scoring) {
            new (self) G({.variant = variant, .scoring = scoring});
          },
          nb::kw_only(), "variant"_a, "scoring"_a)
      .def("action_reaching", &action_reaching<G>, "state"_a, nb::kw_only(), "mover"_a, "other"_a);
}

}  // namespace

void register_backgammon(nb::module_& m) {
  using State = BackgammonState;
  register_state<Backgammon<>>(m, "BackgammonState", Field{"own", &State::own}, Field{"other", &State::other},
                               Field{"high", &State::high}, Field{"low", &State::low}, Field{"phase", &State::phase},
                               Field{"second_moves", &State::second_moves});
  register_evaluation<backgammon::Pips>(m, "PipsBackgammon");
}

}  // namespace mcms::bindings
