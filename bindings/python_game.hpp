// A Python object standing as a C++ game: whatever has the methods of `mcms.Game` runs in the same searches.
//
// The GIL is held throughout. Everything the object returns is checked here, so that a game that breaks the contract
// gets a `ContractError` that names the method, the state and what was returned; an exception of its own passes
// through the search as it is.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcms/game/game.hpp"
#include "mcms/search/mcts_tree.hpp"

namespace mcms::bindings {

namespace nb = nanobind;

struct PythonState {
  nb::object object;
  std::uint32_t steps_left = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t chance_run = 0;        // chance nodes in a row that led here
  mutable std::optional<Turn> turn{};  // asked once for each state
};

// An outcome knows its edge in a tree, so that telling outcomes apart calls no Python.
struct PythonOutcome {
  nb::object object;
  Edge edge;

  friend bool operator==(const PythonOutcome& a, const PythonOutcome& b) { return a.edge == b.edge; }
};

// Raises `ContractError`.
[[noreturn]] void raise_broken_contract(const std::string& sentence);

// Actions or outcomes, shared by all who ask for them. The place of an action may come from an earlier list of the
// same state, and a game may break its word about being the same: hence the check.
template <class T>
class PythonList {
 public:
  PythonList() = default;
  explicit PythonList(std::vector<T> items) : items_(std::make_shared<const std::vector<T>>(std::move(items))) {}

  const T& operator[](std::size_t index) const {
    if (index >= size()) raise_broken_contract("a state has fewer actions or outcomes than when last asked");
    return (*items_)[index];
  }
  std::size_t size() const { return items_->size(); }
  auto begin() const { return items_->begin(); }
  auto end() const { return items_->end(); }

 private:
  std::shared_ptr<const std::vector<T>> items_;
};

class PythonGame {
 public:
  using State = PythonState;
  using Action = nb::object;
  using Outcome = PythonOutcome;
  using Actions = PythonList<Action>;
  using Outcomes = PythonList<Weighted<Outcome>>;

  static constexpr bool holds_gil = true;
  // A call may take any time, so the clock is read far more often than its own cost would suggest.
  static constexpr std::uint64_t longest_poll_interval = 4;
  // A search by depth recurses, also through chance nodes, which cost no depth.
  static constexpr std::uint32_t longest_line = 2000;
  // Luck without end would never come back to where limits are looked at.
  static constexpr std::uint32_t longest_chance_run = 100'000;

  explicit PythonGame(const nb::object& game);

  State initial_state(Key key) const { return start(key.word(0)); }
  State start(std::uint64_t seed) const;

  Turn turn(const State& s) const {
    if (!s.turn) s.turn = ask_turn(s);
    return *s.turn;
  }
  Actions actions(const State& s) const;
  Outcomes outcomes(const State& s) const;
  State play(const State& s, const Action& action) const;
  State resolve(const State& s, const Outcome& outcome) const;
  double utility(const State& s) const { return ask_value(Method::utility, s); }
  double estimate(const State& s) const { return ask_value(Method::estimate, s); }
  ValueRange value_range() const { return range_; }
  // Methods that a game need not have.
  bool estimates_many() const { return estimate_many_.is_valid(); }
  std::vector<double> estimate_many(std::span<const State> states) const;
  bool has_value_bounds() const { return value_bounds_.is_valid(); }
  ValueBounds value_bounds(const State& s, int depth) const;
  std::uint64_t hash(const State& s) const;

  // At the border actions and outcomes are the game's own objects.
  const nb::object& action_name(const State&, const Action& action) const { return action; }
  const nb::object& outcome_name(const State&, const Outcome& outcome) const { return outcome.object; }

  // The state as the root of a search that recurses.
  static State as_recursion_root(State s) {
    s.steps_left = longest_line;
    return s;
  }

  // Asks for the actions of a root once and for all: a search reports on them by index.
  void remember_actions(const State& root) const;

  // The user's object, for what the contract does not know.
  const nb::object& object() const { return object_; }

  // The same game with a number of its own for each distinct state as its hash, by Python's `==` and `hash`.
  PythonGame numbering_states() const;

 private:
  enum class Method { initial_state, turn, actions, outcomes, play, resolve, utility, estimate, value_range, hash };
  static constexpr std::array names = {"initial_state", "turn",    "actions",  "outcomes",    "play",
                                       "resolve",       "utility", "estimate", "value_range", "hash"};
  static constexpr std::size_t methods = names.size();

  static const char* name_of(Method method) { return names[std::size_t(method)]; }

  template <class... Arguments>
  nb::object call(Method method, Arguments... arguments) const {
    // The free place in front lets a bound method put its `self` there.
    std::array<PyObject*, sizeof...(Arguments) + 1> places{nullptr, arguments...};
    PyObject* returned = PyObject_Vectorcall(methods_[std::size_t(method)].ptr(), places.data() + 1,
                                             sizeof...(Arguments) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (returned == nullptr) throw nb::python_error();
    return nb::steal(returned);
  }

  Turn ask_turn(const State& s) const;
  Actions ask_actions(const State& s) const;
  double ask_value(Method method, const State& s) const;
  ValueRange ask_range() const;
  std::uint64_t number_of(const State& s) const;
  std::vector<Weighted<Outcome>> checked_outcomes(const State& s, const nb::object& listed) const;
  State after(Method method, const State& s, nb::object next) const;

  [[noreturn]] static void broken(Method method, const State& s, const std::string& returned);
  static nb::object as_tuple(Method method, const State& s, const nb::object& returned, const char* expected);
  static void require_hashable(Method method, const State& s, nb::handle item);

  nb::object object_;
  std::array<nb::object, methods> methods_;
  std::array<std::pair<nb::object, Turn>, 8> turns_;  // plain texts and members of mcms.Turn
  ValueRange range_{};
  nb::object value_bounds_;   // null if the game has no such method
  nb::object estimate_many_;  // null if the game has no such method
  nb::object numbers_;        // a dict; null: states are not numbered

  mutable nb::object remembered_state_;
  mutable Actions remembered_actions_;
  // MCTS asks for the same outcomes up to four times in a row, and many games have one list for all states.
  mutable nb::object listed_state_;
  mutable nb::object listed_tuple_;  // null if what was returned can change
  mutable Outcomes listed_;
};

static_assert(EstimatesMany<PythonGame>);

}  // namespace mcms::bindings

// A state of a Python game crosses the border as the object it is.
template <>
struct nanobind::detail::type_caster<mcms::bindings::PythonState> {
  NB_TYPE_CASTER(mcms::bindings::PythonState, const_name("object"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    value = mcms::bindings::PythonState{borrow(source)};
    return true;
  }

  static handle from_cpp(const mcms::bindings::PythonState& state, rv_policy, cleanup_list*) noexcept {
    return handle(state.object).inc_ref();
  }
};
