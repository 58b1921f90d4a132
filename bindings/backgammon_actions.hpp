// Actions of backgammon by the positions they reach.
#pragma once

#include <optional>
#include <string>

#include "mcms/games/backgammon.hpp"

namespace mcms::bindings {

// The name of the action that leads to a position, for players who answer with positions.
template <class G>
std::optional<std::string> action_reaching(const G& game, const BackgammonState& s, const backgammon::Checkers& mover,
                                           const backgammon::Checkers& other) {
  if (s.phase != backgammon::Phase::moving) return std::nullopt;
  for (const BackgammonAction action : game.actions(s)) {
    const BackgammonState next = game.play(s, action);
    if (next.other == mover && next.own == other) return game.action_name(s, action);
  }
  return std::nullopt;
}

}  // namespace mcms::bindings
