// A search result in the form Python reads: names instead of actions and outcomes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcms/search/playout.hpp"
#include "mcms/search/result.hpp"

namespace mcms::bindings {

struct ActionReport {
  std::string action;
  RootAction proved;
};

struct Report {
  std::optional<std::string> action;
  double value;
  int depth;
  std::vector<ActionReport> actions;
  std::vector<std::string> principal_variation;
  Counters counters;
  double seconds;
  StopReason stop_reason;
  std::optional<std::uint64_t> simulations;
};

struct TreeReport {
  std::optional<std::string> step;
  std::optional<double> probability;
  int turn;
  std::uint64_t visits;
  std::optional<double> mean;
  std::vector<TreeReport> children;
};

struct PlayoutReport {
  PlayoutCounts counts;
  double seconds = 0.0;
};

}  // namespace mcms::bindings
