// Random games of Pig, without a branch until they end: random play makes every other one unpredictable.
#pragma once

#include <cstdint>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/game/random_stream.hpp"
#include "mcms/games/pig_dice.hpp"
#include "mcms/games/pig_state.hpp"

namespace mcms {

// What may or may not happen is a number with all bits set or none.
template <int Dice>
class PigRandomGame {
 public:
  PigRandomGame(const PigState& s, int goal)
      : goal_(goal), own_(s.own), other_(s.other), turn_total_(s.turn_total), second_moves_(s.second_moves ? -1 : 0) {}

  bool is_over() const { return other_ >= goal_; }
  double utility() const { return second_moves_ != 0 ? 100.0 : -100.0; }

  // A word's highest bit says roll or stop, if there is a choice, and its lower half the throw.
  MCMS_ALWAYS_INLINE RandomMoves play(RandomStream& random, std::uint64_t most) {
    constexpr const auto& ways = pig_dice::ways<Dice>;
    std::uint64_t moves = 0;
    int stops = 0;
    for (; !is_over() && moves < most; ++moves) {
      const std::uint64_t word = random.word();
      const int points = int(ways[((word & 0xffffffff) * ways.size()) >> 32]);
      const int wants_to_stop = int(word >> 63) - 1;
      const int stop = if_negative((goal_ - 1 - own_ - turn_total_) | (-turn_total_ & wants_to_stop));
      const int goes_on = ~stop & if_negative(int(PigOutcome::double_one) - points);
      own_ += turn_total_ & stop;
      if constexpr (Dice > 1) own_ &= stop | -int(points != int(PigOutcome::double_one));
      turn_total_ = (turn_total_ + points) & goes_on;
      pass_turn_unless(goes_on);
      stops -= stop;
    }
    return {moves, moves - std::uint64_t(stops)};
  }

  PigState state() const { return {own_, other_, turn_total_, second_moves_ != 0, false}; }

 private:
  static int if_negative(int number) { return number >> 31; }

  void pass_turn_unless(int goes_on) {
    const int exchanged = (own_ ^ other_) & ~goes_on;
    own_ ^= exchanged;
    other_ ^= exchanged;
    second_moves_ ^= ~goes_on;
  }

  int goal_;
  int own_;
  int other_;
  int turn_total_;
  int second_moves_;
};

}  // namespace mcms
