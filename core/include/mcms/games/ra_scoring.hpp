// What tiles and suns are worth in Ra: the scoring at the end of an epoch, and the evaluation made from it.
//
//   value of a player = points + what his tiles would score now + worth of his suns
//   a usable sun: (6 + (sun - 5) / 2) * min((Ra left / 6) / (usable suns / 4), 1)
//   a used sun:   (sun - 5) / 2, before the last epoch
//   estimate = 100 tanh(difference / 25)
//
// The tiles include the Monuments, although they score in the last epoch only: star1 at depth 3 that counts
// them in every epoch won 54.8 % of 4000 paired games against itself counting them in the last.
#pragma once

#include <algorithm>

#include "mcms/games/ra_state.hpp"

namespace mcms::ra {

inline constexpr std::array<int, 6> civilization_points{-5, 0, 0, 5, 10, 15};
inline constexpr std::array<int, 9> monument_kinds_points{0, 1, 2, 3, 4, 5, 6, 10, 15};
inline constexpr std::array<int, 6> monument_copies_points{0, 0, 0, 5, 10, 15};

// What a player's own tiles score at the end of any epoch.
constexpr int epoch_points(Holding held) {
  const int floods = count(held, RaTile::flood);
  const int river = floods > 0 ? count(held, RaTile::nile) + floods : 0;
  return 2 * count(held, RaTile::god) + 3 * count(held, RaTile::gold) + river +
         civilization_points[std::size_t(distinct_in<civilizations>(held))];
}

// What the copies of half of the Monuments score, by their twelve bits: one by one they took an eighth of an auction.
inline constexpr auto half_copies_points = [] {
  constexpr std::size_t field = 3, half = monuments.size / 2;
  std::array<std::uint8_t, std::size_t(1) << field * half> table{};
  for (std::size_t counts = 0; counts < table.size(); ++counts) {
    for (std::size_t i = 0; i < half; ++i) {
      const std::size_t copies = counts >> field * i & 7;
      table[counts] += std::uint8_t(monument_copies_points[std::min(copies, monument_copies_points.size() - 1)]);
    }
  }
  return table;
}();

constexpr int monument_points(Holding held) {
  constexpr std::size_t half = half_copies_points.size();
  const auto counts = std::size_t(held >> shifts[monuments.first]);
  return monument_kinds_points[std::size_t(distinct_in<monuments>(held))] + half_copies_points[counts % half] +
         half_copies_points[counts / half % half];
}

// +5 for the most, -2 for the fewest.
constexpr int pharaoh_points(Holding own, Holding other) {
  const int lead = count(own, RaTile::pharaoh) - count(other, RaTile::pharaoh);
  return lead > 0 ? 5 : lead < 0 ? -2 : 0;
}

constexpr int sum_of_suns(Suns suns) {
  int sum = 0;
  for (; suns != 0; suns = Suns(suns & (suns - 1))) sum += lowest(suns);
  return sum;
}

// All that a player scores as an epoch ends; the floor at 0 is for the caller, who knows his points.
constexpr int scored(const RaState& s, std::size_t player) {
  const Holding own = s.tiles[player];
  const Holding other = s.tiles[1 - player];
  int sum = epoch_points(own) + pharaoh_points(own, other);
  if (s.epoch == epochs) {
    const auto all_suns = [&](std::size_t p) { return sum_of_suns(Suns(s.suns[p] | s.used_suns[p])); };
    const int sun_lead = all_suns(player) - all_suns(1 - player);
    sum += monument_points(own) + (sun_lead > 0 ? 5 : sun_lead < 0 ? -5 : 0);
  }
  return sum;
}

// The least fraction of a point that a value can have: halves, scaled by ninths or sixths. In such units the
// evaluation is integer arithmetic, and its tanh a table.
inline constexpr int units = 36;

namespace tables {

constexpr int usable_worth(Suns suns, int ra_track) {
  const int count = std::popcount(suns);
  if (count == 0) return 0;
  const int halves = sum_of_suns(suns) + 7 * count;  // 6 + (sun - 5) / 2 each
  const int ra_left = ra_track_length - ra_track;
  return units / 2 * halves * std::min(2 * ra_left, 3 * count) / (3 * count);
}

using UsableWorth = std::array<std::array<std::int16_t, 8>, 1024>;
inline constexpr UsableWorth usable = [] {
  UsableWorth table{};
  for (std::size_t suns = 0; suns < table.size(); ++suns) {
    if (std::popcount(suns) > 4 || suns % 2 != 0) continue;
    for (int ra_track = 0; ra_track <= ra_track_length; ++ra_track) {
      table[suns][std::size_t(ra_track)] = std::int16_t(usable_worth(Suns(suns), ra_track));
    }
  }
  return table;
}();

// Of used suns, by their bits: a loop over them ends where no processor expects it.
inline constexpr auto used = [] {
  std::array<std::int16_t, usable.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto suns = Suns(i);
    table[i] = std::int16_t(units / 2 * (sum_of_suns(suns) - 5 * std::popcount(suns)));
  }
  return table;
}();

// Leads beyond this are worth all there is: the tanh is 1 to the last bit.
inline constexpr int greatest_lead = 19 * 25 * units + 200;

// The hyperbolic tangent of a number that is not negative, by additions, multiplications and divisions alone: libraries
// differ in its last bits, and values must be the same on every machine. With e = exp(2x) - 1 it is e / (e + 2).
inline double portable_tanh(double x) {
  int doublings = 0;
  double y = 2 * x;
  for (; y > 0.125; y /= 2) ++doublings;
  double e = 0.0;
  for (int n = 14; n >= 1; --n) e = (e + 1) * y / n;  // the series of exp(y) - 1
  for (; doublings > 0; --doublings) e *= e + 2;
  return e / (e + 2);
}

inline const auto estimates = [] {
  std::array<double, 2 * greatest_lead + 1> table;
  for (int lead = 0; lead <= greatest_lead; ++lead) {
    const double value = 100.0 * portable_tanh(lead / (25.0 * units));
    table[std::size_t(greatest_lead + lead)] = value;
    table[std::size_t(greatest_lead - lead)] = -value;
  }
  return table;
}();

}  // namespace tables

// The part of the lead that a Ra tile changes.
inline int usable_suns_lead(const RaState& s) {
  return tables::usable[s.suns[0]][s.ra_track] - tables::usable[s.suns[1]][s.ra_track];
}

inline int player_value(const RaState& s, std::size_t player) {
  const Holding own = s.tiles[player];
  const int value =
      s.points[player] + epoch_points(own) + monument_points(own) + pharaoh_points(own, s.tiles[1 - player]);
  return units * value + (s.epoch < epochs ? tables::used[s.used_suns[player]] : 0);
}

// The first player's value less the second's, in units.
inline std::int16_t lead(const RaState& s) {
  return std::int16_t(player_value(s, 0) - player_value(s, 1) + usable_suns_lead(s));
}

inline double estimate_of(int lead) {
  const int bounded = std::clamp(lead, -tables::greatest_lead, tables::greatest_lead);
  return tables::estimates[std::size_t(bounded + tables::greatest_lead)];
}

}  // namespace mcms::ra
