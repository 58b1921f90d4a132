#include "backgammon_actions.hpp"
#include "backgammon_casters.hpp"
#include "learning.hpp"
#include "mcms/games/backgammon_features.hpp"

namespace mcms::bindings {

void register_learnt_backgammon(nb::module_& m) {
  using G = Backgammon<>;
  register_learning<BackgammonFeatures, G>(m, "BackgammonLearning");
  register_learnt<BackgammonFeatures, G>(m, "LearntBackgammon")
      .def("action_reaching", &action_reaching<Learnt<G, BackgammonFeatures>>, "state"_a, nb::kw_only(), "mover"_a,
           "other"_a);
}

}  // namespace mcms::bindings
