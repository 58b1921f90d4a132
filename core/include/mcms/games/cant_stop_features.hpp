// What a learnt evaluation sees of Can't Stop: how far all markers have to go, and what the next roll may do.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

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

  // The columns of each kind of marker, and the rest.
  static constexpr std::array<std::size_t, 5> sections{0, player, 2 * player, 3 * player, size};

  static bool same_section(std::size_t section, const CantStopState& a, const CantStopState& b) {
    return section < 3 && markers(section, a) == markers(section, b);
  }

  template <class Sink>
  void list_section(std::size_t section, const CantStopState& s, Sink&& sink) const {
    if (section == 3) return list_rest(s, sink);
    for (std::size_t column = 0; column < cant_stop::column_count; ++column)
      sink(section * player + steps * column + left(markers(section, s), column), 1.0F);
  }

  template <class Sink>
  void list(const CantStopState& s, Sink&& sink) const {
    list_sections(*this, s, sink);
  }

 private:
  static std::uint64_t markers(std::size_t section, const CantStopState& s) {
    return section == 0 ? s.own : section == 1 ? s.current : s.other;
  }

  static std::size_t left(std::uint64_t word, std::size_t column) {
    return std::size_t(cant_stop::left_in(word, column));
  }

  template <class Sink>
  static void list_rest(const CantStopState& s, Sink&& sink) {
    int gain = 0;
    for (std::size_t column = 0; column < cant_stop::column_count; ++column) {
      if ((s.runners >> column & 1) != 0) sink(runner + column, 1.0F);
      if ((s.closed >> column & 1) != 0) sink(closed + column, 1.0F);
      gain += int(left(s.own, column) - left(s.current, column));
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

  static std::size_t topped(std::uint64_t word) {
    return std::min<std::size_t>(3, std::size_t(std::popcount(cant_stop::tops(word))));
  }
};

}  // namespace mcms
