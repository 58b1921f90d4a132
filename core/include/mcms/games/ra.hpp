// Ra (Knizia 1999) for two players: draw tiles onto a track, auction the track for suns, score three epochs.
//
// The tiles, the state, the scoring and the rules are in the files ra_*.hpp; this is the game as a search
// sees it.
#pragma once

#include <string>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/games/ra_bounds.hpp"
#include "mcms/games/ra_rules.hpp"

namespace mcms {

// One byte: what is done, and with which sun or tile.
enum class RaAction : std::uint8_t { draw, invoke, done, pass, first_bid = 16, first_god = 32, first_discard = 64 };

namespace ra {

constexpr RaAction with(RaAction verb, std::size_t number) { return RaAction(std::size_t(verb) + number); }
constexpr std::size_t number_of(RaAction action, RaAction verb) { return std::size_t(action) - std::size_t(verb); }

}  // namespace ra

class Ra {
 public:
  using State = RaState;
  using Action = RaAction;
  using Outcome = RaTile;
  // Draw, invoke, and a God action for each of the track's tiles, all of different kinds.
  using Actions = StaticVector<Action, 2 + ra::auction_track_length>;

  static constexpr std::size_t max_outcomes = ra::kinds;

  struct Options {
    bool gods = true;
  };

  explicit Ra(const Options& options) : gods_(options.gods) {}

  State initial_state(Key key) const {
    const std::size_t with_nine = key.word(0) % 2;
    State s;
    s.suns[with_nine] = ra::sun_bit(9) | ra::sun_bit(6) | ra::sun_bit(5) | ra::sun_bit(2);
    s.suns[1 - with_nine] = ra::sun_bit(8) | ra::sun_bit(7) | ra::sun_bit(4) | ra::sun_bit(3);
    s.to_move = std::uint8_t(with_nine);
    s.centre_sun = 1;
    s.points = {ra::starting_points, ra::starting_points};
    s.bag = ra::packed(ra::supply);
    s.bag_disasters = ra::packed_disasters(ra::supply);
    s.bag_ra = ra::supply[ra::index(RaTile::ra)];
    return ra::completed(s);
  }

  Turn turn(const State& s) const {
    if (s.phase == RaPhase::drawing) return Turn::chance;
    if (s.phase == RaPhase::over) return Turn::over;
    return Turn(s.to_move);
  }

  Actions actions(const State& s) const {
    Actions list;
    switch (s.phase) {
      case RaPhase::main:
        list_turn(s, list);
        break;
      case RaPhase::god:
        list.push_back(Action::done);
        list_gods(s, list);
        break;
      case RaPhase::bid:
        list_bids(s, list);
        break;
      case RaPhase::discard:
        list_discards(s, list);
        break;
      case RaPhase::drawing:
      case RaPhase::over:
        break;
    }
    return list;
  }

  StaticVector<Weighted<Outcome>, max_outcomes> outcomes(const State& s) const {
    StaticVector<Weighted<Outcome>, max_outcomes> list;
    const double share = 1.0 / s.bag_total;
    list.append([&](Weighted<Outcome>* next) {
      const auto add = [&](RaTile tile, int copies) MCMS_INLINE_LAMBDA {
        if (copies > 0) *next++ = {tile, copies * share};
      };
      add(RaTile::ra, s.bag_ra);
      for_each_unrolled(ra::all_but_ra,
                        [&](RaTile tile) MCMS_INLINE_LAMBDA { add(tile, ra::in_bag(s, ra::index(tile))); });
      return next;
    });
    return list;
  }

  // How often each kind was drawn.
  struct Sample {
    std::array<std::uint8_t, ra::kinds> count{};
    std::uint32_t seen = 0;  // a bit for each kind

    void add(std::size_t kind) {
      ++count[kind];
      seen |= 1U << kind;
    }

    int count_of(RaTile tile) const { return count[ra::index(tile)]; }

    RaTile first() const {
      return count_of(RaTile::ra) > 0 ? RaTile::ra : ra::tile(std::size_t(std::countr_zero(seen)));
    }

    // In the order of outcomes(), Ra first.
    template <class Visit>
    void for_each(Visit&& visit) const {
      if (count_of(RaTile::ra) > 0) visit(RaTile::ra, count_of(RaTile::ra));
      for (std::uint32_t left = seen & ~(1U << ra::index(RaTile::ra)); left != 0; left &= left - 1) {
        const auto kind = std::size_t(std::countr_zero(left));
        visit(ra::tile(kind), count[kind]);
      }
    }
  };

  // All that leaves ask of a sample, without counts in memory.
  struct LeafSample {
    std::uint32_t seen = 0;
    int ra = 0;

    void add(std::size_t kind) {
      seen |= 1U << kind;
      ra += kind == ra::index(RaTile::ra);
    }
  };

  static constexpr int most_draws = 255;

  // From all tiles there are, again and again until one is in the bag: early in a game nearly all are, and to add up
  // what the bag holds takes longer than a few draws in vain.
  template <class Drawn = Sample>
  Drawn draw(const State& s, int width, const Draws& draws) const {
    const std::array<std::uint64_t, 2> bag{s.bag, s.bag_disasters | std::uint64_t(s.bag_ra) << ra::bits_of_disasters};
    Drawn drawn;
    int left = width;
    const auto take = [&](std::uint32_t bits) {
      const ra::PhysicalTile& tile = ra::every_tile[below(ra::every_tile.size(), bits)];
      if (!tile.is_in(bag)) return;
      --left;
      drawn.add(tile.kind);
    };
    for (std::uint64_t i = 0;; ++i) {
      const std::uint64_t pair = draws.word(i);
      take(std::uint32_t(pair >> 32));
      if (left == 0) return drawn;
      take(std::uint32_t(pair));
      if (left == 0) return drawn;
    }
  }

  Outcome sample(const State& s, double uniform) const {
    int left = int(uniform * s.bag_total) - s.bag_ra;
    if (left < 0) return RaTile::ra;
    std::size_t i = 0;
    while ((left -= ra::in_bag(s, i)) >= 0) ++i;
    return ra::tile(i);
  }

  State play(const State& before, Action action) const {
    State s = before;
    if (action >= Action::first_discard) {
      ra::discard(s, ra::tile(ra::number_of(action, Action::first_discard)));
    } else if (action >= Action::first_god) {
      ra::spend_god(s, ra::tile(ra::number_of(action, Action::first_god)));
    } else if (action >= Action::first_bid) {
      ra::bid_in_auction(s, int(ra::number_of(action, Action::first_bid)));
    } else if (action == Action::draw) {
      s.phase = RaPhase::drawing;
    } else if (action == Action::invoke) {
      ra::start_auction(s, true);
    } else if (action == Action::pass) {
      ra::pass_in_auction(s);
    } else {
      ra::pass_turn(s, s.to_move);
    }
    return s;
  }

  State resolve(const State& s, Outcome drawn) const {
    return drawn == RaTile::ra ? ra::after_ra(s) : ra::after_tile(s, drawn);
  }

  // The highest sun settles ties, so nobody draws.
  double utility(const State& s) const {
    const bool first_wins = s.points[0] != s.points[1] ? s.points[0] > s.points[1] : s.suns[0] > s.suns[1];
    return first_wins ? 100.0 : -100.0;
  }

  double estimate(const State& s) const { return ra::estimate_of(s.lead); }

  // A tile other than Ra goes on the track, which the estimate does not look at.
  std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    LeafExpectation leaves{estimate(s), ra::kinds_in_bag(s), 0};
    if (s.bag_ra > 0) add_ra(s, s.bag_ra * (1.0 / s.bag_total), leaves);
    return leaves;
  }

  template <class Luck>
  std::optional<LeafExpectation> leaf_expectation(const State& s, int width, const Luck& luck) const {
    const auto drawn = draw<LeafSample>(s, width, luck());
    LeafExpectation leaves{estimate(s), std::uint32_t(std::popcount(drawn.seen)), 0};
    if (drawn.ra > 0) add_ra(s, drawn.ra / double(width), leaves);
    return leaves;
  }

  template <class Tiles>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Tiles& tiles) const {
    LeafExpectation leaves{estimate(s), std::uint32_t(tiles.size()), 0};
    for (const auto& [tile, weight] : tiles) {
      if (tile == RaTile::ra) add_ra(s, weight, leaves);
    }
    return leaves;
  }

  ValueRange value_range() const { return {-100.0, 100.0}; }

  ValueBounds value_bounds(const State& s, int depth) const {
    const auto known = ra::KnownValue(*this)(s, depth);
    return known ? ValueBounds::value(*known) : ValueBounds::within(value_range());
  }

  // Folded products of two words each, as in wyhash (Wang Yi 2019): a multiplication for 16 bytes.
  std::uint64_t hash(const State& s) const {
    const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(s);
    std::uint64_t h = golden_gamma;
    for (std::size_t i = 0; i < words.size(); i += 2)
      h = folded_product(words[i] ^ h, words[i + 1] ^ 0xe7037ed1a0b428dbULL);
    return mix(h);
  }

  std::string action_name(const State&, Action action) const {
    const auto tile_name = [&](Action verb) { return std::string(ra::names[ra::number_of(action, verb)]); };
    if (action >= Action::first_discard) return "discard:" + tile_name(Action::first_discard);
    if (action >= Action::first_god) return "god:" + tile_name(Action::first_god);
    if (action >= Action::first_bid) return "bid:" + std::to_string(ra::number_of(action, Action::first_bid));
    if (action == Action::draw) return "draw";
    if (action == Action::invoke) return "invoke";
    return action == Action::pass ? "pass" : "done";
  }

  std::string outcome_name(const State&, Outcome drawn) const { return std::string(ra::names[ra::index(drawn)]); }

 private:
  // About what a sun is worth, and where star1 and star2 came to need the fewest nodes.
  static constexpr int rich_track = 6;

  void list_turn(const State& s, Actions& list) const {
    const bool invoke_first = s.track_worth >= rich_track;
    if (invoke_first) list.push_back(Action::invoke);
    // No game empties the bag, but a position set up by hand may have.
    if (s.track_total < ra::auction_track_length && s.bag_total > 0) list.push_back(Action::draw);
    list_gods(s, list);
    if (!invoke_first) list.push_back(Action::invoke);
  }

  void list_gods(const State& s, Actions& list) const {
    if (!gods_ || ra::count(s.tiles[s.to_move], RaTile::god) == 0) return;
    for (const RaTile tile : ra::god_choices) {
      if (ra::count(s.track, tile) > 0) list.push_back(ra::with(Action::first_god, ra::index(tile)));
    }
  }

  // The lowest sufficient sun, pass, the higher suns.
  static void list_bids(const State& s, Actions& list) {
    ra::Suns suns = ra::Suns(s.suns[s.to_move] & ra::above(s.bid));
    const auto bid_lowest = [&] {
      list.push_back(ra::with(Action::first_bid, std::size_t(ra::lowest(suns))));
      suns = ra::Suns(suns & (suns - 1));
    };
    if (suns != 0) bid_lowest();
    const bool must_bid =
        s.voluntary && s.to_move == s.caller && s.bid == 0 && s.track_total < ra::auction_track_length;
    if (!must_bid) list.push_back(Action::pass);
    while (suns != 0) bid_lowest();
  }

  static void list_discards(const State& s, Actions& list) {
    const ra::Group group = s.unrest_discards > 0 ? ra::civilizations : ra::monuments;
    for (std::size_t i = group.first; i < group.end(); ++i) {
      if (ra::count(s.tiles[s.to_move], i) > 0) list.push_back(ra::with(Action::first_discard, i));
    }
  }

  // Mixes in what a Ra tile leads to, which may be the end of the game.
  void add_ra(const State& s, double weight, LeafExpectation& leaves) const {
    const State next = ra::after_ra(s);
    const bool over = turn(next) == Turn::over;
    leaves.finished += over;
    leaves.value = (1.0 - weight) * leaves.value + weight * (over ? utility(next) : estimate(next));
  }

  bool gods_;
};

static_assert(DirectlySampled<Ra> && ValuesLeaves<Ra> && BoundedChance<Ra> && BoundsValues<Ra>);

}  // namespace mcms
