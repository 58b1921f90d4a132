// Independent draws from outcomes that are the same in every state, such as dice: several draws in one lookup.
//
// k draws from n outcomes come to one of C(n + k - 1, k) multisets. A table of them all, each with its multinomial
// probability, is drawn from by the alias method (Walker 1977, built as in Vose 1991): half a random word says where to
// look and which of two multisets it is, without a branch. A multiset is one word of counts, and blocks of draws are
// added like numbers. No probability is off by more than 2^-32 a slot of the table.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcms/compiler.hpp"
#include "mcms/game/draws.hpp"

namespace mcms {

// A sample: how often each outcome was drawn, in a field each; what they score in all is in the bits above.
template <const auto& outcomes>
struct FixedSample {
  static constexpr std::size_t size = outcomes.size();
  static constexpr int field = std::min<int>(8, 55 / int(size));
  static constexpr int most = (1 << field) - 1;  // of one outcome, and so of all together
  static constexpr int above = field * int(size);
  static constexpr std::uint64_t every_field = [] {
    std::uint64_t ones = 0;
    for (std::size_t i = 0; i < size; ++i) ones |= std::uint64_t(1) << field * int(i);
    return ones;
  }();

  std::uint64_t word;
  int width;  // draws in all

  int score() const { return int(word >> above); }

  // How often one was drawn; never, if it is none of the outcomes.
  template <auto outcome>
  int count() const {
    constexpr auto place = std::find_if(outcomes.begin(), outcomes.end(), [](auto& o) { return o.outcome == outcome; });
    return place == outcomes.end() ? 0 : count_at(std::size_t(place - outcomes.begin()));
  }

  std::uint32_t distinct() const { return std::uint32_t(std::popcount(drawn())); }

  auto first() const { return outcomes[std::size_t(std::countr_zero(word)) / std::size_t(field)].outcome; }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint64_t left = drawn(); left != 0; left &= left - 1) {
      const int highest = std::countr_zero(left);
      visit(outcomes[std::size_t(highest / field)].outcome, int(word >> (highest - (field - 1))) & most);
    }
  }

 private:
  int count_at(std::size_t i) const { return int(word >> field * int(i)) & most; }

  // The highest bit of each field that is above 0, into which the bits below carry. Going through these meets one
  // branch that nobody could predict, the last; asking each field would be one branch a field.
  std::uint64_t drawn() const {
    constexpr std::uint64_t below_highest = every_field * (most >> 1);
    return (((word & below_highest) + below_highest) | word) & every_field << (field - 1);
  }
};

template <const auto& outcomes>
class FixedDraws {
 public:
  using Sample = FixedSample<outcomes>;
  static constexpr int most_draws = Sample::most;

  // `score` says what an outcome adds to a sample's score; that of `most_draws` must fit in the bits that are left.
  template <class Score>
  explicit FixedDraws(Score&& score) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const auto scored = std::uint64_t(score(outcomes[i].outcome)) << Sample::above;
      one_[i] = {scored | std::uint64_t(1) << Sample::field * int(i), outcomes[i].probability};
    }
    for (int size = 1; size <= largest_block; ++size) {
      Multisets all;
      list_multisets(size, 0, {0, 1.0}, all);
      fill(all, &slots_[block(size).first]);
    }
  }

  // A number of draws, 1 to `most_draws`.
  MCMS_ALWAYS_INLINE Sample operator()(int width, const Draws& draws) const {
    std::uint64_t sum = 0;
    int left = width;
    for (std::uint64_t i = 0;; ++i, left -= 2 * largest_block) {
      const std::uint64_t word = draws.word(i);
      if (left <= largest_block) return {sum + look(block(left), word >> 32), width};
      sum += look(block(largest_block), word >> 32);
      if (left <= 2 * largest_block) return {sum + look(block(left - largest_block), word & 0xffffffff), width};
      sum += look(block(largest_block), word & 0xffffffff);
    }
  }

 private:
  // With eleven outcomes the largest table then has 3003 entries; larger ones leave the fast caches.
  static constexpr int largest_block = 5;

  struct Multiset {
    std::uint64_t counts;
    double probability;
  };
  using Multisets = std::vector<Multiset>;

  struct alignas(32) Slot {
    std::array<std::uint64_t, 2> counts;  // below the threshold, and from there on
    std::uint32_t threshold;
  };

  // Where the table of a block is.
  struct Block {
    std::size_t first;
    std::size_t size;
  };
  static constexpr auto blocks = [] {
    std::array<Block, largest_block + 1> list{};
    std::size_t first = 0, size = 1;
    for (std::size_t k = 1; k <= largest_block; ++k) {
      size = size * (outcomes.size() + k - 1) / k;
      list[k] = {first, size};
      first += size;
    }
    return list;
  }();
  static constexpr Block block(int size) { return blocks[std::size_t(size)]; }

  // Without a branch, which nobody could predict.
  MCMS_ALWAYS_INLINE std::uint64_t look(Block block, std::uint64_t bits) const {
    const std::uint64_t place = bits * block.size;
    const Slot& slot = slots_[block.first + (place >> 32)];
    return slot.counts[std::uint32_t(place) >= slot.threshold];
  }

  // All ways to draw `left` times from the outcomes at `from` and later, beside `drawn`; a binomial at a time.
  void list_multisets(int left, std::size_t from, Multiset drawn, Multisets& all) const {
    if (from == outcomes.size()) {
      if (left == 0) all.push_back(drawn);
      return;
    }
    for (int count = 0; count <= left; ++count) {
      list_multisets(left - count, from + 1, drawn, all);
      drawn.counts += one_[from].counts;
      drawn.probability *= one_[from].probability * (left - count) / (count + 1);
    }
  }

  // Slot i has multiset i up to a threshold, and from there a likelier one that has more than its slot holds.
  static void fill(const Multisets& all, Slot* slots) {
    constexpr std::uint32_t full = 0xffffffff;
    std::vector<double> share;
    std::vector<std::size_t> small, large;
    for (std::size_t i = 0; i < all.size(); ++i) {
      share.push_back(all[i].probability * double(all.size()));
      (share[i] < 1.0 ? small : large).push_back(i);
      slots[i] = {{all[i].counts, all[i].counts}, full};
    }
    while (!small.empty() && !large.empty()) {
      const std::size_t low = small.back(), high = large.back();
      small.pop_back();
      slots[low].threshold = std::uint32_t(share[low] * double(full));
      slots[low].counts[1] = all[high].counts;
      if ((share[high] -= 1.0 - share[low]) < 1.0) {
        large.pop_back();
        small.push_back(high);
      }
    }
  }

  std::array<Multiset, outcomes.size()> one_;
  std::array<Slot, blocks[largest_block].first + blocks[largest_block].size> slots_;
};

}  // namespace mcms
