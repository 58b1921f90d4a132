// What a learnt evaluation sees of a game: a fixed number of numbers for any unfinished state, most of them zero.
//
// Features are a class beside the game, so that rules know nothing of learning. They describe a state as one side sees
// it, the viewer, which is best the side that moves next: then one network serves both sides. Values lie within ±2 on a
// grid of 1/128, which makes the first layer exact in float32 (see network.hpp); `grid` puts any number there.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>

#include "mcms/game/game.hpp"

namespace mcms {

inline constexpr float feature_grid = 128.0F;
inline constexpr float feature_limit = 2.0F;

// The nearest number that may be the value of a feature.
inline float grid(float value) {
  const float scaled = std::clamp(value, -feature_limit, feature_limit) * feature_grid;
  return float(int(scaled + (scaled < 0.0F ? -0.5F : 0.5F))) / feature_grid;
}

struct IgnoreFeature {
  void operator()(std::size_t, float) const {}
};

// `F` is made from the game it describes, `F(game)`, and does not refer to it afterwards.
template <class F, class G>
concept FeaturesOf =
    Game<G> && std::copyable<F> && std::constructible_from<F, const G&> &&
    requires(const F& features, const G& game, const typename G::State& state, std::span<float> outputs) {
      { features.count() } -> std::convertible_to<std::size_t>;
      // Calls sink(index, value) once for every feature that is not zero, and for others at will.
      features.list(state, IgnoreFeature{});
      { features.second_views(state) } -> std::same_as<bool>;
      // Positions of different kinds may have a network each.
      { features.networks() } -> std::convertible_to<std::size_t>;
      { features.network_of(state) } -> std::convertible_to<std::size_t>;
      // Whether an outcome leaves all features of this chance node as they are, and ends no game.
      { features.same_after_luck(state) } -> std::same_as<bool>;
      // Outputs are probabilities; of what, is up to the game.
      { features.outputs() } -> std::convertible_to<std::size_t>;
      features.flip(outputs);                 // as the other side sees them
      features.constrain(state, outputs);     // takes out what cannot happen any more
      features.result(game, state, outputs);  // of a finished state, as the first player sees it
      // What the side that sees these outputs may expect, on the game's scale; a weighted sum of them, and a constant.
      { features.value(std::span<const float>(outputs)) } -> std::same_as<double>;
    };

// Optionally features come in sections, each of which looks at a part of the state only, so that what a move leaves as
// it was need not be listed again: `sections` says where each begins, and at last how many features there are.
template <class F, class State>
concept InSections = requires(const F& features, std::size_t section, const State& state) {
  { F::sections.size() } -> std::convertible_to<std::size_t>;
  // Of two states with the same viewer: whether they surely have the same features there.
  { features.same_section(section, state, state) } -> std::same_as<bool>;
  features.list_section(section, state, IgnoreFeature{});
};

// Lists all features of a class that has sections.
template <class F, class State, class Sink>
void list_sections(const F& features, const State& s, Sink&& sink) {
  for (std::size_t i = 0; i + 1 < F::sections.size(); ++i) features.list_section(i, s, sink);
}

// The defaults: one network, luck that shows, and one output, the value on a scale from 0 to 1, which is the chance of
// winning where games are won or lost.
class WinOutput {
 public:
  template <Game G>
  explicit WinOutput(const G& game) : range_(game.value_range()) {}

  std::size_t outputs() const { return 1; }
  std::size_t networks() const { return 1; }

  template <class State>
  std::size_t network_of(const State&) const {
    return 0;
  }
  template <class State>
  bool same_after_luck(const State&) const {
    return false;
  }

  void flip(std::span<float> outputs) const { outputs[0] = 1.0F - outputs[0]; }

  template <class State>
  void constrain(const State&, std::span<float>) const {}

  template <Game G>
  void result(const G& game, const typename G::State& s, std::span<float> outputs) const {
    outputs[0] = float((game.utility(s) - range_.low) / (range_.high - range_.low));
  }

  double value(std::span<const float> outputs) const {
    return range_.low + double(outputs[0]) * (range_.high - range_.low);
  }

 private:
  ValueRange range_;
};

}  // namespace mcms
