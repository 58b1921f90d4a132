// A splittable random key: randomness as a pure function of (key, number).
//
// Sampling must see the same luck wherever and whenever a chance state is met (while probing, while
// searching, in any order, on any thread), so there is no generator whose state could be consumed.
#pragma once

#include <cstdint>

namespace mcms {

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection in which every input bit
// changes about half of the output bits.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

inline constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15ULL;

// A number in [0, 1) from the top 53 bits, or from 32 bits.
constexpr double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }
constexpr double to_unit(std::uint32_t bits) { return static_cast<double>(bits) * 0x1.0p-32; }

class Key {
 public:
  constexpr explicit Key(std::uint64_t seed) : bits_(mix(seed + golden_gamma)) {}

  // An independent key for each number.
  constexpr Key fold(std::uint64_t number) const { return Key(bits_ ^ mix(number + golden_gamma)); }

  // The i-th random word of this key.
  constexpr std::uint64_t word(std::uint64_t i) const { return mix(bits_ + (i + 1) * golden_gamma); }
  constexpr double uniform(std::uint64_t i) const { return to_unit(word(i)); }

  // For games in another language, which draw from these.
  constexpr std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_;
};

}  // namespace mcms
