// A state of Ra: everything is open, so this is all there is to know.
#pragma once

#include <bit>
#include <type_traits>

#include "mcms/compiler.hpp"
#include "mcms/game/static_vector.hpp"
#include "mcms/games/ra_tiles.hpp"

namespace mcms {

enum class RaPhase : std::uint8_t { main, drawing, god, bid, discard, over };

namespace ra {

// Suns 1 to 9 as a set of bits, sun n being bit n. Of two players' suns the greater set has the highest sun.
using Suns = std::uint16_t;

constexpr Suns sun_bit(int sun) { return Suns(1u << sun); }
constexpr int lowest(Suns suns) { return std::countr_zero(suns); }
constexpr Suns above(int sun) { return Suns(~0u << (sun + 1)); }

inline constexpr int ra_track_length = 6;
inline constexpr int auction_track_length = 8;
inline constexpr int epochs = 3;
inline constexpr int starting_points = 10;

}  // namespace ra

// Counts rather than lists of tiles: equal positions are equal bytes, whatever order led to them.
//
// `lead`, the totals and `track_worth` follow from the rest. They are carried along because almost every state
// a search meets differs from the one before by a drawn tile alone, which changes each by an addition or not
// at all.
struct RaState {
  ra::Holding bag = 0;
  ra::Holding track = 0;
  std::array<ra::Holding, 2> tiles{};
  ra::Disasters bag_disasters = 0;
  ra::Disasters track_disasters = 0;
  std::array<ra::Suns, 2> suns{};  // face up
  std::array<ra::Suns, 2> used_suns{};
  std::array<std::int16_t, 2> points{};
  std::int16_t lead = 0;  // what the estimate is a function of, see ra_scoring.hpp
  std::uint8_t bag_ra = 0;
  std::uint8_t bag_total = 0;
  std::uint8_t track_total = 0;
  std::int8_t track_worth = 0;
  std::uint8_t centre_sun = 0;
  std::uint8_t epoch = 1;
  std::uint8_t ra_track = 0;
  RaPhase phase = RaPhase::main;
  std::uint8_t to_move = 0;  // 0 in a finished game
  // Of the auction; 0 outside it.
  std::uint8_t caller = 0;
  bool voluntary = false;
  std::uint8_t bid = 0;  // the sun that the caller's opponent has bid
  // Tiles the winner of an auction has still to choose.
  std::uint8_t unrest_discards = 0;
  std::uint8_t earthquake_discards = 0;

  friend bool operator==(const RaState&, const RaState&) = default;
};

// The hash reads the bytes.
static_assert(std::has_unique_object_representations_v<RaState> && sizeof(RaState) == 64);

namespace ra {

constexpr int in_bag(const RaState& s, std::size_t kind) {
  return kind < holdable_kinds ? count(s.bag, kind) : count(s.bag_disasters, kind);
}
inline std::uint32_t kinds_in_bag(const RaState& s) {
  return std::uint32_t((s.bag_ra > 0) + kinds_among<0, holdable_kinds>(s.bag) +
                       kinds_among<holdable_kinds, track_kinds>(s.bag_disasters));
}
template <class Visit>
constexpr void for_each_on_track(const RaState& s, Visit&& visit) {
  for_each_count<0, holdable_kinds>(s.track, visit);
  for_each_count<holdable_kinds, track_kinds>(s.track_disasters, visit);
}
constexpr int on_track(const RaState& s, std::size_t kind) {
  return kind < holdable_kinds ? count(s.track, kind) : count(s.track_disasters, kind);
}

}  // namespace ra

}  // namespace mcms
