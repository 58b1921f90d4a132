// How many children a node of MCTS may have at a visit: all, or with progressive widening (DPW) more and more.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "mcms/search/mcts_tree.hpp"

namespace mcms {

// Whether a node with this many children may have one more at a visit, the first visit being 1.
struct NoWidening {
  static constexpr bool widens = false;
  bool allows_more(std::size_t children, std::uint64_t) const { return children < most_edges; }
};

struct Progressive {
  double constant;
  double exponent;

  std::size_t most_children(std::uint64_t visit) const {
    const double most = std::ceil(constant * std::pow(double(visit), exponent));
    return std::size_t(std::clamp(most, 1.0, double(most_edges)));
  }
};

// The visits at which few children become one more are worked out beforehand: a power at each visit took longer than
// choosing a child.
class ProgressiveWidening {
 public:
  static constexpr bool widens = true;

  explicit ProgressiveWidening(const Progressive& rule) : rule_(rule) {
    std::uint64_t from = 1;
    for (std::size_t children = 0; children < visits_.size(); ++children) {
      visits_[children] = from = first_visit(children, from);
    }
  }

  bool allows_more(std::size_t children, std::uint64_t visit) const {
    return children < visits_.size() ? visit >= visits_[children] : children < rule_.most_children(visit);
  }

 private:
  static constexpr std::uint64_t never = std::uint64_t(1) << 33;  // visits are counted in 32 bits

  std::uint64_t first_visit(std::size_t children, std::uint64_t from) const {
    std::uint64_t until = never;
    while (from < until) {
      const std::uint64_t middle = std::midpoint(from, until);
      if (children < rule_.most_children(middle)) {
        until = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  Progressive rule_;
  std::array<std::uint64_t, 64> visits_;
};

}  // namespace mcms
