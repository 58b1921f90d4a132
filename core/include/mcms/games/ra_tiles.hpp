// Ra's tiles: their kinds, how many of each the game has, and counts of them packed into words.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mcms/compiler.hpp"

namespace mcms {

// What a player can hold comes first, then the disasters, then Ra. Within each part the likeliest tile comes
// first, which lists the outcomes of a draw in an order good for pruning.
enum class RaTile : std::uint8_t {
  pharaoh,
  nile,
  flood,
  god,
  civilization_1,
  civilization_2,
  civilization_3,
  civilization_4,
  civilization_5,
  monument_1,
  monument_2,
  monument_3,
  monument_4,
  monument_5,
  monument_6,
  monument_7,
  monument_8,
  gold,
  unrest,
  funeral,
  drought,
  earthquake,
  ra,
};

namespace ra {

inline constexpr std::size_t kinds = 23;
inline constexpr std::size_t track_kinds = 22;     // all but Ra
inline constexpr std::size_t holdable_kinds = 18;  // nor disasters

using Counts = std::array<std::uint8_t, kinds>;

inline constexpr Counts supply{25, 25, 12, 8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 2, 2, 2, 30};

inline constexpr std::array<std::string_view, kinds> names{"pharaoh",
                                                           "nile",
                                                           "flood",
                                                           "god",
                                                           "civilization_1",
                                                           "civilization_2",
                                                           "civilization_3",
                                                           "civilization_4",
                                                           "civilization_5",
                                                           "monument_1",
                                                           "monument_2",
                                                           "monument_3",
                                                           "monument_4",
                                                           "monument_5",
                                                           "monument_6",
                                                           "monument_7",
                                                           "monument_8",
                                                           "gold",
                                                           "unrest",
                                                           "funeral",
                                                           "drought",
                                                           "earthquake",
                                                           "ra"};

constexpr std::size_t index(RaTile tile) { return static_cast<std::size_t>(tile); }
constexpr RaTile tile(std::size_t index) { return static_cast<RaTile>(index); }

// All kinds but Ra, as a list known when compiling, over which loops unroll.
inline constexpr std::array<RaTile, track_kinds> all_but_ra = [] {
  std::array<RaTile, track_kinds> list{};
  for (std::size_t i = 0; i < track_kinds; ++i) list[i] = tile(i);
  return list;
}();

// How many tiles there are of each holdable kind, every count in just the bits that its supply needs, 60 in
// all: taking the track is one addition, and a whole state is 64 bytes.
using Holding = std::uint64_t;

// The same for the four disasters.
using Disasters = std::uint16_t;

constexpr int bits_for(int most) { return most >= 16 ? 5 : most >= 8 ? 4 : most >= 4 ? 3 : 2; }

inline constexpr std::array<std::uint8_t, track_kinds> shifts = [] {
  std::array<std::uint8_t, track_kinds> list{};
  int shift = 0;
  for (std::size_t i = 0; i < track_kinds; ++i) {
    if (i == holdable_kinds) shift = 0;  // the disasters have a word of their own
    list[i] = std::uint8_t(shift);
    shift += bits_for(supply[i]);
  }
  return list;
}();

// One tile of a kind, 0 in the word it does not belong to.
inline constexpr std::array<Holding, track_kinds> one = [] {
  std::array<Holding, track_kinds> list{};
  for (std::size_t i = 0; i < holdable_kinds; ++i) list[i] = Holding(1) << shifts[i];
  return list;
}();
inline constexpr std::array<Disasters, track_kinds> one_disaster = [] {
  std::array<Disasters, track_kinds> list{};
  for (std::size_t i = holdable_kinds; i < track_kinds; ++i) list[i] = Disasters(1 << shifts[i]);
  return list;
}();

inline constexpr std::array<std::uint8_t, track_kinds> masks = [] {
  std::array<std::uint8_t, track_kinds> list{};
  for (std::size_t i = 0; i < track_kinds; ++i) list[i] = std::uint8_t((1 << bits_for(supply[i])) - 1);
  return list;
}();

// In a bag's second word Ra tiles follow the disasters.
inline constexpr int bits_of_disasters = 9;
static_assert(shifts[track_kinds - 1] + bits_for(supply[track_kinds - 1]) == bits_of_disasters);

constexpr int count(std::uint64_t word, std::size_t kind) { return int(word >> shifts[kind]) & masks[kind]; }
constexpr int count(std::uint64_t word, RaTile tile) { return count(word, index(tile)); }

// Which kind a bit of a word belongs to.
template <std::size_t first, std::size_t end>
inline constexpr auto kinds_of_bits = [] {
  std::array<std::uint8_t, 64> list{};
  for (std::size_t kind = first; kind < end; ++kind) {
    for (int bit = 0; bit < bits_for(supply[kind]); ++bit) list[std::size_t(shifts[kind] + bit)] = std::uint8_t(kind);
  }
  return list;
}();

// Calls visit(kind, copies) for each kind that a word has any copies of.
template <std::size_t first, std::size_t end, class Visit>
constexpr void for_each_count(std::uint64_t word, Visit&& visit) {
  while (word != 0) {
    const std::size_t kind = kinds_of_bits<first, end>[std::size_t(std::countr_zero(word))];
    visit(kind, count(word, kind));
    word &= ~(std::uint64_t(masks[kind]) << shifts[kind]);
  }
}

// The counts of any list, which may leave out the kinds at its end, as the words a state holds.
template <class List>
constexpr Holding packed(const List& counts) {
  Holding word = 0;
  for (std::size_t i = 0; i < holdable_kinds; ++i) word += counts[i] * one[i];
  return word;
}
template <class List>
constexpr Disasters packed_disasters(const List& counts) {
  int word = 0;
  for (std::size_t i = holdable_kinds; i < track_kinds; ++i) word += counts[i] * one_disaster[i];
  return Disasters(word);
}

// The counts of a word all at once: which of them are above 0 shows in their highest bits, into which the bits below
// carry.
template <std::size_t first, std::size_t end>
constexpr int kinds_among(std::uint64_t word) {
  constexpr auto highest = [] {
    std::uint64_t bits = 0;
    for (std::size_t i = first; i < end; ++i) bits |= std::uint64_t(masks[i] / 2 + 1) << shifts[i];
    return bits;
  }();
  constexpr auto lower = [] {
    std::uint64_t bits = 0;
    for (std::size_t i = first; i < end; ++i) bits |= std::uint64_t(masks[i] / 2) << shifts[i];
    return bits;
  }();
  return std::popcount((((word & lower) + lower) | word) & highest);
}

// A run of kinds that a disaster chooses from and a rule counts together.
struct Group {
  std::size_t first;
  std::size_t size;

  constexpr std::size_t end() const { return first + size; }
};
inline constexpr Group civilizations{index(RaTile::civilization_1), 5};
inline constexpr Group monuments{index(RaTile::monument_1), 8};

template <Group group>
constexpr int distinct_in(Holding held) {
  return kinds_among<group.first, group.end()>(held);
}

struct GroupCount {
  int tiles = 0;
  int distinct = 0;
};

template <Group group>
constexpr GroupCount count_group(Holding held) {
  GroupCount found{0, distinct_in<group>(held)};
  for (std::size_t i = group.first; i < group.end(); ++i) found.tiles += count(held, i);
  return found;
}

// The bits of the kinds in a group.
template <Group group>
inline constexpr Holding bits_of = (one[group.end() - 1] << bits_for(supply[group.end() - 1])) - one[group.first];

// Each of the 180 tiles there are: a bag with n tiles of a kind holds the first n of them, so that a tile drawn from
// all of them is one drawn from the bag if it is in it.
struct PhysicalTile {
  std::uint8_t kind;
  std::uint8_t copy;
  // Where the two words of a bag have the count of its kind.
  std::uint8_t first_bit;
  std::uint8_t mask;

  // The second word is that of the disasters and Ra.
  MCMS_ALWAYS_INLINE bool is_in(const std::array<std::uint64_t, 2>& bag) const {
    return copy < (int(bag[first_bit / 64] >> first_bit % 64) & mask);
  }
};
inline constexpr auto every_tile = [] {
  std::array<PhysicalTile, 180> list{};
  std::size_t next = 0;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const bool is_ra = kind == index(RaTile::ra);
    const int first_bit = (kind < holdable_kinds ? 0 : 64) + (is_ra ? bits_of_disasters : shifts[kind]);
    const int mask = is_ra ? 31 : masks[kind];
    for (std::uint8_t copy = 0; copy < supply[kind]; ++copy) {
      list[next++] = {std::uint8_t(kind), copy, std::uint8_t(first_bit), std::uint8_t(mask)};
    }
  }
  return list;
}();

// About what a tile adds to its taker's score, for ordering moves only: it looks at no one's other tiles.
inline constexpr std::array<std::int8_t, track_kinds> rough_worth{2, 1, 2, 2, 3, 3, 3, 3,  3,  2,  2,
                                                                  2, 2, 2, 2, 2, 2, 3, -4, -2, -2, -3};

// What a God tile is best spent on comes first.
inline constexpr std::array<RaTile, holdable_kinds - 1> god_choices{RaTile::civilization_1,
                                                                    RaTile::civilization_2,
                                                                    RaTile::civilization_3,
                                                                    RaTile::civilization_4,
                                                                    RaTile::civilization_5,
                                                                    RaTile::gold,
                                                                    RaTile::flood,
                                                                    RaTile::pharaoh,
                                                                    RaTile::monument_1,
                                                                    RaTile::monument_2,
                                                                    RaTile::monument_3,
                                                                    RaTile::monument_4,
                                                                    RaTile::monument_5,
                                                                    RaTile::monument_6,
                                                                    RaTile::monument_7,
                                                                    RaTile::monument_8,
                                                                    RaTile::nile};

}  // namespace ra
}  // namespace mcms
