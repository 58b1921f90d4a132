// What threads share, to be run under ThreadSanitizer (make tsan): the table, searches by depth, MCTS. Every answer is
// compared with that of one thread.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "mcms/games/ewn.hpp"
#include "mcms/games/pig.hpp"
#include "mcms/games/random_tree.hpp"
#include "mcms/search/search.hpp"
#include "mcms/search/tree_search.hpp"

namespace mcms {

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

// Threads write exact values of two states into the one slot of a full bucket: a reader that took half of one entry and
// half of the other for a whole would find the wrong value.
void hammer_table() {
  TranspositionTable table(128);  // one bucket
  table.start_search();
  const auto value_of = [](std::uint64_t hash) { return double(hash % 7) - 3.0; };
  const auto work = [&](std::uint64_t first) {
    for (int round = 0; round < 60'000; ++round) {
      const std::uint64_t hash = (first + std::uint64_t(round)) % 9 + 1;
      table.store(hash, 4, {Bounds::exact(value_of(hash)), false, false}, 0);
      for (std::uint64_t other = 1; other < 10; ++other) {
        const auto found = table.find(other, 4).proved;
        if (found) require(found->bounds.lower == value_of(other), "an entry that belongs to its state");
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 3; ++i) threads.emplace_back(work, 3 * i);
  for (std::thread& thread : threads) thread.join();
}

template <Game G>
SearchResult<G> searched(const G& game, const typename G::State& root, SearchRequest request, const Limits& limits,
                         int threads) {
  request.threads = threads;
  TranspositionTable table(1 << 20);
  return search(game, root, request, limits, table);
}

template <Game G>
void compare(const G& game, const typename G::State& root, const SearchRequest& request, int depth) {
  const Limits by_depth{depth, {}, {}, {}};
  const auto alone = searched(game, root, request, by_depth, 1);
  const auto together = searched(game, root, request, by_depth, 3);
  if (alone.depth == together.depth) {  // else one of them met no line that the depth cuts off
    require(alone.value == together.value, "the value of one thread");
    require(alone.best == together.best, "the action of one thread");
  }
  const std::uint64_t nodes = alone.counters.nodes / 2 + 1;
  require(searched(game, root, request, Limits{{}, nodes, {}, {}}, 3).counters.nodes <= nodes, "a node limit");
  searched(game, root, request, Limits{{}, {}, 0.002, {}}, 3);
}

template <Game G>
void compare_all(const G& game, const typename G::State& root, int depth) {
  for (const Algorithm algorithm : {Algorithm::expectimax, Algorithm::star1, Algorithm::star2}) {
    for (const bool bounds : {false, true}) {
      for (const bool sampled : {false, true}) {
        SearchRequest request;
        request.algorithm = algorithm;
        request.options.table_bounds = bounds;
        if (sampled) request.sampling = Sampling{3, bounds, bounds ? LuckBy::depth : LuckBy::state, 1, bounds};
        compare(game, root, request, depth);
      }
    }
  }
}

void search_trees() {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    RandomTree::Options shape;
    shape.depth = 5;
    shape.ragged = true;
    shape.extreme = 0.3;
    const RandomTree tree(shape);
    compare_all(tree, tree.initial_state(Key(seed)), 5);
  }
}

void simulate() {
  const Pig<2> pig({100});
  MctsOptions options;
  options.threads = 3;
  options.skip_forced = false;
  TreeSearch<Pig<2>> tree(pig, pig.initial_state(Key(1)), options, 1);
  require(tree.search(Limits{{}, {}, {}, 3000}).simulations == 3000, "all simulations");
}

}  // namespace

}  // namespace mcms

int main() {
  mcms::hammer_table();
  mcms::search_trees();
  const mcms::Pig<2> pig({100});
  mcms::compare_all(pig, pig.initial_state(mcms::Key(1)), 4);
  const mcms::Ewn<mcms::ewn::Distance> ewn({});
  mcms::compare_all(
      ewn, ewn.resolve(ewn.initial_state(mcms::Key(1)), ewn.outcomes(ewn.initial_state(mcms::Key(1)))[0].outcome), 3);
  mcms::simulate();
  std::puts("threads agree");
}
