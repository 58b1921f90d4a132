// What a learnt evaluation sees of backgammon: where all checkers stand, and what players count.
//
// For each side: four units for each of 24 points and the bar (one checker, two, three or more, those above three),
// three for checkers borne off, and some thirty numbers that a network of this size would take long to find out: what
// can be hit by 36 rolls and what that costs, how well rear checkers escape, how well a blockade contains them, how
// hard it is to enter, the timing, the race. Outputs are five probabilities: to win, to win a gammon or more, to win a
// backgammon, to lose a gammon or more, to lose a backgammon. Contact, crashed boards and races have a network each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "mcms/evaluate/features.hpp"
#include "mcms/games/backgammon_evaluation.hpp"
#include "mcms/games/backgammon_state.hpp"

namespace mcms {

namespace backgammon {

// Of the 36 rolls, how many take a checker the whole way when some of the 12 points ahead of it are blocked, bit 0
// being the nearest.
inline const auto escapes = [] {
  std::array<std::uint8_t, 1 << 12> count{};
  for (unsigned blocked = 0; blocked < count.size(); ++blocked) {
    const auto open = [&](int distance) { return (blocked >> (distance - 1) & 1) == 0; };
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        const bool escape = open(high + low) && (open(high) || open(low));
        count[blocked] = std::uint8_t(count[blocked] + (escape ? (high == low ? 1 : 2) : 0));
      }
    }
  }
  return count;
}();

constexpr int rearmost(Points points) { return std::bit_width(points) - 1; }

// What the 36 rolls of a side hit.
struct Shots {
  int any = 0;
  int several = 0;
  int pips = 0;  // the most that a roll sends back, summed over rolls
};

class ShotCounter {
 public:
  // As the hitting side counts points: its own checkers, the other side's points and blots.
  ShotCounter(const Checkers& own, Points blocked, Points blots)
      : moving_(own.occupied() & board), on_bar_(own.on(bar)), open_(~blocked), blots_(blots) {}

  Shots count() const {
    Shots shots;
    if (blots_ == 0) return shots;
    for (int high = 1; high <= 6; ++high) {
      add(shots, by_double(high), 1);
      for (int low = 1; low < high; ++low) add(shots, on_bar_ > 0 ? from_bar(high, low) : by_pair(high, low), 2);
    }
    return shots;
  }

 private:
  struct Hits {
    Points all;
    bool several;
  };

  static void add(Shots& shots, Hits hits, int rolls) {
    shots.any += hits.all != 0 ? rolls : 0;
    shots.several += hits.several ? rolls : 0;
    shots.pips += rolls * rearmost(hits.all | 1);
  }

  Hits by_pair(int high, int low) const {
    const Points by_high = moving_ >> high & open_, by_low = moving_ >> low & open_;
    const Points both = (by_high >> low | by_low >> high) & blots_;
    const Points first = by_high & blots_, second = by_low & blots_;
    const bool several =
        ((first != 0) & (second != 0) & (first != second)) | (((first >> low | second >> high) & blots_) != 0);
    return {(first | second | both) & board, several};
  }

  // One checker enters by either die and any may go on by the other; two take both dice.
  Hits from_bar(int high, int low) const {
    const Points by_high = Points(1) << (bar - high) & open_, by_low = Points(1) << (bar - low) & open_;
    Points hits = (by_high | by_low) & blots_;
    if (on_bar_ > 1) return {hits, std::popcount(hits) > 1};
    const Points then =
        (by_high != 0 ? (moving_ | by_high) >> low : 0) | (by_low != 0 ? (moving_ | by_low) >> high : 0);
    const Points later = then & blots_ & board;
    return {hits | later, hits != 0 && later != 0 && hits != later};
  }

  Hits by_double(int die) const {
    Points at = moving_, hits = 0;
    int steps = 4;
    if (on_bar_ > 0) {
      const Points entered = Points(1) << (bar - die) & open_;
      if (entered == 0 || on_bar_ > 4) return {0, false};
      hits = entered & blots_;
      at |= entered;
      steps -= on_bar_;
    }
    for (; steps > 0; --steps) {
      at = at >> die & open_ & board;
      hits |= at & blots_;
    }
    return {hits & board, std::popcount(hits & board) > 1};
  }

  Points moving_;
  int on_bar_;
  Points open_;
  Points blots_;
};

// The numbers of one side against the other.
class Expert {
 public:
  static constexpr std::size_t count = 36;

  Expert(const Checkers& own, const Checkers& other) : own_(own), other_(other) {
    made_ = own.made() & board;
    other_made_ = other.made() & board;
    rear_ = rearmost(own.occupied());
    other_rear_ = rearmost(other.occupied());
    contact_from_ = std::max(1, bar + 1 - other_rear_);  // own checkers from here on have some of the others ahead
  }

  template <class Sink>
  void list(std::size_t at, bool race, Sink&& sink) const {
    const auto put = [&](float value) { sink(at++, grid(value)); };
    list_race(put);
    if (race) return;
    list_shots(put);
    list_rear(put);
    list_board(put);
    list_blockade(put);
  }

 private:
  template <class Put>
  void list_race(Put&& put) const {
    const int home_checkers = checkers_in(own_, home);
    put(float(own_.pips) / 128);
    put(float(int(other_.pips) - int(own_.pips)) / 32);
    put(float(own_.total() - home_checkers) / 8);
    put(float(own_.total()) / 8);
    put(float(std::popcount(own_.occupied() & home)) / 6);
    put(float(checkers_in(own_, home & 0x0e)) / 8);  // on the three lowest points
  }

  template <class Put>
  void list_shots(Put&& put) const {
    const Shots shots = ShotCounter(own_, mirrored(other_made_), mirrored(other_.blots() & board)).count();
    put(float(shots.any) / 36);
    put(float(shots.several) / 36);
    put(float(shots.pips) / (36 * 16));
  }

  template <class Put>
  void list_rear(Put&& put) const {
    const Points anchors = made_ & far_home;
    int to_pass = 0, back = 0, mobility = 0, spare = 0, free = 0;
    for (Points left = own_.occupied(); left != 0; left &= left - 1) {
      const int point = std::countr_zero(left), checkers = own_.on(point);
      const int beyond = std::max(0, checkers - 2);
      if (point > 6) {
        mobility += checkers * (point - 6) * escapes_from(point);
        spare += ((anchors >> point & 1) != 0 ? beyond : checkers) * (point - 6);
      } else {
        spare += beyond * (point - 1);
      }
      if (point < contact_from_) {
        free += checkers * point;
      } else {
        to_pass += checkers * (point - contact_from_ + 1);
        back += checkers;
      }
    }
    // Pips that can be played before something must be given up, and those beyond all contact.
    put(float(spare) / 64);
    put(float(free) / 64);
    put(std::popcount(anchors) >= 2 ? float(checkers_in(own_, far_home)) / 8 : 0.0F);
    put(float(rear_) / 24);
    put(float(escapes_from(rear_)) / 36);
    put(float(to_pass) / 128);
    put(float(back) / 8);
    put(float(mobility) / 2048);
    put(float(std::popcount(anchors)) / 2);
    put(anchors == 0 ? 0.0F : float(rearmost(anchors) - 18) / 6);
    put(anchors == 0 ? 0.0F : float(std::countr_zero(anchors) - 18) / 6);
    put(float(checkers_in(own_, far_home | on_bar)) / 4);
    const Points rear_line = made_ & 0x0007e000;  // the points 13 to 18
    put(rear_line == 0 ? 0.0F : float(std::countr_zero(rear_line) - 12) / 6);
  }

  template <class Put>
  void list_board(Put&& put) const {
    const int closed = std::popcount(made_ & home), waiting = other_.on(bar);
    put(float(closed) / 6);
    put(float(closed * closed) / 36);
    put(waiting == 0 ? 0.0F : float(closed * closed) / 36);
    put(float(waiting * closed) / 12);
    put(float(std::popcount(own_.blots() & home)) / 3);
    put(float(std::popcount(own_.blots() & board & ~home)) / 3);
    put(float(std::popcount(mirrored(other_.blots()) & home)) / 3);
    put(float(checkers_in(own_, 0x06)) / 8);  // out of play on the two lowest points
    put(float(stacked()) / 8);
  }

  // The fewest rolls that escape from behind this side's points: from anywhere the others may be, and where they are.
  template <class Put>
  void list_blockade(Put&& put) const {
    int everywhere = 36, actual = 36;
    const int begin = other_rear_ >= bar ? 0 : bar - other_rear_;
    for (int point = 0; point <= 15; ++point) {
      const int rolls = escapes[made_ >> (point + 1) & 0xfff];
      if (point <= 8) everywhere = std::min(everywhere, rolls);
      if (point >= begin) actual = std::min(actual, rolls);
    }
    const float all = float(36 - everywhere) / 36, now = float(36 - actual) / 36;
    put(all);
    put(all * all);
    put(now);
    put(now * now);
    Points run = made_;
    int prime = 0;
    for (; run != 0; run &= run >> 1) ++prime;
    put(float(prime) / 6);
  }

  static int checkers_in(const Checkers& side, Points points) {
    return std::popcount(side.planes[0] & points) + 2 * std::popcount(side.planes[1] & points) +
           4 * std::popcount(side.planes[2] & points) + 8 * std::popcount(side.planes[3] & points);
  }

  // Checkers above three on a point.
  int stacked() const {
    const Points many = own_.planes[2] | own_.planes[3];
    return checkers_in(own_, many) - 3 * std::popcount(many);
  }

  // A point n of this side is 25 - n of the other, which counts what lies ahead upwards.
  int escapes_from(int point) const { return escapes[other_made_ >> (bar + 1 - point) & 0xfff]; }

  static constexpr Points far_home = 0x01f80000;  // the points 19 to 24

  const Checkers& own_;
  const Checkers& other_;
  Points made_;
  Points other_made_;
  int rear_;
  int other_rear_;
  int contact_from_;
};

// Whether no checker can meet one of the other side any more.
inline bool is_race(const BackgammonState& s) {
  return rearmost(s.own.occupied()) + rearmost(s.other.occupied()) < bar;
}

// A side with few checkers left that can still do something other than ruin its board.
inline bool is_crashed(const Checkers& side) {
  const auto beyond_two = [&](int point) { return std::max(0, side.on(point) - 2); };
  return side.total() - beyond_two(1) - beyond_two(2) - std::max(0, beyond_two(3) - 1) <= 7;
}

}  // namespace backgammon

class BackgammonFeatures {
 public:
  using State = BackgammonState;

  static constexpr std::size_t units = 4;
  static constexpr std::size_t points = 25;
  static constexpr std::size_t placed = units * points + 3;  // units of where a side's checkers are
  static constexpr std::size_t side = placed + backgammon::Expert::count;

  enum Network : std::size_t { contact, crashed, race, network_count };
  enum Output : std::size_t { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, output_count };

  // Of any game whose states are those of backgammon.
  template <Game G>
  explicit BackgammonFeatures(const G& game)
      : checkers_(game.checkers()), money_(game.scoring() == BackgammonScoring::money) {}

  std::size_t count() const { return 2 * side; }
  std::size_t networks() const { return network_count; }
  std::size_t outputs() const { return output_count; }
  bool second_views(const State& s) const { return s.second_moves; }
  bool same_after_luck(const State& s) const { return s.phase == backgammon::Phase::rolling; }

  std::size_t network_of(const State& s) const {
    if (backgammon::is_race(s)) return race;
    return backgammon::is_crashed(s.own) || backgammon::is_crashed(s.other) ? crashed : contact;
  }

  template <class Sink>
  void list(const State& s, Sink&& sink) const {
    const bool racing = backgammon::is_race(s);
    list_places(s.own, 0, sink);
    list_places(s.other, placed, sink);
    backgammon::Expert(s.own, s.other).list(2 * placed, racing, sink);
    backgammon::Expert(s.other, s.own).list(2 * placed + backgammon::Expert::count, racing, sink);
  }

  void flip(std::span<float> outputs) const {
    outputs[win] = 1.0F - outputs[win];
    std::swap(outputs[win_gammon], outputs[lose_gammon]);
    std::swap(outputs[win_backgammon], outputs[lose_backgammon]);
  }

  // Who has borne off a checker loses no gammon.
  void constrain(const State& s, std::span<float> outputs) const {
    if (s.other.total() < checkers_) outputs[win_gammon] = 0.0F;
    if (s.own.total() < checkers_) outputs[lose_gammon] = 0.0F;
    outputs[win_gammon] = std::min(outputs[win_gammon], outputs[win]);
    outputs[lose_gammon] = std::min(outputs[lose_gammon], 1.0F - outputs[win]);
    outputs[win_backgammon] = std::min(outputs[win_backgammon], outputs[win_gammon]);
    outputs[lose_backgammon] = std::min(outputs[lose_backgammon], outputs[lose_gammon]);
  }

  template <Game G>
  void result(const G& game, const State& s, std::span<float> outputs) const {
    const double points = std::abs(game.utility(s));
    std::fill(outputs.begin(), outputs.begin() + output_count, 0.0F);
    outputs[win] = 1.0F;
    outputs[win_gammon] = float(points >= 2);
    outputs[win_backgammon] = float(points >= 3);
    // The loser stands as the player to move.
    if (!s.second_moves) flip(outputs);
  }

  double value(std::span<const float> outputs) const {
    const double wins = 2.0 * double(outputs[win]) - 1.0;
    if (!money_) return wins;
    return wins + double(outputs[win_gammon]) + double(outputs[win_backgammon]) - double(outputs[lose_gammon]) -
           double(outputs[lose_backgammon]);
  }

 private:
  template <class Sink>
  void list_places(const backgammon::Checkers& checkers, std::size_t at, Sink&& sink) const {
    for (backgammon::Points left = checkers.occupied(); left != 0; left &= left - 1) {
      const int point = std::countr_zero(left), many = checkers.on(point);
      const std::size_t first = at + units * std::size_t(point - 1);
      sink(first + std::size_t(std::min(many, 3) - 1), 1.0F);
      if (many > 3) sink(first + 3, float(many - 3) / 8);
    }
    const int off = checkers_ - checkers.total();
    for (int third = 0; third < 3; ++third) {
      const int here = std::clamp(off - 5 * third, 0, 5);
      if (here > 0) sink(at + units * points + std::size_t(third), grid(float(here) / 5));
    }
  }

  int checkers_;
  bool money_;
};

}  // namespace mcms
