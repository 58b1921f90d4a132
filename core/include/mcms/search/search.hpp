// The front door of the core: a request in plain values, dispatched to one of the six searches.
#pragma once

#include "mcms/search/deepening.hpp"
#include "mcms/search/expectimax.hpp"
#include "mcms/search/star1.hpp"
#include "mcms/search/star2.hpp"

namespace mcms {

enum class Algorithm : std::uint8_t { expectimax, star1, star2 };

struct SearchRequest {
  Algorithm algorithm = Algorithm::expectimax;
  std::optional<Sampling> sampling;  // none: a chance node takes all its outcomes
  SearchOptions options;
  std::uint64_t seed = 0;
  int threads = 1;
  bool keep = false;  // go on from what searches of the same game, options and seed left in the table
};

// What holds Python's lock is called by one thread alone.
template <class G>
concept AskedByAnyThread = !requires { G::holds_gil; };

// Calls `use` with a Context and the type of the algorithm the request asks for.
template <Game G, class Use>
auto dispatch(const G& game, const SearchRequest& request, Budget& budget, TranspositionTable& table, Use&& use) {
  const auto with_chance = [&]<class Chance>(Chance chance) {
    Context<G, Chance> context{game, chance, request.options, budget, table};
    std::optional<Team<Context<G, Chance>>> team;
    if (AskedByAnyThread<G> && request.threads > 1) team.emplace(context, request.threads);
    switch (request.algorithm) {
      case Algorithm::expectimax:
        return use.template operator()<Expectimax<G, Chance>>(context);
      case Algorithm::star1:
        return use.template operator()<Star1<G, Chance>>(context);
      default:
        return use.template operator()<Star2<G, Chance>>(context);
    }
  };
  if (request.sampling) return with_chance(Sampled(request.sampling->in_game<G>(), Key(request.seed)));
  return with_chance(Exact{});
}

// The best action at `root`, by iterative deepening within the limits.
template <Game G>
SearchResult<G> search(const G& game, const typename G::State& root, const SearchRequest& request, const Limits& limits,
                       TranspositionTable& table, Budget::Interrupt interrupted = {},
                       const std::function<bool(const SearchResult<G>&)>& progress = {}) {
  Budget budget = budget_for<G>(limits, std::move(interrupted));
  request.keep ? table.go_on() : table.start_search();
  return dispatch(game, request, budget, table, [&]<class Engine, class Chance>(Context<G, Chance>& context) {
    return Deepening<G, Chance, Engine>(context, limits, progress).run(root);
  });
}

struct Proof {
  Bounds bounds;
  Counters counters;
  bool finished;
};

// What one search of a given depth proves of a state's value against a window; no deepening.
template <Game G>
Proof prove(const G& game, const typename G::State& state, const SearchRequest& request, int depth, Window window,
            TranspositionTable& table, Budget::Interrupt interrupted = {}) {
  Budget budget = budget_for<G>(Limits{}, std::move(interrupted));
  table.start_search();
  return dispatch(game, request, budget, table, [&]<class Engine, class Chance>(Context<G, Chance>& context) {
    if (context.team != nullptr) context.team->start_depth(depth);
    try {
      const Bounds bounds = Engine(context).search(state, depth, window);
      return Proof{bounds, all_counters(context), true};
    } catch (const BudgetSpent&) {  // by the interrupt, or the stack
      return Proof{Bounds::unknown(context.range), all_counters(context), false};
    }
  });
}

}  // namespace mcms
