// The types every game's search takes and returns.
#include "mcms/search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "errors.hpp"
#include "interrupt.hpp"
#include "mcms/game/invalid_state.hpp"
#include "mcms/search/mcts.hpp"
#include "mcms/solve/solve.hpp"
#include "report.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mcms::bindings {

namespace {

constexpr std::array stop_reasons = {"depth",   "nodes",       "seconds", "complete",
                                     "stopped", "simulations", "forced",  "stack"};

void raise_as(const char* name, const std::exception& error) {
  const nb::object type = nb::module_::import_("mcms.exceptions").attr(name);
  PyErr_SetString(type.ptr(), error.what());
}

void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const IllegalMove& e) {
    raise_as("IllegalMoveError", e);
  } catch (const EndlessLuck& e) {
    raise_as("ContractError", e);
  } catch (const InvalidState& e) {
    raise_as("InvalidStateError", e);
  } catch (const TooManyStates& e) {
    raise_as("TooManyStatesError", e);
  }
}

}  // namespace

void register_search(nb::module_& m) {
  nb::register_exception_translator(translate);
  m.attr("largest_depth") = largest_depth;
  m.attr("most_candidates") = most_candidates;

  nb::class_<StopToken>(m, "StopToken", "Stops the searches it was given to, from any thread.")
      .def(nb::init<>())
      .def("stop", &StopToken::stop, "Ask every search that holds this token to stop; it cannot be undone.")
      .def_prop_ro("stopped", &StopToken::stopped, "Whether stop() was called.");

  nb::enum_<Algorithm>(m, "Algorithm")
      .value("expectimax", Algorithm::expectimax)
      .value("star1", Algorithm::star1)
      .value("star2", Algorithm::star2);

  nb::enum_<LuckBy>(m, "LuckBy")
      .value("state", LuckBy::state)
      .value("depth", LuckBy::depth)
      .value("visit", LuckBy::visit);

  nb::class_<Sampling>(m, "Sampling")
      .def(
          "__init__",
          [](Sampling* self, int width, bool systematic, LuckBy luck, int exact_below, bool control, bool thrifty) {
            new (self) Sampling{width, systematic, luck, exact_below, control, thrifty};
          },
          nb::kw_only(), "width"_a, "systematic"_a, "luck"_a, "exact_below"_a, "control"_a, "thrifty"_a);

  nb::class_<TranspositionTable>(m, "Table")
      .def(nb::init<std::size_t>(), "bytes"_a)
      .def_prop_ro("bytes", &TranspositionTable::bytes);

  const SearchOptions defaults;
  nb::class_<SearchRequest>(m, "SearchRequest")
      .def(
          "__init__",
          [](SearchRequest* self, Algorithm algorithm, std::optional<Sampling> sampling, std::uint64_t seed,
             bool table_bounds, int threads, std::size_t candidates, std::optional<int> prune_from,
             std::optional<int> probe_from, bool keep_probes, bool rule_bounds) {
            const SearchOptions options{prune_from, probe_from, keep_probes, table_bounds, rule_bounds, candidates};
            new (self) SearchRequest{algorithm, sampling, options, seed, threads};
          },
          nb::kw_only(), "algorithm"_a, "sampling"_a.none(), "seed"_a, "table_bounds"_a, "threads"_a, "candidates"_a,
          "prune_from"_a = nb::none(), "probe_from"_a = nb::none(), "keep_probes"_a = defaults.keep_probes,
          "rule_bounds"_a = defaults.rule_bounds);

  nb::class_<Limits>(m, "Limits")
      .def(
          "__init__",
          [](Limits* self, std::optional<int> depth, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
             std::optional<std::uint64_t> simulations,
             std::optional<double> cpu_seconds) { new (self) Limits{depth, nodes, seconds, simulations, cpu_seconds}; },
          nb::kw_only(), "depth"_a.none(), "nodes"_a.none(), "seconds"_a.none(), "simulations"_a.none(),
          "cpu_seconds"_a.none());

  nb::class_<Counters>(m, "Counters")
      .def_ro("nodes", &Counters::nodes)
      .def_ro("leaves", &Counters::leaves)
      .def_ro("chance_nodes", &Counters::chance_nodes)
      .def_ro("alpha_cuts", &Counters::alpha_cuts)
      .def_ro("beta_cuts", &Counters::beta_cuts)
      .def_ro("probe_cuts", &Counters::probe_cuts)
      .def_ro("table_cuts", &Counters::table_cuts);

  nb::class_<ActionReport>(m, "ActionReport")
      .def_ro("action", &ActionReport::action)
      .def_prop_ro("lower", [](const ActionReport& r) { return r.proved.bounds.lower; })
      .def_prop_ro("upper", [](const ActionReport& r) { return r.proved.bounds.upper; })
      .def_prop_ro("depth", [](const ActionReport& r) { return r.proved.depth; })
      .def_prop_ro("visits", [](const ActionReport& r) { return r.proved.visits; })
      .def_prop_ro("mean", [](const ActionReport& r) { return r.proved.mean; });

  nb::class_<Report>(m, "Report")
      .def_ro("action", &Report::action)
      .def_ro("value", &Report::value)
      .def_ro("depth", &Report::depth)
      .def_ro("actions", &Report::actions)
      .def_ro("principal_variation", &Report::principal_variation)
      .def_ro("counters", &Report::counters)
      .def_ro("seconds", &Report::seconds)
      .def_ro("simulations", &Report::simulations)
      .def_prop_ro("stop_reason",
                   [](const Report& r) { return stop_reasons[static_cast<std::size_t>(r.stop_reason)]; });

  nb::class_<MctsOptions>(m, "MctsOptions")
      .def(
          "__init__",
          [](MctsOptions* self, double exploration, std::optional<int> rollout_moves, std::optional<double> constant,
             std::optional<double> exponent, bool by_value, std::size_t max_nodes, int threads, bool skip_forced,
             std::size_t batch, bool by_expectimax) {
            new (self) MctsOptions{exploration, rollout_moves, std::nullopt, FinalChoice::visits,
                                   max_nodes,   threads,       skip_forced,  batch};
            if (constant && exponent) self->widening = Progressive{*constant, *exponent};
            if (by_value) self->final_choice = FinalChoice::value;
            if (by_expectimax) self->backup = MctsBackup::expectimax;
          },
          nb::kw_only(), "exploration"_a, "rollout_moves"_a.none(), "constant"_a.none(), "exponent"_a.none(),
          "by_value"_a, "max_nodes"_a, "threads"_a, "skip_forced"_a, "batch"_a, "by_expectimax"_a);
  m.attr("mcts_node_bytes") = MctsTree::cell_size;
  m.attr("most_mcts_nodes") = most_nodes;

  nb::class_<Searcher>(m, "Searcher")
      .def(
          "__init__",
          [](Searcher* self, const SearchRequest& request, const Limits& limits, std::size_t table_bytes, bool keep) {
            new (self) Searcher{request, limits, table_bytes, keep};
          },
          "request"_a, "limits"_a, "table_bytes"_a, "keep"_a)
      .def(
          "__init__",
          [](Searcher* self, const MctsOptions& options, const Limits& limits) {
            new (self) Searcher{options, limits};
          },
          "options"_a, "limits"_a);

  nb::class_<ThinkingTime>(m, "ThinkingTime")
      .def_ro("decisions", &ThinkingTime::decisions)
      .def_ro("seconds", &ThinkingTime::seconds)
      .def_ro("slowest", &ThinkingTime::slowest);

  nb::class_<PlayedReport>(m, "PlayedReport")
      .def_ro("moves", &PlayedReport::moves)
      .def_ro("utility", &PlayedReport::utility)
      .def_ro("clocks", &PlayedReport::clocks)
      .def_ro("stopped", &PlayedReport::stopped);

  nb::class_<TreeReport>(m, "TreeReport")
      .def_ro("step", &TreeReport::step)
      .def_ro("probability", &TreeReport::probability)
      .def_ro("turn", &TreeReport::turn)
      .def_ro("visits", &TreeReport::visits)
      .def_ro("mean", &TreeReport::mean)
      .def_ro("children", &TreeReport::children);

  nb::class_<PlayoutReport>(m, "PlayoutReport")
      .def_prop_ro("games", [](const PlayoutReport& r) { return r.counts.games; })
      .def_prop_ro("decisions", [](const PlayoutReport& r) { return r.counts.decisions; })
      .def_prop_ro("chance_nodes", [](const PlayoutReport& r) { return r.counts.chance_nodes; })
      .def_prop_ro("utility_sum", [](const PlayoutReport& r) { return r.counts.utility_sum; })
      .def_ro("seconds", &PlayoutReport::seconds);

  nb::class_<Proof>(m, "Proof")
      .def_prop_ro("lower", [](const Proof& p) { return p.bounds.lower; })
      .def_prop_ro("upper", [](const Proof& p) { return p.bounds.upper; })
      .def_ro("counters", &Proof::counters)
      .def_ro("finished", &Proof::finished);
}

}  // namespace mcms::bindings
