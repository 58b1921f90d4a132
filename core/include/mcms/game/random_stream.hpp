// A sequence of random words, for where the order of drawing is fixed anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mcms/game/key.hpp"

namespace mcms {

// A word is mixed one draw ahead: what a draw decides is a branch that cannot be predicted, and the processor
// then starts over with the next word at hand.
class RandomStream {
 public:
  explicit RandomStream(Key key) : state_(key.word(0) + golden_gamma), next_(mix(state_)) {}

  std::uint64_t word() {
    const std::uint64_t drawn = next_;
    next_ = mix(state_ += golden_gamma);
    return drawn;
  }
  double uniform() { return to_unit(word()); }

  // A number in [0, count) by multiplication (Lemire 2019); the bias is below count / 2^32.
  std::size_t below(std::size_t count) { return ((word() >> 32) * count) >> 32; }

 private:
  std::uint64_t state_;
  std::uint64_t next_;
};

}  // namespace mcms
