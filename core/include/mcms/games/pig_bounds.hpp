// What the rules of Pig say of a value before anything is searched: how much a lead can grow on average.
//
// A throw adds to the thrower's lead, on average, the points it scores less what a 1 loses. Against an opponent who
// throws once and stops, the best that a player can gain in d decisions follows by dynamic programming, whatever the
// scores are, as long as nobody wins:
//
//   A_d(t) = max( O_{d-1}, R_{d-1}(t) )                           the player decides, with t points at stake
//   R_d(t) = E[points] - P(1) t - P(1-1) own + E[A_d(t + points)] + P(1) O_d     he throws
//   O_d    = -E[points] + P(1-1) other + P(1) A_{d-1}(0) + P(points) A_{d-2}(0)  the opponent throws and stops
//
// The value is at most the lead and A_d, and what winning is worth beyond the lead times the chance to get there. The
// other bound is the same with the sides exchanged.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "mcms/games/pig_dice.hpp"

namespace mcms {

template <int Dice>
class PigGains {
 public:
  static constexpr int most_decisions = 16;
  static constexpr int most_points = 6 * Dice;
  static constexpr int largest_score = 100;  // more is not looked at

  static const PigGains& shared() {
    static const PigGains gains;
    return gains;
  }

  // The lead, the scores, and what is at stake besides them, as the player sees them for whom the bound is.
  struct Side {
    int lead;
    int own;
    int stake;
    int other;
    int others_stake;
    int goal;
  };

  // The most that the player's lead can reach if he is to decide, if he has thrown, or if his opponent is to throw once
  // and stop or to stop.
  double deciding(const Side& side, int depth) const {
    return side.lead + at(side, depth).deciding[depth][listed_stake(side)] + beyond(side, depth, depth - 1);
  }
  double throwing(const Side& side, int depth) const {
    return side.lead + at(side, depth + 1).throwing[depth][listed_stake(side)] + beyond(side, depth + 1, depth);
  }
  double against_throw(const Side& side, int depth) const {
    return side.lead + at(side, depth).waiting[depth] + pig_dice::chances<Dice>.lost() * side.others_stake +
           beyond(side, depth, depth - 2);
  }
  double against_stop(const Side& side, int depth) const {
    return side.lead + at(side, depth).deciding[depth - 1][0] + beyond(side, depth, depth - 2);
  }

 private:
  static constexpr int largest_stake = 40;  // with more at stake there is less to gain
  static constexpr int step = 20;           // scores are rounded to the player's advantage
  static constexpr int steps = largest_score / step + 1;

  using ByStake = std::array<double, largest_stake + 1>;
  struct Gains {
    std::array<ByStake, most_decisions + 1> deciding{};  // A
    std::array<ByStake, most_decisions + 1> throwing{};  // R
    std::array<double, most_decisions + 1> waiting{};    // O
  };

  PigGains() : gains_(std::make_unique<std::array<std::array<Gains, steps>, steps>>()) {
    for (int throws = 0; throws < most_decisions; ++throws) fill_reaching(throws);
    for (int other = 0; other < steps; ++other) {
      for (int own = 0; own < steps; ++own) fill((*gains_)[own][other], (*gains_)[0][other], own * step, other * step);
    }
  }

  // `afresh` are the gains of a player who has lost his score.
  void fill(Gains& gains, const Gains& afresh, int own, int other) {
    constexpr auto chances = pig_dice::chances<Dice>;
    for (int depth = 0; depth <= most_decisions; ++depth) {
      if (depth > 0) {
        gains.waiting[depth] = -chances.mean + chances.double_one * other +
                               chances.lost() * gains.deciding[depth - 1][0] +
                               (depth > 1 ? (1 - chances.lost()) * gains.deciding[depth - 2][0] : 0.0);
        for (int t = 0; t <= largest_stake; ++t) {
          const double thrown = gains.throwing[depth - 1][t];
          gains.deciding[depth][t] = t == 0 ? thrown : std::max(gains.waiting[depth - 1], thrown);
        }
      }
      for (int t = 0; t <= largest_stake; ++t) {
        double sum = chances.mean - chances.lost() * t - chances.double_one * own + chances.one * gains.waiting[depth] +
                     chances.double_one * std::max(gains.waiting[depth], afresh.waiting[depth]);
        for (const auto& [thrown, probability] : pig_dice::throws<Dice>) {
          if (thrown > PigOutcome::double_one) {
            sum += probability * gains.deciding[depth][std::min(t + int(thrown), largest_stake)];
          }
        }
        gains.throwing[depth][t] = sum;
      }
      lowest_ = std::min(lowest_, gains.waiting[depth]);
    }
  }

  // P(this many throws score at least n points).
  void fill_reaching(int throws) {
    for (int n = 0; n <= largest_score; ++n) {
      double sum = n == 0;
      if (throws > 0 && n > 0) {
        for (const auto& [thrown, probability] : pig_dice::throws<Dice>) {
          const int points = thrown > PigOutcome::double_one ? int(thrown) : 0;
          sum += probability * reaching_[throws - 1][std::max(n - points, 0)];
        }
      }
      reaching_[throws][n] = sum;
    }
  }

  static std::size_t listed_stake(const Side& side) { return std::size_t(std::min(side.stake, largest_stake)); }

  // The opponent throws at most every other decision.
  static int other_later(const Side& side, int depth) {
    return side.other + side.others_stake + most_points * (depth / 2);
  }

  const Gains& at(const Side& side, int depth) const {
    const int own = std::min(side.own / step, steps - 1);
    const int other = std::min((other_later(side, depth) + step - 1) / step, steps - 1);
    return (*gains_)[own][other];
  }

  // What a win adds, and what the estimate leaves out because its scale ends.
  double beyond(const Side& side, int depth, int throws) const {
    const int other = other_later(side, depth) + most_points;
    const int need = std::clamp(side.goal - side.own - side.stake, 0, largest_score);
    const double win = throws >= 0 ? reaching_[throws][need] * (std::max(100 - side.goal + other, 0) - lowest_) : 0.0;
    const auto off_scale = [&](int own) { return std::max(other - own - 99, 0); };
    return win + off_scale(side.own) + (Dice > 1 ? depth * pig_dice::chances<Dice>.double_one * off_scale(0) : 0.0);
  }

  std::unique_ptr<std::array<std::array<Gains, steps>, steps>> gains_;
  std::array<std::array<double, largest_score + 1>, most_decisions> reaching_{};
  double lowest_ = 0.0;
};

}  // namespace mcms
