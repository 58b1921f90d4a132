#include "learning.hpp"
#include "mcms/games/cant_stop_features.hpp"

namespace mcms::bindings {

void register_learnt_cant_stop(nb::module_& m) {
  register_learning<CantStopFeatures, CantStop>(m, "CantStopLearning");
  register_learnt<CantStopFeatures, CantStop>(m, "LearntCantStop");
}

}  // namespace mcms::bindings
