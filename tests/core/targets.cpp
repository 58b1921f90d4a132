// What self-play tells states in a small race, with luck in the targets and without it: prints the mean and the
// variance over many games of what the first state is told, at lambda 1 and at lambda 0. Then how many states are told
// something with and without the actions decided against, and how many of these are told two different things.
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "mcms/learn/self_play.hpp"

namespace mcms {

namespace {

// In turns, each side throws for 0 to 3 or takes a sure 1; who leads after eight turns wins. Either one decides before
// the throw, and what was decided shows in the features, or after it, and the throw does not, as in backgammon.
template <bool ThrownFirst>
struct Race {
  enum class Phase { deciding, throwing };
  struct State {
    int turns = 0;
    int lead = 0;
    Phase phase = Phase::deciding;
    int thrown = 1;  // a game begins as if 1 were thrown, so that the first state learnt from is always the same
  };
  using Action = int;
  using Outcome = int;
  static constexpr std::size_t max_outcomes = 4;

  State initial_state(Key) const { return {}; }
  Turn turn(const State& s) const {
    if (s.turns == 8) return Turn::over;
    if (s.phase == Phase::throwing) return Turn::chance;
    return s.turns % 2 == 0 ? Turn::first : Turn::second;
  }
  std::vector<Action> actions(const State&) const { return {0, 1}; }
  std::vector<Weighted<Outcome>> outcomes(const State&) const { return {{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}}; }
  State play(const State& s, Action by_throw) const {
    if (by_throw == 0) return moved(s, 1);
    return ThrownFirst ? moved(s, s.thrown) : State{s.turns, s.lead, Phase::throwing, 0};
  }
  State resolve(const State& s, Outcome points) const {
    return ThrownFirst ? State{s.turns, s.lead, Phase::deciding, points} : moved(s, points);
  }
  double utility(const State& s) const { return s.lead > 0 ? 1.0 : s.lead < 0 ? -1.0 : 0.0; }
  double estimate(const State& s) const { return s.lead / 24.0; }
  ValueRange value_range() const { return {-1.0, 1.0}; }
  std::uint64_t hash(const State& s) const {
    return mix(std::uint64_t(s.turns * 1000 + s.lead * 10 + int(s.phase) * 4 + s.thrown));
  }

  static State moved(const State& s, int points) {
    return {s.turns + 1, s.lead + (s.turns % 2 == 0 ? points : -points),
            ThrownFirst ? Phase::throwing : Phase::deciding, 0};
  }
};

template <bool ThrownFirst>
class RaceFeatures : public WinOutput {
 public:
  using State = typename Race<ThrownFirst>::State;

  explicit RaceFeatures(const Race<ThrownFirst>& game) : WinOutput(game) {}
  std::size_t count() const { return 3; }
  bool second_views(const State& s) const { return s.turns % 2 == 1; }
  bool same_after_luck(const State&) const { return ThrownFirst; }
  template <class Sink>
  void list(const State& s, Sink&& sink) const {
    const int own = s.turns % 2 == 0 ? s.lead : -s.lead;
    sink(0, grid(float(own) / 8));
    sink(1, grid(float(s.turns) / 8));
    if (!ThrownFirst) sink(2, s.phase == Race<ThrownFirst>::Phase::throwing ? 1.0F : 0.0F);
  }
};

// It knows a little: who leads is ahead, and a throw is worth more than a sure 1.
template <bool ThrownFirst>
Network little(const Race<ThrownFirst>& game) {
  Network network({RaceFeatures<ThrownFirst>(game).count(), 0, 1});
  network.flat()[0] = 3.0F;
  network.flat()[2 * kernels::lanes] = 0.7F;
  return network;
}

// Over many games, of what the first state learnt from is told.
template <bool ThrownFirst>
void report(const char* name, double lambda, bool without_luck) {
  constexpr int games = 40'000;
  const Race<ThrownFirst> game;
  const std::vector<Network> networks{little(game)};
  SelfPlayOptions options;
  options.lambda = lambda;
  options.without_luck = without_luck;
  SelfPlay<Race<ThrownFirst>, RaceFeatures<ThrownFirst>> play(game, networks, options);
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t i = 0; i < games; ++i) {
    const Examples examples = play.play(Key(5).fold(i));  // listed from the end
    const double target = examples.list.back().targets[0];
    sum += target;
    squares += target * target;
  }
  const double mean = sum / games;
  std::printf("%s %g %d %.6f %.8f\n", name, lambda, int(without_luck), mean, squares / games - mean * mean);
}

// With lambda 0 and without luck, what a state is told depends on nothing but the state.
template <bool ThrownFirst>
void report_alternatives(const char* name, std::size_t alternatives) {
  const Race<ThrownFirst> game;
  const std::vector<Network> networks{little(game)};
  SelfPlayOptions options;
  options.lambda = 0.0;
  options.without_luck = true;
  options.alternatives = alternatives;
  options.margin = 2.0;
  SelfPlay<Race<ThrownFirst>, RaceFeatures<ThrownFirst>> play(game, networks, options);
  std::map<std::vector<std::pair<std::uint32_t, float>>, float> told;
  int different = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Examples examples = play.play(Key(6).fold(i));
    for (std::size_t k = 0; k < examples.list.size(); ++k) {
      std::vector<std::pair<std::uint32_t, float>> state;
      for (const auto [index, value] : examples.features_of(k)) state.emplace_back(index, value);
      const auto [known, added] = told.try_emplace(state, examples.list[k].targets[0]);
      different += int(std::abs(known->second - examples.list[k].targets[0]) > 1e-6F);
    }
  }
  std::printf("%s alternatives %zu %zu %d\n", name, alternatives, told.size(), different);
}

}  // namespace

}  // namespace mcms

int main() {
  for (const double lambda : {1.0, 0.0}) {
    for (const bool without_luck : {false, true}) {
      mcms::report<false>("decided-first", lambda, without_luck);
      mcms::report<true>("thrown-first", lambda, without_luck);
    }
  }
  for (const std::size_t alternatives : {0, 1}) {
    mcms::report_alternatives<false>("decided-first", alternatives);
    mcms::report_alternatives<true>("thrown-first", alternatives);
  }
  return 0;
}
