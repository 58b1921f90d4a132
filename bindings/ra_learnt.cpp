#include "learning.hpp"
#include "mcms/games/ra_features.hpp"

namespace mcms::bindings {

void register_learnt_ra(nb::module_& m) {
  register_learning<RaFeatures, Ra>(m, "RaLearning");
  register_learnt<RaFeatures, Ra>(m, "LearntRa");
}

}  // namespace mcms::bindings
