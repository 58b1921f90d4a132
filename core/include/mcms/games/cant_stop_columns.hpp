// The eleven columns of Can't Stop as one word, and what a player's columns count for in the evaluation.
//
// A word holds the steps still to go in each column, four bits a column: at the top none are left, whatever the
// column's height.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace mcms::cant_stop {

using Steps = std::array<int, 11>;  // one number a column

inline constexpr std::uint64_t ones = 0x11111111111;  // a 1 for each column

inline int left_in(std::uint64_t word, std::size_t column) { return int(word >> 4 * column & 15); }

// A 1 for each column of which nothing is left.
inline std::uint64_t tops(std::uint64_t word) { return ~(word | word >> 1 | word >> 2 | word >> 3) & ones; }

// The first column of a set given by such ones.
inline std::size_t first_of(std::uint64_t set) { return std::size_t(std::countr_zero(set)) / 4; }

// The sum of a player's best columns, each counted by the square of the share that is climbed.
class ColumnScore {
 public:
  // As many columns count as win: one, two or three.
  ColumnScore(const Steps& heights, int columns) : second_counts_(columns >= 2), third_counts_(columns >= 3) {
    for (std::size_t column = 0; column < heights.size(); ++column) {
      bottom_ |= std::uint64_t(heights[column]) << 4 * column;
      for (int left = 0; left <= heights[column]; ++left) {
        const double share = double(heights[column] - left) / heights[column];
        progress_[column][std::size_t(left)] = share * share;
      }
    }
  }

  // Both players' word at the start.
  std::uint64_t bottom() const { return bottom_; }

  // Of a player with these markers, who stands at `current` with runners and keeps them with this probability.
  // What the opponent has claimed counts for nothing.
  double operator()(std::uint64_t markers, std::uint64_t current, std::uint64_t opponent, double keep) const {
    double first = 0.0, second = 0.0, third = 0.0;
    const auto add = [&](double value) {
      third = std::max(third, std::min(second, value));
      second = std::max(second, std::min(first, value));
      first = std::max(first, value);
    };
    const std::uint64_t runners = ones & ~tops(markers ^ current);
    // Most columns have no progress to look at.
    const std::uint64_t without = tops(markers ^ bottom_) | tops(opponent) | runners;
    for (std::uint64_t set = ones & ~without; set != 0; set &= set - 1) add(progress(markers, first_of(set)));
    for (std::uint64_t set = runners; set != 0; set &= set - 1) {
      const std::size_t column = first_of(set);
      add(keep * progress(current, column) + (1 - keep) * progress(markers, column));
    }
    // Factors, not branches: a branch here made the real game a fifth slower.
    return first + second_counts_ * second + third_counts_ * third;
  }

  // The square of the share of a column that is climbed.
  double progress(std::uint64_t word, std::size_t column) const { return progress_with(column, left_in(word, column)); }
  double progress_with(std::size_t column, int left) const { return progress_[column][std::size_t(left)]; }

 private:
  double second_counts_, third_counts_;  // 1 or 0
  std::uint64_t bottom_ = 0;
  std::array<std::array<double, 16>, 11> progress_{};
};

}  // namespace mcms::cant_stop
