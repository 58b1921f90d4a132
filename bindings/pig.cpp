#include "mcms/games/pig.hpp"

#include "register_game.hpp"

namespace mcms::bindings {

namespace {

template <int Dice>
void register_dice(nb::module_& m, const char* name) {
  register_game<Pig<Dice>>(m, name).def(
      "__init__", [](Pig<Dice>* self, int goal) { new (self) Pig<Dice>({goal}); }, nb::kw_only(), "goal"_a);
}

}  // namespace

void register_pig(nb::module_& m) {
  using State = PigState;
  register_state<Pig<2>>(m, "PigState", Field{"own", &State::own}, Field{"other", &State::other},
                         Field{"turn_total", &State::turn_total}, Field{"second_moves", &State::second_moves},
                         Field{"rolling", &State::rolling});
  register_dice<1>(m, "OneDiePig");
  register_dice<2>(m, "TwoDicePig");
}

}  // namespace mcms::bindings
