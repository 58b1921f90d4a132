// Counts the heap allocations of searches of growing depth: the number must not depend on the number of nodes.
#include <cstdio>
#include <cstdlib>
#include <new>

#include "mcms/games/cant_stop.hpp"
#include "mcms/games/pig.hpp"
#include "mcms/games/random_tree.hpp"
#include "mcms/games/table_game.hpp"
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
      if (sampled) request.width = 5;
      for (const int depth : {shallow, deep}) {
        const unsigned long before = allocations;
        const auto proof = prove(game, game.initial_state(Key(1)), request, depth, Window{}, table);
        std::printf("%s %d %d %d %lu %lu\n", name, algorithm, sampled, depth, (unsigned long)proof.counters.nodes,
                    allocations - before);
      }
    }
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
  report("table_game", TableGame<16>(counting_steps()), 2, 6);
}
