// A search result in the form Python reads: names instead of actions and outcomes, or a Python game's own objects.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <optional>
#include <vector>

#include "mcms/arena/game_play.hpp"
#include "mcms/search/playout.hpp"
#include "mcms/search/result.hpp"

namespace mcms::bindings {

struct ActionReport {
  nanobind::object action;
  RootAction proved;
};

struct Report {
  nanobind::object action;  // None at a chance node
  double value;
  int depth;
  std::vector<ActionReport> actions;
  std::vector<nanobind::object> principal_variation;
  Counters counters;
  double seconds;
  StopReason stop_reason;
  std::optional<std::uint64_t> simulations;
};

struct TreeReport {
  nanobind::object step;  // None at the root
  std::optional<double> probability;
  int turn;
  std::uint64_t visits;
  std::optional<double> mean;
  std::vector<TreeReport> children;
};

// A game between two searches.
struct PlayedReport {
  std::vector<nanobind::object> moves;
  std::optional<double> utility;
  std::array<ThinkingTime, 2> clocks;
  bool stopped;
};

struct PlayoutReport {
  PlayoutCounts counts;
  double seconds = 0.0;
};

}  // namespace mcms::bindings
