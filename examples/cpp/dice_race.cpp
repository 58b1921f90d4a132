// A game of one's own in one file, searched with Star2 and with MCTS. README in docs/cpp.md.
//
// Two runners race to square 30. Who is to move takes the careful die (1 to 3) or the wild one, which shows 0, 0, 0, 4,
// 5 or 6; landing on the other runner sends him back to the start.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "mcms/search/search.hpp"
#include "mcms/search/tree_search.hpp"
#include "mcms/solve/solve.hpp"

namespace {

class DiceRace {
 public:
  enum class Action : std::uint8_t { careful, wild };
  using Outcome = int;  // squares to go

  struct State {
    std::array<int, 2> at{};
    int mover = 0;
    bool rolling = false;
    Action die = Action::careful;
  };

  static constexpr int goal = 30;

  State initial_state(mcms::Key) const { return {}; }

  mcms::Turn turn(const State& s) const {
    if (s.at[0] >= goal || s.at[1] >= goal) return mcms::Turn::over;
    if (s.rolling) return mcms::Turn::chance;
    return s.mover == 0 ? mcms::Turn::first : mcms::Turn::second;
  }

  std::vector<Action> actions(const State&) const { return {Action::careful, Action::wild}; }

  std::vector<mcms::Weighted<Outcome>> outcomes(const State& s) const {
    if (s.die == Action::careful) return {{1, 1 / 3.0}, {2, 1 / 3.0}, {3, 1 / 3.0}};
    return {{0, 1 / 2.0}, {4, 1 / 6.0}, {5, 1 / 6.0}, {6, 1 / 6.0}};
  }

  State play(State s, Action action) const {
    s.rolling = true;
    s.die = action;
    return s;
  }

  State resolve(State s, Outcome squares) const {
    int& own = s.at[std::size_t(s.mover)];
    int& other = s.at[std::size_t(1 - s.mover)];
    own += squares;
    if (own == other && squares > 0) other = 0;
    s.mover = 1 - s.mover;
    s.rolling = false;
    s.die = Action::careful;
    return s;
  }

  double utility(const State& s) const { return s.at[0] >= goal ? 1.0 : -1.0; }
  double estimate(const State& s) const { return double(s.at[0] - s.at[1]) / (goal + 6); }
  mcms::ValueRange value_range() const { return {-1.0, 1.0}; }

  std::uint64_t hash(const State& s) const {
    return mcms::mix(std::uint64_t(s.at[0]) | std::uint64_t(s.at[1]) << 8 | std::uint64_t(s.mover) << 16 |
                     std::uint64_t(s.rolling) << 17 | std::uint64_t(s.die) << 18);
  }
};

static_assert(mcms::Game<DiceRace>);

const char* name(DiceRace::Action action) { return action == DiceRace::Action::careful ? "careful" : "wild"; }

void show(const char* search, const mcms::SearchResult<DiceRace>& found, const std::vector<DiceRace::Action>& actions) {
  std::printf("%-6s the %s die, worth %+.3f\n", search, name(actions[*found.best]), found.value);
}

}  // namespace

int main() {
  const DiceRace game;
  DiceRace::State state = game.initial_state(mcms::Key(1));
  state.at = {22, 26};
  const auto actions = game.actions(state);

  mcms::TranspositionTable table(16 << 20);
  const mcms::SearchRequest request{.algorithm = mcms::Algorithm::star2, .sampling = {}, .options = {}, .seed = 1};
  mcms::Limits limits;
  limits.depth = 8;
  const auto star2 = mcms::search(game, state, request, limits, table);
  show("Star2", star2, actions);

  mcms::MctsOptions options;
  options.exploration = 1.0;
  mcms::TreeSearch<DiceRace> tree(game, state, options, 1);
  limits = {};
  limits.simulations = 50'000;
  const auto mcts = tree.search(limits);
  show("MCTS", mcts, actions);

  mcms::Solver<DiceRace> solver(game);
  const bool interrupted_early = solver.solve(state, 1'000'000, [] { return true; });
  if (interrupted_early || solver.find(state) != nullptr) return 1;
  if (!solver.solve(state, 1'000'000, [] { return false; })) return 1;
  std::printf("exact  %+.3f\n", *solver.find(state));
  return star2.best == mcts.best && std::abs(mcts.value - *solver.find(state)) < 0.2 ? 0 : 1;
}
