// What learning takes and reports, the same for all games.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "mcms/evaluate/kernels.hpp"
#include "mcms/learn/measure.hpp"
#include "mcms/learn/trainer.hpp"

namespace mcms::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::vector<std::string> kernel_names() {
  std::vector<std::string> names{kernels::chosen().name};
  for (const kernels::Table* table : kernels::available()) {
    if (table != &kernels::chosen()) names.emplace_back(table->name);
  }
  return names;
}

void use_kernels(const std::string& name) {
  for (const kernels::Table* table : kernels::available()) {
    if (table->name == name) kernels::in_use() = table;
  }
}

}  // namespace

void register_training(nb::module_& m) {
  nb::class_<TrainingOptions>(m, "TrainingOptions")
      .def(
          "__init__",
          [](TrainingOptions* self, std::size_t hidden, std::uint64_t games, std::size_t round, std::size_t passes,
             bool in_turn, std::size_t batch, double rate, double last_rate, double lambda, double last_lambda,
             double explore, std::uint64_t guided, bool without_luck, std::size_t alternatives, double margin,
             double output_weight, double value_weight, double common, double keep_average, std::size_t threads,
             std::uint64_t seed) {
            auto* options = new (self) TrainingOptions;
            options->hidden = hidden;
            options->games = games;
            options->round = round;
            options->passes = passes;
            options->in_turn = in_turn;
            options->batch = batch;
            options->rate = rate;
            options->last_rate = last_rate;
            options->play.lambda = lambda;
            options->last_lambda = last_lambda;
            options->play.explore = explore;
            options->guided = guided;
            options->play.without_luck = without_luck;
            options->play.alternatives = alternatives;
            options->play.margin = margin;
            options->optimizer.output_weight = float(output_weight);
            options->optimizer.value_weight = float(value_weight);
            options->optimizer.common = float(common);
            options->optimizer.keep_average = float(keep_average);
            options->threads = threads;
            options->seed = seed;
          },
          nb::kw_only(), "hidden"_a, "games"_a, "round"_a, "passes"_a, "in_turn"_a, "batch"_a, "rate"_a, "last_rate"_a,
          "lambda_"_a, "last_lambda"_a, "explore"_a, "guided"_a, "without_luck"_a, "alternatives"_a, "margin"_a,
          "output_weight"_a, "value_weight"_a, "common"_a, "keep_average"_a, "threads"_a, "seed"_a);
  nb::class_<RoundReport>(m, "RoundReport")
      .def_ro("games", &RoundReport::games)
      .def_ro("examples", &RoundReport::examples)
      .def_ro("error", &RoundReport::error);
  nb::class_<Comparison>(m, "Comparison").def_ro("mean", &Comparison::mean).def_ro("error", &Comparison::error);
  m.def("kernels", &kernel_names, "The versions of the inner loops that this processor runs, the one in use first.");
  m.def("use_kernels", &use_kernels, "name"_a, "Use another version, to see that it gives the same numbers.");
}

}  // namespace mcms::bindings
