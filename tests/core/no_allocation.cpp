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

int main() {
  report("pig", Pig<2>(Pig<2>::Options{}), 2, 6);
  report("cant_stop", CantStop(CantStop::Options{}), 2, 5);
  report("random_tree", RandomTree(RandomTree::Options{}), 2, 5);
  report_mcts("pig", Pig<2>(Pig<2>::Options{}));
  report_mcts("ewn", Ewn<ewn::Distance>(Ewn<ewn::Distance>::Options{}));
  report_mcts("cant_stop", CantStop(CantStop::Options{}));
  report_mcts("ra", Ra(Ra::Options{}));
  report_mcts("random_tree", RandomTree(RandomTree::Options{.depth = 12}));
}
