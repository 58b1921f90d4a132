// All cores on one search: the children of a node are searched by whichever threads are free.
//
// A node high in the tree is a split point (Hyatt, Suter, Nelson 1989): it lies on the stack of the thread that came to
// it, its owner, and any thread without work takes its next child. Of all split points the highest is helped first,
// since its children are the largest. Where a window may be narrowed the first child is searched alone, and the young
// brothers wait for it (Feldmann 1993). An owner whose children are all taken helps those who search them, below its
// own node and nowhere else, so that nobody waits for work that has nothing to do with its own.
//
// Values, and bounds that hold, are properties of the tree: in which order children are searched, under how wide a
// window, and what other threads have left in the table changes what is pruned and nothing else.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "mcms/search/context.hpp"

namespace mcms {

// Thrown through the recursion of a thread that searches what nobody wants to know any more.
struct Abandoned {};

// How the children of a node are visited. `visit(search, i, hold)` is called for the children [first, count) until it
// returns false once; the answer is whether it never did. `depth` is what the children are searched to. Where threads
// share the node `search` belongs to the one that visits, and a visit has whatever they all use for itself, but in what
// it does by `hold.apart(…)`.
//
// One thread, child after child. The two are told apart by their type, so that nothing is lost here.
struct InTurn {
  template <class Search, class Visit>
  MCMS_ALWAYS_INLINE bool visit_children(Search& search, int, std::size_t first, std::size_t count,
                                         Visit&& visit) const {
    for (std::size_t i = first; i < count; ++i) {
      if (!visit(search, i, *this)) return false;
    }
    return true;
  }

  template <class Work>
  MCMS_ALWAYS_INLINE auto apart(Work&& work) const {
    return work();
  }
};

// Whichever threads are free.
struct Shared {
  template <class Search, class Visit>
  MCMS_COLD bool visit_children(Search& search, int depth, std::size_t first, std::size_t count, Visit&& visit) const {
    if (count <= first + 1) return InTurn{}.visit_children(search, depth, first, count, visit);
    return search.context().team->visit_children(search, depth, first, count, visit);
  }
};

// Few nodes are shared, and what the compiler inlines there it would not inline where the time goes.
template <class SearchNode>
MCMS_COLD auto by_all(SearchNode&& search_node) {
  return search_node(Shared{});
}

// Calls `search_node` with the way to visit a node's children, which are searched to a depth.
template <class Context, class SearchNode>
MCMS_ALWAYS_INLINE auto by_whom(const Context& context, int depth, SearchNode&& search_node) {
  if (context.shares(depth)) [[unlikely]]
    return by_all(search_node);
  return search_node(InTurn{});
}

// A node whose children several threads search.
template <class Context>
class SplitPoint {
 public:
  SplitPoint(const SplitPoint* above, Context& owner, int depth, std::size_t first, std::size_t count)
      : above_(above), owner_(owner), depth_(depth), count_(count), next_(first) {}
  SplitPoint(const SplitPoint&) = delete;
  SplitPoint& operator=(const SplitPoint&) = delete;

  const SplitPoint* above() const { return above_; }
  int depth() const { return depth_; }
  bool is_cut() const { return cut_.load(std::memory_order_relaxed); }
  void cut() { cut_.store(true, std::memory_order_relaxed); }
  bool has_work() const { return next_.load(std::memory_order_relaxed) < count_; }

  // Whether the answer of this node, or of one above it, no longer depends on what is searched here.
  bool is_decided() const {
    for (const SplitPoint* split = this; split != nullptr; split = split->above_) {
      if (split->is_cut()) return true;
    }
    return false;
  }
  bool is_below(const SplitPoint& other) const {
    for (const SplitPoint* split = above_; split != nullptr; split = split->above_) {
      if (split == &other) return true;
    }
    return false;
  }

  // Takes children as long as there are any.
  MCMS_COLD void work(Context& context) {
    std::unique_lock lock(mutex_);
    const Hold hold{*this, lock};
    while (!is_cut()) {
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= count_) return;
      const auto before = context.horizon();
      if (!visit(context, i, hold)) cut();
      if (&context != &owner_) learnt_ += context.horizon() - before;
    }
  }

  // A visit has the node for itself, except in what it does apart.
  struct Hold {
    SplitPoint& split;
    std::unique_lock<std::mutex>& lock;

    template <class Work>
    auto apart(Work&& work) const {
      lock.unlock();
      const auto found = work();
      lock.lock();
      if (split.is_cut()) throw Abandoned{};
      return found;
    }
  };

  // How far what helpers found reaches, which the owner has not seen itself.
  const typename Context::Horizon& learnt() const { return learnt_; }

  int helpers = 0;  // at work here; counted by the team

 protected:
  virtual bool visit(Context& context, std::size_t i, const Hold& hold) = 0;
  ~SplitPoint() = default;

 private:
  const SplitPoint* above_;
  Context& owner_;
  int depth_;
  std::size_t count_;
  std::atomic<std::size_t> next_;
  std::atomic<bool> cut_ = false;
  typename Context::Horizon learnt_{};
  std::mutex mutex_;
};

// The threads of one search: the caller's and its helpers.
template <class Context>
class Team {
 public:
  using Split = SplitPoint<Context>;

  // Nodes up to this many decisions below the root are shared, and further down what is worth it: children of a depth
  // to which the root itself took at least that many nodes. Where a level multiplies the work by little, as in Pig,
  // those are many levels, and the children of the third are so large that threads would wait long for the last of
  // them.
  static constexpr int shared_levels = 3;
  static constexpr std::uint64_t nodes_worth_sharing = 50'000;
  // Nor with fewer decisions left.
  static constexpr int shallowest_shared = 2;
  // About a tenth of a millisecond, where nobody else wants the core.
  static constexpr int looks_before_sleep = 300;

  Team(Context& caller, int threads)
      : caller_(caller),
        chance_(caller.chance),
        helpers_(std::size_t(threads - 1)),
        pool_(caller.budget.left(), threads) {
    caller.team = this;
    caller.budget.share(pool_, [this] { leave_if_unwanted(caller_); });
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  ~Team() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      announce_change();
    }
    for (std::thread& thread : threads_) thread.join();
    caller_.team = nullptr;
  }

  // Before the root is searched to a depth.
  void start_depth(int depth) {
    const std::uint64_t before = nodes_before_;
    nodes_before_ = counters().nodes;
    if (nodes_before_ - before < nodes_worth_sharing) worth_sharing_from_ = depth;
    const std::lock_guard lock(mutex_);
    caller_.share_from = std::max(std::min(depth - shared_levels, worth_sharing_from_), shallowest_shared);
  }

  template <class Search, class Visit>
  MCMS_COLD bool visit_children(Search& search, int depth, std::size_t first, std::size_t count, Visit& visit) {
    struct Node final : Split {
      Node(Context& owner, int depth, std::size_t first, std::size_t count, Visit& visit)
          : Split(owner.split, owner, depth, first, count), visit_(visit) {}
      bool visit(Context& context, std::size_t i, const typename Split::Hold& hold) override {
        Search by(context);
        return visit_(by, i, hold);
      }
      Visit& visit_;
    };
    Context& context = search.context();
    leave_if_unwanted(context);
    Node node(context, depth, first, count, visit);
    share(context, node);
    return !node.is_cut();
  }

  // What all of its threads counted; while no helper is at work.
  Counters counters() const {
    const std::lock_guard lock(mutex_);
    Counters all = caller_.counters();
    for (const auto& helper : helpers_) {
      if (helper) all += helper->context.counters();
    }
    return all;
  }

 private:
  struct alignas(64) Helper {
    Helper(Team& team, const Context& caller)
        : budget(caller.budget.for_helper([this, &team] { team.leave_if_unwanted(context); })),
          context{caller.game, team.chance_, caller.options, budget, caller.table} {
      context.team = &team;
    }

    Budget budget;
    Context context;
  };

  using Lock = std::unique_lock<std::mutex>;

  MCMS_COLD void share(Context& context, Split& node) {
    open(node);
    context.split = &node;
    attempt([&] { node.work(context); });
    close(context, node);
    context.split = node.above();
    if (context.split == nullptr && failure_) std::rethrow_exception(failure_);
    leave_if_unwanted(context);
    context.learn(node.learnt());
  }

  // Whatever ends one thread's search, a limit or an error, ends all; only the caller's hears why.
  template <class Work>
  void attempt(Work&& work) {
    try {
      work();
    } catch (const Abandoned&) {  // what was decided meanwhile needs no more work
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stopped_ = true;
    }
  }

  MCMS_COLD void open(Split& node) {
    const std::lock_guard lock(mutex_);
    if (threads_.empty()) {
      for (auto& place : helpers_) threads_.emplace_back([this, &place] { attempt([&] { help(place); }); });
    }
    open_.push_back(&node);
    if (waiting_ > 0) announce_change();
  }

  // Waits until nobody is at work in a node, and helps those who are.
  MCMS_COLD void close(Context& context, Split& node) {
    Lock lock(mutex_);
    open_.erase(std::find(open_.begin(), open_.end(), &node));
    while (node.helpers > 0) {
      if (Split* below = highest_open(&node)) {
        join(context, *below, lock);
        continue;
      }
      context.budget.give_back();
      wait(lock, [&] { changed_.wait_for(lock, std::chrono::milliseconds(1)); });
      lock.unlock();
      attempt([&] { context.budget.check(); });
      lock.lock();
    }
  }

  // What a helper does all its life.
  MCMS_COLD void help(std::unique_ptr<Helper>& place) {
    auto own = std::make_unique<Helper>(*this, caller_);
    Lock lock(mutex_);
    Context& context = (place = std::move(own))->context;
    while (!stopped_) {
      if (Split* node = highest_open(nullptr)) {
        join(context, *node, lock);
      } else {
        wait(lock, [&] { changed_.wait(lock); });
      }
    }
  }

  // Most waits are shorter than it takes to wake up: a thread keeps looking for a while before it sleeps, and lets
  // others have the core meanwhile.
  template <class Sleep>
  void wait(Lock& lock, Sleep&& sleep_until_changed) {
    ++waiting_;
    const auto seen = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < looks_before_sleep && changes_.load(std::memory_order_relaxed) == seen; ++i) {
      std::this_thread::yield();
    }
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == seen) sleep_until_changed();
    --waiting_;
  }

  void announce_change() {
    changes_.fetch_add(1, std::memory_order_relaxed);
    changed_.notify_all();
  }

  MCMS_COLD void join(Context& context, Split& node, Lock& lock) {
    ++node.helpers;
    context.share_from = caller_.share_from;
    const Split* before = context.split;
    lock.unlock();
    context.split = &node;
    attempt([&] { node.work(context); });
    context.split = before;
    context.budget.give_back();
    lock.lock();
    if (--node.helpers == 0) announce_change();
  }

  MCMS_COLD Split* highest_open(const Split* above) const {
    Split* highest = nullptr;
    if (stopped_) return nullptr;
    for (Split* node : open_) {
      if (highest != nullptr && node->depth() <= highest->depth()) continue;
      if (node->has_work() && (above == nullptr || node->is_below(*above)) && !node->is_decided()) highest = node;
    }
    return highest;
  }

  MCMS_COLD void leave_if_unwanted(const Context& context) const {
    if (stopped_.load(std::memory_order_relaxed) || (context.split != nullptr && context.split->is_decided())) {
      throw Abandoned{};
    }
  }

  Context& caller_;
  const decltype(Context::chance) chance_;  // as it was before anything was drawn
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a node was opened, or left by its last helper, or all is over
  std::vector<Split*> open_;         // whose children may be taken
  std::vector<std::unique_ptr<Helper>> helpers_;
  std::vector<std::thread> threads_;
  NodePool pool_;
  std::uint64_t nodes_before_ = 0;  // the depth that is being searched
  int worth_sharing_from_ = 0;
  int waiting_ = 0;
  std::atomic<std::uint64_t> changes_ = 0;
  std::atomic<bool> stopped_ = false;
  std::exception_ptr failure_;
};

template <class Context>
Counters all_counters(const Context& context) {
  return context.team == nullptr ? context.counters() : context.team->counters();
}

}  // namespace mcms
