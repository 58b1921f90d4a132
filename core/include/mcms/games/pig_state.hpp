// A position of Pig.
#pragma once

#include <cstdint>

#include "mcms/game/invalid_state.hpp"

namespace mcms {

// Seen by the mover and in plain integers, so that a search keeps all of it in registers; an array
// indexed by player goes through memory and made expectimax half as fast.
struct PigState {
  std::int32_t own = 0;
  std::int32_t other = 0;
  std::int32_t turn_total = 0;
  bool second_moves = false;
  bool rolling = false;

  friend bool operator==(const PigState&, const PigState&) = default;
};

inline void check_state(const PigState& s) {
  constexpr int most = 1'000'000;
  for (const int points : {s.own, s.other, s.turn_total}) {
    require_state(points >= 0 && points <= most, "points are outside 0 to 1000000: expected them within");
  }
}

}  // namespace mcms
