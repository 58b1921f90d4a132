// The roots and logarithms that UCT takes of visits, looked up where they are few.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace mcms {

// Most nodes have few visits: looked up, their roots and logarithms do not keep the choice waiting.
template <class Function>
class FewVisits {
 public:
  FewVisits() {
    for (std::uint32_t n = 1; n < known_.size(); ++n) known_[n] = Function{}(n);
  }
  double operator()(std::uint32_t n) const { return n < known_.size() ? known_[n] : Function{}(n); }

 private:
  std::array<double, 4096> known_{};
};

struct InverseSqrt {
  double operator()(std::uint32_t n) const { return 1.0 / std::sqrt(double(n)); }
};
// Rounded to a float: libraries differ in the last bits of a logarithm, and a choice must not.
struct SqrtLog {
  double operator()(std::uint32_t n) const { return float(std::sqrt(std::log(double(n)))); }
};
inline const FewVisits<InverseSqrt> inverse_sqrt;
inline const FewVisits<SqrtLog> sqrt_log;

}  // namespace mcms
