// What a learnt evaluation sees of Ra: tiles, suns and points of both players, the track, and where the game stands.
#pragma once

#include <array>

#include "mcms/evaluate/features.hpp"
#include "mcms/games/ra.hpp"

namespace mcms {

class RaFeatures : public WinOutput {
 public:
  // Of each player, the one to move first.
  enum OfPlayer : std::size_t {
    tiles,                                  // how many of each kind
    has_tile = tiles + ra::holdable_kinds,  // whether any
    suns = has_tile + ra::holdable_kinds,   // 1 to 9, face up
    used = suns + 9,                        // and face down
    sun_count = used + 9,                   // 0 to 4
    points = sun_count + 5,                 // and what the tiles score
    player_size = points + 4
  };
  enum Place : std::size_t {
    track = 2 * player_size,
    track_total = track + ra::track_kinds,
    ra_left = track_total + 9,  // on the track of Ra tiles, 0 to 6
    epoch = ra_left + 7,
    phase = epoch + 3,
    auction = phase + 6,  // caller, voluntary, a bid, its height
    centre = auction + 4,
    bag = centre + 10,  // tiles left, and the share of Ra
    lead = bag + 2,
    track_worth = lead + 3,
    size = track_worth + 1
  };

  using WinOutput::WinOutput;

  std::size_t count() const { return size; }
  bool second_views(const RaState& s) const { return s.to_move == 1; }

  // Each player, the one to move first, and the rest.
  static constexpr std::array<std::size_t, 4> sections{0, player_size, track, size};

  static bool same_section(std::size_t section, const RaState& a, const RaState& b) {
    if (section == 2) return false;
    const std::size_t who = section == 0 ? a.to_move : 1U - a.to_move;
    return a.tiles == b.tiles && a.suns[who] == b.suns[who] && a.used_suns[who] == b.used_suns[who] &&
           a.points[who] == b.points[who];
  }

  template <class Sink>
  void list_section(std::size_t section, const RaState& s, Sink&& sink) const {
    if (section == 0) return list_player(s, s.to_move, 0, sink);
    if (section == 1) return list_player(s, 1U - s.to_move, player_size, sink);
    ra::for_each_on_track(s, [&](std::size_t kind, int copies) { sink(track + kind, part(copies, 4)); });
    sink(track_total + std::min<std::size_t>(s.track_total, 8), 1.0F);
    sink(ra_left + std::min<std::size_t>(s.ra_track, 6), 1.0F);
    sink(epoch + std::size_t(s.epoch - 1), 1.0F);
    sink(phase + std::size_t(s.phase), 1.0F);
    list_auction(s, sink);
    if (s.centre_sun > 0) sink(centre + s.centre_sun, 1.0F);
    sink(bag, part(s.bag_total, 128));
    if (s.bag_total > 0) sink(bag + 1, part(4 * s.bag_ra, s.bag_total));
    const int ahead = s.to_move == 0 ? s.lead : -s.lead;
    const float hand_made = float(ra::estimate_of(ahead)) / 100;
    sink(lead, grid(hand_made));
    sink(lead + 1, part(ahead, 16 * ra::units));
    sink(lead + 2, s.epoch == ra::epochs ? grid(hand_made) : 0.0F);
    sink(track_worth, part(s.track_worth, 16));
  }

  template <class Sink>
  void list(const RaState& s, Sink&& sink) const {
    list_sections(*this, s, sink);
  }

 private:
  static float part(int number, int of) { return grid(float(number) / float(of)); }

  template <class Sink>
  static void list_player(const RaState& s, std::size_t who, std::size_t at, Sink&& sink) {
    for (std::size_t kind = 0; kind < ra::holdable_kinds; ++kind) {
      const int copies = ra::count(s.tiles[who], kind);
      sink(at + tiles + kind, part(copies, 4));
      if (copies > 0) sink(at + has_tile + kind, 1.0F);
    }
    for (std::size_t sun = 1; sun <= 9; ++sun) {
      if ((s.suns[who] >> sun & 1) != 0) sink(at + suns + sun - 1, 1.0F);
      if ((s.used_suns[who] >> sun & 1) != 0) sink(at + used + sun - 1, 1.0F);
    }
    sink(at + sun_count + std::min<std::size_t>(4, std::size_t(std::popcount(s.suns[who]))), 1.0F);
    sink(at + points, part(s.points[who], 32));
    sink(at + points + 1, part(ra::epoch_points(s.tiles[who]), 16));
    sink(at + points + 2, part(ra::monument_points(s.tiles[who]), 16));
    sink(at + points + 3, part(ra::pharaoh_points(s.tiles[who], s.tiles[1 - who]), 8));
  }

  template <class Sink>
  static void list_auction(const RaState& s, Sink&& sink) {
    if (s.phase != RaPhase::bid) return;
    sink(auction, s.caller == s.to_move ? 1.0F : 0.0F);
    sink(auction + 1, s.voluntary ? 1.0F : 0.0F);
    sink(auction + 2, s.bid > 0 ? 1.0F : 0.0F);
    sink(auction + 3, part(s.bid, 8));
  }
};

}  // namespace mcms
