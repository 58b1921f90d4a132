// What the rules of Ra say of a value before anything is searched.
//
// The estimate looks at points, tiles held and suns, not at the track. An auction is the least of three decisions away
// (somebody draws a Ra tile or invokes, the other bids or passes, the caller bids or passes), so within two decisions
// the estimate changes by a Ra tile alone, whichever other tiles are drawn, unless a God tile is spent. There the value
// is known, to its last bit: the sums below are those of expectimax.
#pragma once

#include <algorithm>
#include <optional>

#include "mcms/games/ra_rules.hpp"

namespace mcms::ra {

// Of any game with the rules of Ra.
template <class Game>
class KnownValue {
 public:
  explicit KnownValue(const Game& game) : game_(game) {}

  // V_depth(s), if it is known.
  std::optional<double> operator()(const RaState& s, int depth) const {
    if (s.phase == RaPhase::drawing) return after_draw(s, depth);
    if (depth == 0) return game_.estimate(s);
    if (s.phase == RaPhase::bid)
      return depth == 1 && s.to_move != s.caller ? std::optional(game_.estimate(s)) : std::nullopt;
    if (s.phase != RaPhase::main || depth > 2 || (depth == 2 && !takes_three_to_settle(s)) || may_spend_god(s, depth)) {
      return std::nullopt;
    }
    const double invoked = game_.estimate(s);
    if (!can_draw(s)) return invoked;
    const auto drawn = after_draw(s, depth - 1);
    if (!drawn) return std::nullopt;
    return s.to_move == 0 ? std::max(invoked, *drawn) : std::min(invoked, *drawn);
  }

 private:
  static bool can_draw(const RaState& s) { return s.track_total < auction_track_length && s.bag_total > 0; }
  static bool takes_three_to_settle(const RaState& s) { return s.suns[0] != 0 && s.suns[1] != 0; }

  static bool holds_god(const RaState& s, std::size_t player) { return count(s.tiles[player], RaTile::god) > 0; }
  static bool may_spend_god(const RaState& s, int depth) {
    return depth == 1 ? holds_god(s, s.to_move) && s.track != 0 : holds_god(s, 0) || holds_god(s, 1);
  }

  std::optional<double> after_draw(const RaState& s, int depth) const {
    if (depth == 0) return game_.leaf_expectation(s)->value;
    const bool epoch_may_end = s.ra_track + 1 == ra_track_length;
    if (depth > 1 || epoch_may_end || !takes_three_to_settle(s) || may_spend_god(s, 2)) return std::nullopt;
    return mean_of_draws(s);
  }

  // All tiles but Ra leave the same to the next player: to invoke, or to draw once more.
  double mean_of_draws(const RaState& s) const {
    const double ra = s.bag_ra > 0 ? game_.estimate(after_ra(s)) : 0.0;
    const double other = after_other_tile(s, ra);
    const double share = 1.0 / s.bag_total;
    double sum = 0.0;
    if (s.bag_ra > 0) sum += s.bag_ra * share * ra;
    for_each_unrolled(all_but_ra, [&](RaTile tile) MCMS_INLINE_LAMBDA {
      const int copies = in_bag(s, index(tile));
      if (copies > 0) sum += copies * share * other;
    });
    return std::clamp(sum, -100.0, 100.0);
  }

  double after_other_tile(const RaState& s, double ra) const {
    const double invoked = game_.estimate(s);
    const int left = s.bag_total - 1;
    if (s.track_total + 1 == auction_track_length || left == 0) return invoked;
    const double weight = s.bag_ra * (1.0 / left);
    const double drawn = s.bag_ra > 0 ? (1.0 - weight) * invoked + weight * ra : invoked;
    const bool first_is_next = player_after(s, s.to_move) == 0;
    return first_is_next ? std::max(invoked, drawn) : std::min(invoked, drawn);
  }

  const Game& game_;
};

}  // namespace mcms::ra
