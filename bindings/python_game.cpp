#include "python_game.hpp"

#include <nanobind/ndarray.h>

#include <cmath>

#include "register_game.hpp"

namespace mcms::bindings {

namespace {

constexpr Py_ssize_t longest_repr = 200;
constexpr double probability_tolerance = 1e-9;

// The object as Python shows it, shortened; a game that is wrong may also have states that cannot be shown.
std::string shown(nb::handle object) {
  nb::object text = nb::steal(PyObject_Repr(object.ptr()));
  const bool is_long = text.is_valid() && PyUnicode_GetLength(text.ptr()) > longest_repr;
  if (is_long) text = nb::steal(PyUnicode_Substring(text.ptr(), 0, longest_repr));
  if (text.is_valid()) text = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!text.is_valid()) {
    if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
    PyErr_Clear();
    return std::string("<") + nb::str(nb::steal(PyType_GetName(Py_TYPE(object.ptr())))).c_str() + " without repr>";
  }
  return std::string(PyBytes_AsString(text.ptr()), std::size_t(PyBytes_Size(text.ptr()))) + (is_long ? "…" : "");
}

std::string shown(double value) { return shown(nb::float_(value)); }

// NaN for what is not a number.
double number(nb::handle object) {
  if (PyBool_Check(object.ptr())) return std::numeric_limits<double>::quiet_NaN();
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_OverflowError)) {
      throw nb::python_error();
    }
    PyErr_Clear();
    return std::numeric_limits<double>::quiet_NaN();
  }
  return value;
}

bool is_unhashable_type(nb::handle object) {
  return PyType_GetSlot(Py_TYPE(object.ptr()), Py_tp_hash) == reinterpret_cast<void*>(PyObject_HashNotImplemented);
}

// A small whole number is its own edge, as in the built-in games.
std::optional<Edge> edge_in(nb::handle object) {
  if (!PyLong_CheckExact(object.ptr())) return std::nullopt;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(object.ptr(), &overflow);
  if (overflow != 0 || value < 0 || value >= long(most_edges)) return std::nullopt;
  return Edge(value);
}

// Either every outcome of a chance node is its own edge, or they all go by their places.
void set_edges(std::vector<Weighted<PythonOutcome>>& outcomes) {
  for (auto& [outcome, probability] : outcomes) {
    const auto own = edge_in(outcome.object);
    if (!own) {
      for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i].outcome.edge = Edge(i);
      return;
    }
    outcome.edge = *own;
  }
}

// What an array or a sequence of numbers holds, NaN for what is not a number; nothing if it is neither.
std::optional<std::vector<double>> numbers_in(const nb::object& returned) {
  using Array = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;
  Array array;
  const bool is_list = PyList_Check(returned.ptr()) || PyTuple_Check(returned.ptr());
  if (!is_list && nb::try_cast(returned, array)) {
    std::vector<double> values;
    const auto view = array.view();
    for (std::size_t i = 0; i < view.shape(0); ++i) values.push_back(view(i));
    return values;
  }
  if (PyUnicode_Check(returned.ptr()) || !PySequence_Check(returned.ptr())) return std::nullopt;
  const nb::object items = nb::steal(PySequence_Tuple(returned.ptr()));
  if (!items.is_valid()) throw nb::python_error();
  std::vector<double> values;
  for (Py_ssize_t i = 0; i < NB_TUPLE_GET_SIZE(items.ptr()); ++i) {
    values.push_back(number(NB_TUPLE_GET_ITEM(items.ptr(), i)));
  }
  return values;
}

// A tuple of tuples reads the same whenever it is looked at.
bool is_constant(nb::handle listed) {
  if (!PyTuple_CheckExact(listed.ptr())) return false;
  for (Py_ssize_t i = 0; i < NB_TUPLE_GET_SIZE(listed.ptr()); ++i) {
    if (!PyTuple_CheckExact(NB_TUPLE_GET_ITEM(listed.ptr(), i))) return false;
  }
  return true;
}

}  // namespace

void raise_broken_contract(const std::string& sentence) {
  const nb::object type = nb::module_::import_("mcms.exceptions").attr("ContractError");
  PyErr_SetString(type.ptr(), sentence.c_str());
  throw nb::python_error();
}

void PythonGame::broken(Method method, const State& s, const std::string& returned) {
  raise_broken_contract(std::string(name_of(method)) + " of " + shown(s.object) + " returned " + returned);
}

PythonGame::PythonGame(const nb::object& game) : object_(game) {
  for (std::size_t i = 0; i + 1 < methods; ++i) methods_[i] = game.attr(names[i]);
  methods_.back() = nb::module_::import_("mcms.state_hash").attr("hash_method")(game);
  const nb::object members = nb::module_::import_("mcms.game").attr("Turn");
  constexpr std::array texts = {"first", "second", "chance", "over"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    turns_[i] = {nb::steal(PyUnicode_InternFromString(texts[i])), Turn(i)};
    turns_[texts.size() + i] = {members(texts[i]), Turn(i)};
  }
  range_ = ask_range();
  if (nb::hasattr(game, "value_bounds")) value_bounds_ = game.attr("value_bounds");
  if (nb::hasattr(game, "estimate_many")) estimate_many_ = game.attr("estimate_many");
}

ValueBounds PythonGame::value_bounds(const State& s, int depth) const {
  if (!has_value_bounds()) return ValueBounds::within(range_);
  const nb::object returned = value_bounds_(s.object, depth);
  nb::object pair = nb::steal(PySequence_Tuple(returned.ptr()));
  if (!pair.is_valid()) PyErr_Clear();
  if (pair.is_valid() && NB_TUPLE_GET_SIZE(pair.ptr()) == 2) {
    const double low = number(NB_TUPLE_GET_ITEM(pair.ptr(), 0)), high = number(NB_TUPLE_GET_ITEM(pair.ptr(), 1));
    if (low <= high) return {low, high};
  }
  raise_broken_contract("value_bounds of " + shown(s.object) + " returned " + shown(returned) +
                        ": expected two numbers, low first");
}

PythonGame::State PythonGame::start(std::uint64_t seed) const {
  return {call(Method::initial_state, nb::int_(seed).ptr())};
}

Turn PythonGame::ask_turn(const State& s) const {
  const nb::object returned = call(Method::turn, s.object.ptr());
  for (const auto& [known, turn] : turns_) {
    if (returned.is(known)) return turn;
  }
  if (PyUnicode_Check(returned.ptr())) {
    for (const auto& [known, turn] : turns_) {
      if (PyUnicode_Compare(returned.ptr(), known.ptr()) == 0) return turn;
    }
  }
  broken(Method::turn, s, shown(returned) + ": expected first, second, chance or over");
}

// A list of its own that no callback can change meanwhile.
nb::object PythonGame::as_tuple(Method method, const State& s, const nb::object& returned, const char* expected) {
  PyObject* list = returned.ptr();
  if (PyTuple_Check(list)) return returned;
  const bool is_text = PyUnicode_Check(list) || PyBytes_Check(list);
  if (is_text || PyDict_Check(list) || !PySequence_Check(list)) {
    broken(method, s, shown(returned) + ": expected " + expected);
  }
  nb::object tuple = nb::steal(PySequence_Tuple(list));
  if (!tuple.is_valid()) throw nb::python_error();
  return tuple;
}

// Most types tell by themselves; a tuple depends on what is in it.
void PythonGame::require_hashable(Method method, const State& s, nb::handle item) {
  bool hashable = !is_unhashable_type(item);
  if (hashable && PyTuple_Check(item.ptr()) && PyObject_Hash(item.ptr()) == -1) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    hashable = false;
  }
  if (!hashable) broken(method, s, shown(item) + ", which is not hashable");
}

PythonGame::Actions PythonGame::actions(const State& s) const {
  return s.object.is(remembered_state_) ? remembered_actions_ : ask_actions(s);
}

PythonGame::Actions PythonGame::ask_actions(const State& s) const {
  const nb::object listed =
      as_tuple(Method::actions, s, call(Method::actions, s.object.ptr()), "a sequence of actions");
  const auto count = std::size_t(NB_TUPLE_GET_SIZE(listed.ptr()));
  if (count == 0) broken(Method::actions, s, "nothing: a decision has at least one action");
  std::vector<Action> list;
  list.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back(nb::borrow(NB_TUPLE_GET_ITEM(listed.ptr(), Py_ssize_t(i))));
    require_hashable(Method::actions, s, list.back());
  }
  return Actions(std::move(list));
}

void PythonGame::remember_actions(const State& root) const {
  const Turn mover = turn(root);
  if (mover != Turn::first && mover != Turn::second) return;
  remembered_actions_ = ask_actions(root);
  remembered_state_ = root.object;
}

PythonGame::Outcomes PythonGame::outcomes(const State& s) const {
  if (s.object.is(listed_state_)) return listed_;
  const nb::object returned = call(Method::outcomes, s.object.ptr());
  if (!listed_tuple_.is_valid() || !returned.is(listed_tuple_)) {
    listed_state_.reset();  // the new list may turn out to be broken
    listed_ = Outcomes(checked_outcomes(
        s, as_tuple(Method::outcomes, s, returned, "a sequence of outcomes with their probabilities")));
    listed_tuple_ = is_constant(returned) ? returned : nb::object();
  }
  listed_state_ = s.object;
  return listed_;
}

std::vector<Weighted<PythonOutcome>> PythonGame::checked_outcomes(const State& s, const nb::object& listed) const {
  const auto count = std::size_t(NB_TUPLE_GET_SIZE(listed.ptr()));
  if (count == 0) broken(Method::outcomes, s, "nothing: a chance node has at least one outcome");
  std::vector<Weighted<PythonOutcome>> list;
  list.reserve(count);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const nb::object item = nb::borrow(NB_TUPLE_GET_ITEM(listed.ptr(), Py_ssize_t(i)));
    const nb::object pair = as_tuple(Method::outcomes, s, item, "pairs of an outcome and its probability");
    if (NB_TUPLE_GET_SIZE(pair.ptr()) != 2) {
      broken(Method::outcomes, s, shown(item) + ": expected pairs of an outcome and its probability");
    }
    const nb::object outcome = nb::borrow(NB_TUPLE_GET_ITEM(pair.ptr(), 0));
    const double probability = number(NB_TUPLE_GET_ITEM(pair.ptr(), 1));
    if (!(probability > 0.0 && probability <= 1.0 + probability_tolerance)) {
      broken(Method::outcomes, s, shown(item) + ": expected a probability above 0");
    }
    require_hashable(Method::outcomes, s, outcome);
    sum += probability;
    list.push_back({{outcome, 0}, probability});
  }
  if (std::abs(sum - 1.0) > probability_tolerance) {
    broken(Method::outcomes, s, "probabilities that sum to " + shown(sum));
  }
  if (count > most_edges) broken(Method::outcomes, s, "more than " + std::to_string(most_edges) + " outcomes");
  set_edges(list);
  return list;
}

PythonGame::State PythonGame::play(const State& s, const Action& action) const {
  return after(Method::play, s, call(Method::play, s.object.ptr(), action.ptr()));
}

PythonGame::State PythonGame::resolve(const State& s, const Outcome& outcome) const {
  return after(Method::resolve, s, call(Method::resolve, s.object.ptr(), outcome.object.ptr()));
}

PythonGame::State PythonGame::after(Method method, const State& s, nb::object next) const {
  if (s.steps_left == 0) {
    raise_broken_contract("a line of play that ends in " + shown(s.object) + " is longer than " +
                          std::to_string(longest_line) +
                          " steps, chance nodes included: expected a game that a search by depth can follow");
  }
  const std::uint32_t run = method == Method::resolve ? s.chance_run + 1 : 0;
  if (run > longest_chance_run) {
    broken(method, s, "the last of " + std::to_string(run) + " chance nodes in a row: expected a decision or the end");
  }
  return {std::move(next), s.steps_left - 1, run};
}

double PythonGame::ask_value(Method method, const State& s) const {
  const nb::object returned = call(method, s.object.ptr());
  const double value = number(returned);
  if (!(value >= range_.low && value <= range_.high)) {
    broken(method, s, shown(returned) + ": expected a number from " + shown(range_.low) + " to " + shown(range_.high));
  }
  return value;
}

std::vector<double> PythonGame::estimate_many(std::span<const State> states) const {
  if (!estimates_many()) {
    std::vector<double> values;
    for (const State& s : states) values.push_back(estimate(s));
    return values;
  }
  const nb::object list = nb::steal(PyList_New(Py_ssize_t(states.size())));
  if (!list.is_valid()) throw nb::python_error();
  for (std::size_t i = 0; i < states.size(); ++i) {
    NB_LIST_SET_ITEM(list.ptr(), Py_ssize_t(i), nb::object(states[i].object).release().ptr());
  }
  const nb::object returned = estimate_many_(list);
  const auto numbers = numbers_in(returned);
  if (!numbers || numbers->size() != states.size()) {
    raise_broken_contract("estimate_many of " + std::to_string(states.size()) + " states returned " +
                          (numbers ? std::to_string(numbers->size()) + " numbers" : shown(returned)) +
                          ": expected one number for each");
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double value = (*numbers)[i];
    if (value >= range_.low && value <= range_.high) continue;
    const nb::object item = nb::steal(PySequence_GetItem(returned.ptr(), Py_ssize_t(i)));
    if (!item.is_valid()) throw nb::python_error();
    raise_broken_contract("estimate_many returned " + shown(item) + " for " + shown(states[i].object) +
                          ": expected a number from " + shown(range_.low) + " to " + shown(range_.high));
  }
  return *numbers;
}

ValueRange PythonGame::ask_range() const {
  const nb::object returned = call(Method::value_range);
  const bool is_pair = (PyTuple_Check(returned.ptr()) || PyList_Check(returned.ptr())) && nb::len(returned) == 2;
  const ValueRange range =
      is_pair ? ValueRange{number(nb::object(returned[0])), number(nb::object(returned[1]))} : ValueRange{0.0, 0.0};
  if (!(std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high)) {
    raise_broken_contract("value_range returned " + shown(returned) + ": expected two finite numbers, low below high");
  }
  return range;
}

std::uint64_t PythonGame::hash(const State& s) const {
  if (numbers_.is_valid()) return number_of(s);
  const nb::object returned = call(Method::hash, s.object.ptr());
  if (PyLong_Check(returned.ptr()) && !PyBool_Check(returned.ptr())) {
    const std::uint64_t bits = PyLong_AsUnsignedLongLong(returned.ptr());
    if (!PyErr_Occurred()) return bits;
    PyErr_Clear();
    const std::int64_t negative = PyLong_AsLongLong(returned.ptr());
    if (!PyErr_Occurred()) return std::uint64_t(negative);
    PyErr_Clear();
  }
  broken(Method::hash, s, shown(returned) + ": expected a whole number of 64 bits");
}

std::uint64_t PythonGame::number_of(const State& s) const {
  PyObject* known = PyDict_GetItemWithError(numbers_.ptr(), s.object.ptr());
  if (known != nullptr) return PyLong_AsUnsignedLongLong(known);
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    raise_broken_contract("the state " + shown(s.object) + " is not hashable, which solving needs");
  }
  const auto next = std::uint64_t(PyDict_Size(numbers_.ptr()));
  if (PyDict_SetItem(numbers_.ptr(), s.object.ptr(), nb::int_(next).ptr()) != 0) throw nb::python_error();
  return next;
}

PythonGame PythonGame::numbering_states() const {
  PythonGame numbering = *this;
  numbering.numbers_ = nb::dict();
  return numbering;
}

void register_python_game(nb::module_& m) {
  register_game<PythonGame>(m, "PythonGame")
      .def(nb::init<const nb::object&>(), "game"_a)
      .def(
          "estimate_many",
          [](const PythonGame& game, const std::vector<PythonState>& states) { return game.estimate_many(states); },
          "states"_a);
}

}  // namespace mcms::bindings
