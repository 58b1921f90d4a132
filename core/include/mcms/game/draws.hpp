// The luck of one chance node: random words as a function of where they are drawn.
#pragma once

#include <cstdint>

#include "mcms/game/key.hpp"

namespace mcms {

class Draws {
 public:
  explicit Draws(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t word(std::uint64_t i) const { return mix(bits_ + (i + 1) * golden_gamma); }

  // One number in [0, 1).
  double first() const { return to_unit(std::uint32_t(word(0) >> 32)); }

  // Each word serves two draws of 32 bits.
  template <class Visit>
  void for_each(int count, Visit&& visit) const {
    std::uint64_t i = 0;
    for (; count > 1; count -= 2) {
      const std::uint64_t pair = word(i++);
      visit(std::uint32_t(pair >> 32));
      visit(std::uint32_t(pair));
    }
    if (count > 0) visit(std::uint32_t(word(i) >> 32));
  }

 private:
  std::uint64_t bits_;
};

// A number in [0, count) by multiplication (Lemire 2019); the bias is below count / 2^32.
constexpr std::uint32_t below(std::uint32_t count, std::uint32_t bits) {
  return std::uint32_t(std::uint64_t(bits) * count >> 32);
}

}  // namespace mcms
