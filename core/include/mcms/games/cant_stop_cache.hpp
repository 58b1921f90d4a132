// The merged rolls of the reaches met last, kept by the game and shared by all its threads.
//
// Merging takes longer than evaluating what comes of it, and a search meets few different reaches, each many thousand
// times. A pure function's memory: no result depends on it. Nobody waits for anybody: who reads looks at the slot's
// stamp before and after and trusts nothing if it has changed (a sequence lock, Boehm 2012), and who finds another
// thread writing works things out for itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "mcms/compiler.hpp"
#include "mcms/games/cant_stop_rolls.hpp"

namespace mcms::cant_stop {

class MergedRollsCache {
 public:
  // The system hands out zeroed pages as they are touched, so that a game that is hardly played costs hardly anything.
  MergedRollsCache() : slots_(static_cast<Slot*>(std::calloc(slot_count, sizeof(Slot))), std::free) {
    if (!slots_) throw std::bad_alloc();
  }

  // What `use` makes of the merged rolls of a reach. It may be called twice, and then the second call counts.
  template <class Use>
  auto operator()(const Reach& reach, Use&& use) const {
    const std::uint64_t key = MergedRolls::key_of(reach);
    Slot& slot = slots_.get()[key * golden_gamma >> (64 - slot_bits)];
    const std::uint64_t stamp = slot.stamp.load(std::memory_order_acquire);
    if ((stamp & key_bits) == key) [[likely]] {
      const auto result = use(slot.rolls);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (slot.stamp.load(std::memory_order_relaxed) == stamp) [[likely]]
        return result;
    }
    return merge(slot, key, reach, use);
  }

 private:
  static constexpr int slot_bits = 12;
  static constexpr std::size_t slot_count = std::size_t(1) << slot_bits;

  // A stamp is a key and above it how often the slot was written.
  static constexpr std::uint64_t one_writing = std::uint64_t(1) << 34, key_bits = one_writing - 1;
  static constexpr std::uint64_t busy = 1;  // no reach has this key, nor 0

  struct Slot {
    std::atomic<std::uint64_t> stamp;
    MergedRolls rolls;
  };

  template <class Use>
  MCMS_COLD static auto merge(Slot& slot, std::uint64_t key, const Reach& reach, Use&& use) {
    std::uint64_t stamp = slot.stamp.load(std::memory_order_relaxed);
    const std::uint64_t next = (stamp & ~key_bits) + one_writing;
    if ((stamp & key_bits) == busy ||
        !slot.stamp.compare_exchange_strong(stamp, next | busy, std::memory_order_acquire)) {
      MergedRolls own;
      own.fill(reach);
      return use(own);
    }
    std::atomic_thread_fence(std::memory_order_release);
    slot.rolls.fill(reach);
    const auto result = use(slot.rolls);
    slot.stamp.store(next | key, std::memory_order_release);
    return result;
  }

  std::shared_ptr<Slot> slots_;
};

}  // namespace mcms::cant_stop
