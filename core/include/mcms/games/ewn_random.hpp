// Random games of EinStein würfelt nicht!, on boards laid out for them.
//
// Each side sees the board from its own corner, so that both move by the same few instructions, and has a byte for each
// stone. What stands on a target is taken without a branch, which random play makes unpredictable. On the boards of a
// search, which keep up what evaluations ask for, random moves take twice as long.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/game/random_stream.hpp"
#include "mcms/games/ewn_moves.hpp"
#include "mcms/games/ewn_state.hpp"

namespace mcms {

namespace ewn {

inline constexpr std::uint64_t every_stone = 0x010101010101;  // the lowest bit of each stone's byte

// Six fields of a state as bytes, and back: first three by three, then each by itself.
constexpr std::uint64_t to_bytes(std::uint64_t fields) {
  fields = (fields & 0x7fff) | (fields & 0x3fff8000) << 9;
  return (fields & 0x00001f00001f) | (fields & 0x0003e00003e0) << 3 | (fields & 0x007c00007c00) << 6;
}
constexpr std::uint64_t to_fields(std::uint64_t bytes) {
  bytes = (bytes & 0x00001f00001f) | (bytes >> 3 & 0x0003e00003e0) | (bytes >> 6 & 0x007c00007c00);
  return (bytes & 0x7fff) | (bytes >> 9 & 0x3fff8000);
}
static_assert(to_bytes(0x3fffffff) == 31 * every_stone && to_fields(to_bytes(0x2468ace1)) == 0x2468ace1);

// The stones of one side, which goes to square 24. A stone is named by the lowest bit of its byte.
class RandomSide {
 public:
  static constexpr unsigned goal = 24;

  struct Move {
    int stone;
    unsigned from;
    unsigned to;
  };

  RandomSide(std::uint64_t fields, bool second) : squares_(to_bytes(fields)) {
    constexpr std::uint64_t to_flag = flag - EwnState::captured;  // no square on the board gets that far
    left_ = ~(squares_ + to_flag * every_stone) & flag * every_stone;
    squares_ = seen_by(second);
  }

  std::uint64_t fields(bool second) const {
    return to_fields(seen_by(second) | (~bytes_left() & EwnState::captured * every_stone));
  }

  bool has_stones() const { return left_ != 0; }

  // By the upper half of a random word: of the stone thrown or, if it is gone, of its neighbours.
  MCMS_ALWAYS_INLINE Move random_move(int thrown, std::uint64_t random) const {
    if ((left_ >> thrown & flag) == 0) return random_neighbours_move(thrown, random);
    return move(thrown, random * ways(thrown).count >> 32);
  }

  MCMS_ALWAYS_INLINE void play(const Move& move) {
    lose_stone_on(move.to);
    squares_ ^= std::uint64_t(move.from ^ move.to) << move.stone;
  }

  // If there is one.
  MCMS_ALWAYS_INLINE void lose_stone_on(unsigned square) {
    left_ &= (squares_ ^ square * every_stone) + (flag - 1) * every_stone;  // sets the flags of all that differ
  }

 private:
  static constexpr std::uint64_t flag = 128;  // of a byte: the stone is left

  std::uint64_t bytes_left() const { return (left_ << 1) - (left_ >> 7); }

  // The squares of the stones left as they are numbered from the first player's corner, or from there to here.
  std::uint64_t seen_by(bool second) const {
    return (second ? goal * every_stone - (squares_ & bytes_left()) : squares_) & bytes_left();
  }

  unsigned square_of(int stone) const { return squares_ >> stone & 31; }
  const Ways& ways(int stone) const { return ways_on<false>[square_of(stone)]; }

  Move move(int stone, std::uint64_t way) const {
    return {stone, square_of(stone), ways(stone).targets[std::size_t(way)]};
  }

  // The lower one's ways come first.
  MCMS_ALWAYS_INLINE Move random_neighbours_move(int thrown, std::uint64_t random) const {
    const std::uint64_t lower = left_ & ((std::uint64_t(1) << thrown) - 1), higher = left_ ^ lower;
    const int below = lower != 0 ? std::bit_width(lower) - 8 : 0;
    const int above = higher != 0 ? std::countr_zero(higher) - 7 : 0;
    const std::uint64_t ways_below = lower != 0 ? ways(below).count : 0;
    const std::uint64_t ways_above = higher != 0 ? ways(above).count : 0;
    const std::uint64_t way = random * (ways_below + ways_above) >> 32;
    const bool goes_below = way < ways_below;
    return move(goes_below ? below : above, way - (goes_below ? 0 : ways_below));
  }

  std::uint64_t squares_;
  std::uint64_t left_ = 0;
};

}  // namespace ewn

class EwnRandomGame {
 public:
  explicit EwnRandomGame(const EwnState& s)
      : mover_(side_of(s, s.second_to_move())),
        other_(side_of(s, !s.second_to_move())),
        second_moves_(s.second_to_move()),
        die_(s.shown()) {}

  bool is_over() const { return die_ == 0; }
  double utility() const { return second_moves_ ? 100.0 : -100.0; }  // whoever moved last has won

  // A word decides the move and the throw after it.
  MCMS_ALWAYS_INLINE RandomMoves play(RandomStream& random, std::uint64_t most) {
    std::uint64_t moves = 0;
    while (!is_over() && moves < most) {
      const std::uint64_t word = random.word();
      const ewn::RandomSide::Move move = mover_.random_move(8 * (die_ - 1), word >> 32);
      mover_.play(move);
      other_.lose_stone_on(ewn::RandomSide::goal - move.to);
      const bool wins = (move.to == ewn::RandomSide::goal) | !other_.has_stones();
      die_ = wins ? 0 : 1 + int((word & 0xffffffff) * 6 >> 32);
      std::swap(mover_, other_);
      second_moves_ = !second_moves_;
      ++moves;
    }
    return {moves, moves - is_over()};
  }

  EwnState state() const {
    // A reference to either side would keep both in memory, and random moves waiting for it.
    const std::uint64_t first = second_moves_ ? other_.fields(false) : mover_.fields(false);
    const std::uint64_t second = second_moves_ ? mover_.fields(true) : other_.fields(true);
    return EwnState(first | second << EwnState::second_side | std::uint64_t(die_) << EwnState::die_shift |
                    (second_moves_ ? EwnState::mover_bit : 0));
  }

 private:
  static ewn::RandomSide side_of(const EwnState& s, bool second) {
    constexpr std::uint64_t one_side = (std::uint64_t(1) << EwnState::second_side) - 1;
    return {s.packed >> (second ? EwnState::second_side : 0) & one_side, second};
  }

  ewn::RandomSide mover_;
  ewn::RandomSide other_;
  bool second_moves_;
  int die_;  // 0 after the end
};

}  // namespace mcms
