// What a learnt evaluation sees of Can't Stop: how far all markers have to go, and what the next roll may do.
#pragma once

#include <bit>

#include "mcms/evaluate/features.hpp"
#include "mcms/games/cant_stop.hpp"

namespace mcms {

class CantStopFeatures : public WinOutput {
 public:
  static constexpr std::size_t steps = 16;  // a unit for each number of steps left in a column
  static constexpr std::size_t player = steps * cant_stop::column_count;

  // What follows the columns of the mover's markers, the mover with runners, and the other player.
  enum Place : std::size_t {
    runner = 3 * player,
    closed = runner + cant_stop::column_count,
    runners_out = closed + cant_stop::column_count,  // how many
    own_tops = runners_out + 4,
    other_tops = own_tops + 4,
    phases = other_tops + 4,
    keep = phases + 3,  // the chance of a roll that fits
    gained = keep + 2,
    size = gained + 1
  };

  using WinOutput::WinOutput;

  std::size_t count() const { return size; }
  bool second_views(const CantStopState& s) const { return s.second_moves; }

  template <class Sink>
  void list(const CantStopState& s, Sink&& sink) const {
    int gain = 0;
    for (std::size_t column = 0; column < cant_stop::column_count; ++column) {
      const auto left = [&](std::uint64_t word) { return std::size_t(cant_stop::left_in(word, column)); };
      sink(steps * column + left(s.own), 1.0F);
      sink(player + steps * column + left(s.current), 1.0F);
      sink(2 * player + steps * column + left(s.other), 1.0F);
      if ((s.runners >> column & 1) != 0) sink(runner + column, 1.0F);
      if ((s.closed >> column & 1) != 0) sink(closed + column, 1.0F);
      gain += int(left(s.own) - left(s.current));
    }
    const int out = std::popcount(s.runners);
    sink(runners_out + std::size_t(std::min(out, 3)), 1.0F);
    sink(own_tops + topped(s.current), 1.0F);
    sink(other_tops + topped(s.other), 1.0F);
    sink(phases + std::min<std::size_t>(std::size_t(s.phase), 2), 1.0F);
    const float chance = float(cant_stop::ways_to_hit[cant_stop::playable(s)]) / cant_stop::ways_in_all;
    sink(keep, grid(chance));
    sink(keep + 1, grid(chance * float(gain) / 8));
    sink(gained, grid(float(gain) / 8));
  }

 private:
  static std::size_t topped(std::uint64_t word) {
    return std::min<std::size_t>(3, std::size_t(std::popcount(cant_stop::tops(word))));
  }
};

}  // namespace mcms
