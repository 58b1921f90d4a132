// When a search stops, and the counting and polling that decide it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "mcms/compiler.hpp"
#include "mcms/search/processor_clock.hpp"
#include "mcms/search/stack.hpp"

namespace mcms {

struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;
  std::optional<std::uint64_t> simulations;  // of MCTS, which counts them itself
  std::optional<double> cpu_seconds;         // processor time of the searching thread
};

// Deeper limits than this are refused at the boundary.
inline constexpr int largest_depth = 200;

// `complete`: every line was followed to the end of the game, searching deeper changes nothing.
// `forced`: there is one action, so MCTS only looks at what it is worth.
// `stack`: the next depth has lines too long for this thread's stack.
enum class StopReason : std::uint8_t { depth, nodes, seconds, complete, stopped, simulations, forced, stack };

// Thrown through the recursion when the budget is spent; the deepening loop catches it.
struct BudgetSpent {
  StopReason reason;
};

struct Counters {
  std::uint64_t nodes = 0;         // decision and finished states entered
  std::uint64_t leaves = 0;        // evaluations: utilities and estimates
  std::uint64_t chance_nodes = 0;  // counted apart
  std::uint64_t alpha_cuts = 0;    // chance nodes left because opti(O) <= alpha
  std::uint64_t beta_cuts = 0;     // chance nodes left because pess(O) >= beta
  std::uint64_t probe_cuts = 0;    // of both, those already in Star2's probing phase
  std::uint64_t table_cuts = 0;    // states answered by the transposition table

  Counters& operator+=(const Counters& more) {
    nodes += more.nodes;
    leaves += more.leaves;
    chance_nodes += more.chance_nodes;
    alpha_cuts += more.alpha_cuts;
    beta_cuts += more.beta_cuts;
    probe_cuts += more.probe_cuts;
    table_cuts += more.table_cuts;
    return *this;
  }
};

// A node limit that several threads keep together: each takes a part of what is left, and more when that is spent.
class NodePool {
 public:
  NodePool(std::uint64_t nodes, int threads) : left_(nodes), parts_(4 * std::uint64_t(threads)) {}

  // Returns how many were taken: fewer the less is left, so that none are missing elsewhere.
  std::uint64_t take(std::uint64_t wanted) {
    std::uint64_t left = left_.load(std::memory_order_relaxed), part = 0;
    do {
      part = std::min({wanted, left, left / parts_ + 1});
    } while (!left_.compare_exchange_weak(left, left - part, std::memory_order_relaxed));
    return part;
  }
  void give_back(std::uint64_t nodes) { left_.fetch_add(nodes, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> left_;
  std::uint64_t parts_;
};

// Every state entered is a step, chance nodes too, so that nothing a game does escapes the polling. Steps are counted
// down to the next poll: one instruction counts and tests. A poll comes before any limit could be passed, since a
// step is at most one node; the count is signed, so that a slip in it could overshoot but never run away.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  using Interrupt = std::function<bool()>;

  // `interrupted` is asked about every half millisecond, and at least once in `longest_interval` steps.
  explicit Budget(const Limits& limits, Interrupt interrupted = {}, std::uint64_t longest_interval = 1'000'000)
      : limits_(limits),
        interrupted_(std::move(interrupted)),
        longest_interval_(std::int64_t(longest_interval)),
        stack_floor_(stack::floor()),
        start_(Clock::now()),
        cpu_start_(limits.cpu_seconds ? thread_processor_seconds() : 0.0),
        allowance_(limits.nodes.value_or(unlimited)) {
    schedule(std::min(first_interval, longest_interval_));
  }

  // Continues as one of several that keep one node limit. `unwanted` is called at each poll, and throws if this one's
  // work is no longer wanted.
  void share(NodePool& pool, std::function<void()> unwanted) {
    pool_ = &pool;
    unwanted_ = std::move(unwanted);
    allowance_ = nodes();
    schedule(0);
  }

  // For a helper, made in its own thread: the same limits from the same start. Interrupts are the caller's.
  Budget for_helper(std::function<void()> unwanted) const {
    Budget helper(limits_, {}, std::uint64_t(longest_interval_));
    helper.start_ = start_;
    helper.share(*pool_, std::move(unwanted));
    return helper;
  }

  // What it took of the shared node limit and does not need now.
  void give_back() {
    pool_->give_back(left());
    allowance_ = nodes();
    schedule(0);
  }

  // Of the node limit.
  std::uint64_t left() const { return allowance_ - std::min(allowance_, nodes()); }

  // Throws if it is time to stop, and otherwise returns the time. Polls ask it, and so does whoever waits for others.
  double check() {
    if (unwanted_) unwanted_();
    const double now = elapsed();
    if (limits_.seconds && now >= *limits_.seconds) throw BudgetSpent{StopReason::seconds};
    if (limits_.cpu_seconds && cpu_left() <= 0.0) throw BudgetSpent{StopReason::seconds};
    if (interrupted_ && interrupted_()) throw BudgetSpent{StopReason::stopped};
    return now;
  }

  // At least one; asks the clock first if that is due.
  std::uint64_t steps_until_poll() {
    if (countdown_ <= 0) [[unlikely]]
      poll();
    return std::uint64_t(countdown_);
  }

  void enter_node() { step(); }

  void enter_chance() {
    step();
    ++chance_nodes_;
  }

  // Several at once if no poll falls among them.
  void enter_nodes(std::uint32_t nodes) {
    if (countdown_ >= std::int64_t(nodes)) [[likely]] {
      countdown_ -= std::int64_t(nodes);
    } else {
      enter_one_by_one(nodes);
    }
  }

  // A chance node and what it leads to.
  void enter_leaves(std::uint32_t nodes) {
    if (countdown_ > std::int64_t(nodes)) [[likely]] {
      countdown_ -= std::int64_t(nodes) + 1;
      ++chance_nodes_;
    } else {
      enter_chance();
      enter_nodes(nodes);
    }
  }

  // Asked before a recursion goes deeper.
  void require_stack() const {
    if (stack::here() < stack_floor_) [[unlikely]]
      throw BudgetSpent{StopReason::stack};
  }

  std::uint64_t nodes() const { return std::uint64_t(checkpoint_ - countdown_) - chance_nodes_; }
  std::uint64_t chance_nodes() const { return chance_nodes_; }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::int64_t first_interval = 16;
  static constexpr double polling_period = 0.0005;

  void step() {
    if (countdown_ <= 0) [[unlikely]]
      poll();
    --countdown_;
  }

  MCMS_COLD void enter_one_by_one(std::uint32_t nodes) {
    for (std::uint32_t i = 0; i < nodes; ++i) enter_node();
  }

  // The checkpoint is reached: stop, or set the next one.
  MCMS_COLD void poll() {
    refill(1);
    if (left() == 0) throw BudgetSpent{StopReason::nodes};
    const double now = check();
    const std::int64_t interval = steps_until_next_poll(now);
    refill(std::uint64_t(interval));
    schedule(interval);
    polled_ = now;
  }

  void refill(std::uint64_t wanted) {
    if (pool_ != nullptr && left() < wanted) allowance_ += pool_->take(wanted - left());
  }

  // Polls by the clock without reading it at each step: the pace so far, on the whole and lately, tells how many
  // steps a period takes.
  std::int64_t steps_until_next_poll(double now) const {
    const auto pace = [](std::int64_t steps, double time) { return double(steps + 1) / std::max(time, 1e-9); };
    const double slower = std::min(pace(checkpoint_, now), pace(interval_, now - polled_));
    double period = polling_period;
    if (limits_.seconds) period = std::min(period, (*limits_.seconds - now) / 2);
    if (limits_.cpu_seconds) period = std::min(period, cpu_left() / 2);
    return std::int64_t(std::clamp(slower * period, 1.0, double(longest_interval_)));
  }

  double cpu_left() const { return *limits_.cpu_seconds - (thread_processor_seconds() - cpu_start_); }

  void schedule(std::int64_t interval) {
    interval = std::int64_t(std::min(std::uint64_t(interval), left()));
    checkpoint_ += interval - countdown_;
    countdown_ = interval_ = interval;
  }

  Limits limits_;
  Interrupt interrupted_;
  std::int64_t longest_interval_;
  std::uintptr_t stack_floor_;
  Clock::time_point start_;
  double cpu_start_;          // asked for only where processor time is limited
  std::uint64_t allowance_;   // nodes it may enter in all
  NodePool* pool_ = nullptr;  // where more of them come from
  std::function<void()> unwanted_;
  double polled_ = 0.0;          // when the clock was last read
  std::int64_t interval_ = 0;    // steps between the last poll and the next
  std::int64_t checkpoint_ = 0;  // steps taken by the next poll
  std::int64_t countdown_ = 0;   // steps left until then
  std::uint64_t chance_nodes_ = 0;
};

// A game whose calls may take any time says after how many steps at most the clock is read again.
template <class G>
Budget budget_for(const Limits& limits, Budget::Interrupt interrupted) {
  if constexpr (requires { G::longest_poll_interval; }) {
    return Budget(limits, std::move(interrupted), G::longest_poll_interval);
  } else {
    return Budget(limits, std::move(interrupted));
  }
}

}  // namespace mcms
