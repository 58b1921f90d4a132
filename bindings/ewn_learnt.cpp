#include "learning.hpp"
#include "mcms/games/ewn_features.hpp"

namespace mcms::bindings {

void register_learnt_ewn(nb::module_& m) {
  using G = Ewn<ewn::Race>;
  register_learning<EwnFeatures, G>(m, "EwnLearning");
  register_learnt<EwnFeatures, G>(m, "LearntEwn");
}

}  // namespace mcms::bindings
