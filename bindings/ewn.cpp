#include "mcms/games/ewn.hpp"

#include "mcms/games/ewn_race.hpp"
#include "register_game.hpp"

namespace mcms::bindings {

namespace {

template <class Evaluation>
void register_evaluation(nb::module_& m, const char* name) {
  using G = Ewn<Evaluation>;
  register_game<G>(m, name).def(
      "__init__", [](G* self, const std::optional<std::array<ewn::Arrangement, 2>>& setup) { new (self) G({setup}); },
      nb::kw_only(), "setup"_a.none());
}

double expected_race_moves(const ewn::Distances& distances) {
  for (const int distance : distances) {
    if (distance < 0 || distance > 4) throw nb::value_error("a distance is 0 to 4");
  }
  return ewn::RaceTable::shared().expected_moves(ewn::RaceTable::index(distances));
}

}  // namespace

void register_ewn(nb::module_& m) {
  using State = EwnState;
  register_state<Ewn<ewn::Distance>>(m, "EwnState", Field{"first", &State::first_squares},
                                     Field{"second", &State::second_squares}, Field{"die", &State::die},
                                     Field{"second_moves", &State::second_to_move});
  register_evaluation<ewn::Distance>(m, "DistanceEwn");
  register_evaluation<ewn::Race>(m, "RaceEwn");
  register_evaluation<ewn::Stones>(m, "StonesEwn");
  m.def("ewn_expected_race_moves", &expected_race_moves, "distances"_a);
}

}  // namespace mcms::bindings
