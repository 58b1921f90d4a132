// The transposition table: what was learnt of a state, in bounded memory.
//
// It remembers the best action, which orders later searches, and the proved bounds, which may
// answer them. A new search starts a new generation, so no result depends on what ran before.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "mcms/search/bounds.hpp"

namespace mcms {

class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t hash;
    Bounds bounds;             // of the value at `depth`
    std::uint16_t generation;  // 0: never written
    std::uint16_t best_action;
    std::uint8_t depth;
    bool complete;  // proved from finished states alone, so true of any greater depth too

    bool holds_at(int searched) const { return complete ? searched >= depth : searched == depth; }
  };

  // The best actions' indices are stored in 16 bits; later actions are simply not remembered.
  static constexpr std::size_t most_actions = 0xffff;

  explicit TranspositionTable(std::size_t bytes) : bucket_count_(std::bit_floor(bytes / sizeof(Bucket))) { allocate(); }

  std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

  void start_search() {
    if (++generation_ == 0) {
      allocate();
      generation_ = 1;
    }
  }

  void prefetch(std::uint64_t hash) const {
    if (bucket_count_ != 0) __builtin_prefetch(&bucket(hash), 1);
  }

  const Entry* find(std::uint64_t hash) const {
    if (bucket_count_ == 0) return nullptr;
    for (const Entry& entry : bucket(hash).entries) {
      if (is_current(entry) && entry.hash == hash) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t hash, int depth, Bounds bounds, bool complete, std::size_t best_action) {
    if (bucket_count_ == 0 || best_action >= most_actions) return;
    Entry& entry = slot_for(hash);
    const bool known = is_current(entry) && entry.hash == hash;
    // Both pairs of bounds are proved, so both hold. A different depth is a different value.
    if (known && entry.depth == depth) {
      bounds = bounds.intersect(entry.bounds);
      complete = complete && entry.complete;
    }
    entry = {hash, bounds, generation_, std::uint16_t(best_action), std::uint8_t(depth), complete};
  }

 private:
  // Two entries to a cache line.
  struct alignas(64) Bucket {
    std::array<Entry, 2> entries;
  };

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<void, Free>;

  // The system hands out zeroed pages as they are touched, so a large table costs a short search nothing;
  // calloc promises no alignment to cache lines, hence the spare bucket.
  void allocate() {
    if (bucket_count_ == 0) return;
    std::size_t space = (bucket_count_ + 1) * sizeof(Bucket);
    memory_ = Memory(std::calloc(space, 1));
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), bucket_count_ * sizeof(Bucket), start, space));
  }

  Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (bucket_count_ - 1)]; }
  bool is_current(const Entry& entry) const { return entry.generation == generation_; }

  // The state's own entry, else one of an older search, else the shallowest.
  Entry& slot_for(std::uint64_t hash) {
    auto& [first, second] = bucket(hash).entries;
    if (is_current(first) && first.hash == hash) return first;
    if (is_current(second) && second.hash == hash) return second;
    if (!is_current(first)) return first;
    if (!is_current(second)) return second;
    return first.depth <= second.depth ? first : second;
  }

  std::size_t bucket_count_;
  Memory memory_;
  Bucket* buckets_ = nullptr;
  std::uint16_t generation_ = 0;
};

}  // namespace mcms
