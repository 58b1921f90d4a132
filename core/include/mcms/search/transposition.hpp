// The transposition table: what was learnt of a state at a depth, in bounded memory, shared by any number of threads.
//
// It remembers the best action, which orders later searches, and the proved bounds, which may answer them. A state has
// an entry for each depth it was searched to: values of different depths differ, and where a state occurs at several
// depths of one search they would evict each other.
//
// Each search is a generation. A new one sees nothing of those before, so no result depends on what ran before; or it
// builds on them, as the searches of one game may: what is proved of a state at a depth stays so as long as rules,
// options and seed are the same. Where room is short, entries of older generations make way first.
//
// Threads read and write without locks: an entry's first word is its key combined with a digest of the other three, so
// an entry of which another thread has written a part has a key that nobody asks for (Hyatt, Mann 2002). Not with their
// plain sum: both bounds of an exact value are one number, and would cancel out.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "mcms/compiler.hpp"
#include "mcms/search/bounds.hpp"
#include "mcms/search/large_pages.hpp"

namespace mcms {

// What is known of a state's value at a depth, and how far that knowledge reaches.
struct Proved {
  Bounds bounds;
  bool ended = false;     // no line was cut off by the depth: nothing is gained by searching deeper
  bool complete = false;  // and the value is the same at every greater depth
};

class TranspositionTable {
 public:
  struct Found {
    std::optional<Proved> proved{};            // of the depth that was asked for
    std::optional<std::size_t> best_action{};  // of that depth, or else of the deepest one known
  };

  // The best actions' indices are stored in 16 bits; later actions are simply not remembered.
  static constexpr std::size_t most_actions = 0xffff;

  explicit TranspositionTable(std::size_t bytes) : bucket_count_(std::bit_floor(bytes / sizeof(Bucket))) { allocate(); }

  std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

  void start_search() {
    go_on();
    oldest_ = generation_;
  }

  // Starts a search that may use what those before it have left.
  void go_on() {
    if (++generation_ == 0) {
      allocate();
      oldest_ = generation_ = 1;
    }
  }

  void prefetch(std::uint64_t hash, int depth) const {
    if (bucket_count_ != 0) MCMS_PREFETCH(&bucket(hash, depth));
  }

  Found find(std::uint64_t hash, int depth) const {
    Found found;
    if (bucket_count_ == 0) return found;
    int deepest = -1;
    for (const Entry& entry : bucket(hash, depth)) {
      const Words words = entry.read();
      if (!is_known(words) || words.hash() != hash) continue;
      if (words.holds_at(depth)) found.proved = words.proved();
      const int rank = words.depth() == depth ? largest_rank : words.depth();
      if (rank > deepest) found.best_action = words.best_action(), deepest = rank;
    }
    return found;
  }

  // By reference: to copy what was written a byte at a time as whole words stalls the processor.
  void store(std::uint64_t hash, int depth, const Proved& proved, std::size_t best_action) {
    if (bucket_count_ == 0 || best_action >= most_actions) return;
    Entry& entry = slot_for(hash, depth);
    const Words known = entry.read();
    const bool same = is_known(known) && known.hash() == hash && known.depth() == depth;
    entry.write(Words(hash, depth, same ? both(proved, known.proved()) : proved, generation_, best_action));
  }

 private:
  static constexpr int largest_rank = 256;

  class Words {
   public:
    Words() = default;
    Words(std::uint64_t hash, int depth, const Proved& proved, std::uint16_t generation, std::size_t best_action)
        : lower(std::bit_cast<std::uint64_t>(proved.bounds.lower)),
          upper(std::bit_cast<std::uint64_t>(proved.bounds.upper)),
          rest(std::uint64_t(generation) | std::uint64_t(best_action) << 16 | std::uint64_t(depth) << 32 |
               std::uint64_t(proved.ended) << 40 | std::uint64_t(proved.complete) << 41) {
      check = hash ^ digest();
    }

    std::uint64_t hash() const { return check ^ digest(); }
    std::uint16_t generation() const { return std::uint16_t(rest); }  // 0: never written
    std::size_t best_action() const { return std::uint16_t(rest >> 16); }
    int depth() const { return std::uint8_t(rest >> 32); }
    bool complete() const { return rest >> 41 & 1; }
    bool holds_at(int searched) const { return searched == depth() || (complete() && searched > depth()); }
    Proved proved() const {
      return {{std::bit_cast<double>(lower), std::bit_cast<double>(upper)}, bool(rest >> 40 & 1), complete()};
    }

    std::uint64_t check = 0, lower = 0, upper = 0, rest = 0;

   private:
    std::uint64_t digest() const { return rest ^ folded_product(lower ^ golden_gamma, upper ^ ~golden_gamma); }
  };

  class Entry {
   public:
    Words read() const {
      Words words;
      words.check = check_.load(std::memory_order_relaxed);
      words.lower = lower_.load(std::memory_order_relaxed);
      words.upper = upper_.load(std::memory_order_relaxed);
      words.rest = rest_.load(std::memory_order_relaxed);
      return words;
    }
    void write(const Words& words) {
      check_.store(words.check, std::memory_order_relaxed);
      lower_.store(words.lower, std::memory_order_relaxed);
      upper_.store(words.upper, std::memory_order_relaxed);
      rest_.store(words.rest, std::memory_order_relaxed);
    }

   private:
    std::atomic<std::uint64_t> check_, lower_, upper_, rest_;
  };

  static constexpr std::size_t large = std::size_t(32) << 20;

  // Two cache lines, which processors fetch together.
  static constexpr std::size_t entries_a_bucket = 4;
  struct alignas(128) Bucket : std::array<Entry, entries_a_bucket> {};

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
    // Not for the small tables of short searches, which would spend their time on clearing whole large pages.
    if (bytes() >= large) ask_for_large_pages(memory_.get(), bytes());
  }

  // Neighbouring depths of a state share a bucket, so that one search's best action orders the next one; four of
  // them fill it, and the next four go elsewhere.
  Bucket& bucket(std::uint64_t hash, int depth) const {
    return buckets_[(hash + (std::uint64_t(depth + 1) >> 2) * 0x9e3779b97f4a7c15ULL) & (bucket_count_ - 1)];
  }

  // Both pairs of bounds are proved, so both hold.
  static Proved both(const Proved& a, const Proved& b) {
    return {a.bounds.intersect(b.bounds), a.ended && b.ended, a.complete && b.complete};
  }

  bool is_known(const Words& words) const { return words.generation() >= oldest_; }

  // What is least to lose: an empty entry, else one of an older search, else the shallowest.
  int rank_of(const Words& words) const {
    if (!is_known(words)) return -1;
    return words.generation() == generation_ ? largest_rank + words.depth() : words.depth();
  }

  // The state's own entry of this depth, else the one that is least to lose.
  Entry& slot_for(std::uint64_t hash, int depth) {
    Bucket& all = bucket(hash, depth);
    Entry* least = &all[0];
    int least_rank = 2 * largest_rank;
    for (Entry& entry : all) {
      const Words words = entry.read();
      if (is_known(words) && words.hash() == hash && words.depth() == depth) return entry;
      const int rank = rank_of(words);
      if (rank < least_rank) least = &entry, least_rank = rank;
    }
    return *least;
  }

  std::size_t bucket_count_;
  Memory memory_;
  Bucket* buckets_ = nullptr;
  std::uint16_t generation_ = 0;
  std::uint16_t oldest_ = 1;  // of the generations that count
};

}  // namespace mcms
