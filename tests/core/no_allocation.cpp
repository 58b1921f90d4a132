// Counts the heap allocations of searches of growing depth: the number must not depend on the number of nodes.
#include <cstdio>
#include <cstdlib>
#include <new>

#include "mcms/games/cant_stop.hpp"
#include "mcms/games/pig.hpp"
#include "mcms/games/random_tree.hpp"
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

int main() {
  report("pig", Pig<2>(Pig<2>::Options{}), 2, 6);
  report("cant_stop", CantStop(CantStop::Options{}), 2, 5);
  report("random_tree", RandomTree(RandomTree::Options{}), 2, 5);
}
