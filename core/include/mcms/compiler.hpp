// What one compiler says differently from another: hints, which change the speed of a program and nothing else.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define MCMS_ALWAYS_INLINE [[gnu::always_inline]] inline
#define MCMS_NOINLINE [[gnu::noinline]]
#define MCMS_COLD [[gnu::noinline, gnu::cold]]
// Of a lambda, after its arguments.
#define MCMS_INLINE_LAMBDA __attribute__((always_inline))
#define MCMS_PREFETCH(address) __builtin_prefetch(address)
#elif defined(_MSC_VER)
#define MCMS_ALWAYS_INLINE __forceinline
#define MCMS_NOINLINE __declspec(noinline)
#define MCMS_COLD __declspec(noinline)
#define MCMS_INLINE_LAMBDA
#define MCMS_PREFETCH(address) static_cast<void>(address)
#else
#define MCMS_ALWAYS_INLINE inline
#define MCMS_NOINLINE
#define MCMS_COLD
#define MCMS_INLINE_LAMBDA
#define MCMS_PREFETCH(address) static_cast<void>(address)
#endif
