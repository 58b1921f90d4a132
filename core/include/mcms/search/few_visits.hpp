// The roots and logarithms that UCT takes of visits, looked up where they are few.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace mcms {

// Most nodes have few visits: looked up, their roots and logarithms do not keep the choice waiting.
template <class Function, std::uint32_t Few>
class FewVisits {
 public:
  FewVisits() {
    for (std::uint32_t n = 1; n < known_.size(); ++n) known_[n] = Function{}(n);
  }
  double operator()(std::uint32_t n) const { return n < known_.size() ? known_[n] : Function{}(n); }

 private:
  std::array<decltype(Function{}(1)), Few> known_{};
};

struct InverseSqrt {
  double operator()(std::uint32_t n) const { return 1.0 / std::sqrt(double(n)); }
};
// Rounded to a float: libraries differ in the last bits of a logarithm, and a choice must not.
struct SqrtLog {
  float operator()(std::uint32_t n) const { return float(std::sqrt(std::log(double(n)))); }
};
// The root takes a logarithm at every simulation, each time of one visit more, so that the longer table is gone through
// line by line.
inline const FewVisits<InverseSqrt, 4096> inverse_sqrt;
inline const FewVisits<SqrtLog, 65536> sqrt_log;

}  // namespace mcms
