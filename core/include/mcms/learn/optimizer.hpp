// Gradients of a network and the steps that follow them: Adam, with an average of the weights kept beside them.
//
// The error is the cross-entropy between outputs and targets, whose slope before the logistic function is simply their
// difference, and where asked half the square of what the value differs by. Where states are the choices of one
// decision, a share of the error that all of them have in common, which no choice depends on, may be left out. The
// averaged weights play better than the latest ones, and are the ones that play and are kept.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "mcms/evaluate/network.hpp"

namespace mcms {

struct OptimizerOptions {
  float keep_first = 0.9F;
  float keep_second = 0.999F;
  float epsilon = 1e-8F;
  float keep_average = 0.998F;
  float output_weight = 1.0F;  // of the cross-entropy
  float value_weight = 0.0F;   // of the squared error of the value
  float common = 1.0F;         // share of the error that the choices of one decision have in common to learn from
};

// What is learnt from at a time: a state's features, and what should be said of it.
struct Lesson {
  std::span<const kernels::Change> features;
  std::span<const float> targets;
};

class Optimizer {
 public:
  using Lanes = kernels::Lanes;

  Optimizer(NetworkShape shape, Key key, const OptimizerOptions& options)
      : options_(options),
        weights(shape),
        average(shape),
        first(shape),
        second(shape),
        gradient_(shape),
        errors_(shape.blocks()) {
    start(key);
  }

  // Takes over a network. Units it does not have stay as they are and begin without influence, so outputs are the same.
  void start_from(const Network& narrow) {
    const NetworkShape &from = narrow.shape(), &to = weights.shape();
    const auto copy = [&](std::size_t from_row, std::size_t to_row, std::size_t rows) {
      for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(narrow.numbers().data() + from_row + row * from.blocks(), from.blocks(),
                    weights.numbers().data() + to_row + row * to.blocks());
    };
    copy(0, 0, from.inputs + 1);  // of the features, and the units' own offsets
    std::fill(weights.numbers().begin() + std::ptrdiff_t(to.second_rows()), weights.numbers().end(), Lanes{});
    if (to.hidden != 0) copy(from.second_rows(), to.second_rows(), to.outputs);
    weights.numbers()[to.second_offsets()] = narrow.second_offsets();
    average = weights;
  }

  // Adds the slopes of the errors of one or more states, the choices of one decision, and returns the errors' squares.
  // `by_output` is how the value rises with each output.
  double learn(std::span<const Lesson> choices, const Outputs& by_output) {
    while (units_.size() < choices.size()) units_.emplace_back(weights.shape().blocks());
    said_.resize(choices.size());
    Errors common;
    double squares = 0.0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      forward(choices[i].features, units_[i], said_[i].outputs);
      said_[i].errors = errors_of(said_[i].outputs, choices[i].targets, by_output);
      for (std::size_t k = 0; k < weights.shape().outputs; ++k) {
        const float error = said_[i].errors.outputs[k];
        squares += double(error) * error;
        common.outputs[k] += error / float(choices.size());
      }
      common.value += said_[i].errors.value / float(choices.size());
    }
    const float left_out = choices.size() == 1 ? 0.0F : 1.0F - options_.common;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      Outputs slopes{};
      const auto& [outputs, errors] = said_[i];
      const float value = options_.value_weight * (errors.value - left_out * common.value);
      for (std::size_t k = 0; k < weights.shape().outputs; ++k) {
        const float steepness = outputs[k] * (1.0F - outputs[k]);
        slopes[k] = options_.output_weight * (errors.outputs[k] - left_out * common.outputs[k]) +
                    value * by_output[k] * steepness;
      }
      backward(choices[i].features, units_[i], slopes);
    }
    examples_ += choices.size();
    return squares;
  }

  // One step along the mean slope of the examples since the last.
  void step(float rate) {
    if (examples_ == 0) return;
    for (Lanes& block : gradient_.numbers()) {
      for (float& slope : block.at) slope /= float(examples_);
    }
    examples_ = 0;
    ++steps;
    const double young_first = 1.0 - std::pow(double(options_.keep_first), double(steps));
    const double young_second = 1.0 - std::pow(double(options_.keep_second), double(steps));
    // A young average forgets its start quickly.
    const float keep_average = std::min(options_.keep_average, float(steps) / float(steps + 10));
    const kernels::AdamStep adam{float(rate * std::sqrt(young_second) / young_first), options_.keep_first,
                                 options_.keep_second, options_.epsilon, keep_average};
    kernels::chosen().adam(weights.numbers().data(), average.numbers().data(), first.numbers().data(),
                           second.numbers().data(), gradient_.numbers().data(), gradient_.numbers().size(), adam);
  }

 private:
  // Small random weights: of the first layer by the number of inputs that are not zero at a time, which is far fewer
  // than all; outputs start at one half.
  void start(Key key) {
    const NetworkShape& shape = weights.shape();
    const std::size_t width = shape.blocks() * kernels::lanes;
    const std::span<float> all = weights.flat();
    const auto draw = [&](std::size_t i, float scale) { return float(2.0 * key.uniform(i) - 1.0) * scale; };
    if (shape.hidden != 0) {
      for (std::size_t i = 0; i < shape.inputs * width; ++i) all[i] = draw(i, 0.2F);
      const std::size_t rows = shape.second_rows() * kernels::lanes;
      for (std::size_t i = 0; i < shape.outputs * width; ++i)
        all[rows + i] = draw(rows + i, 1.0F / std::sqrt(float(width)));
    }
    std::copy(all.begin(), all.end(), average.flat().begin());
  }

  using Units = std::vector<Lanes>;

  struct Errors {
    Outputs outputs{};
    float value = 0.0F;
  };

  struct Said {
    Outputs outputs{};
    Errors errors;
  };

  void forward(std::span<const kernels::Change> features, Units& units, Outputs& outputs) const {
    const NetworkShape& shape = weights.shape();
    std::copy_n(weights.first_offsets(), shape.blocks(), units.begin());
    kernels::chosen().accumulate(units.data(), weights.rows(), shape.blocks(), features.data(), features.size());
    weights.finish(units.data(), outputs);
  }

  Errors errors_of(const Outputs& outputs, std::span<const float> targets, const Outputs& by_output) const {
    Errors errors;
    for (std::size_t k = 0; k < weights.shape().outputs; ++k) {
      errors.outputs[k] = outputs[k] - targets[k];
      errors.value += by_output[k] * errors.outputs[k];
    }
    return errors;
  }

  // Adds to the gradient what comes of the slopes before the logistic functions.
  void backward(std::span<const kernels::Change> features, const Units& units, const Outputs& slopes) {
    const NetworkShape& shape = weights.shape();
    const kernels::Table& loops = kernels::chosen();
    std::fill(errors_.begin(), errors_.end(), Lanes{});
    Lanes* gradient = gradient_.numbers().data();
    for (std::size_t i = 0; i < shape.outputs; ++i) {
      gradient[shape.second_offsets()].at[i] += slopes[i];
      if (shape.hidden == 0) {
        errors_[0].at[i] = slopes[i];
      } else {
        loops.add_scaled(errors_.data(), weights.second_row(i), slopes[i], shape.blocks());
        rectify_into(gradient + shape.second_rows() + i * shape.blocks(), units, slopes[i]);
      }
    }
    if (shape.hidden != 0) stop_at_zero(units);
    loops.add_scaled(gradient + shape.first_offsets(), errors_.data(), 1.0F, shape.blocks());
    loops.spread(gradient, errors_.data(), shape.blocks(), features.data(), features.size());
  }

  // The slope of an output's weights: its error times the units that are on.
  static void rectify_into(Lanes* row, const Units& units, float error) {
    for (std::size_t block = 0; block < units.size(); ++block) {
      for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
        row[block].at[lane] += error * std::max(units[block].at[lane], 0.0F);
    }
  }

  void stop_at_zero(const Units& units) {
    for (std::size_t block = 0; block < units.size(); ++block) {
      for (std::size_t lane = 0; lane < kernels::lanes; ++lane) {
        if (!(units[block].at[lane] > 0.0F)) errors_[block].at[lane] = 0.0F;
      }
    }
  }

  OptimizerOptions options_;

 public:
  // All that a checkpoint has to keep.
  Network weights;
  Network average;
  Network first;
  Network second;
  std::uint64_t steps = 0;

 private:
  Network gradient_;
  std::vector<Units> units_;  // of each of the choices that are learnt from together
  std::vector<Said> said_;
  Units errors_;
  std::size_t examples_ = 0;
};

}  // namespace mcms
