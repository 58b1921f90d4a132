// In place of bindings/*_learnt.cpp where a build is to do without the built-in games' learnt evaluations.
#include <nanobind/nanobind.h>

namespace mcms::bindings {

void register_learnt_backgammon(nanobind::module_&) {}
void register_learnt_cant_stop(nanobind::module_&) {}
void register_learnt_ewn(nanobind::module_&) {}
void register_learnt_ra(nanobind::module_&) {}

}  // namespace mcms::bindings
