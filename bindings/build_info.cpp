// Which build this is; CMake knows the version and the commit.
#include <nanobind/nanobind.h>

namespace mcms::bindings {

void register_build_info(nanobind::module_& m) {
  m.attr("version") = MCMS_VERSION;
  m.attr("commit") = MCMS_COMMIT;
#ifdef __clang__
  m.attr("compiler") = __VERSION__;
#else
  m.attr("compiler") = "GCC " __VERSION__;
#endif
}

}  // namespace mcms::bindings
