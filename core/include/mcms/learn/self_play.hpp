// Games of a network against itself, and what is to be learnt from them: temporal differences (Sutton 1988), as in
// TD-Gammon (Tesauro 1992).
//
// Each side plays to the state that the network likes best, or at the start, where asked, the game's own estimate: what
// random weights play may never end, and then there is nothing to learn from. Every state reached is an example, by
// luck too where features show it; its target is the λ-return, a mixture of what the network thinks of the states after
// it and of how the game ended.
//
// Most of what makes one return differ from another is luck. `without_luck` takes it out, as in the advantage sum of
// Zinkevich et al. (2006): what an outcome is worth by the network, less the mean over all outcomes, is no part of the
// return. Its mean stays the same, and with λ = 0 it is an exact backup over one step.
//
// What a side decided against can be learnt from too: `alternatives` are the next best states of a decision, each with
// an exact backup over one step as its target. Play depends on what tells them from the best one.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "mcms/evaluate/evaluator.hpp"
#include "mcms/search/playout.hpp"

namespace mcms {

// What was seen and what should have been said, for any number of states.
struct Examples {
  struct Example {
    std::size_t network;
    std::size_t decision;  // that it is a choice of; those of one game and decision stand side by side
    std::size_t end;       // of its features in the list
    Outputs targets;
  };

  std::vector<Example> list;
  std::vector<kernels::Change> features;

  std::span<const kernels::Change> features_of(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : list[i - 1].end;
    return {features.data() + begin, list[i].end - begin};
  }
};

struct SelfPlayOptions {
  double lambda = 0.5;
  double explore = 0.0;          // how often a move is any move
  bool guided = false;           // moves are those of the game's own estimate
  bool without_luck = false;     // in targets
  std::size_t alternatives = 0;  // of a decision, to learn from besides what was chosen
  double margin = 0.1;           // how much worse they may be
  std::size_t most_moves = 10000;
};

// The best action for the player to move by a value of the states that actions lead to; the first among equals.
template <Game G, class Value>
typename G::State best_next_state(const G& game, const typename G::State& s, Value&& value) {
  const bool second = game.turn(s) == Turn::second;
  std::optional<typename G::State> best;
  double best_value = 0.0;
  const auto actions = game.actions(s);
  for (const auto& action : actions) {
    const typename G::State next = game.play(s, action);
    const double first_value = game.turn(next) == Turn::over ? game.utility(next) : value(next);
    const double own = second ? -first_value : first_value;
    if (best && own <= best_value) continue;
    best = next;
    best_value = own;
  }
  return *best;
}

template <Game G, FeaturesOf<G> F>
class SelfPlay {
 public:
  using State = typename G::State;

  SelfPlay(const G& game, std::span<const Network> networks, const SelfPlayOptions& options)
      : game_(game), features_(game), options_(options), evaluator_(features_, networks) {}

  // Plays one game, which is a function of the key, and returns its examples.
  Examples play(Key key) {
    RandomStream random(key);
    State s = game_.initial_state(key.fold(1));
    steps_.clear();
    Expected expected;
    for (Turn turn = game_.turn(s); turn != Turn::over; turn = game_.turn(s)) {
      if (turn == Turn::chance) {
        const bool shows = !features_.same_after_luck(s);
        if (options_.without_luck && !steps_.empty() && !expected) expected = expected_after(s);
        s = game_.resolve(s, random_outcome(game_, s, random));
        if (shows && !steps_.empty()) steps_.push_back({s, std::exchange(expected, {})});
      } else {
        if (steps_.size() >= options_.most_moves) return {};
        const State next = next_state(s, random, expected);
        steps_.push_back({next, std::exchange(expected, {})});
        if (options_.alternatives > 0) steps_.back().alternatives = alternatives_to(next, s);
        s = next;
      }
    }
    return examples();
  }

 private:
  // What a step was expected to lead to, where that is not what it did lead to.
  using Expected = std::optional<Outputs>;

  struct Step {
    State to;
    Expected expected{};
    std::vector<std::pair<State, Outputs>> alternatives{};  // and what they are told
  };

  State next_state(const State& s, RandomStream& random, Expected& expected) {
    if (options_.explore > 0.0 && random.uniform() < options_.explore) {
      if (options_.without_luck && !expected) expected = thought_of(best_of(s));
      const auto actions = game_.actions(s);
      return game_.play(s, actions[random.below(actions.size())]);
    }
    return best_of(s);
  }

  State best_of(const State& s) {
    if (options_.guided) return best_next_state(game_, s, [this](const State& next) { return game_.estimate(next); });
    return best_next_state(game_, s, [this](const State& next) { return evaluator_.value(next); });
  }

  // The best of what the choice was made from, as far as they are within the margin of the best one; what ended the
  // game has nothing to learn.
  std::vector<std::pair<State, Outputs>> alternatives_to(const State& chosen, const State& s) {
    const bool second = game_.turn(s) == Turn::second;
    std::vector<std::pair<double, State>> choices;
    for (const auto& action : game_.actions(s)) {
      const State next = game_.play(s, action);
      const double first_value = game_.turn(next) == Turn::over ? game_.utility(next) : evaluator_.value(next);
      choices.emplace_back(second ? -first_value : first_value, next);
    }
    std::stable_sort(choices.begin(), choices.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::pair<State, Outputs>> list;
    for (const auto& [own_value, next] : choices) {
      if (list.size() == options_.alternatives || own_value < choices.front().first - options_.margin) break;
      if (game_.turn(next) == Turn::over || game_.hash(next) == game_.hash(chosen)) continue;
      list.emplace_back(next, expected_after(next));
    }
    return list;
  }

  // The mean over all outcomes of what is thought after them, and after the best action where features show no luck.
  Outputs expected_after(const State& s) {
    if (game_.turn(s) != Turn::chance) return thought_of(best_of(s));
    const bool shows = !features_.same_after_luck(s);
    const auto& outcomes = game_.outcomes(s);
    Outputs mean{};
    for (const auto& [outcome, probability] : outcomes) {
      const State next = game_.resolve(s, outcome);
      const Outputs thought = shows ? thought_of(next) : expected_after(next);
      for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += float(probability) * thought[k];
    }
    return mean;
  }

  Outputs thought_of(const State& s) {
    Outputs thought{};
    if (game_.turn(s) == Turn::over) {
      features_.result(game_, s, thought);
    } else {
      evaluator_.evaluate(s, thought);
    }
    return thought;
  }

  // From the end back: what a state is told is what was expected after it, and of what the next state is told and did
  // not think itself a share of λ.
  Examples examples() {
    Examples examples;
    const auto lambda = float(options_.lambda);
    Outputs told = thought_of(steps_.back().to);
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const auto& [s, expected, alternatives] = steps_[i];
      const Outputs thought = thought_of(s);
      if (game_.turn(s) != Turn::over) add(examples, s, i, told);
      for (const auto& [other, other_told] : alternatives) add(examples, other, i, other_told);
      for (std::size_t k = 0; k < told.size(); ++k)
        told[k] = (expected ? *expected : thought)[k] + lambda * (told[k] - thought[k]);
    }
    return examples;
  }

  void add(Examples& examples, const State& s, std::size_t decision, Outputs targets) const {
    if (features_.second_views(s)) features_.flip(targets);
    features_.list(s, [&](std::size_t index, float value) {
      if (value != 0.0F) examples.features.push_back({std::uint32_t(index), value});
    });
    examples.list.push_back({features_.network_of(s), decision, examples.features.size(), targets});
  }

  const G& game_;
  F features_;
  SelfPlayOptions options_;
  Evaluator<F, State> evaluator_;
  std::vector<Step> steps_;
};

}  // namespace mcms
