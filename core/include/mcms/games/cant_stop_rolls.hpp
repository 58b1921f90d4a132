// Four dice in Can't Stop: the 126 rolls there are, which moves a roll allows, and which rolls are one outcome.
//
// Columns 2…12 are numbered 0…10 and a set of columns is a mask of eleven bits. The three pairings of a roll have the
// same sum, so a pairing is known by its lower column, and what a roll allows is found for all pairings at once.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "mcms/game/key.hpp"

namespace mcms::cant_stop {

using ColumnMask = std::uint32_t;

inline constexpr int column_count = 11;
inline constexpr ColumnMask all_columns = (1 << column_count) - 1;
inline constexpr std::size_t roll_count = 126;
inline constexpr int ways_in_all = 6 * 6 * 6 * 6;

struct Roll {
  std::array<std::uint8_t, 4> dice{};  // ascending
  std::uint8_t sum = 0;
  std::uint16_t ways = 0;      // of 1296
  std::uint16_t pairings = 0;  // their lower columns
  std::uint16_t twin = 0;      // the column of a pairing of two equal sums
  std::uint16_t columns = 0;   // of all pairings
};

constexpr Roll make_roll(int a, int b, int c, int d) {
  Roll roll;
  const std::array<int, 4> dice{a, b, c, d};
  roll.sum = std::uint8_t(a + b + c + d);
  int orders = 24;
  for (std::size_t i = 0, run = 1; i < 4; ++i) {
    roll.dice[i] = std::uint8_t(dice[i]);
    run = i > 0 && dice[i] == dice[i - 1] ? run + 1 : 1;
    orders /= int(run);
  }
  roll.ways = std::uint16_t(orders);
  for (const int partner : {b, c, d}) {
    const int low = std::min(a + partner, roll.sum - a - partner) - 2;
    const int high = roll.sum - 4 - low;
    roll.pairings |= std::uint16_t(1 << low);
    roll.columns |= std::uint16_t(1 << low | 1 << high);
    if (low == high) roll.twin = std::uint16_t(1 << low);
  }
  return roll;
}

// In ascending order, so that the smallest of several rolls is the first. One entry for each value of a byte that
// could stand in a state; those past the last roll allow nothing.
inline constexpr std::array<Roll, 128> rolls = [] {
  std::array<Roll, 128> list{};
  std::size_t next = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = a; b <= 6; ++b) {
      for (int c = b; c <= 6; ++c) {
        for (int d = c; d <= 6; ++d) list[next++] = make_roll(a, b, c, d);
      }
    }
  }
  return list;
}();

// For each set of columns, in how many of the 1296 ways at least one of them is rolled.
inline constexpr std::array<std::uint16_t, all_columns + 1> ways_to_hit = [] {
  std::array<int, all_columns + 1> within{};  // rolls whose columns all lie within the set
  for (const Roll& roll : rolls) within[roll.columns] += roll.ways;
  for (int column = 0; column < column_count; ++column) {
    for (ColumnMask set = 0; set <= all_columns; ++set) {
      if (set >> column & 1) within[set] += within[set ^ 1u << column];
    }
  }
  std::array<std::uint16_t, all_columns + 1> hit{};
  for (ColumnMask set = 0; set <= all_columns; ++set) {
    hit[set] = std::uint16_t(ways_in_all - within[all_columns ^ set]);
  }
  return hit;
}();

inline constexpr std::array<std::uint16_t, all_columns + 1> reversed = [] {
  std::array<std::uint16_t, all_columns + 1> list{};
  for (ColumnMask set = 0; set <= all_columns; ++set) {
    for (int column = 0; column < column_count; ++column) {
      if (set >> column & 1) list[set] |= std::uint16_t(1 << (column_count - 1 - column));
    }
  }
  return list;
}();

// All that the moves of a roll depend on.
struct Reach {
  ColumnMask playable;   // columns that can be advanced in
  ColumnMask competing;  // of those, the ones without a runner, if one runner is left for them; otherwise none
  ColumnMask last_step;  // of those, the ones with one step to go
};

// The moves of a roll; without any it is a bust.
struct Moves {
  ColumnMask pairs;    // the lower column of each pairing that advances twice
  ColumnMask singles;  // columns advanced in alone

  bool empty() const { return (pairs | singles) == 0; }

  // The same for the same moves: pairings of different sums differ only if both columns are advanced in.
  std::uint32_t identity(int sum) const { return pairs | singles << 11 | (pairs != 0 ? std::uint32_t(sum) << 22 : 0); }
};

// Bit `low` of the result says whether the set holds the higher column of the pairing that `low` is the lower one of.
inline ColumnMask partners(int sum, ColumnMask set) {
  const ColumnMask mirrored = reversed[set & all_columns];
  return sum <= 14 ? mirrored >> (14 - sum) : mirrored << (sum - 14);
}

inline Moves moves_of(const Roll& roll, const Reach& reach) {
  const ColumnMask low = roll.pairings & reach.playable;
  const ColumnMask high = roll.pairings & partners(roll.sum, reach.playable);
  const ColumnMask both = low & high;
  const ColumnMask choice = both & reach.competing & partners(roll.sum, reach.competing) & ~ColumnMask(roll.twin);
  const ColumnMask once = both & roll.twin & reach.last_step;
  const ColumnMask low_alone = (low & ~high) | choice | once;
  const ColumnMask high_alone = (high & ~low) | choice;
  return {both & ~choice & ~once, low_alone | partners(roll.sum, high_alone)};
}

// A number that one thread may write while others read it, each of them in whatever state it is.
template <class T>
class Relaxed {
 public:
  operator T() const { return value_.load(std::memory_order_relaxed); }
  void operator=(T value) { value_.store(value, std::memory_order_relaxed); }

 private:
  std::atomic<T> value_;
};

// The outcomes of a chance node, likeliest first: the sooner most of the probability is known, the sooner a
// search can prune. Rolls with the same moves are one outcome, named by the smallest of them.
struct MergedRolls {
  static constexpr std::uint8_t bust = 0x80;  // marks the one outcome, if there is one, that allows no move
  static constexpr int guided = 2;

  Relaxed<std::uint32_t> size;
  std::array<Relaxed<std::uint8_t>, roll_count + 1> roll;
  std::array<Relaxed<std::int16_t>, roll_count + 1> until;        // ways of this outcome and all before it
  std::array<Relaxed<std::uint8_t>, ways_in_all / guided> guide;  // which outcome the way 0, 2, 4, … belongs to

  // Different for different reaches.
  static std::uint64_t key_of(const Reach& reach) {
    return std::uint64_t(reach.playable) | std::uint64_t(reach.competing) << 11 | std::uint64_t(reach.last_step) << 22 |
           std::uint64_t(1) << 33;
  }

  // The outcome of the `way`-th of the 1296 ways the dice can fall: the guide says where to begin, and an outcome has
  // at least one way, so that it is this one or the next; without a branch to mispredict.
  std::uint8_t at(int way) const {
    const std::size_t first = guide[std::size_t(way) / guided];
    return roll[first + (until[first] <= way)];
  }

  void fill(const Reach& reach) {
    std::array<std::uint8_t, roll_count> smallest;
    std::array<std::uint32_t, roll_count> order;  // the ways, then the place in `smallest`, counted down
    DistinctMoves distinct;
    for (std::size_t i = 0; i < roll_count; ++i) {
      const Moves moves = moves_of(rolls[i], reach);
      const auto [group, is_new] = distinct.insert(moves.identity(rolls[i].sum));
      if (is_new) {
        smallest[group] = std::uint8_t(moves.empty() ? i | bust : i);
        order[group] = 0xff - group;
      }
      order[group] += std::uint32_t(rolls[i].ways) << 16;
    }
    const std::uint32_t groups = distinct.size();
    std::sort(order.begin(), order.begin() + groups, std::greater<>());
    int sum = 0;
    for (std::size_t i = 0, mark = 0; i < groups; ++i) {
      roll[i] = smallest[0xff - (order[i] & 0xff)];
      until[i] = std::int16_t(sum += int(order[i] >> 16));
      for (; int(mark) * guided < sum; ++mark) guide[mark] = std::uint8_t(i);
    }
    size = groups;
  }

 private:
  // Numbers the different moves in the order they come, by a hash table on the stack.
  class DistinctMoves {
   public:
    DistinctMoves() { group_at_.fill(none); }

    std::pair<std::uint8_t, bool> insert(std::uint32_t identity) {
      std::uint8_t slot = std::uint8_t(identity * 0x9e3779b1u >> 24);
      while (group_at_[slot] != none && identity_[group_at_[slot]] != identity) ++slot;
      const bool is_new = group_at_[slot] == none;
      if (is_new) {
        group_at_[slot] = size_;
        identity_[size_++] = identity;
      }
      return {group_at_[slot], is_new};
    }

    std::uint32_t size() const { return size_; }

   private:
    static constexpr std::uint8_t none = 0xff;
    std::array<std::uint8_t, 256> group_at_;
    std::array<std::uint32_t, roll_count> identity_;
    std::uint8_t size_ = 0;
  };
};

}  // namespace mcms::cant_stop
