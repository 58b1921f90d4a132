// A game with its estimate replaced by a learnt one; the rules are the game's own.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mcms/evaluate/estimate_cache.hpp"
#include "mcms/evaluate/evaluator.hpp"

namespace mcms {

template <Game G, FeaturesOf<G> F>
class Learnt : public G {
 public:
  using State = typename G::State;

  static constexpr bool costly_estimates = true;

  // First layers are rounded, so that a state has one value however a search comes to it.
  Learnt(const G& game, std::vector<Network> networks) : G(game), features_(game) {
    if (networks.size() != features_.networks())
      throw std::invalid_argument("expected as many networks as the game has kinds of positions");
    for (Network& network : networks) {
      const NetworkShape& shape = network.shape();
      if (shape.inputs != features_.count() || shape.outputs != features_.outputs())
        throw std::invalid_argument("expected networks with the game's numbers of features and outputs");
      network.round_first_layer();
    }
    networks_ = std::make_shared<const std::vector<Network>>(std::move(networks));
  }

  double estimate(const State& s) const {
    Memory& own = memory();
    return own.known.value(this->hash(s), [&] { return own.evaluator.value(s); });
  }

  // What the rules say of values goes by the estimate made by hand.
  void value_bounds(const State&, int) const = delete;

  // One evaluation for all leaves, where features do not tell them apart.
  std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    if (!features_.same_after_luck(s)) return std::nullopt;
    return LeafExpectation{estimate(s), std::uint32_t(this->outcomes(s).size()), 0};
  }

  template <class Outcomes>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Outcomes& outcomes) const {
    if (!features_.same_after_luck(s)) return std::nullopt;
    return LeafExpectation{estimate(s), std::uint32_t(outcomes.size()), 0};
  }

 private:
  // Of one thread: it goes from state to state, starting over when it comes to another game.
  struct Memory {
    explicit Memory(const Learnt& game) : networks(game.networks_), evaluator(game.features_, *networks) {}

    std::shared_ptr<const std::vector<Network>> networks;
    Evaluator<F, State> evaluator;
    EstimateCache known;
  };

  Memory& memory() const {
    thread_local std::optional<Memory> memory;
    if (!memory || memory->networks != networks_) [[unlikely]]
      memory.emplace(*this);
    return *memory;
  }

  F features_;
  std::shared_ptr<const std::vector<Network>> networks_;
};

}  // namespace mcms
