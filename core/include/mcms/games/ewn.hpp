// EinStein würfelt nicht! (Althöfer 2004): a die says which stone moves; reach the far corner or take every stone.
//
// The board is 5×5. The first player's stones 1 to 6 start in the top left corner and move down, right or
// both at once; the second player's start in the bottom right corner and move the other way. If the stone
// thrown is gone, the next higher or the next lower one left moves. Whatever stands on the target is captured.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "mcms/compiler.hpp"
#include "mcms/game/fixed_draws.hpp"
#include "mcms/game/game.hpp"
#include "mcms/games/ewn_moves.hpp"
#include "mcms/games/ewn_random.hpp"

namespace mcms {

namespace ewn {

using Arrangement = std::array<int, stones_a_side>;  // the stones on a side's start squares, row by row

inline constexpr auto throws = [] {
  std::array<Weighted<std::uint8_t>, 6> list{};
  for (std::uint8_t die = 1; die <= 6; ++die) list[die - 1] = {die, 1 / 6.0};
  return list;
}();

inline const FixedDraws<throws> draws([](std::uint8_t) { return 0; });

// How many moves each side has left until the depth ends.
struct MovesLeft {
  int own;
  int enemy;
};

// The plain evaluation: 20 · (opponent's least distance - own) + 2 · (own stones - opponent's). It is within ±70
// in an unfinished state, where distances are 1 to 4 and stones 1 to 6.
struct Distance {
  MCMS_ALWAYS_INLINE double estimate(const EwnState& s) const { return 2 * (standing(s.first) - standing(s.second)); }

  // The most that it can reach for a side while nobody has won: a step nearer with each move, at the most to the
  // square before the goal, and for the enemy one stone left, as far away as can be if the side may take some.
  static double most(std::uint32_t own, std::uint32_t enemy, MovesLeft moves) {
    const int stones = std::popcount(own & (no_stones - 1));
    const int nearest = stones + 30;
    const int reached = std::min(standing(own) + 10 * moves.own, nearest);
    const int least = moves.own > 0 ? std::max(std::popcount(enemy & (no_stones - 1)) - moves.own - moves.enemy, 1)
                                    : standing(enemy) - moves.enemy;
    return 2 * (reached - least);
  }
};

// A poor evaluation, to show what depth is worth where the horizon tells little: 10 · (own stones - opponent's).
struct Stones {
  static constexpr std::uint32_t on_board = no_stones - 1;

  MCMS_ALWAYS_INLINE double estimate(const EwnState& s) const {
    return 10 * (std::popcount(s.first & on_board) - std::popcount(s.second & on_board));
  }

  static double most(std::uint32_t own, std::uint32_t enemy, MovesLeft moves) {
    const int taken = moves.own + moves.enemy;
    return 10 * (std::popcount(own & on_board) - std::max(std::popcount(enemy & on_board) - taken, 1));
  }
};

}  // namespace ewn

// The evaluation is fixed when compiling, so that a leaf costs no call. What is marked for inlining is what
// every leaf goes through; left to the compiler it depended on what else was in the translation unit.
template <class Evaluation>
class Ewn {
 public:
  using State = EwnState;
  using Action = EwnActions::Action;
  using Outcome = std::uint8_t;  // the die, 1 to 6

  static constexpr std::size_t max_outcomes = ewn::throws.size();

  struct Options {
    std::optional<std::array<ewn::Arrangement, 2>> setup;  // none: drawn
  };

  explicit Ewn(const Options& options) : setup_(options.setup) {
    if (!setup_) return;
    for (const ewn::Arrangement& stones : *setup_) {
      for (int stone = 1; stone <= ewn::stones_a_side; ++stone) {
        if (std::count(stones.begin(), stones.end(), stone) != 1)
          throw std::invalid_argument("expected each of stones 1 to 6 once");
      }
    }
  }

  State initial_state(Key key) const {
    const auto [first, second] = setup_.value_or(std::array{shuffled(key.fold(0)), shuffled(key.fold(1))});
    return State(squares_of(first, {0, 1, 2, 5, 6, 10}), squares_of(second, {14, 18, 19, 22, 23, 24}), std::nullopt,
                 false);
  }

  Turn turn(const State& s) const {
    if (s.shown() != 0) return s.second_to_move() ? Turn::second : Turn::first;
    return s.has_ended() ? Turn::over : Turn::chance;
  }

  MCMS_ALWAYS_INLINE EwnActions actions(const State& s) const {
    return s.second_to_move() ? actions<true>(s, s.second, s.first) : actions<false>(s, s.first, s.second);
  }

  const auto& outcomes(const State&) const { return ewn::throws; }

  std::size_t outcome_places() const { return 7; }

  Outcome sample(const State&, double uniform) const { return Outcome(1 + int(6 * uniform)); }

  static constexpr int most_draws = FixedDraws<ewn::throws>::most_draws;

  MCMS_ALWAYS_INLINE auto draw(const State&, int width, const Draws& draws) const { return ewn::draws(width, draws); }

  // All throws are equally likely, so that of one draw the table says no more than its place in it, which goes down
  // from a 6. A search of one outcome a throw waits for this at each node.
  MCMS_ALWAYS_INLINE Outcome draw_one(const State&, const Draws& draws) const {
    return Outcome(6 - below(6, std::uint32_t(draws.word(0) >> 32)));
  }

  EwnRandomGame random_game(const State& s) const { return EwnRandomGame(s); }

  MCMS_ALWAYS_INLINE State play(State s, Action action) const {
    return s.second_to_move() ? play<true>(s, action) : play<false>(s, action);
  }

  State resolve(State s, Outcome die) const {
    s.packed = (s.packed & ~State::die_bits) | std::uint64_t(die) << State::die_shift;
    return s;
  }

  double utility(const State& s) const { return s.first_has_won() ? 100.0 : -100.0; }

  MCMS_ALWAYS_INLINE double estimate(const State& s) const { return evaluation_.estimate(s); }

  // No evaluation looks at the die, and no throw ends the game.
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    return LeafExpectation{estimate(s), max_outcomes, 0};
  }

  template <class Luck>
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaf_expectation(const State& s, int width,
                                                                     const Luck& luck) const {
    return LeafExpectation{estimate(s), width == 1 ? 1 : draw(s, width, luck()).distinct(), 0};
  }

  template <class Throws>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Throws& throws) const {
    return LeafExpectation{estimate(s), std::uint32_t(throws.size()), 0};
  }

  ValueRange value_range() const { return {-100.0, 100.0}; }

  // What is within reach of either side; dice and moves decide the rest.
  ValueBounds value_bounds(const State& s, int depth) const {
    if (depth == 0) return ValueBounds::value(estimate(s));
    const int mover = (depth + 1) / 2, other = depth / 2;
    const ewn::MovesLeft first = s.second_to_move() ? ewn::MovesLeft{other, mover} : ewn::MovesLeft{mover, other};
    return {-most<true>(s.second, s.first, {first.enemy, first.own}), most<false>(s.first, s.second, first)};
  }

  // A bijection of the whole state: no two states share a hash.
  std::uint64_t hash(const State& s) const { return mix(s.packed); }

  std::string action_name(const State& s, Action action) const {
    const int from = s.square_at(shift_of(action, s.second_to_move()));
    return std::to_string(stone_of(action)) + ":" + square_name(from) + "-" + square_name(target_of(action));
  }

  std::string outcome_name(const State&, Outcome die) const { return std::to_string(die); }

 private:
  // A side may win that has a stone near enough, or if all of the enemy's can be gone.
  template <bool Second>
  static double most(std::uint32_t own, std::uint32_t enemy, ewn::MovesLeft moves) {
    if (ewn::least_distance<Second>(own) <= moves.own) return 100.0;
    if (std::popcount(enemy & (ewn::no_stones - 1)) <= moves.own + moves.enemy && moves.own > 0) return 100.0;
    return std::min(Evaluation::most(own, enemy, moves), 100.0);
  }

  static int stone_of(Action action) { return action >> State::field; }
  static int target_of(Action action) { return action & 31; }
  static int shift_of(Action action, bool second) {
    return State::field * (stone_of(action) - 1) + (second ? State::second_side : 0);
  }

  static std::string square_name(int square) { return {char('a' + square % 5), char('1' + square / 5)}; }

  static ewn::Arrangement shuffled(Key key) {
    ewn::Arrangement stones{1, 2, 3, 4, 5, 6};
    for (int left = ewn::stones_a_side; left > 1; --left) {
      std::swap(stones[left - 1], stones[int(key.uniform(left) * left)]);
    }
    return stones;
  }

  static ewn::Squares squares_of(const ewn::Arrangement& stones, const std::array<int, ewn::stones_a_side>& places) {
    ewn::Squares squares;
    for (int i = 0; i < ewn::stones_a_side; ++i) squares[stones[i] - 1] = places[i];
    return squares;
  }

  // The moves of one stone or two, as ranked bits, and both stones as actions that would leave them in place.
  struct Moves {
    std::uint64_t ranked;
    unsigned below;
    unsigned above;
  };

  template <bool Second>
  MCMS_ALWAYS_INLINE static EwnActions actions(const State& s, std::uint32_t own, std::uint32_t enemy) {
    return listed<Second>(moves<Second>(s, own, enemy));
  }

  template <bool Second>
  MCMS_ALWAYS_INLINE static Moves moves(const State& s, std::uint32_t own, std::uint32_t enemy) {
    constexpr int side = Second ? State::second_side : 0;
    const int thrown = side + State::field * (s.shown() - 1);
    const unsigned square = s.square_at(thrown);
    if (square == State::captured) return neighbours_moves<Second>(s, own, enemy, thrown);
    return {ewn::ranked_moves<Second>(square, own, enemy), s.shown() << State::field | square, 0};
  }

  struct Neighbours {
    std::uint64_t lower;
    std::uint64_t higher;
  };

  // The stones left below and above a captured one, each by the lowest bit of its field.
  template <bool Second>
  MCMS_ALWAYS_INLINE static Neighbours neighbours(const State& s, int thrown) {
    constexpr int side = Second ? State::second_side : 0;
    constexpr std::uint64_t own_fields = State::every_field & ((1ULL << State::second_side) - 1) << side;
    // No square is 28 or above, so three bits tell a captured stone.
    const std::uint64_t left = own_fields & ~(s.packed >> 2 & s.packed >> 3 & s.packed >> 4);
    return {left & ((1ULL << thrown) - 1), left & ~((1ULL << thrown) - 1)};
  }

  // Those of the next lower and the next higher stone that are left.
  template <bool Second>
  MCMS_ALWAYS_INLINE static Moves neighbours_moves(const State& s, std::uint32_t own, std::uint32_t enemy, int thrown) {
    constexpr int side = Second ? State::second_side : 0;
    const auto [lower, higher] = neighbours<Second>(s, thrown);
    // A stone where it stands, written as the action that would leave it there.
    const auto stone_at = [&](int shift) {
      return ((shift - side) / State::field + 1) << State::field | s.square_at(shift);
    };
    std::uint64_t moves = 0;
    unsigned below = 0, above = 0;
    if (lower != 0) {
      below = stone_at(std::bit_width(lower) - 1);
      moves = ewn::ranked_moves<Second>(below & 31, own, enemy);
    }
    if (higher != 0) {
      above = stone_at(std::countr_zero(higher));
      moves |= ewn::ranked_moves<Second>(above & 31, own, enemy) << ewn::higher_stone;
    }
    return {moves, below, above};
  }

  // The actions of both stones in every direction, a byte each, where a rank has their bits.
  template <bool Second>
  MCMS_ALWAYS_INLINE static std::uint64_t all_actions(const Moves& moves) {
    constexpr std::uint32_t each_direction = 0x010101, steps = 0x010506;
    const auto all_of = [](std::uint32_t stone) -> std::uint64_t {
      return Second ? stone * each_direction - steps : stone * each_direction + steps;
    };
    return all_of(moves.below) | all_of(moves.above) << 32;
  }

  template <bool Second>
  MCMS_ALWAYS_INLINE static EwnActions listed(const Moves& moves) {
    const std::uint64_t actions = all_actions<Second>(moves);
    EwnActions list;
    for (std::uint64_t left = moves.ranked; left != 0; left &= left - 1) {
      list.push_back(actions >> (8 * std::countr_zero(left) & 63));
    }
    return list;
  }

  template <bool Second>
  MCMS_ALWAYS_INLINE static State play(State s, Action action) {
    const int shift = shift_of(action, Second);
    return moved<Second>(s, shift, s.square_at(shift), target_of(action));
  }

  template <bool Second>
  MCMS_ALWAYS_INLINE static State moved(State s, int shift, unsigned from, unsigned to) {
    if (((s.first | s.second) >> to & 1) != 0) s = without_stone_on(s, to);
    std::uint32_t& own = Second ? s.second : s.first;
    own = ewn::with_move<Second>(own, from, to);
    s.packed = ((s.packed ^ std::uint64_t(from ^ to) << shift) & ~State::die_bits) ^ State::mover_bit;
    return s;
  }

  MCMS_ALWAYS_INLINE static State without_stone_on(State s, unsigned square) {
    s.packed |= stone_on(s.packed, square);
    if ((s.first >> square & 1) != 0) {
      s.first = ewn::with_loss<false>(s.first, square);
    } else {
      s.second = ewn::with_loss<true>(s.second, square);
    }
    return s;
  }

  // All bits of the field that holds this square: the usual way to find a zero among small fields of a word. Only
  // one is zero here, and of what is found the lowest is certain.
  static std::uint64_t stone_on(std::uint64_t packed, unsigned square) {
    const std::uint64_t difference = packed ^ square * State::every_field;
    std::uint64_t found = (difference - State::every_field) & ~difference & State::every_field << (State::field - 1);
    found &= -found;
    return (found << 1) - (found >> (State::field - 1));
  }

  std::optional<std::array<ewn::Arrangement, 2>> setup_;
  [[no_unique_address]] Evaluation evaluation_;
};

static_assert(Game<Ewn<ewn::Distance>> && DirectlySampled<Ewn<ewn::Distance>> && BoundedChance<Ewn<ewn::Distance>> &&
              PlaysRandomly<Ewn<ewn::Distance>>);

}  // namespace mcms
