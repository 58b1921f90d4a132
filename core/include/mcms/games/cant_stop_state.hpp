// A position of Can't Stop, what can be reached from it, and whether it can be one.
#pragma once

#include <bit>
#include <cstdint>

#include "mcms/game/invalid_state.hpp"
#include "mcms/games/cant_stop_columns.hpp"
#include "mcms/games/cant_stop_rolls.hpp"

namespace mcms {

enum class CantStopPhase : std::uint8_t { pre_roll, rolling, move, over };

// Seen by the mover. The words hold the steps still to go, see cant_stop_columns.hpp; a runner is where `own` and
// `current` differ, so banking the runners and losing them are copies of a word.
struct CantStopState {
  std::uint64_t own = 0;      // the mover's markers
  std::uint64_t current = 0;  // the same with the runners moved
  std::uint64_t other = 0;

  // What follows from the words above, kept up to date because every node asks for it.
  double other_score = 0.0;  // what the other player's columns count for; constant through a turn
  // From the roll to the move, what estimate() says: dice do not change it, and a roll has a hundred faces.
  double value = 0.0;
  std::uint16_t closed = 0;   // columns claimed by either player or topped by a runner
  std::uint16_t runners = 0;  // columns with a runner

  std::uint8_t roll = 0;  // which of cant_stop::rolls is on the table, in the phase `move`
  CantStopPhase phase = CantStopPhase::pre_roll;
  bool second_moves = false;

  friend bool operator==(const CantStopState&, const CantStopState&) = default;
};

// Two columns of four bits, the lower one above; 15 for none. The numbers without a column decide before a roll.
enum class CantStopAction : std::uint8_t { roll = 0xf0, stop = 0xf1 };

// One of cant_stop::rolls, with MergedRolls::bust if it allows no move.
enum class CantStopOutcome : std::uint8_t {};

static_assert(sizeof(CantStopState) == 48);

namespace cant_stop {

inline bool all_runners_out(ColumnMask runners) {
  const ColumnMask without_one = runners & (runners - 1);
  return (without_one & (without_one - 1)) != 0;
}

inline ColumnMask playable(const CantStopState& s) {
  const ColumnMask open = all_columns & ~ColumnMask(s.closed);
  return all_runners_out(s.runners) ? open & s.runners : open;
}

inline Reach reach(const CantStopState& s) {
  const ColumnMask open = playable(s);
  const bool one_runner_left = (s.runners & (s.runners - 1)) != 0 && !all_runners_out(s.runners);
  ColumnMask last_step = 0;
  for (std::uint64_t at_1 = tops(s.current ^ ones); at_1 != 0; at_1 &= at_1 - 1) {
    last_step |= ColumnMask(1) << first_of(at_1);
  }
  return {open, one_runner_left ? open & ~ColumnMask(s.runners) : 0, open & last_step};
}

}  // namespace cant_stop

inline void check_state(const CantStopState& s) {
  constexpr std::uint64_t columns = cant_stop::ones * 15;
  require_state(((s.own | s.current | s.other) & ~columns) == 0, "a word has more than eleven columns: expected them");
  int runners = 0, closed = 0;
  for (std::size_t column = 0; column < cant_stop::column_count; ++column) {
    const int left = cant_stop::left_in(s.current, column), before = cant_stop::left_in(s.own, column);
    require_state(left <= before, "a runner is below its marker: expected it above");
    runners |= (left < before) << column;
    closed |= (left == 0 || cant_stop::left_in(s.other, column) == 0) << column;
  }
  require_state(s.runners == runners && s.closed == closed && std::popcount(s.runners) <= 3,
                "runners or closed columns do not follow from the words: expected what they come to");
  require_state(s.phase <= CantStopPhase::over && (s.phase == CantStopPhase::move || s.roll == 0) &&
                    s.roll < cant_stop::roll_count,
                "the roll or the phase is unknown: expected a roll in the phase move alone");
  require_state(s.other_score >= 0 && s.other_score < 3.001 && s.value > -100.001 && s.value < 100.001,
                "a score is out of its range: expected it within");
  require_state(
      s.phase != CantStopPhase::move || !cant_stop::moves_of(cant_stop::rolls[s.roll], cant_stop::reach(s)).empty(),
      "the roll allows no move: expected dice that do not bust");
}

}  // namespace mcms
