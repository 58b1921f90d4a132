// The exact solution of Hyper-backgammon for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include "backgammon_casters.hpp"
#include "interrupt.hpp"
#include "mcms/games/hyper_backgammon_solver.hpp"

namespace mcms::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using hyper::Solution;
using Values =
    nb::ndarray<const double, nb::shape<hyper::side_count, hyper::side_count>, nb::c_contig, nb::device::cpu>;
using ValuesView = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;

Solution solve(BackgammonScoring scoring, unsigned threads, double tolerance, int most_sweeps, std::size_t sides,
               const StopToken* stop, bool poll_signals) {
  const nb::gil_scoped_release released;
  Solution solution(scoring);
  hyper::ValueIteration(solution, threads, sides).run(tolerance, most_sweeps, Interrupt(stop, poll_signals));
  return solution;
}

Solution restored(BackgammonScoring scoring, const Values& values, int sweeps, double residual) {
  Solution solution(scoring);
  std::copy_n(values.data(), solution.values().size(), solution.values().begin());
  solution.sweeps = sweeps;
  solution.residual = residual;
  return solution;
}

// Of the first player; none where a side has more than three checkers.
std::optional<double> value(const Solution& solution, const BackgammonState& s) {
  if (s.own.total() > hyper::checkers || s.other.total() > hyper::checkers) return std::nullopt;
  return solution.value(s);
}

}  // namespace

void register_hyper_backgammon(nb::module_& m) {
  nb::class_<Solution>(m, "HyperBackgammonSolution")
      .def("value", &value, "state"_a)
      .def_prop_ro("states", &Solution::positions)
      .def_ro("sweeps", &Solution::sweeps)
      .def_ro("residual", &Solution::residual)
      // The array keeps the solution alive.
      .def_prop_ro("values", [](const Solution& s) {
        return ValuesView(s.values().data(), {hyper::side_count, hyper::side_count}, nb::find(s));
      });
  m.def("solve_hyper_backgammon", &solve, nb::kw_only(), "scoring"_a, "threads"_a, "tolerance"_a, "most_sweeps"_a,
        "sides"_a, "stop"_a.none(), "poll_signals"_a);
  m.def("restore_hyper_backgammon", &restored, nb::kw_only(), "scoring"_a, "values"_a, "sweeps"_a, "residual"_a);
}

}  // namespace mcms::bindings
