// Binds learning of a game and the game with a learnt evaluation, written once for all games.
//
// Numbers of networks cross the border as bytes, float32 as the machine has them.
#pragma once

#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstring>

#include "mcms/evaluate/learnt.hpp"
#include "mcms/learn/measure.hpp"
#include "mcms/learn/trainer.hpp"
#include "register_game.hpp"

namespace mcms::bindings {

// A network as Python hands it over: the size of its hidden layer and its numbers.
using NetworkBytes = std::pair<std::size_t, nb::bytes>;

inline void read_numbers(Network& network, const nb::bytes& numbers) {
  const std::span<float> to = network.flat();
  if (numbers.size() != to.size_bytes())
    throw nb::value_error("a network has another size: expected one learnt with these features and hidden units");
  std::memcpy(to.data(), numbers.c_str(), numbers.size());
  for (const float number : to) {
    if (!std::isfinite(number) || std::abs(number) > 1e6F)
      throw nb::value_error("a network's numbers are not all finite: expected numbers within a million");
  }
}

inline nb::bytes bytes_of(const Network& network) {
  return nb::bytes(network.flat().data(), network.flat().size_bytes());
}

template <class F, class G>
std::vector<Network> read_networks(const G& game, const std::vector<NetworkBytes>& list) {
  const F features(game);
  std::vector<Network> networks;
  for (const auto& [hidden, numbers] : list) {
    networks.emplace_back(NetworkShape{features.count(), hidden, features.outputs()});
    read_numbers(networks.back(), numbers);
  }
  return networks;
}

// A learner of a game, with all that a checkpoint keeps.
template <class G, class F>
class Learning {
 public:
  Learning(const G& game, const TrainingOptions& options) : game_(game), options_(options), trainer_(game_, options) {}
  Learning(const Learning&) = delete;

  RoundReport rounds(std::size_t count, bool poll_signals) {
    return GameBinding<G>::run([&] {
      Interrupt interrupted(nullptr, poll_signals);
      RoundReport sum;
      double squares = 0.0;
      for (std::size_t i = 0; i < count && !interrupted(); ++i) {
        const RoundReport round = trainer_.round();
        sum.games = round.games;
        sum.examples += round.examples;
        squares += round.error * double(round.examples);
      }
      sum.error = sum.examples == 0 ? 0.0 : squares / double(sum.examples);
      return sum;
    });
  }

  void start_from(const std::vector<NetworkBytes>& list) {
    std::vector<Network> networks = read_networks<F>(game_, list);
    if (networks.size() != trainer_.learners.size())
      throw nb::value_error("the weights have another number of networks: expected those of this game");
    for (const Network& network : networks) {
      const std::size_t units = network.shape().hidden;
      if (units > options_.hidden || (units == 0) != (options_.hidden == 0))
        throw nb::value_error("the weights have another hidden layer: expected no more units than the option hidden");
    }
    trainer_.start_from(networks);
  }

  // The averaged networks, which are what training is for.
  std::vector<NetworkBytes> networks() const {
    std::vector<NetworkBytes> list;
    for (const Optimizer& learner : trainer_.learners) list.emplace_back(options_.hidden, bytes_of(learner.average));
    return list;
  }

  Comparison compare(std::size_t pairs, std::uint64_t seed) const {
    return GameBinding<G>::run([&] { return compare_with_estimate<G, F>(game_, trainer_.playing, pairs, Key(seed)); });
  }

  std::pair<std::vector<std::uint64_t>, std::vector<nb::bytes>> checkpoint() {
    std::pair<std::vector<std::uint64_t>, std::vector<nb::bytes>> kept;
    kept.first.push_back(trainer_.rounds);
    for (const Optimizer& learner : trainer_.learners) kept.first.push_back(learner.steps);
    for (const Network* network : all_networks()) kept.second.push_back(bytes_of(*network));
    return kept;
  }

  void restore(const std::vector<std::uint64_t>& counts, const std::vector<nb::bytes>& numbers) {
    const std::vector<Network*> networks = all_networks();
    if (counts.size() != 1 + trainer_.learners.size() || numbers.size() != networks.size())
      throw nb::value_error("a checkpoint has another number of networks: expected one of this game");
    for (std::size_t i = 0; i < networks.size(); ++i) read_numbers(*networks[i], numbers[i]);
    trainer_.rounds = counts[0];
    for (std::size_t i = 0; i < trainer_.learners.size(); ++i) trainer_.learners[i].steps = counts[1 + i];
    GameBinding<G>::run([&] { trainer_.resume(); });
  }

 private:
  std::vector<Network*> all_networks() {
    std::vector<Network*> list;
    for (Optimizer& learner : trainer_.learners)
      list.insert(list.end(), {&learner.weights, &learner.average, &learner.first, &learner.second});
    for (Network& network : trainer_.playing) list.push_back(&network);
    for (Network& network : trainer_.played_before) list.push_back(&network);
    return list;
  }

  G game_;
  TrainingOptions options_;
  Trainer<G, F> trainer_;
};

// The features of a state as a list of all of them.
template <class F, class G>
std::vector<float> dense_features(const G& game, const typename G::State& s) {
  const F features(game);
  std::vector<float> list(features.count());
  features.list(s, [&](std::size_t index, float value) { list.at(index) = value; });
  return list;
}

template <class F, NamedGame G>
void register_learning(nb::module_& m, const char* name) {
  using Bound = Learning<G, F>;
  nb::class_<Bound>(m, name)
      .def(nb::init<const G&, const TrainingOptions&>(), "game"_a, "options"_a)
      .def("rounds", &Bound::rounds, "count"_a, "poll_signals"_a)
      .def("start_from", &Bound::start_from, "networks"_a)
      .def("networks", &Bound::networks)
      .def("compare", &Bound::compare, "pairs"_a, "seed"_a)
      .def("checkpoint", &Bound::checkpoint)
      .def("restore", &Bound::restore, "counts"_a, "numbers"_a)
      .def_static(
          "shape",
          [](const G& game) {
            const F features(game);
            return std::tuple<std::size_t, std::size_t, std::size_t>(features.count(), features.outputs(),
                                                                     features.networks());
          },
          "game"_a, "How many features, outputs and networks the game has.")
      .def_static("features", &dense_features<F, G>, "game"_a, GameBinding<G>::argument("state"))
      .def_static(
          "evaluate",
          [](const G& game, const typename G::State& s, const std::vector<NetworkBytes>& networks) {
            const std::vector<Network> read = read_networks<F>(game, networks);
            Outputs outputs{};
            Evaluator<F, typename G::State>(F(game), read).evaluate(s, outputs);
            return std::vector<float>(outputs.begin(), outputs.begin() + std::ptrdiff_t(F(game).outputs()));
          },
          "game"_a, GameBinding<G>::argument("state"), "networks"_a, "The outputs, as the first player sees them.");
}

template <class F, NamedGame G>
nb::class_<Learnt<G, F>> register_learnt(nb::module_& m, const char* name) {
  using Game = Learnt<G, F>;
  return register_game<Game>(m, name).def(
      "__init__",
      [](Game* self, const G& game, const std::vector<NetworkBytes>& networks) {
        new (self) Game(game, read_networks<F>(game, networks));
      },
      "game"_a, "networks"_a);
}

}  // namespace mcms::bindings
