// Expectimax for Can't Stop with its real board and nothing else, as one would write it by hand for speed: plain
// bytes for the steps, no table, no limits, no options. What is constant through a turn is handed down, and the merged
// rolls of a choice of columns are worked out once a search. Every leaf is entered on its own.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "reference.hpp"

namespace mcms::reference {

namespace {

constexpr int heights[11] = {3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};

struct Pairing {
  int x, y;
};

struct Roll {
  std::vector<Pairing> pairings;  // distinct, x <= y
  std::uint32_t columns = 0;
  int ways = 0;
};

std::vector<Roll> all_rolls(std::map<CantStopDice, int>& numbers) {
  std::vector<Roll> rolls;
  for (int way = 0; way < 1296; ++way) {
    CantStopDice dice{way / 216 + 1, way / 36 % 6 + 1, way / 6 % 6 + 1, way % 6 + 1};
    std::sort(dice.begin(), dice.end());
    const auto [place, is_new] = numbers.try_emplace(dice, int(rolls.size()));
    if (is_new) {
      Roll roll;
      for (int partner = 1; partner < 4; ++partner) {
        int x = dice[0] + dice[partner] - 2;
        int y = dice[0] + dice[1] + dice[2] + dice[3] - x - 4;
        if (x > y) std::swap(x, y);
        if (std::none_of(roll.pairings.begin(), roll.pairings.end(), [&](Pairing p) { return p.x == x; }))
          roll.pairings.push_back({x, y});
        roll.columns |= 1u << x | 1u << y;
      }
      rolls.push_back(roll);
    }
    ++rolls[place->second].ways;
  }
  return rolls;
}

struct Tables {
  std::map<CantStopDice, int> numbers;
  std::vector<Roll> rolls = all_rolls(numbers);
  double progress[11][16] = {};
  double keep[2048] = {};

  Tables() {
    for (int c = 0; c < 11; ++c) {
      for (int step = 0; step <= heights[c]; ++step) progress[c][step] = step * step / double(heights[c] * heights[c]);
    }
    for (std::uint32_t set = 0; set < 2048; ++set) {
      for (const Roll& roll : rolls) keep[set] += roll.columns & set ? roll.ways / 1296.0 : 0;
    }
  }
};

const Tables& tables() {
  static const Tables once;
  return once;
}

struct Board {
  std::uint8_t own[11], runner[11], other[11];  // runner: where the mover stands now, on a marker or a runner
  std::uint32_t runners, closed;                // closed: claimed, or topped by a runner
  int own_claims, other_claims, topped;

  std::uint32_t playable() const { return (free() == 0 ? runners : 2047u) & ~closed; }
  int free() const { return 3 - std::popcount(runners); }
};

struct Outcome {
  double probability;
  int roll;  // -1: a bust
};

struct CantStopSearch {
  const Tables& t = tables();
  std::uint64_t nodes = 0;
  std::unordered_map<std::uint64_t, std::vector<Outcome>> merged;

  double pre_roll(const Board& b, double other_score, int sign, int depth) {
    ++nodes;
    if (depth == 0) return evaluate(b, other_score, sign);
    if (b.topped > 0 && b.own_claims + b.topped >= 3) {
      ++nodes;
      return 100.0 * sign;
    }
    const double roll = throw_dice(b, other_score, sign, depth - 1);
    if (b.runners == 0) return roll;
    const Board next = passed(b, b.runner, b.closed, b.own_claims + b.topped);
    const double stop = pre_roll(next, score(next.other, next.own), -sign, depth - 1);
    return sign > 0 ? std::max(roll, stop) : std::min(roll, stop);
  }

  double throw_dice(const Board& b, double other_score, int sign, int depth) {
    const double here = evaluate(b, other_score, sign);
    double sum = 0;
    for (const Outcome& outcome : outcomes(b)) {
      sum += outcome.probability *
             (outcome.roll < 0 ? bust(b, sign, depth) : move(b, t.rolls[outcome.roll], here, other_score, sign, depth));
    }
    return sum;
  }

  double bust(const Board& b, int sign, int depth) {
    const Board next = passed(b, b.own, b.closed & ~b.runners, b.own_claims);
    return pre_roll(next, score(next.other, next.own), -sign, depth);
  }

  double move(const Board& b, const Roll& roll, double here, double other_score, int sign, int depth) {
    ++nodes;
    if (depth == 0) return here;
    const std::uint32_t playable = b.playable();
    const int free = b.free();
    double best = -1000;
    std::uint32_t alone = 0;
    const auto play = [&](int x, int y) {
      Board next = b;
      advance(next, x);
      if (y >= 0) advance(next, y);
      best = std::max(best, sign * pre_roll(next, other_score, sign, depth - 1));
    };
    for (const auto [x, y] : roll.pairings) {
      const bool low = playable >> x & 1, high = playable >> y & 1;
      if (low && high && x == y && b.runner[x] + 1 < heights[x]) {
        play(x, x);
      } else if (low && high && x != y && !(free == 1 && !((b.runners >> x | b.runners >> y) & 1))) {
        play(x, y);
      } else {
        alone |= std::uint32_t(low) << x | std::uint32_t(high) << y;
      }
    }
    for (; alone != 0; alone &= alone - 1) play(std::countr_zero(alone), -1);
    return sign * best;
  }

  static void advance(Board& b, int column) {
    b.runners |= 1u << column;
    if (++b.runner[column] == heights[column]) {
      b.closed |= 1u << column;
      ++b.topped;
    }
  }

  static Board passed(const Board& b, const std::uint8_t* kept, std::uint32_t closed, int claims) {
    Board next;
    std::copy_n(b.other, 11, next.own);
    std::copy_n(b.other, 11, next.runner);
    std::copy_n(kept, 11, next.other);
    next.runners = 0;
    next.closed = closed;
    next.own_claims = b.other_claims;
    next.other_claims = claims;
    next.topped = 0;
    return next;
  }

  double score(const std::uint8_t* steps, const std::uint8_t* opponent) const {
    double best = 0, second = 0, third = 0;
    for (int c = 0; c < 11; ++c) {
      const double value = opponent[c] == heights[c] ? 0 : t.progress[c][steps[c]];
      third = std::max(third, std::min(second, value));
      second = std::max(second, std::min(best, value));
      best = std::max(best, value);
    }
    return best + second + third;
  }

  double evaluate(const Board& b, double other_score, int sign) const {
    const double keep = t.keep[b.playable()];
    double best = 0, second = 0, third = 0;
    for (int c = 0; c < 11; ++c) {
      double value = b.other[c] == heights[c] ? 0 : t.progress[c][b.own[c]];
      if (b.runners >> c & 1) value = keep * t.progress[c][b.runner[c]] + (1 - keep) * value;
      third = std::max(third, std::min(second, value));
      second = std::max(second, std::min(best, value));
      best = std::max(best, value);
    }
    return sign * (best + second + third - other_score) * (100 / 3.0);
  }

  // Rolls that allow the same moves are one outcome.
  const std::vector<Outcome>& outcomes(const Board& b) {
    const std::uint64_t playable = b.playable();
    const std::uint64_t competing = b.free() == 1 ? playable & ~b.runners : 0;
    std::uint64_t last_step = 0;
    for (int c = 0; c < 11; ++c) last_step |= std::uint64_t(b.runner[c] + 1 == heights[c]) << c;
    last_step &= playable;
    auto& list = merged[playable | competing << 11 | last_step << 22];
    if (list.empty()) list = merge(playable, competing, last_step);
    return list;
  }

  std::vector<Outcome> merge(std::uint64_t playable, std::uint64_t competing, std::uint64_t last_step) const {
    std::map<std::vector<int>, Outcome> by_moves;
    for (int number = 0; number < int(t.rolls.size()); ++number) {
      std::vector<int> moves;
      for (const auto [x, y] : t.rolls[number].pairings) {
        const bool low = playable >> x & 1, high = playable >> y & 1;
        const bool both = low && high && (x == y ? !(last_step >> x & 1) : !(competing >> x & competing >> y & 1));
        if (both) moves.push_back(100 * x + y + 1);
        if (low && !both) moves.push_back(100 * x);
        if (high && !both) moves.push_back(100 * y);
      }
      std::sort(moves.begin(), moves.end());
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
      auto& outcome = by_moves.try_emplace(moves, Outcome{0, moves.empty() ? -1 : number}).first->second;
      outcome.probability += t.rolls[number].ways / 1296.0;
    }
    std::vector<Outcome> list;
    for (const auto& [moves, outcome] : by_moves) list.push_back(outcome);
    return list;
  }
};

Board board_of(const CantStopSteps& own, const CantStopSteps& runners, const CantStopSteps& other) {
  Board b{};
  for (int c = 0; c < 11; ++c) {
    b.own[c] = std::uint8_t(own[c]);
    b.other[c] = std::uint8_t(other[c]);
    b.runner[c] = std::uint8_t(runners[c] > 0 ? runners[c] : own[c]);
    b.runners |= std::uint32_t(runners[c] > 0) << c;
    b.closed |= std::uint32_t(b.runner[c] == heights[c] || b.other[c] == heights[c]) << c;
    b.own_claims += b.own[c] == heights[c];
    b.other_claims += b.other[c] == heights[c];
    b.topped += runners[c] == heights[c];
  }
  return b;
}

}  // namespace

Result cant_stop(const CantStopSteps& me, const CantStopSteps& runners, const CantStopSteps& other,
                 const std::optional<CantStopDice>& dice, int to_move, int depth) {
  CantStopSearch search;
  const Board b = board_of(me, runners, other);
  const int sign = to_move == 0 ? 1 : -1;
  const double other_score = search.score(b.other, b.own);
  if (!dice) return {search.pre_roll(b, other_score, sign, depth), search.nodes};
  const Roll& roll = search.t.rolls[search.t.numbers.at(*dice)];
  const double here = search.evaluate(b, other_score, sign);
  return {search.move(b, roll, here, other_score, sign, depth), search.nodes};
}

}  // namespace mcms::reference
