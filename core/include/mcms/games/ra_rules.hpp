// The rules of Ra that change a state: turns, auctions, disasters, the ends of epochs.
//
// Each function takes the state it changes; the game's class copies states and calls these.
#pragma once

#include "mcms/compiler.hpp"
#include "mcms/games/ra_scoring.hpp"

namespace mcms::ra {

constexpr std::uint8_t opponent(std::uint8_t player) { return std::uint8_t(1 - player); }

inline void clear_track(RaState& s) {
  s.track = 0;
  s.track_disasters = 0;
  s.track_total = 0;
  s.track_worth = 0;
}

inline void end_auction(RaState& s) {
  s.caller = 0;
  s.voluntary = false;
  s.bid = 0;
}

// Pharaohs, Niles and Monuments.
inline constexpr Holding kept_between_epochs =
    bits_of<monuments> | bits_of<Group{index(RaTile::pharaoh), 1}> | bits_of<Group{index(RaTile::nile), 1}>;

MCMS_NOINLINE inline void end_epoch(RaState& s) {
  const std::array sums{scored(s, 0), scored(s, 1)};
  for (std::size_t player = 0; player < 2; ++player) {
    s.points[player] = std::int16_t(std::max(s.points[player] + sums[player], 0));
    s.tiles[player] &= kept_between_epochs;
    s.suns[player] |= s.used_suns[player];
    s.used_suns[player] = 0;
  }
  clear_track(s);
  end_auction(s);
  s.ra_track = 0;
  if (s.epoch == epochs) {
    s.phase = RaPhase::over;
    s.to_move = 0;
  } else {
    ++s.epoch;
    s.phase = RaPhase::main;
    s.to_move = s.suns[1] > s.suns[0];
  }
  s.lead = lead(s);
}

// Who moves after a turn or an auction: the player after the one whose turn it was, if he can take part.
inline std::uint8_t player_after(const RaState& s, std::uint8_t whose_turn_it_was) {
  const std::uint8_t next = opponent(whose_turn_it_was);
  return s.suns[next] != 0 ? next : whose_turn_it_was;
}

inline void pass_turn(RaState& s, std::uint8_t whose_turn_it_was) {
  s.phase = RaPhase::main;
  s.to_move = player_after(s, whose_turn_it_was);
  if (s.suns[s.to_move] == 0) end_epoch(s);
}

inline void start_auction(RaState& s, bool voluntary) {
  s.phase = RaPhase::bid;
  s.caller = s.to_move;
  s.voluntary = voluntary;
  if (s.suns[opponent(s.caller)] != 0) s.to_move = opponent(s.caller);
}

// Removes up to `most` of a kind and returns how many are still to be removed.
inline int remove(Holding& held, std::size_t kind, int most) {
  const int removed = std::min(count(held, kind), most);
  held -= Holding(removed) * one[kind];
  return most - removed;
}

// Removes what a disaster leaves no choice about: all of a group that is too small, or of its only kind. Returns
// how many tiles are left to be chosen.
template <Group group>
int remove_forced(Holding& held, int discards) {
  const GroupCount found = count_group<group>(held);
  if (found.tiles > discards && found.distinct > 1) return discards;
  for (std::size_t i = group.first; discards > 0 && i < group.end(); ++i) discards = remove(held, i, discards);
  return 0;
}

// Decides whether the winner has something to choose, else goes on with the game.
inline void settle_discards(RaState& s, std::uint8_t winner) {
  Holding& held = s.tiles[winner];
  if (s.unrest_discards > 0) s.unrest_discards = std::uint8_t(remove_forced<civilizations>(held, s.unrest_discards));
  if (s.earthquake_discards > 0) {
    s.earthquake_discards = std::uint8_t(remove_forced<monuments>(held, s.earthquake_discards));
  }
  s.lead = lead(s);
  if (s.unrest_discards + s.earthquake_discards > 0) {
    s.phase = RaPhase::discard;
    s.to_move = winner;
    return;
  }
  const std::uint8_t caller = s.caller;
  end_auction(s);
  pass_turn(s, caller);
}

inline void win_auction(RaState& s, std::uint8_t winner, int sun) {
  s.suns[winner] = Suns(s.suns[winner] & ~sun_bit(sun));
  s.used_suns[winner] |= sun_bit(s.centre_sun);
  s.centre_sun = std::uint8_t(sun);
  s.bid = 0;
  s.voluntary = false;
  Holding& held = s.tiles[winner];
  held += s.track;
  const auto to_remove = [&](RaTile disaster) { return 2 * count(s.track_disasters, disaster); };
  remove(held, index(RaTile::pharaoh), to_remove(RaTile::funeral));
  remove(held, index(RaTile::nile), remove(held, index(RaTile::flood), to_remove(RaTile::drought)));
  s.unrest_discards = std::uint8_t(to_remove(RaTile::unrest));
  s.earthquake_discards = std::uint8_t(to_remove(RaTile::earthquake));
  clear_track(s);
  settle_discards(s, winner);
}

inline void pass_in_auction(RaState& s) {
  if (s.to_move != s.caller) {
    s.to_move = s.caller;
    return;
  }
  if (s.bid != 0) return win_auction(s, opponent(s.caller), s.bid);
  if (s.track_total == auction_track_length) clear_track(s);
  end_auction(s);
  pass_turn(s, s.to_move);
}

inline void bid_in_auction(RaState& s, int sun) {
  if (s.to_move == s.caller) return win_auction(s, s.caller, sun);
  s.bid = std::uint8_t(sun);
  s.to_move = s.caller;
}

MCMS_NOINLINE inline RaState after_ra(const RaState& before_draw) {
  RaState s = before_draw;
  const int before = usable_suns_lead(s);
  --s.bag_ra;
  --s.bag_total;
  ++s.ra_track;
  if (s.ra_track == ra_track_length) {
    end_epoch(s);
  } else {
    s.lead = std::int16_t(s.lead - before + usable_suns_lead(s));
    start_auction(s, false);
  }
  return s;
}

// The drawer has a face-up sun, so this never ends an epoch.
inline RaState after_tile(const RaState& before_draw, RaTile drawn) {
  RaState s = before_draw;
  const std::size_t i = index(drawn);
  s.bag -= one[i];
  s.bag_disasters = Disasters(s.bag_disasters - one_disaster[i]);
  --s.bag_total;
  s.track += one[i];
  s.track_disasters = Disasters(s.track_disasters + one_disaster[i]);
  ++s.track_total;
  s.track_worth = std::int8_t(s.track_worth + rough_worth[i]);
  s.phase = RaPhase::main;
  s.to_move = player_after(before_draw, before_draw.to_move);
  return s;
}

inline void spend_god(RaState& s, RaTile taken) {
  const std::size_t i = index(taken);
  s.tiles[s.to_move] += one[i] - one[index(RaTile::god)];
  s.track -= one[i];
  --s.track_total;
  s.track_worth = std::int8_t(s.track_worth - rough_worth[i]);
  s.phase = RaPhase::god;
  s.lead = lead(s);
}

inline void discard(RaState& s, RaTile chosen) {
  s.tiles[s.to_move] -= one[index(chosen)];
  --(s.unrest_discards > 0 ? s.unrest_discards : s.earthquake_discards);
  settle_discards(s, s.to_move);
}

// Fills in the members that follow from the others.
inline RaState completed(RaState s) {
  s.bag_total = s.bag_ra;
  s.track_total = 0;
  s.track_worth = 0;
  for (std::size_t i = 0; i < track_kinds; ++i) {
    s.bag_total = std::uint8_t(s.bag_total + in_bag(s, i));
    s.track_total = std::uint8_t(s.track_total + on_track(s, i));
    s.track_worth = std::int8_t(s.track_worth + on_track(s, i) * rough_worth[i]);
  }
  s.lead = lead(s);
  return s;
}

}  // namespace mcms::ra
