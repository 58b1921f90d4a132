// Counts the heap allocations of searches: by depth the number must not depend on the number of nodes; MCTS has
// the memory of its tree from the start.
#include <cstdio>
#include <cstdlib>
#include <new>

#include "mcms/games/cant_stop.hpp"
#include "mcms/games/ewn.hpp"
#include "mcms/games/pig.hpp"
#include "mcms/games/ra.hpp"
#include "mcms/games/random_tree.hpp"
#include "mcms/games/table_game.hpp"
#include "mcms/search/mcts.hpp"
#include "mcms/search/search.hpp"

static unsigned long allocations = 0;

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace mcms;

template <Game G>
void report(const char* name, const G& game, int shallow, int deep) {
  TranspositionTable table(1 << 20);
  for (int algorithm = 0; algorithm < 3; ++algorithm) {
    for (const bool sampled : {false, true}) {
      SearchRequest request;
      request.algorithm = Algorithm(algorithm);
      if (sampled) request.sampling = Sampling{.width = 5};
      for (const int depth : {shallow, deep}) {
        const unsigned long before = allocations;
        const auto proof = prove(game, game.initial_state(Key(1)), request, depth, Window{}, table);
        std::printf("%s %d %d %d %lu %lu\n", name, algorithm, sampled, depth, (unsigned long)proof.counters.nodes,
                    allocations - before);
      }
    }
  }
}

// Nodes added and allocations made by simulations in a growing tree, after others in the same tree; then in a full one.
template <Game G>
void report_mcts(const char* name, const G& game) {
  const auto root = game.initial_state(Key(1));
  for (const bool widens : {false, true}) {
    MctsOptions options{.rollout_moves = 5};
    if (widens) options.widening = Progressive{5.0, 0.3};
    Mcts<G> mcts(game, options, 100'000, Key(2));
    const auto run = [&](const char* tree, std::uint64_t simulations) {
      Limits limits;
      limits.simulations = simulations;
      const std::size_t nodes = mcts.tree().nodes();
      const unsigned long before = allocations;
      mcts.run(root, limits, {});
      const unsigned long made = allocations - before;
      const std::size_t added = mcts.tree().nodes() - nodes;
      std::printf("mcts %s %d %s %lu %lu\n", name, widens, tree, (unsigned long)added, made);
    };
    run("first", 10'000);
    run("growing", 10'000);
    run("filling", 150'000);
    run("full", 50'000);
  }
}

// The smallest game of C functions: a state counts the steps so far, and every other one is chance.
mcms_game_table counting_steps() {
  static const mcms_weighted coin[] = {{0, 0.5}, {1, 0.5}};
  mcms_game_table table{};
  table.abi = MCMS_GAME_ABI;
  table.size = sizeof table;
  table.state_size = sizeof(std::int32_t);
  table.max_actions = 3;
  table.max_outcomes = table.fixed_outcome_count = 2;
  table.fixed_outcomes = coin;
  table.lowest_value = -1;
  table.highest_value = 1;
  table.initial_state = [](const void*, void*, std::uint64_t) { return 0; };
  table.turn = [](const void*, const void* state) {
    const auto steps = *static_cast<const std::int32_t*>(state);
    return std::int32_t(steps % 2 == 1 ? MCMS_CHANCE : steps / 2 % 2 == 1 ? MCMS_SECOND : MCMS_FIRST);
  };
  table.actions = [](const void*, const void*, std::int32_t* actions) {
    for (std::int32_t i = 0; i < 3; ++i) actions[i] = i;
    return 3;
  };
  table.play = table.resolve = [](const void*, void* state, std::int32_t) {
    ++*static_cast<std::int32_t*>(state);
    return 0;
  };
  table.utility = table.estimate = [](const void*, const void*) { return 0.0; };
  return table;
}

int main() {
  report("pig", Pig<2>(Pig<2>::Options{}), 2, 6);
  report("cant_stop", CantStop(CantStop::Options{}), 2, 5);
  report("random_tree", RandomTree(RandomTree::Options{}), 2, 5);
  report_mcts("pig", Pig<2>(Pig<2>::Options{}));
  report_mcts("ewn", Ewn<ewn::Distance>(Ewn<ewn::Distance>::Options{}));
  report_mcts("cant_stop", CantStop(CantStop::Options{}));
  report_mcts("ra", Ra(Ra::Options{}));
  report_mcts("random_tree", RandomTree(RandomTree::Options{.depth = 12}));
  report("table_game", TableGame<16>(counting_steps()), 2, 6);
}
