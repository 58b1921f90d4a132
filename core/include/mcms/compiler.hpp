// What compilers spell differently: hints, which change the speed of a program and nothing else, and the product of two
// words.
#pragma once

#include <cstdint>

#if defined(__GNUC__) || defined(__clang__)
#define MCMS_ALWAYS_INLINE [[gnu::always_inline]] inline
#define MCMS_NOINLINE [[gnu::noinline]]
#define MCMS_PURE [[gnu::pure]]
#define MCMS_COLD [[gnu::noinline, gnu::cold]]
// Of a lambda, after its arguments.
#define MCMS_INLINE_LAMBDA __attribute__((always_inline))
#define MCMS_PREFETCH(address) __builtin_prefetch(address)
#elif defined(_MSC_VER)
#define MCMS_ALWAYS_INLINE __forceinline
#define MCMS_NOINLINE __declspec(noinline)
#define MCMS_PURE
#define MCMS_COLD __declspec(noinline)
#define MCMS_INLINE_LAMBDA
#define MCMS_PREFETCH(address) static_cast<void>(address)
#else
#define MCMS_ALWAYS_INLINE inline
#define MCMS_NOINLINE
#define MCMS_PURE
#define MCMS_COLD
#define MCMS_INLINE_LAMBDA
#define MCMS_PREFETCH(address) static_cast<void>(address)
#endif

namespace mcms {

// The upper and the lower half of a product of 128 bits, folded into one word.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide(a) * b;
  return std::uint64_t(product) ^ std::uint64_t(product >> 64);
#else
  constexpr std::uint64_t half = 0xffffffff;
  const std::uint64_t low = (a & half) * (b & half), cross = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
  const std::uint64_t middle = (low >> 32) + (cross & half) + (other & half);
  const std::uint64_t upper = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32) + (middle >> 32);
  return (middle << 32 | (low & half)) ^ upper;
#endif
}

}  // namespace mcms
