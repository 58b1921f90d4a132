// BLAKE2b (RFC 7693) of a short text, 8 bytes of it: what mcms.arena.seeds derives seeds by.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcms {

namespace blake2b {

inline constexpr std::array<std::uint64_t, 8> start = {
    0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL, 0x3c6ef372fe94f82bULL, 0xa54ff53a5f1d36f1ULL,
    0x510e527fade682d1ULL, 0x9b05688c2b3e6c1fULL, 0x1f83d9abfb41bd6bULL, 0x5be0cd19137e2179ULL};

inline constexpr std::uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

using Words = std::array<std::uint64_t, 16>;

inline void mix_words(Words& v, std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::uint64_t x,
                      std::uint64_t y) {
  v[a] += v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 63);
}

inline void compress(std::array<std::uint64_t, 8>& state, const Words& block, std::uint64_t bytes, bool last) {
  Words v;
  std::copy(state.begin(), state.end(), v.begin());
  std::copy(start.begin(), start.end(), v.begin() + 8);
  v[12] ^= bytes;
  if (last) v[14] = ~v[14];
  for (std::size_t round = 0; round < 12; ++round) {
    const auto& s = order[round % 10];
    for (std::size_t i = 0; i < 4; ++i) mix_words(v, i, i + 4, i + 8, i + 12, block[s[2 * i]], block[s[2 * i + 1]]);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t b = 4 + (i + 1) % 4, c = 8 + (i + 2) % 4, d = 12 + (i + 3) % 4;
      mix_words(v, i, b, c, d, block[s[8 + 2 * i]], block[s[9 + 2 * i]]);
    }
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] ^= v[i] ^ v[i + 8];
}

}  // namespace blake2b

// The digest's eight bytes as a little-endian number.
inline std::uint64_t blake2b_64(std::string_view text) {
  constexpr std::size_t block_bytes = 128, digest_bytes = 8;
  auto state = blake2b::start;
  state[0] ^= 0x01010000 ^ digest_bytes;
  for (std::size_t done = 0;;) {
    const std::string_view part = text.substr(done, block_bytes);
    blake2b::Words block{};
    for (std::size_t i = 0; i < part.size(); ++i) {
      block[i / 8] |= std::uint64_t(static_cast<unsigned char>(part[i])) << 8 * (i % 8);
    }
    done += part.size();
    const bool last = done == text.size();
    blake2b::compress(state, block, done, last);
    if (last) return state[0];
  }
}

}  // namespace mcms
