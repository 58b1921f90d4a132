// Which states of Ra the rules can be asked about.
#pragma once

#include "mcms/game/invalid_state.hpp"
#include "mcms/games/ra_rules.hpp"

namespace mcms {

namespace ra {

inline constexpr int suns_each = 4;
inline constexpr int most_points = 328;  // no game gives more

inline void check_suns(const RaState& s) {
  require_state(s.centre_sun >= 1 && s.centre_sun <= 9, "the centre has no sun: expected one of 1 to 9");
  int seen = sun_bit(s.centre_sun);
  for (std::size_t player = 0; player < 2; ++player) {
    const int own = s.suns[player] | s.used_suns[player];
    require_state((own & ~0x3fe) == 0 && (own & seen) == 0 && (s.suns[player] & s.used_suns[player]) == 0 &&
                      std::popcount(unsigned(own)) == suns_each,
                  "suns are not each in one place: expected four a player, face up or used, of 1 to 9");
    seen |= own;
  }
}

// Counts are packed so tightly that one tile too many would spill into the next kind's.
inline void check_tiles(const RaState& s) {
  constexpr int used_bits = 60;
  const Holding all = s.bag | s.track | s.tiles[0] | s.tiles[1];
  const int disasters = s.bag_disasters | s.track_disasters;
  bool fits = all >> used_bits == 0 && disasters >> (shifts[track_kinds - 1] + 2) == 0;
  for (std::size_t i = 0; i < track_kinds; ++i) {
    const int held = i < holdable_kinds ? count(s.tiles[0], i) + count(s.tiles[1], i) : 0;
    fits = fits && in_bag(s, i) + on_track(s, i) + held <= supply[i];
  }
  fits = fits && s.bag_ra + s.ra_track <= supply[index(RaTile::ra)];
  require_state(fits, "there are more tiles of a kind than the game has: expected at most its supply");
  const RaState whole = completed(s);
  require_state(whole == s, "totals, worth or lead do not follow from the tiles: expected what they come to");
  require_state(s.track_total <= auction_track_length, "the auction track has too many tiles: expected at most 8");
}

template <Group group>
bool has_choice(const RaState& s, int discards) {
  const GroupCount found = count_group<group>(s.tiles[s.to_move]);
  return discards == 0 || (found.tiles > discards && found.distinct > 1);
}

inline void check_phase(const RaState& s) {
  const bool discards = s.unrest_discards + s.earthquake_discards > 0;
  require_state(discards == (s.phase == RaPhase::discard), "tiles are to be discarded: expected that in discard alone");
  require_state(has_choice<civilizations>(s, s.unrest_discards) && has_choice<monuments>(s, s.earthquake_discards),
                "a discard is no choice: expected more tiles than must go, of two kinds");
  if (s.phase == RaPhase::discard || s.phase == RaPhase::over) return;
  require_state(s.suns[s.to_move] != 0, "the player to move has no face-up sun: expected a player who has one");
  if (s.phase == RaPhase::drawing) {
    require_state(s.bag_total > 0, "a tile is drawn from an empty bag: expected tiles in it");
    require_state(s.track_total < auction_track_length, "a tile is drawn with 8 on the track: expected room for it");
  }
  if (s.phase == RaPhase::bid) {
    require_state(s.suns[s.caller] != 0, "the caller has no face-up sun: expected a player who has one");
    require_state(
        s.bid == 0 || (s.to_move == s.caller && s.bid <= 9 && (s.suns[opponent(s.caller)] & sun_bit(s.bid)) != 0),
        "the bid is no face-up sun of the caller's opponent: expected one that is, or none");
  }
}

}  // namespace ra

// The numbers that what follows from others is worked out with.
inline void check_numbers(const RaState& s) {
  require_state(s.to_move <= 1 && s.caller <= 1, "a player is neither 0 nor 1: expected one of them");
  require_state(s.phase <= RaPhase::over, "the phase is unknown: expected one of the six");
  require_state(s.epoch >= 1 && s.epoch <= ra::epochs, "the epoch is not 1 to 3: expected one of them");
  require_state(s.ra_track < ra::ra_track_length, "the Ra track is too long: expected at most 5 tiles");
  for (const int points : s.points) {
    require_state(points >= 0 && points <= ra::most_points, "points are outside 0 to 328: expected them within");
  }
  ra::check_suns(s);
}

inline void check_state(const RaState& s) {
  check_numbers(s);
  ra::check_tiles(s);
  ra::check_phase(s);
}

}  // namespace mcms
