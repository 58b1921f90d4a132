// States that come from outside the core (written by hand, pickled, sent) are checked where they enter it, once.
//
// Each game has a function `check_state(state)` that throws this. It asks for what the rules rely on without looking
// again: lists that are long enough, at least one action, numbers that follow from others.
#pragma once

#include <stdexcept>
#include <string>

namespace mcms {

struct InvalidState : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

inline void require_state(bool holds, const char* sentence) {
  if (!holds) throw InvalidState(sentence);
}

}  // namespace mcms
