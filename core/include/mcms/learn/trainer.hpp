// Training in rounds: games are played by the averaged weights of the round before last, while one thread learns from
// the games of the last round. Where rounds are few and large that would be late: `in_turn` learns from each round
// before the next is played.
//
// A game is a function of its number and of the weights it is played with, and examples are learnt from in a fixed
// order, so the weights after any round are the same for any number of threads.
#pragma once

#include <atomic>
#include <cmath>
#include <exception>
#include <numbers>
#include <thread>
#include <vector>

#include "mcms/learn/optimizer.hpp"
#include "mcms/learn/self_play.hpp"

namespace mcms {

struct TrainingOptions {
  std::size_t hidden = 64;
  std::uint64_t games = 100'000;  // to the end of the schedule
  std::uint64_t guided = 0;       // the first games, played by the game's own estimate
  std::size_t round = 64;         // games
  bool in_turn = false;           // whether a round is learnt from before the next is played
  std::size_t passes = 1;         // over the examples of a round
  std::size_t batch = 256;        // examples a step
  double rate = 3e-3;             // of learning, at the start
  double last_rate = 1e-4;        // and at the end, along a cosine
  double last_lambda = 0.0;       // λ goes down in a straight line
  SelfPlayOptions play;
  OptimizerOptions optimizer;
  std::size_t threads = 1;
  std::uint64_t seed = 0;
};

struct RoundReport {
  std::uint64_t games = 0;  // so far
  std::uint64_t examples = 0;
  double error = 0.0;  // mean square, of one output
};

template <Game G, FeaturesOf<G> F>
class Trainer {
 public:
  Trainer(const G& game, const TrainingOptions& options)
      : game_(game), features_(game), options_(options), key_(options.seed), by_output_(slope_of_value()) {
    const NetworkShape shape{features_.count(), options.hidden, features_.outputs()};
    for (std::size_t i = 0; i < features_.networks(); ++i)
      learners.emplace_back(shape, key_.fold(1000 + i), options.optimizer);
    playing = played_before = averages();
  }

  // Before the first round: starts from networks that play already, which may have fewer hidden units.
  void start_from(const std::vector<Network>& networks) {
    for (std::size_t i = 0; i < learners.size(); ++i) learners[i].start_from(networks[i]);
    playing = played_before = averages();
  }

  // Plays a round and learns from the one before.
  RoundReport round() {
    std::vector<Examples> played(options_.round);
    std::atomic<std::size_t> next = 0;
    RoundReport report;
    std::vector<std::exception_ptr> errors(options_.threads);  // rules that somebody else wrote may throw
    const auto work = [&](std::size_t thread) {
      try {
        if (thread == 0 && !options_.in_turn) report = learn_from(waiting_);
        for (std::size_t i = next++; i < played.size(); i = next++) played[i] = play(rounds * options_.round + i);
      } catch (...) {
        errors[thread] = std::current_exception();
        next = played.size();
      }
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < options_.threads; ++i) helpers.emplace_back(work, i);
    work(0);
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& error : errors) {
      if (error) std::rethrow_exception(error);
    }
    if (options_.in_turn) report = learn_from(played);
    ++rounds;
    played_before = std::move(playing);
    playing = averages();
    waiting_ = options_.in_turn ? std::vector<Examples>{} : std::move(played);
    report.games = rounds * options_.round;
    return report;
  }

  // After the fields below were set to those of a checkpoint: the last round again, for what it has to teach.
  void resume() {
    waiting_.clear();
    if (rounds == 0 || options_.in_turn) return;
    std::swap(playing, played_before);
    --rounds;
    for (std::size_t i = 0; i < options_.round; ++i) waiting_.push_back(play(rounds * options_.round + i));
    ++rounds;
    std::swap(playing, played_before);
  }

  // All that a checkpoint has to keep.
  std::uint64_t rounds = 0;
  std::vector<Optimizer> learners;     // one a network
  std::vector<Network> playing;        // in the next round
  std::vector<Network> played_before;  // in the last one

 private:
  std::vector<Network> averages() const {
    std::vector<Network> networks;
    for (const Optimizer& learner : learners) networks.push_back(learner.average);
    return networks;
  }

  double progress() const { return std::min(1.0, double(rounds * options_.round) / double(options_.games)); }

  // Accumulators start afresh with each game, so that it does not matter who played what before.
  Examples play(std::uint64_t number) const {
    SelfPlayOptions options = options_.play;
    options.lambda += (options_.last_lambda - options.lambda) * progress();
    options.guided = number < options_.guided;
    return SelfPlay<G, F>(game_, playing, options).play(key_.fold(2).fold(number));
  }

  float rate() const {
    const double share = 0.5 * (1.0 + std::cos(std::numbers::pi * progress()));
    return float(options_.last_rate + (options_.rate - options_.last_rate) * share);
  }

  // Examples of one game are alike, so a batch takes them from all over the round.
  RoundReport learn_from(const std::vector<Examples>& games) {
    RoundReport report;
    double squares = 0.0;
    for (std::size_t network = 0; network < learners.size(); ++network) {
      std::vector<Place> places = places_of(network, games);
      report.examples += examples_at(places);
      for (std::size_t pass = 0; pass < options_.passes; ++pass) {
        shuffle(places, key_.fold(3 + pass).fold(rounds).fold(network));
        const double error = learn_from(games, places, learners[network]);
        if (pass == 0) squares += error;
      }
    }
    report.error = report.examples == 0 ? 0.0 : squares / double(report.examples * features_.outputs());
    return report;
  }

  // Where the choices of a decision are, as far as they are this network's: one example or some in a row.
  struct Place {
    std::size_t game;
    std::size_t begin;
    std::size_t end;
  };

  static std::vector<Place> places_of(std::size_t network, const std::vector<Examples>& games) {
    std::vector<Place> places;
    for (std::size_t game = 0; game < games.size(); ++game) {
      const auto& list = games[game].list;
      for (std::size_t begin = 0, end = 0; begin < list.size(); begin = end) {
        const auto goes_with = [&](const auto& other) {
          return other.network == list[begin].network && other.decision == list[begin].decision;
        };
        for (end = begin + 1; end < list.size() && goes_with(list[end]); ++end) continue;
        if (list[begin].network == network) places.push_back({game, begin, end});
      }
    }
    return places;
  }

  static std::size_t examples_at(const std::vector<Place>& places) {
    std::size_t count = 0;
    for (const Place& place : places) count += place.end - place.begin;
    return count;
  }

  // One pass over the examples at these places, in batches; returns the sum of squared errors.
  double learn_from(const std::vector<Examples>& games, const std::vector<Place>& places, Optimizer& learner) const {
    double squares = 0.0;
    std::vector<Lesson> choices;
    const std::size_t batches = std::max<std::size_t>(1, examples_at(places) / options_.batch);
    for (std::size_t batch = 0; batch < batches; ++batch) {
      for (std::size_t i = batch * places.size() / batches; i < (batch + 1) * places.size() / batches; ++i) {
        const auto [game, begin, end] = places[i];
        choices.clear();
        for (std::size_t example = begin; example < end; ++example)
          choices.push_back({games[game].features_of(example), games[game].list[example].targets});
        squares += learner.learn(choices, by_output_);
      }
      learner.step(rate());
    }
    return squares;
  }

  // How the value rises with each output, which it does in a straight line.
  Outputs slope_of_value() const {
    Outputs outputs{}, slope{};
    const double none = features_.value(outputs);
    for (std::size_t k = 0; k < features_.outputs(); ++k) {
      outputs[k] = 1.0F;
      slope[k] = float(features_.value(outputs) - none);
      outputs[k] = 0.0F;
    }
    return slope;
  }

  template <class Item>
  static void shuffle(std::vector<Item>& items, Key key) {
    RandomStream random(key);
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random.below(left)]);
  }

  const G& game_;
  F features_;
  TrainingOptions options_;
  Key key_;
  Outputs by_output_;
  std::vector<Examples> waiting_;
};

}  // namespace mcms
