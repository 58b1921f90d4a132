// The exact solution of Pig for Python: arrays indexed by own score, other score and turn total.
#include "mcms/games/pig_solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "interrupt.hpp"

namespace mcms::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Rolls = nb::ndarray<const bool, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <class T>
using ArrayOf = nb::ndarray<nb::numpy, const T, nb::ndim<3>>;

// A solution with the extent its arrays have in each direction.
struct SolvedPig {
  std::size_t goal;
  PigSolution solution;
};

// The array keeps the solution alive.
template <class T>
ArrayOf<T> view(const SolvedPig& solved, const PigCube<T>& cube) {
  return ArrayOf<T>(cube.data(), {solved.goal, solved.goal, solved.goal}, nb::find(solved));
}

SolvedPig solve(int goal, int dice, const StopToken* stop, bool poll_signals) {
  const nb::gil_scoped_release released;
  Interrupt interrupted(stop, poll_signals);
  return {std::size_t(goal), dice == 1 ? solve_pig<1>(goal, interrupted) : solve_pig<2>(goal, interrupted)};
}

PigMatch match(int goal, int dice, const Rolls& first, const Rolls& second, bool poll_signals) {
  for (const Rolls* rolls : {&first, &second}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (rolls->shape(axis) != std::size_t(goal)) throw nb::value_error("a policy's shape is not (goal, goal, goal)");
    }
  }
  const nb::gil_scoped_release released;
  Interrupt interrupted(nullptr, poll_signals);
  return dice == 1 ? match_pig<1>(goal, first.data(), second.data(), interrupted)
                   : match_pig<2>(goal, first.data(), second.data(), interrupted);
}

}  // namespace

void register_pig_solver(nb::module_& m) {
  nb::class_<PigConvergence>(m, "PigConvergence")
      .def_ro("sweeps", &PigConvergence::sweeps)
      .def_ro("residual", &PigConvergence::residual);

  nb::class_<SolvedPig>(m, "SolvedPig")
      .def_prop_ro("win_probabilities", [](const SolvedPig& s) { return view(s, s.solution.win_probabilities); })
      .def_prop_ro("rolls", [](const SolvedPig& s) { return view(s, s.solution.rolls); })
      .def_prop_ro("convergence", [](const SolvedPig& s) { return s.solution.convergence; });

  nb::class_<PigMatch>(m, "PigMatch")
      .def_ro("first_starts", &PigMatch::first_starts)
      .def_ro("second_starts", &PigMatch::second_starts)
      .def_ro("convergence", &PigMatch::convergence);

  m.def("solve_pig", &solve, nb::kw_only(), "goal"_a, "dice"_a, "stop"_a.none(), "poll_signals"_a);
  m.def("match_pig", &match, nb::kw_only(), "goal"_a, "dice"_a, "first"_a, "second"_a, "poll_signals"_a);
}

}  // namespace mcms::bindings
