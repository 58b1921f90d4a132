// A small network, float32: features, one hidden layer of rectified units or none, outputs between 0 and 1.
//
// The first layer is updated by what has changed since the last state evaluated, so the way to a state must not matter.
// It does not: weights of the first layer are multiples of 2^-k and features of 2^-7, so products and sums are exact in
// float32 as long as they stay below 2^(17-k), which `Network` makes sure of when it rounds. The rest is summed in a
// fixed order (kernels.hpp), and the logistic function is our own, so a state has one value on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "mcms/evaluate/features.hpp"
#include "mcms/evaluate/kernels.hpp"

namespace mcms {

inline constexpr std::size_t most_outputs = 8;

// How large the layers are, and where a network's numbers lie in one array: a row of weights for each feature, the
// units' own offsets, a row for each output, and the outputs' offsets. Without hidden units the first layer's units are
// the outputs.
struct NetworkShape {
  std::size_t inputs = 0;
  std::size_t hidden = 0;  // a multiple of 16, or 0
  std::size_t outputs = 1;

  std::size_t blocks() const { return hidden == 0 ? 1 : hidden / kernels::lanes; }  // of 16 units
  std::size_t first_offsets() const { return inputs * blocks(); }
  std::size_t second_rows() const { return first_offsets() + blocks(); }
  std::size_t second_offsets() const { return second_rows() + (hidden == 0 ? 0 : outputs * blocks()); }
  std::size_t size() const { return second_offsets() + 1; }  // in blocks
  std::size_t numbers() const { return size() * kernels::lanes; }

  void check() const {
    if (inputs == 0 || outputs == 0 || outputs > most_outputs || hidden % kernels::lanes != 0 || hidden > 4096)
      throw std::invalid_argument("a network has inputs, up to 8 outputs, and 0 or a multiple of 16 hidden units");
  }

  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
};

using Outputs = std::array<float, most_outputs>;

namespace network {

// 1 / (1 + e^-x) in plain float32 operations, the same bits everywhere; off by less than 3e-7.
inline float logistic(float x) {
  x = std::clamp(x, -30.0F, 30.0F);
  // e^-x = 2^n · e^r with |r| ≤ ln 2 / 2, and e^r by its series.
  const float halves = -x * 1.44269504F;
  const int n = int(halves + (halves < 0.0F ? -0.5F : 0.5F));
  const float r = (-x - float(n) * 0.693145752F) - float(n) * 1.42860677e-6F;
  const float series =
      1 + r * (1 + r * (0.5F + r * (1 / 6.0F + r * (1 / 24.0F + r * (1 / 120.0F + r * (1 / 720.0F))))));
  return 1.0F / (1.0F + series * std::bit_cast<float>((n + 127) << 23));
}

}  // namespace network

class Network {
 public:
  using Lanes = kernels::Lanes;

  Network() = default;
  explicit Network(NetworkShape shape) : shape_(shape), numbers_((shape.check(), shape.size())) {}

  const NetworkShape& shape() const { return shape_; }
  std::span<Lanes> numbers() { return numbers_; }
  std::span<const Lanes> numbers() const { return numbers_; }
  std::span<float> flat() { return {numbers_.data()->at.data(), shape_.numbers()}; }
  std::span<const float> flat() const { return {numbers_.data()->at.data(), shape_.numbers()}; }

  const Lanes* rows() const { return numbers_.data(); }
  const Lanes* first_offsets() const { return numbers_.data() + shape_.first_offsets(); }
  const Lanes* second_row(std::size_t output) const {
    return numbers_.data() + shape_.second_rows() + output * shape_.blocks();
  }
  const Lanes& second_offsets() const { return numbers_[shape_.second_offsets()]; }

  // From the units of the first layer to the outputs.
  void finish(const Lanes* units, std::span<float> outputs) const {
    for (std::size_t i = 0; i < shape_.outputs; ++i) {
      const float sum = shape_.hidden == 0 ? units[0].at[i]
                                           : kernels::chosen().rectified_product(units, second_row(i), shape_.blocks());
      outputs[i] = network::logistic(sum + second_offsets().at[i]);
    }
  }

  // Puts the first layer on the finest grid on which all its sums are exact.
  void round_first_layer() {
    const std::size_t width = shape_.blocks() * kernels::lanes;
    const std::span<float> all = flat();
    float largest = 0.0F;
    for (std::size_t unit = 0; unit < width; ++unit) {
      float sum = std::abs(all[shape_.inputs * width + unit]);
      for (std::size_t i = 0; i < shape_.inputs; ++i) sum += feature_limit * std::abs(all[i * width + unit]);
      largest = std::max(largest, sum);
    }
    // A power of two above twice the largest sum (differences may reach that), and 24 bits below it.
    const int bits = 24 - 7 - (1 + std::ilogb(2.0F * largest + 1.0F));
    const float scale = std::ldexp(1.0F, bits);
    for (float& number : all.first((shape_.inputs + 1) * width)) number = std::nearbyint(number * scale) / scale;
  }

 private:
  NetworkShape shape_;
  std::vector<Lanes> numbers_;
};

// The first layer of the last state seen, moved on to the next by what differs.
class Accumulator {
 public:
  explicit Accumulator(const Network& network)
      : network_(&network),
        units_(network.first_offsets(), network.first_offsets() + network.shape().blocks()),
        before_(padded(network.shape().inputs)),
        now_(before_.size()),
        changes_((before_.size() + 1) * kernels::lanes) {}  // packed stores write past the end

  // The features from `begin` to `end` are those that `list(sink)` lists; all others stay as they are.
  template <class List>
  void update(std::size_t begin, std::size_t end, List&& list) {
    float* now = now_.data()->at.data();
    std::fill(now + begin, now + end, 0.0F);
    list([now](std::size_t index, float value) { now[index] = value; });
    const std::size_t first = begin / kernels::lanes, blocks = padded(end) - first;
    const kernels::Table& loops = kernels::chosen();
    const std::size_t count = loops.differences(before_.data() + first, now_.data() + first, blocks, changes_.data());
    loops.accumulate(units_.data(), network_->rows() + first * kernels::lanes * network_->shape().blocks(),
                     network_->shape().blocks(), changes_.data(), count);
    if (blocks == now_.size()) {
      std::swap(before_, now_);
    } else {
      std::copy_n(now_.data() + first, blocks, before_.data() + first);
    }
  }

  void outputs(std::span<float> outputs) const { network_->finish(units_.data(), outputs); }

  std::span<const kernels::Lanes> units() const { return units_; }

 private:
  static std::size_t padded(std::size_t count) { return (count + kernels::lanes - 1) / kernels::lanes; }

  const Network* network_;
  std::vector<kernels::Lanes> units_;
  std::vector<kernels::Lanes> before_;
  std::vector<kernels::Lanes> now_;
  std::vector<kernels::Change> changes_;
};

}  // namespace mcms
