// Samples of rolls in Can't Stop: which were drawn and how often.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "mcms/games/cant_stop_rolls.hpp"
#include "mcms/games/cant_stop_state.hpp"

namespace mcms::cant_stop {

// How often each roll was drawn.
struct DrawnRolls {
  std::array<std::uint8_t, 128> count{};
  std::uint8_t bust = 0;  // the roll that allows no move, if it was drawn

  void add(std::uint8_t roll) {
    ++count[roll & 0x7f];
    bust = roll >= MergedRolls::bust ? roll : bust;
  }
  int busts() const { return bust != 0 ? count[bust & 0x7f] : 0; }

  CantStopOutcome first() const {
    const auto drawn = std::find_if(count.begin(), count.end(), [](auto each) { return each != 0; });
    return bust != 0 ? CantStopOutcome(bust) : CantStopOutcome(drawn - count.begin());
  }

  // The likeliest first, which is a bust; the others in the order of rolls.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (bust != 0) visit(CantStopOutcome(bust), busts());
    for (std::size_t roll = 0; roll < roll_count; ++roll) {
      if (count[roll] != 0 && (roll | MergedRolls::bust) != bust) visit(CantStopOutcome(roll), count[roll]);
    }
  }
};

// A bit for each roll.
struct RollSet {
  std::uint64_t lower = 0, upper = 0;

  void operator|=(const RollSet& more) { lower |= more.lower, upper |= more.upper; }
  std::uint32_t size() const { return std::uint32_t(std::popcount(lower) + std::popcount(upper)); }
};

// The set of one roll, whether or not it is marked as a bust: looked up, since to shift a bit into one of two words
// takes longer.
inline constexpr std::array<RollSet, 256> roll_sets = [] {
  std::array<RollSet, 256> list{};
  for (std::size_t i = 0; i < list.size(); ++i) {
    (i & 64 ? list[i].upper : list[i].lower) = std::uint64_t(1) << (i & 63);
  }
  return list;
}();

// All that leaves ask of a sample, kept in registers: counts in memory had to be cleared, counted up one after the
// other and looked through.
struct RollsOfLeaves {
  RollSet seen;
  int busts = 0;

  void add(std::uint8_t roll) {
    seen |= roll_sets[roll];
    busts += roll >> 7;
  }
};

}  // namespace mcms::cant_stop
