// Binds a C++ game to Python, written once for all games.
//
// Actions and outcomes cross the border by name; states as opaque values with read-only fields. A game in Python
// (python_game.hpp) is bound by the same code; there both are the game's own objects.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <sstream>

#include "errors.hpp"
#include "interrupt.hpp"
#include "mcms/arena/game_play.hpp"
#include "mcms/search/playout.hpp"
#include "mcms/search/search.hpp"
#include "mcms/solve/solve.hpp"
#include "names.hpp"
#include "report.hpp"
#include "table_lease.hpp"
#include "tree_search.hpp"

namespace mcms::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class G>
concept NamedGame = Game<G> && requires(const G& game, const typename G::State& s, const typename G::Action& action,
                                        const typename G::Outcome& outcome) {
  requires Name<std::remove_cvref_t<decltype(game.action_name(s, action))>>;
  requires Name<std::remove_cvref_t<decltype(game.outcome_name(s, outcome))>>;
};

template <NamedGame G>
class GameBinding {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Outcome = typename G::Outcome;
  using NameOf = std::remove_cvref_t<decltype(std::declval<const G&>().action_name(std::declval<State>(),
                                                                                   std::declval<Action>()))>;

  static constexpr bool holds_gil = requires { G::holds_gil; };

  static State initial_state(const G& game, std::uint64_t seed) {
    if constexpr (requires { game.start(seed); }) {
      return game.start(seed);
    } else {
      return game.initial_state(Key(seed));
    }
  }

  static std::vector<NameOf> actions(const G& game, const State& s) {
    std::vector<NameOf> names;
    if (!is_decision(game.turn(s))) return names;
    for (const Action& action : game.actions(s)) names.push_back(game.action_name(s, action));
    return names;
  }

  static std::vector<std::pair<NameOf, double>> outcomes(const G& game, const State& s) {
    std::vector<std::pair<NameOf, double>> named;
    if (game.turn(s) != Turn::chance) return named;
    for (const auto& [outcome, probability] : game.outcomes(s)) {
      named.emplace_back(game.outcome_name(s, outcome), probability);
    }
    return named;
  }

  static State play(const G& game, const State& s, const NameOf& name) {
    if (is_decision(game.turn(s))) {
      for (const Action& action : game.actions(s)) {
        if (same_name(game.action_name(s, action), name)) return game.play(s, action);
      }
    }
    throw IllegalMove("action", name_text(name), name_texts(actions(game, s)));
  }

  static State resolve(const G& game, const State& s, const NameOf& name) {
    std::vector<NameOf> names;
    if (game.turn(s) == Turn::chance) {
      for (const auto& [outcome, probability] : game.outcomes(s)) {
        names.push_back(game.outcome_name(s, outcome));
        if (same_name(names.back(), name)) return game.resolve(s, outcome);
      }
    }
    throw IllegalMove("outcome", name_text(name), name_texts(names));
  }

  // Low, high, and whether both are the value itself.
  static std::tuple<double, double, bool> value_bounds(const G& game, const State& s, int depth) {
    const ValueBounds bounds = [&] {
      if constexpr (BoundsValues<G>) return game.value_bounds(s, depth);
      return ValueBounds::within(game.value_range());
    }();
    return {bounds.low, bounds.high, bounds.is_value};
  }

  static Report search(const G& game, const State& root, const SearchRequest& request, const Limits& limits,
                       const StopToken* stop, bool poll_signals, std::size_t table_bytes,
                       const nb::object& on_progress) {
    TableLease table(table_bytes);
    return search_with(*table, game, root, request, limits, stop, poll_signals, on_progress);
  }

  // With a table that earlier searches of the same game, options and seed have filled.
  static Report search_on(const G& game, const State& root, SearchRequest request, const Limits& limits,
                          const StopToken* stop, bool poll_signals, TranspositionTable& table,
                          const nb::object& on_progress) {
    request.keep = true;
    return search_with(table, game, root, request, limits, stop, poll_signals, on_progress);
  }

  static Proof prove(const G& game, const State& state, const SearchRequest& request, int depth, double alpha,
                     double beta, const StopToken* stop, bool poll_signals, std::size_t table_bytes) {
    TableLease table(table_bytes);
    return run([&] {
      return mcms::prove(game, recursion_root(state), request, depth, Window{alpha, beta}, *table,
                         Interrupt(stop, poll_signals));
    });
  }

  static PlayoutReport playouts(const G& game, const State& root, std::uint64_t count, std::uint64_t seed,
                                const StopToken* stop, bool poll_signals) {
    return run([&] {
      Budget budget = budget_for<G>(Limits{}, Interrupt(stop, poll_signals));
      PlayoutReport report;
      RandomStream random{Key(seed)};
      try {
        while (report.counts.games < count) play_out(game, root, random, report.counts, budget);
      } catch (const BudgetSpent&) {  // stopped: the games played so far count
      }
      report.seconds = budget.elapsed();
      return report;
    });
  }

  // The players of the first and the second seat; their tables are one where they are of one size and nobody keeps any.
  static PlayedReport play_game(const G& game, const Searcher& first, const Searcher& second, std::uint64_t seed,
                                int leg, std::size_t most_events, const StopToken* stop, bool poll_signals) {
    MatchLuck luck(seed);
    const State start = initial_state(game, luck.start_seed());
    const auto played = run([&] {
      const auto bytes = first.table_bytes ? first.table_bytes : second.table_bytes;
      std::optional<TableLease> table;
      std::optional<TranspositionTable> other;
      if (bytes) table.emplace(*bytes);
      const bool keeps = first.table_bytes && (first.keep || second.keep);
      if (second.table_bytes && (keeps || second.table_bytes != bytes)) other.emplace(*second.table_bytes);
      const auto table_of = [&](std::size_t seat) -> TranspositionTable& {
        return seat == 1 && other ? *other : **table;
      };
      Interrupt interrupt(stop, poll_signals);
      return GamePlay<G>(game, {&first, &second}, table_of, std::ref(interrupt)).play(start, luck, leg, most_events);
    });
    if (played.lost_in_luck) throw EndlessLuck();
    return {step_names(game, start, played.steps), played.utility, played.clocks, played.stopped};
  }

  static Solver<G> solve(const G& game, const State& root, std::size_t most_states, const StopToken* stop,
                         bool poll_signals) {
    Interrupt interrupted(stop, poll_signals);
    return run([&] {
      Solver<G> solver(solvable(game));
      solver.solve(root, most_states, interrupted);
      return solver;
    });
  }

  static Report report_of(const G& game, const State& root, const SearchResult<G>& result) {
    Report out{nb::none(),     result.value,       result.depth,      {}, {}, result.counters,
               result.seconds, result.stop_reason, result.simulations};
    const auto names = actions(game, root);
    if (result.best) out.action = nb::cast(names[*result.best]);
    for (std::size_t i = 0; i < result.actions.size(); ++i) {
      out.actions.push_back({nb::cast(names[i]), result.actions[i]});
    }
    out.principal_variation = step_names(game, root, result.principal_variation);
    return out;
  }

  // Runs what takes long, without the GIL unless the game is written in Python.
  template <class Work>
  static auto run(Work&& work) {
    if constexpr (holds_gil) {
      return work();
    } else {
      nb::gil_scoped_release released;
      return work();
    }
  }

  // A state, action or outcome; of a game in Python that may be anything, None too.
  static auto argument(const char* name) {
    if constexpr (holds_gil) {
      return nb::arg(name).none();
    } else {
      return nb::arg(name);
    }
  }

  // A game in Python might list other actions when asked again, which a report by their places would not survive.
  static void remember_actions(const G& game, const State& root) {
    if constexpr (requires { game.remember_actions(root); }) game.remember_actions(root);
  }

  // Hands a report to Python, from whatever thread searches; an answer of False stops the search.
  static std::function<bool(const SearchResult<G>&)> progress_to(const G& game, const State& root,
                                                                 const nb::object& on_progress) {
    if (on_progress.is_none()) return {};
    return [&game, &root, &on_progress](const SearchResult<G>& so_far) {
      nb::gil_scoped_acquire held;
      return !nb::object(on_progress(report_of(game, root, so_far))).is(nb::borrow(Py_False));
    };
  }

 private:
  static Report search_with(TranspositionTable& table, const G& game, const State& root, const SearchRequest& request,
                            const Limits& limits, const StopToken* stop, bool poll_signals,
                            const nb::object& on_progress) {
    remember_actions(game, root);
    const auto result = run([&] {
      return mcms::search(game, recursion_root(root), request, limits, table, Interrupt(stop, poll_signals),
                          progress_to(game, root, on_progress));
    });
    if (result.stop_reason == StopReason::stack && result.depth == 0) throw EndlessLuck();
    return report_of(game, root, result);
  }

  static std::vector<nb::object> step_names(const G& game, State s,
                                            const std::vector<typename SearchResult<G>::Step>& steps) {
    std::vector<nb::object> names;
    for (const auto& step : steps) {
      if (const auto* action = std::get_if<0>(&step)) {
        names.push_back(nb::cast(game.action_name(s, *action)));
        s = game.play(s, *action);
      } else {
        names.push_back(nb::cast(game.outcome_name(s, std::get<1>(step))));
        s = game.resolve(s, std::get<1>(step));
      }
    }
    return names;
  }

  static bool is_decision(Turn turn) { return turn == Turn::first || turn == Turn::second; }

  static decltype(auto) recursion_root(const State& s) {
    if constexpr (requires { G::as_recursion_root(s); }) {
      return G::as_recursion_root(s);
    } else {
      return (s);
    }
  }

  // The solver tells states apart by their hashes, which a game in Python may not have thought through.
  static decltype(auto) solvable(const G& game) {
    if constexpr (requires { game.numbering_states(); }) {
      return game.numbering_states();
    } else {
      return (game);
    }
  }
};

template <NamedGame G>
nb::class_<G> register_game(nb::module_& m, const char* name) {
  using Binding = GameBinding<G>;
  using State = typename G::State;
  const auto state = Binding::argument("state"), root = Binding::argument("root");
  const auto action = Binding::argument("action"), outcome = Binding::argument("outcome");
  nb::class_<Solver<G>>(m, (std::string(name) + "Solution").c_str())
      .def(
          "value",
          [](const Solver<G>& solver, const State& s) {
            const double* value = solver.find(s);
            return value == nullptr ? std::nullopt : std::optional<double>(*value);
          },
          state)
      .def("ends", &Solver<G>::ends, state)
      .def_prop_ro("all_end", &Solver<G>::all_end)
      .def_prop_ro("states", &Solver<G>::states)
      .def_prop_ro("sweeps", &Solver<G>::sweeps)
      .def_prop_ro("residual", &Solver<G>::residual);
  register_tree_search<G, Binding>(m, (std::string(name) + "TreeSearch").c_str());
  auto game = nb::class_<G>(m, name);
  if constexpr (!Binding::holds_gil) {
    game.def("play_game", &Binding::play_game, "first"_a, "second"_a, "seed"_a, "leg"_a, "most_events"_a,
             "stop"_a.none(), "poll_signals"_a);
  }
  return game.def("initial_state", &Binding::initial_state, "seed"_a)
      .def(
          "turn", [](const G& game, const State& s) { return static_cast<int>(game.turn(s)); }, state)
      .def("actions", &Binding::actions, state)
      .def("outcomes", &Binding::outcomes, state)
      .def("play", &Binding::play, state, action)
      .def("resolve", &Binding::resolve, state, outcome)
      .def("utility", &G::utility, state)
      .def("estimate", &G::estimate, state)
      .def("value_range", [](const G& game) { return std::pair(game.value_range().low, game.value_range().high); })
      .def("value_bounds", &Binding::value_bounds, state, "depth"_a)
      .def("hash", &G::hash, state)
      .def("search", &Binding::search, root, "request"_a, "limits"_a, "stop"_a.none(), "poll_signals"_a,
           "table_bytes"_a, "on_progress"_a.none())
      .def("search_on", &Binding::search_on, root, "request"_a, "limits"_a, "stop"_a.none(), "poll_signals"_a,
           "table"_a, "on_progress"_a.none())
      .def("prove", &Binding::prove, state, "request"_a, "depth"_a, "alpha"_a, "beta"_a, "stop"_a.none(),
           "poll_signals"_a, "table_bytes"_a)
      .def("playouts", &Binding::playouts, root, "count"_a, "seed"_a, "stop"_a.none(), "poll_signals"_a)
      .def("solve", &Binding::solve, root, "most_states"_a, "stop"_a.none(), "poll_signals"_a)
      .def("tree_search", &TreeSearchBinding<G, Binding>::start, root, "options"_a, "seed"_a, nb::keep_alive<0, 1>());
}

// A field of a state: a data member, or a member function that reads what the constructor takes.
template <class Read>
struct Field {
  const char* name;
  Read read;
};
template <class Read>
Field(const char*, Read) -> Field<Read>;

template <class State, class Read>
using FieldValue = std::remove_cvref_t<std::invoke_result_t<Read, const State&>>;

// What comes from Python may be any numbers, a pickle's above all.
template <class State>
State checked(const State& s) {
  check_state(s);
  return s;
}

// A state class with keyword constructor, read-only fields, equality, hash, repr and pickling.
template <class G, class... Reads>
void register_state(nb::module_& m, const char* name, Field<Reads>... fields) {
  using State = typename G::State;
  auto cls = nb::class_<State>(m, name);
  cls.def(
      "__init__", [](State* self, FieldValue<State, Reads>... values) { new (self) State(checked(State{values...})); },
      nb::kw_only(), nb::arg(fields.name)...);
  (cls.def_prop_ro(fields.name, [read = fields.read](const State& s) { return std::invoke(read, s); }), ...);
  const auto as_dict = [fields...](const State& s) {
    nb::typed<nb::dict, nb::str, nb::any> dict;
    ((dict[fields.name] = nb::cast(std::invoke(fields.read, s))), ...);
    return dict;
  };
  cls.def("as_dict", as_dict);
  cls.def(
      "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
      nb::sig("def __eq__(self, other: object, /) -> bool"));
  cls.def("__hash__", [](const State& s) { return G(typename G::Options{}).hash(s); });
  cls.def("__getstate__", as_dict);
  cls.def("__setstate__", [fields...](State& self, const nb::typed<nb::dict, nb::str, nb::any>& dict) {
    new (&self) State(checked(State{nb::cast<FieldValue<State, Reads>>(dict[fields.name])...}));
  });
  cls.def("__repr__", [name, fields...](const State& s) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + std::string(fields.name) + "=" +
              nb::repr(nb::cast(std::invoke(fields.read, s))).c_str()),
     ...);
    return name + ("(" + text + ")");
  });
}

}  // namespace mcms::bindings
