// The inner loops of learnt evaluations, compiled for several kinds of processor; the best is chosen at run time.
//
// Each loop is written once, over lanes of 16 numbers whose sums are added in one fixed order. No vector width and no
// fused multiplication can then change a bit, so all versions agree, on one machine and across machines.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcms/compiler.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define MCMS_X86_KERNELS
#include <immintrin.h>
#endif

namespace mcms::kernels {

inline constexpr std::size_t lanes = 16;

struct alignas(64) Lanes {
  std::array<float, lanes> at{};
};

// A feature and what is added to its value.
struct Change {
  std::uint32_t index;
  float by;
};

// Some blocks of a row at a time, whose sums stay in registers.
template <std::size_t Wide>
MCMS_ALWAYS_INLINE void accumulate_blocks(Lanes* units, const Lanes* rows, std::size_t blocks, const Change* changes,
                                          std::size_t count) {
  std::array<Lanes, Wide> sums;
  for (std::size_t i = 0; i < Wide; ++i) sums[i] = units[i];
  for (std::size_t i = 0; i < count; ++i) {
    const Lanes* row = rows + changes[i].index * blocks;
    const float by = changes[i].by;
    for (std::size_t wide = 0; wide < Wide; ++wide) {
      for (std::size_t lane = 0; lane < lanes; ++lane) sums[wide].at[lane] += by * row[wide].at[lane];
    }
  }
  for (std::size_t i = 0; i < Wide; ++i) units[i] = sums[i];
}

// units += by * row, for every change; `blocks` of 16 units a row.
MCMS_ALWAYS_INLINE void accumulate_body(Lanes* units, const Lanes* rows, std::size_t blocks, const Change* changes,
                                        std::size_t count) {
  std::size_t block = 0;
  for (; block + 4 <= blocks; block += 4) accumulate_blocks<4>(units + block, rows + block, blocks, changes, count);
  for (; block < blocks; ++block) accumulate_blocks<1>(units + block, rows + block, blocks, changes, count);
}

// Lists what differs between two lists of features and returns how many there are; most blocks are equal.
MCMS_ALWAYS_INLINE std::size_t differences_body(const Lanes* before, const Lanes* now, std::size_t blocks,
                                                Change* changes) {
  std::size_t count = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    Lanes by;
    std::uint32_t any = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      by.at[lane] = now[block].at[lane] - before[block].at[lane];
      any |= std::uint32_t(by.at[lane] != 0.0F);
    }
    if (any == 0) continue;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      changes[count] = {std::uint32_t(block * lanes + lane), by.at[lane]};
      count += by.at[lane] != 0.0F;
    }
  }
  return count;
}

MCMS_ALWAYS_INLINE float sum_of(const Lanes& values) {
  float halves[8];
  for (std::size_t i = 0; i < 8; ++i) halves[i] = values.at[i] + values.at[i + 8];
  for (std::size_t i = 0; i < 4; ++i) halves[i] += halves[i + 4];
  return (halves[0] + halves[2]) + (halves[1] + halves[3]);
}

// The sum of weight * max(unit, 0).
MCMS_ALWAYS_INLINE float rectified_product_body(const Lanes* units, const Lanes* weights, std::size_t blocks) {
  Lanes sum;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float unit = units[block].at[lane];
      sum.at[lane] += (unit > 0.0F ? unit : 0.0F) * weights[block].at[lane];
    }
  }
  return sum_of(sum);
}

// to += by * from
MCMS_ALWAYS_INLINE void add_scaled_body(Lanes* to, const Lanes* from, float by, std::size_t blocks) {
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t lane = 0; lane < lanes; ++lane) to[block].at[lane] += by * from[block].at[lane];
  }
}

// The rows of a gradient: row += value * errors, for every feature.
MCMS_ALWAYS_INLINE void spread_body(Lanes* rows, const Lanes* errors, std::size_t blocks, const Change* features,
                                    std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    add_scaled_body(rows + features[i].index * blocks, errors, features[i].by, blocks);
  }
}

// Adam (Kingma and Ba 2015), and an average of the weights that follows them slowly.
struct AdamStep {
  float rate;  // with the corrections for a young average in it
  float keep_first;
  float keep_second;
  float epsilon;
  float keep_average;
};

MCMS_ALWAYS_INLINE void adam_body(Lanes* weights, Lanes* average, Lanes* first, Lanes* second, Lanes* gradient,
                                  std::size_t blocks, const AdamStep& step) {
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float slope = gradient[block].at[lane];
      float& m = first[block].at[lane];
      float& v = second[block].at[lane];
      m = step.keep_first * m + (1.0F - step.keep_first) * slope;
      v = step.keep_second * v + (1.0F - step.keep_second) * (slope * slope);
      float& weight = weights[block].at[lane];
      weight -= step.rate * m / (std::sqrt(v) + step.epsilon);
      float& mean = average[block].at[lane];
      mean = step.keep_average * mean + (1.0F - step.keep_average) * weight;
      gradient[block].at[lane] = 0.0F;
    }
  }
}

struct Table {
  void (*accumulate)(Lanes*, const Lanes*, std::size_t, const Change*, std::size_t);
  std::size_t (*differences)(const Lanes*, const Lanes*, std::size_t, Change*);
  float (*rectified_product)(const Lanes*, const Lanes*, std::size_t);
  void (*add_scaled)(Lanes*, const Lanes*, float, std::size_t);
  void (*spread)(Lanes*, const Lanes*, std::size_t, const Change*, std::size_t);
  void (*adam)(Lanes*, Lanes*, Lanes*, Lanes*, Lanes*, std::size_t, const AdamStep&);
  const char* name;
};

#define MCMS_KERNELS(ATTRIBUTE, DIFFERENCES, NAME)                                                             \
  ATTRIBUTE inline void accumulate(Lanes* units, const Lanes* rows, std::size_t blocks, const Change* changes, \
                                   std::size_t count) {                                                        \
    accumulate_body(units, rows, blocks, changes, count);                                                      \
  }                                                                                                            \
  ATTRIBUTE inline std::size_t differences(const Lanes* before, const Lanes* now, std::size_t blocks,          \
                                           Change* changes) {                                                  \
    return DIFFERENCES(before, now, blocks, changes);                                                          \
  }                                                                                                            \
  ATTRIBUTE inline float rectified_product(const Lanes* units, const Lanes* weights, std::size_t blocks) {     \
    return rectified_product_body(units, weights, blocks);                                                     \
  }                                                                                                            \
  ATTRIBUTE inline void add_scaled(Lanes* to, const Lanes* from, float by, std::size_t blocks) {               \
    add_scaled_body(to, from, by, blocks);                                                                     \
  }                                                                                                            \
  ATTRIBUTE inline void spread(Lanes* rows, const Lanes* errors, std::size_t blocks, const Change* features,   \
                               std::size_t count) {                                                            \
    spread_body(rows, errors, blocks, features, count);                                                        \
  }                                                                                                            \
  ATTRIBUTE inline void adam(Lanes* weights, Lanes* average, Lanes* first, Lanes* second, Lanes* gradient,     \
                             std::size_t blocks, const AdamStep& step) {                                       \
    adam_body(weights, average, first, second, gradient, blocks, step);                                        \
  }                                                                                                            \
  inline constexpr Table table { accumulate, differences, rectified_product, add_scaled, spread, adam, NAME }

namespace plain {
MCMS_KERNELS(, differences_body, "plain");
}  // namespace plain

#if defined(MCMS_X86_KERNELS)
#if defined(__clang__)
#define MCMS_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#else
#define MCMS_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,prefer-vector-width=512")))
#endif

namespace avx2 {

// The same list, lane by lane only where there is a difference, which no compiler finds.
__attribute__((target("avx2"))) inline std::size_t masked_differences(const Lanes* before, const Lanes* now,
                                                                      std::size_t blocks, Change* changes) {
  std::size_t count = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const float* old_values = before[block].at.data();
    const float* new_values = now[block].at.data();
    const auto differ = [&](std::size_t from) __attribute__((target("avx2"))) {
      const __m256 unequal =
          _mm256_cmp_ps(_mm256_load_ps(new_values + from), _mm256_load_ps(old_values + from), _CMP_NEQ_OQ);
      return unsigned(_mm256_movemask_ps(unequal)) << from;
    };
    for (unsigned left = differ(0) | differ(8); left != 0; left &= left - 1) {
      const auto lane = std::size_t(std::countr_zero(left));
      changes[count++] = {std::uint32_t(block * lanes + lane), new_values[lane] - old_values[lane]};
    }
  }
  return count;
}

MCMS_KERNELS(__attribute__((target("avx2"))), masked_differences, "avx2");
}  // namespace avx2

namespace avx512 {

// The same list by packing lanes, which no compiler finds.
MCMS_AVX512 inline std::size_t packed_differences(const Lanes* before, const Lanes* now, std::size_t blocks,
                                                  Change* changes) {
  std::size_t count = 0;
  __m256i low = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), high = _mm256_set_epi32(15, 14, 13, 12, 11, 10, 9, 8);
  const __m256i next = _mm256_set1_epi32(lanes);
  for (std::size_t block = 0; block < blocks; ++block) {
    const __m512 by = _mm512_sub_ps(_mm512_load_ps(now[block].at.data()), _mm512_load_ps(before[block].at.data()));
    const __mmask16 differ = _mm512_cmp_ps_mask(by, _mm512_setzero_ps(), _CMP_NEQ_OQ);
    if (differ != 0) {
      const auto pack = [&](__m256i index, __m256i bits, __mmask8 mask) MCMS_AVX512 {
        const __m512i pairs =
            _mm512_or_si512(_mm512_cvtepu32_epi64(index), _mm512_slli_epi64(_mm512_cvtepu32_epi64(bits), 32));
        _mm512_storeu_si512(changes + count, _mm512_maskz_compress_epi64(mask, pairs));
        count += std::size_t(__builtin_popcount(mask));
      };
      const __m512i bits = _mm512_castps_si512(by);
      pack(low, _mm512_castsi512_si256(bits), __mmask8(differ));
      pack(high, _mm512_extracti64x4_epi64(bits, 1), __mmask8(differ >> 8));
    }
    low = _mm256_add_epi32(low, next);
    high = _mm256_add_epi32(high, next);
  }
  return count;
}

MCMS_KERNELS(MCMS_AVX512, packed_differences, "avx512");
}  // namespace avx512
#endif
#undef MCMS_KERNELS
#undef MCMS_AVX512

// All that this processor can run, the best first.
inline std::vector<const Table*> available() {
  std::vector<const Table*> tables;
#if defined(MCMS_X86_KERNELS)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    tables.push_back(&avx512::table);
  if (__builtin_cpu_supports("avx2")) tables.push_back(&avx2::table);
#endif
  tables.push_back(&plain::table);
  return tables;
}

// The one in use; only tests ever set another.
inline const Table*& in_use() {
  static const Table* table = available().front();
  return table;
}
inline const Table& chosen() { return *in_use(); }

}  // namespace mcms::kernels
