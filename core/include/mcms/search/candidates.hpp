// Which actions of a decision are searched, and in which order.
//
// All of them in the game's own order, the best one of an earlier search first. Or, where a game has many, only the
// candidates: those whose static value V_0(s, a) is best, in the order of that value. Backgammon programs have always
// searched so, since few of the twenty plays of a roll are worth a second look. Candidates are a function of the
// state, so the pruned searches still equal their unpruned twin, which leaves out the same actions.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "mcms/search/chance/control.hpp"
#include "mcms/search/context.hpp"

namespace mcms {

inline constexpr std::size_t most_candidates = 32;
using Candidates = StaticVector<std::uint32_t, most_candidates>;

// Goes through the indices of actions.
class MoveOrder {
 public:
  // 0, 1, 2, … with the remembered best one moved to the front.
  MoveOrder(std::size_t count, std::optional<std::size_t> remembered)
      : count_(count), first_(remembered && *remembered < count ? *remembered : 0) {}

  MoveOrder(const Candidates& candidates, std::optional<std::size_t> remembered)
      : count_(candidates.size()), first_(0), candidates_(candidates) {
    const auto best = std::find(candidates_.begin(), candidates_.end(), remembered.value_or(candidates_[0]));
    if (best != candidates_.end()) std::rotate(candidates_.begin(), best, best + 1);
  }

  std::size_t size() const { return count_; }

  std::size_t operator[](std::size_t position) const {
    if (!candidates_.empty()) return candidates_[position];
    if (position == 0) return first_;
    return position <= first_ ? position - 1 : position;
  }

 private:
  std::size_t count_;
  std::size_t first_;
  Candidates candidates_;
};

// The actions whose static values are best for the mover, the first among equals.
template <class Context, class State, class Actions>
MCMS_COLD Candidates best_actions(Context& context, const State& s, Turn mover, const Actions& actions) {
  struct Valued {
    double value;
    std::uint32_t action;
  };
  std::vector<Valued> valued;
  valued.reserve(actions.size());
  StaticValue values(context);
  for (std::uint32_t i = 0; i < actions.size(); ++i)
    valued.push_back({for_mover(mover, values.value(context.game.play(s, actions[i]))), i});
  const auto end = valued.begin() + std::ptrdiff_t(context.options.candidates);
  std::partial_sort(valued.begin(), end, valued.end(), [](const Valued& a, const Valued& b) {
    return a.value > b.value || (a.value == b.value && a.action < b.action);
  });
  Candidates best;
  for (auto chosen = valued.begin(); chosen != end; ++chosen) best.push_back(chosen->action);
  return best;
}

// What a search of a decision goes through, given what an earlier one found best.
template <class Context, class State, class Actions>
MoveOrder move_order(Context& context, const State& s, Turn mover, int depth, const Actions& actions,
                     std::optional<std::size_t> remembered) {
  if (!context.leaves_out_actions(depth, actions.size())) [[likely]]
    return MoveOrder(actions.size(), remembered);
  context.leave_out();
  return MoveOrder(best_actions(context, s, mover, actions), remembered);
}

}  // namespace mcms
