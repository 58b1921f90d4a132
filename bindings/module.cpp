// The order of registration, nothing else.
#include <nanobind/nanobind.h>

namespace mcms::bindings {
void register_build_info(nanobind::module_& m);
void register_search(nanobind::module_& m);
void register_pig(nanobind::module_& m);
void register_plain_pig(nanobind::module_& m);
void register_pig_solver(nanobind::module_& m);
void register_cant_stop(nanobind::module_& m);
void register_plain_cant_stop(nanobind::module_& m);
void register_listed_cant_stop(nanobind::module_& m);
void register_backgammon(nanobind::module_& m);
void register_hyper_backgammon(nanobind::module_& m);
void register_ewn(nanobind::module_& m);
void register_ra(nanobind::module_& m);
void register_plain_ra(nanobind::module_& m);
void register_random_tree(nanobind::module_& m);
void register_python_game(nanobind::module_& m);
void register_table_game(nanobind::module_& m);
void register_training(nanobind::module_& m);
void register_learnt_backgammon(nanobind::module_& m);
void register_learnt_cant_stop(nanobind::module_& m);
void register_learnt_ewn(nanobind::module_& m);
void register_learnt_ra(nanobind::module_& m);
void register_python_learning(nanobind::module_& m);
void register_table_learning(nanobind::module_& m);
}  // namespace mcms::bindings

NB_MODULE(_core, m) {
  // Objects that live until the interpreter ends, such as cached games, are no leaks.
  nanobind::set_leak_warnings(false);
  m.doc() = "The C++ core of mcms; the public names are in the package itself.";
  mcms::bindings::register_build_info(m);
  mcms::bindings::register_search(m);
  mcms::bindings::register_pig(m);
  mcms::bindings::register_plain_pig(m);
  mcms::bindings::register_pig_solver(m);
  mcms::bindings::register_cant_stop(m);
  mcms::bindings::register_plain_cant_stop(m);
  mcms::bindings::register_listed_cant_stop(m);
  mcms::bindings::register_backgammon(m);
  mcms::bindings::register_hyper_backgammon(m);
  mcms::bindings::register_ewn(m);
  mcms::bindings::register_ra(m);
  mcms::bindings::register_plain_ra(m);
  mcms::bindings::register_random_tree(m);
  mcms::bindings::register_python_game(m);
  mcms::bindings::register_table_game(m);
  mcms::bindings::register_training(m);
  mcms::bindings::register_learnt_backgammon(m);
  mcms::bindings::register_learnt_cant_stop(m);
  mcms::bindings::register_learnt_ewn(m);
  mcms::bindings::register_learnt_ra(m);
  mcms::bindings::register_python_learning(m);
  mcms::bindings::register_table_learning(m);
}
