// What the steps of learning do to a small network, each case by a line of its name and numbers that a test looks at.
#include <cstdio>
#include <initializer_list>
#include <vector>

#include "mcms/learn/optimizer.hpp"

namespace mcms {

namespace {

constexpr NetworkShape shape{3, 16, 2};
constexpr Outputs by_output{2.0F, -1.0F};  // how the value rises with the outputs
const std::vector<kernels::Change> first{{0, 1.0F}, {2, 0.5F}};
const std::vector<kernels::Change> second{{1, 1.0F}, {2, -0.5F}};

Outputs said(const Network& network, const std::vector<kernels::Change>& features) {
  std::vector<kernels::Lanes> units(network.first_offsets(), network.first_offsets() + shape.blocks());
  kernels::chosen().accumulate(units.data(), network.rows(), shape.blocks(), features.data(), features.size());
  Outputs outputs{};
  network.finish(units.data(), outputs);
  return outputs;
}

double value(const Outputs& outputs) { return 2.0 * double(outputs[0]) - double(outputs[1]); }

Optimizer learnt(const OptimizerOptions& options, const std::vector<Lesson>& choices, int steps) {
  Optimizer learner(shape, Key(1), options);
  for (int i = 0; i < steps; ++i) {
    learner.learn(choices, by_output);
    learner.step(0.01F);
  }
  return learner;
}

void report() {
  const std::vector<float> target{0.9F, 0.3F}, other_target{0.7F, 0.4F};
  const std::vector<Lesson> one{{first, target}}, two{{first, target}, {second, other_target}};
  OptimizerOptions outputs, values, differences;
  values.output_weight = 0.0F;
  values.value_weight = 1.0F;
  differences = values;
  differences.common = 0.0F;

  const Outputs by_outputs = said(learnt(outputs, one, 500).weights, first);
  std::printf("outputs %.4f %.4f\n", double(by_outputs[0]), double(by_outputs[1]));

  std::printf("value %.4f\n", value(said(learnt(values, one, 500).weights, first)));

  const Optimizer learner = learnt(differences, two, 500);
  const double better = value(said(learner.weights, first)), worse = value(said(learner.weights, second));
  std::printf("differences %.4f %.4f\n", better, worse);

  // What all choices have in common alone moves nothing.
  const std::vector<Lesson> same{{first, target}, {first, target}};
  const Optimizer still = learnt(differences, same, 5), fresh = learnt(differences, same, 0);
  float moved = 0.0F;
  for (std::size_t i = 0; i < shape.numbers(); ++i)
    moved = std::max(moved, std::abs(still.weights.flat()[i] - fresh.weights.flat()[i]));
  std::printf("common %.6f\n", double(moved));
}

}  // namespace

}  // namespace mcms

int main() {
  mcms::report();
  return 0;
}
