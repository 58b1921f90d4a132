// What a learnt evaluation sees of EinStein würfelt nicht!: which stone stands where, and how the race stands.
#pragma once

#include "mcms/evaluate/features.hpp"
#include "mcms/games/ewn_race.hpp"

namespace mcms {

class EwnFeatures : public WinOutput {
 public:
  static constexpr std::size_t places = 26;  // a unit for each square and one for a captured stone
  static constexpr std::size_t side = places * ewn::stones_a_side;
  static constexpr std::size_t race = 2 * side;  // from here on: chance of winning it, expected moves, nearest stones

  using WinOutput::WinOutput;

  std::size_t count() const { return race + 5; }
  bool second_views(const EwnState& s) const { return s.second_to_move(); }
  bool same_after_luck(const EwnState&) const { return true; }

  // Seen by the mover, whose goal is always square 24.
  template <class Sink>
  void list(const EwnState& s, Sink&& sink) const {
    const bool second = s.second_to_move();
    const int own = list_side(s, second, second, 0, sink);
    const int other = list_side(s, !second, second, side, sink);
    const ewn::RaceTable& table = ewn::RaceTable::shared();
    sink(race, grid(float(table.mover_first(own, other))));
    sink(race + 1, grid(float(table.expected_moves(own)) / 4));
    sink(race + 2, grid(float(table.expected_moves(other)) / 4));
    sink(race + 3, grid(float(ewn::standing(second ? s.second : s.first)) / 32));
    sink(race + 4, grid(float(ewn::standing(second ? s.first : s.second)) / 32));
  }

 private:
  // Returns the side's vector in the table of races.
  template <class Sink>
  static int list_side(const EwnState& s, bool of_second, bool turned, std::size_t at, Sink&& sink) {
    ewn::Distances distances{};
    int shift = of_second ? EwnState::second_side : 0;
    for (int stone = 0; stone < ewn::stones_a_side; ++stone, shift += EwnState::field) {
      const auto square = int(s.square_at(shift));
      const bool gone = square == int(EwnState::captured);
      const int place = gone ? int(places) - 1 : turned ? ewn::squares - 1 - square : square;
      sink(at + places * std::size_t(stone) + std::size_t(place), 1.0F);
      distances[std::size_t(stone)] = gone ? 0 : ewn::distance(of_second, square);
    }
    return ewn::RaceTable::index(distances);
  }
};

}  // namespace mcms
