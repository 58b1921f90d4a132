// A game given as a table of C functions: the rules are somebody else's machine code, called without Python.
//
// The searches are the same ones the built-in games have. What comes back from the functions is checked where that
// is cheap, so that a wrong answer ends a search with an error and never writes beyond a list.
#pragma once

#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mcms/c/game_table.h"
#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"

namespace mcms {

// A function of the table gave an answer it must not give. States, actions and outcomes are described when somebody
// reads of them, since that may take a language which is not to be called from the middle of a search.
struct BrokenTable : std::runtime_error {
  using Words = std::function<std::string()>;

  BrokenTable(const std::string& function, const std::string& problem, Words state = {}, Words step = {})
      : std::runtime_error(problem), function(function), state(std::move(state)), step(std::move(step)) {}

  // The whole sentence.
  std::string sentence() const {
    return function + (state ? " of " + state() : "") + " " + what() + (step ? " " + step() : "");
  }

  // What `words` returns, or something plainer if the game fails to say it.
  static Words or_plainly(Words words, std::string plain) {
    return [words = std::move(words), plain = std::move(plain)] {
      try {
        return words();
      } catch (const std::exception&) {
        return plain;
      }
    };
  }

  std::string function;
  Words state;
  Words step;  // the action or outcome that it was about
};

// A state is stored where it is used, in as many bytes as its size class has; those it does not need are zero.
template <std::size_t Capacity>
struct alignas(Capacity < 64 ? 16 : 64) TableState {
  std::array<std::byte, Capacity> bytes;

  friend bool operator==(const TableState&, const TableState&) = default;
};

// The outcomes of a chance node, as the function listed them or as they always are. One more than the last can be
// read and has probability 0, so that looking for an outcome that is not there stays inside.
class TableOutcomes {
 public:
  using Item = Weighted<std::uint8_t>;
  explicit TableOutcomes(const std::vector<Item>& fixed) : begin_(fixed.data()), size_(fixed.size() - 1) {}

  template <class Fill>
    requires std::invocable<Fill, Item*>
  explicit TableOutcomes(Fill&& fill) {
    begin_ = listed_.data();
    size_ = fill(listed_.data());
    listed_[size_] = {0, 0.0};
  }

  TableOutcomes(const TableOutcomes&) = delete;

  const Item* begin() const { return begin_; }
  const Item* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }
  const Item& operator[](std::size_t i) const { return begin_[i]; }

 private:
  std::array<Item, MCMS_MOST_OUTCOMES + 1> listed_;
  const Item* begin_;
  std::size_t size_;
};

static_assert(sizeof(TableOutcomes::Item) == sizeof(mcms_weighted) &&
              offsetof(TableOutcomes::Item, probability) == offsetof(mcms_weighted, probability));

// The table as it was given, or an error if it cannot be one.
inline mcms_game_table checked_table(const mcms_game_table& given) {
  const auto require = [](bool holds, const char* problem) {
    if (!holds) throw BrokenTable("the game table", problem);
  };
  require(given.abi == MCMS_GAME_ABI, "has another ABI number: expected that of this version's game_table.h");
  require(given.size >= offsetof(mcms_game_table, hash) && given.size <= sizeof(mcms_game_table),
          "has a size that no version has: expected sizeof(mcms_game_table)");
  mcms_game_table table{};
  std::memcpy(&table, &given, given.size);
  require(table.state_size >= 1 && table.state_size <= MCMS_MOST_STATE_BYTES, "has a state_size outside 1 to 512");
  require(table.max_actions >= 1 && table.max_actions <= MCMS_MOST_ACTIONS, "has max_actions outside 1 to 1024");
  require(table.max_outcomes >= 1 && table.max_outcomes <= MCMS_MOST_OUTCOMES, "has max_outcomes outside 1 to 256");
  require(table.fixed_outcome_count <= table.max_outcomes, "has more fixed outcomes than max_outcomes");
  require(std::isfinite(table.lowest_value) && std::isfinite(table.highest_value) &&
              table.lowest_value < table.highest_value,
          "has no value range: expected finite numbers, lowest_value below highest_value");
  require(table.fixed_outcome_count > 0 ? table.fixed_outcomes != nullptr : table.outcomes != nullptr,
          "lacks outcomes: expected the function or fixed_outcomes");
  require(table.initial_state && table.turn && table.actions && table.play && table.resolve && table.utility &&
              table.estimate,
          "lacks a function: expected all but those that may be NULL");
  require(table.feature_count <= MCMS_MOST_FEATURES && (table.feature_count > 0) == (table.features != nullptr),
          "has a feature_count that does not fit: expected 1 to 4096 with features, else 0");
  return table;
}

template <std::size_t Capacity>
class TableGame {
 public:
  using State = TableState<Capacity>;
  using Action = std::int32_t;
  using Outcome = std::uint8_t;

  static constexpr std::size_t max_outcomes = MCMS_MOST_OUTCOMES;

  // What only people need, by which the game's own functions may be replaced.
  struct Names {
    std::function<std::string(const State&, Action)> action;
    std::function<std::string(const State&, Outcome)> outcome;
    std::function<std::string(const State&)> state;
  };

  explicit TableGame(const mcms_game_table& table, Names names = {})
      : table_(checked_table(table)), names_(std::make_shared<const Names>(std::move(names))) {
    if (table_.state_size > Capacity) throw BrokenTable("the game table", "has a state larger than its size class");
    if (table_.fixed_outcome_count > 0) fix_outcomes();
  }

  std::size_t state_size() const { return table_.state_size; }

  State initial_state(Key key) const {
    State s{};
    if (table_.initial_state(table_.context, &s, key.bits()) != 0) broken("initial_state", s, "failed");
    return s;
  }

  Turn turn(const State& s) const {
    const std::int32_t turn = table_.turn(table_.context, &s);
    if (std::uint32_t(turn) > std::uint32_t(MCMS_OVER)) [[unlikely]]
      broken("turn", s, returned(turn) + ": expected 0 (first), 1 (second), 2 (chance) or 3 (over)");
    return Turn(turn);
  }

  StaticVector<Action, MCMS_MOST_ACTIONS> actions(const State& s) const {
    StaticVector<Action, MCMS_MOST_ACTIONS> list;
    list.append([&](Action* actions) {
      return actions + counted("actions", s, table_.actions(table_.context, &s, actions), table_.max_actions);
    });
    return list;
  }

  TableOutcomes outcomes(const State& s) const {
    if (!fixed_outcomes_.empty()) return TableOutcomes(fixed_outcomes_);
    return TableOutcomes([&](TableOutcomes::Item* list) {
      const auto count = table_.outcomes(table_.context, &s, reinterpret_cast<mcms_weighted*>(list));
      const std::size_t size = counted("outcomes", s, count, table_.max_outcomes);
      double sum = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        if (!is_probability(list[i].probability)) [[unlikely]]
          broken("outcomes", s, returned(list[i].probability) + ": expected probabilities above 0 that sum to 1");
        sum += list[i].probability;
      }
      if (std::abs(sum - 1) > rounding) [[unlikely]]
        broken("outcomes", s, "returned probabilities that sum to " + shown(sum) + ": expected 1");
      return size;
    });
  }

  // By the table's function, or from one list for all draws.
  Outcome sample(const State& s, double uniform) const {
    if (table_.sample == nullptr) return pick_outcome(outcomes(s), uniform);
    const std::int32_t drawn = table_.sample(table_.context, &s, uniform);
    if (drawn < 0 || drawn >= MCMS_MOST_OUTCOMES || !known_outcomes_[std::size_t(drawn)]) [[unlikely]]
      broken("sample", s, returned(drawn) + ": expected one of the outcomes");
    return Outcome(drawn);
  }

  auto sampler(const State& s) const {
    StaticVector<Weighted<Outcome>, max_outcomes> listed;
    if (table_.sample == nullptr) {
      for (const auto& weighted : outcomes(s)) listed.push_back(weighted);
    }
    return [this, &s, listed](double uniform) {
      return listed.empty() ? sample(s, uniform) : pick_outcome(listed, uniform);
    };
  }

  // By the table's function, or as random play does it for any game.
  Stepped<State> random_step(const State& s, std::uint64_t word) const {
    if (table_.random_step == nullptr) {
      const auto list = actions(s);
      return {play(s, list[((word >> 32) * list.size()) >> 32]), 0};
    }
    Stepped<State> next{s, 0};
    next.chance_nodes = table_.random_step(table_.context, &next.state, word);
    if (next.chance_nodes < 0) [[unlikely]]
      broken("random_step", s, "failed");
    return next;
  }

  State play(const State& s, Action action) const {
    State next = s;
    if (table_.play(table_.context, &next, action) != 0) [[unlikely]]
      broken("play", s, "failed with",
             BrokenTable::or_plainly([*this, s, action] { return action_name(s, action); }, std::to_string(action)));
    return next;
  }

  State resolve(const State& s, Outcome outcome) const {
    State next = s;
    if (table_.resolve(table_.context, &next, outcome) != 0) [[unlikely]]
      broken(
          "resolve", s, "failed with",
          BrokenTable::or_plainly([*this, s, outcome] { return outcome_name(s, outcome); }, std::to_string(outcome)));
    return next;
  }

  using Estimate = std::function<double(const State&)>;  // in place of the table's, such as a learnt one
  TableGame with_estimate(Estimate estimate) const {
    TableGame game = *this;
    game.other_estimate_ = std::make_shared<const Estimate>(std::move(estimate));
    return game;
  }

  // Names may be in a language that outlives no thread; errors are then put more plainly.
  TableGame without_names() const {
    TableGame game = *this;
    game.names_ = std::make_shared<const Names>();
    return game;
  }

  std::size_t feature_count() const { return table_.feature_count; }
  void features(const State& s, float* values) const {
    std::fill_n(values, table_.feature_count, 0.0F);
    if (table_.features(table_.context, &s, values) != 0) [[unlikely]]
      broken("features", s, "failed");
    for (std::size_t i = 0; i < table_.feature_count; ++i) {
      if (!(std::abs(values[i]) <= 2.0F)) [[unlikely]]
        broken("features", s, returned(double(values[i])) + ": expected numbers from -2 to 2");
    }
  }

  double utility(const State& s) const { return within_range("utility", s, table_.utility(table_.context, &s)); }
  double estimate(const State& s) const {
    return other_estimate_ ? (*other_estimate_)(s) : within_range("estimate", s, table_.estimate(table_.context, &s));
  }
  ValueRange value_range() const { return {table_.lowest_value, table_.highest_value}; }

  std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    if (table_.leaf_expectation == nullptr || other_estimate_) return std::nullopt;
    mcms_leaf_counts counts{};
    const double value = table_.leaf_expectation(table_.context, &s, &counts);
    if (counts.nodes == MCMS_OTHER_LUCK) return std::nullopt;
    const double slack = rounding * (table_.highest_value - table_.lowest_value);
    if (!(value >= table_.lowest_value - slack && value <= table_.highest_value + slack)) [[unlikely]]
      out_of_range("leaf_expectation", s, value);
    if (counts.nodes < 1 || std::uint32_t(counts.nodes) > table_.max_outcomes) [[unlikely]]
      broken("leaf_expectation", s, "counted " + shown(counts.nodes) + " nodes");
    check_finished(s, counts);
    return LeafExpectation{std::clamp(value, table_.lowest_value, table_.highest_value), std::uint32_t(counts.nodes),
                           std::uint32_t(counts.finished)};
  }

  std::uint64_t hash(const State& s) const {
    std::uint64_t hash = table_.state_size;
    if (table_.hash != nullptr) {
      if (table_.hash(table_.context, &s, &hash) != 0) [[unlikely]]
        broken("hash", s, "failed");
      return hash;
    }
    for (std::size_t i = 0; i < table_.state_size; i += sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, &s.bytes[i], sizeof word);
      hash = mix((hash ^ word) + golden_gamma);
    }
    return hash;
  }

  // MCTS keeps a place for each of few outcomes; of those not listed beforehand nobody knows how many there are.
  std::size_t outcome_places() const { return outcome_places_; }

  std::string action_name(const State& s, Action action) const {
    return names_->action ? names_->action(s, action) : written("action_name", table_.action_name, s, action);
  }
  std::string outcome_name(const State& s, Outcome outcome) const {
    return names_->outcome ? names_->outcome(s, outcome) : written("outcome_name", table_.outcome_name, s, outcome);
  }

 private:
  static constexpr std::size_t most_places = 32;
  static constexpr double rounding = 1e-9;

  // Where all is finished a search may claim to have seen the whole game: a function's word is not enough for that.
  void check_finished(const State& s, const mcms_leaf_counts& counts) const {
    const bool plausible = counts.finished >= 0 && counts.finished <= counts.nodes;
    if (counts.finished < counts.nodes && plausible) [[likely]]
      return;
    if (!plausible || !only_finished_below(s, counts.nodes))
      broken("leaf_expectation", s,
             "counted " + shown(counts.finished) + " finished states among " + shown(counts.nodes) + ", wrongly");
  }

  bool only_finished_below(const State& s, std::int32_t expected) const {
    std::int32_t nodes = 0;
    for (const auto& [outcome, probability] : outcomes(s)) {
      if (turn(resolve(s, outcome)) != Turn::over) return false;
      ++nodes;
    }
    return nodes == expected;
  }

  void fix_outcomes() {
    double sum = 0.0;
    known_outcomes_.reset();
    for (std::size_t i = 0; i < table_.fixed_outcome_count; ++i) {
      const auto [outcome, probability] = table_.fixed_outcomes[i];
      if (!is_probability(probability) || known_outcomes_[outcome])
        throw BrokenTable("the game table", "has fixed outcomes that are not distinct or have no probability");
      fixed_outcomes_.push_back({outcome, probability});
      known_outcomes_.set(outcome);
      sum += probability;
      outcome_places_ = std::max<std::size_t>(outcome_places_, outcome + 1);
    }
    if (std::abs(sum - 1) > rounding)
      throw BrokenTable("the game table", "has fixed outcomes whose probabilities sum to " + std::to_string(sum));
    if (outcome_places_ > most_places) outcome_places_ = 0;
    fixed_outcomes_.push_back({0, 0.0});
  }

  static bool is_probability(double p) { return p > 0.0 && p <= 1.0 + rounding; }

  std::size_t counted(const char* function, const State& s, std::int32_t count, std::uint32_t most) const {
    if (count < 1 || std::uint32_t(count) > most) [[unlikely]]
      broken(function, s, returned(count) + ": expected a count from 1 to " + std::to_string(most));
    return std::size_t(count);
  }

  double within_range(const char* function, const State& s, double value) const {
    if (!(value >= table_.lowest_value && value <= table_.highest_value)) [[unlikely]]
      out_of_range(function, s, value);
    return value;
  }

  [[noreturn]] void out_of_range(const char* function, const State& s, double value) const {
    broken(function, s,
           returned(value) + ": expected a number from " + shown(table_.lowest_value) + " to " +
               shown(table_.highest_value));
  }

  template <class Write>
  std::string written(const char* function, Write* write, const State& s, std::int32_t number) const {
    if (write == nullptr) return std::to_string(number);
    std::array<char, 256> name;
    const std::int32_t length = write(table_.context, &s, number, name.data(), std::int32_t(name.size()));
    if (length < 1 || std::size_t(length) > name.size())
      broken(function, s, returned(length) + ": expected the length of a name, at most 256");
    return {name.data(), std::size_t(length)};
  }

  template <class Number>
  static std::string returned(Number number) {
    return number == Number(MCMS_FAILED) || number != number ? "failed" : "returned " + shown(number);
  }
  static std::string shown(std::int32_t number) { return std::to_string(number); }
  static std::string shown(double number) {
    std::array<char, 32> text;
    return {text.data(), std::size_t(std::snprintf(text.data(), text.size(), "%g", number))};
  }

  [[noreturn]] MCMS_COLD void broken(const char* function, const State& s, const std::string& problem,
                                     BrokenTable::Words step = {}) const {
    BrokenTable::Words state = [] { return std::string("a state"); };
    if (names_->state) state = BrokenTable::or_plainly([names = names_, s] { return names->state(s); }, state());
    throw BrokenTable(function, problem, std::move(state), std::move(step));
  }

  mcms_game_table table_;
  std::shared_ptr<const Names> names_;
  std::shared_ptr<const Estimate> other_estimate_;
  std::vector<TableOutcomes::Item> fixed_outcomes_;  // and one of probability 0; empty if they differ
  std::bitset<MCMS_MOST_OUTCOMES> known_outcomes_ = std::bitset<MCMS_MOST_OUTCOMES>().set();
  std::size_t outcome_places_ = 0;
};

static_assert(Game<TableGame<64>> && DirectlySampled<TableGame<64>> && BoundedChance<TableGame<64>> &&
              RandomlyStepped<TableGame<64>>);

}  // namespace mcms
