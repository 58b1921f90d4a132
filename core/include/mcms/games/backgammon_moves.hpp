// All ways to play a roll of backgammon, one for each position that can be reached.
//
// No positions are compared. Steps of a double are the same whoever makes them, so a position is a multiset of points
// left, and each is listed once, from the rear. With two different dice two pairs of steps reach the same position only
// if one checker goes all the way by either die first, or both bear off.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "mcms/game/static_vector.hpp"
#include "mcms/games/backgammon_state.hpp"

namespace mcms {

// Up to four steps in the order they are played, a byte each from the lowest: the point left, and the die above it.
// Without any it is a pass.
enum class BackgammonAction : std::uint32_t { pass = 0 };

namespace backgammon {

// Fifteen checkers that share four steps: no roll can be played in more ways.
inline constexpr std::size_t most_actions = 3060;

struct Step {
  int from;
  int die;

  int to() const { return from > die ? from - die : 0; }
};

constexpr BackgammonAction with_step(BackgammonAction action, int place, Step step) {
  return BackgammonAction(std::uint32_t(action) | std::uint32_t(step.from | step.die << 5) << 8 * place);
}

template <class Visit>
constexpr void for_each_step(BackgammonAction action, Visit&& visit) {
  for (auto left = std::uint32_t(action); left != 0; left >>= 8) visit(Step{int(left & 31), int(left >> 5 & 7)});
}

constexpr int lowest(Points points) { return std::countr_zero(points); }
constexpr int highest(Points points) { return std::bit_width(points) - 1; }
constexpr bool has(Points points, int point) { return (points >> point & 1) != 0; }

// The points from which a checker may move by a die.
inline Points sources(Points occupied, Points blocked, int die) {
  const Points open = ~(blocked << die);
  if ((occupied & on_bar) != 0) return on_bar & open;
  const Points moves = occupied & open & board & ~((Points(2) << die) - 1);
  if ((occupied & ~home) != 0) return moves;
  if (has(occupied, die)) return moves | Points(1) << die;
  return (occupied >> die) == 0 && occupied != 0 ? Points(1) << highest(occupied) : moves;
}

// How promising an action looks before anything is searched.
enum Rank : std::uint8_t { hits, makes_point, rest };

// Lists the actions of one roll.
class MoveGenerator {
 public:
  using List = StaticVector<BackgammonAction, most_actions>;

  // In the order they are found: for random play.
  static void list_unsorted(const BackgammonState& s, List& list) {
    StaticVector<Rank, most_actions> ranks;
    MoveGenerator(s, list, ranks).list();
  }

  // Hits, then points made, then the rest; each from the rear.
  static List list_sorted(const BackgammonState& s) {
    List found, list;
    StaticVector<Rank, most_actions> ranks;
    MoveGenerator(s, found, ranks).list();
    for (const Rank rank : {hits, makes_point, rest}) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (ranks[i] == rank) list.push_back(found[i]);
      }
    }
    return list;
  }

 private:
  using Ranks = StaticVector<Rank, most_actions>;

  MoveGenerator(const BackgammonState& s, List& list, Ranks& ranks)
      : own_(s.own),
        blocked_(mirrored(s.other.made() & board)),
        blots_(mirrored(s.other.blots() & board)),
        high_(s.high),
        low_(s.low),
        list_(list),
        ranks_(ranks) {}

  void list() {
    if (high_ == low_) {
      double_steps(own_, BackgammonAction::pass, 0, bar, false);
    } else {
      list_pairs();
    }
    if (list_.empty()) add(BackgammonAction::pass, own_, false);
  }

  void add(BackgammonAction action, const Checkers& after, bool hit) {
    list_.push_back(action);
    ranks_.push_back(hit ? hits : (after.made() & ~own_.made()) != 0 ? makes_point : rest);
  }

  bool hits_blot(Step step) const { return has(blots_, step.to()); }

  // Further steps from no point above the last one left. The most steps that can be played must be.
  void double_steps(const Checkers& now, BackgammonAction so_far, int count, int last, bool hit) {
    const Points from_here = (Points(2) << last) - 1;
    Points left = count < 4 ? sources(now.occupied(), blocked_, high_) & from_here : 0;
    if (left == 0) {
      if (count > longest_) list_.clear(), ranks_.clear(), longest_ = count;
      if (count == longest_ && count > 0) add(so_far, now, hit);
      return;
    }
    for (; left != 0; left ^= Points(1) << highest(left)) {
      const Step step{highest(left), high_};
      Checkers next = now;
      next.move(step.from, step.die);
      double_steps(next, with_step(so_far, count, step), count + 1, step.from, hit || hits_blot(step));
    }
  }

  // Both dice if possible, else the larger, else the smaller.
  void list_pairs() {
    by_high_ = sources(own_.occupied(), blocked_, high_);
    const Points by_low = sources(own_.occupied(), blocked_, low_);
    for (Points left = by_high_; left != 0; left ^= Points(1) << highest(left)) list_high_first(highest(left));
    for (Points left = by_low; left != 0; left ^= Points(1) << highest(left)) list_low_first(highest(left));
    if (list_.empty()) list_single(by_high_ != 0 ? by_high_ : by_low, by_high_ != 0 ? high_ : low_);
  }

  void list_high_first(int from) {
    const Step high{from, high_};
    Checkers next = own_;
    next.move(high.from, high.die);
    const Points then = sources(next.occupied(), blocked_, low_);
    low_after_high_[std::size_t(from)] = then;
    for (Points left = then; left != 0; left ^= Points(1) << highest(left)) {
      const Step low{highest(left), low_};
      if (!reached_otherwise(high, low)) add_pair(next, high, low);
    }
  }

  void list_low_first(int from) {
    const Step low{from, low_};
    Checkers next = own_;
    next.move(low.from, low.die);
    const Points then = sources(next.occupied(), blocked_, high_);
    for (Points left = then; left != 0; left ^= Points(1) << highest(left)) {
      const Step high{highest(left), high_};
      const bool in_either_order = has(by_high_, high.from) && has(low_after_high_[std::size_t(high.from)], low.from);
      if (!in_either_order && !reached_otherwise(high, low)) add_pair(next, low, high);
    }
  }

  // By a pair that is listed before: the checker on low.from going by the higher die first, or both bearing off with
  // the dice exchanged.
  bool reached_otherwise(Step high, Step low) const {
    if (high.from <= high.die && low.from <= low.die) return high.from < low.from;
    if (high.from != low.from - low.die || low.from <= high.die) return false;
    const int through = low.from - high.die;
    return has(by_high_, low.from) && has(low_after_high_[std::size_t(low.from)], through) && !has(blots_, through) &&
           !has(blots_, high.from);
  }

  void add_pair(Checkers after_first, Step first, Step second) {
    after_first.move(second.from, second.die);
    const auto action = with_step(with_step(BackgammonAction::pass, 0, first), 1, second);
    add(action, after_first, hits_blot(first) || hits_blot(second));
  }

  void list_single(Points from, int die) {
    for (; from != 0; from ^= Points(1) << highest(from)) {
      const Step step{highest(from), die};
      Checkers next = own_;
      next.move(step.from, step.die);
      add(with_step(BackgammonAction::pass, 0, step), next, hits_blot(step));
    }
  }

  const Checkers& own_;
  const Points blocked_;  // points that the other side holds, as the mover counts
  const Points blots_;
  const int high_;
  const int low_;
  List& list_;
  Ranks& ranks_;
  int longest_ = 0;
  Points by_high_ = 0;                          // what the higher die may move,
  std::array<Points, bar + 1> low_after_high_;  // and what the lower one may after that, by the point left
};

}  // namespace backgammon

}  // namespace mcms
