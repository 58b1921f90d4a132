// What has been evaluated lately. Searches come to the same states again: at every depth of iterative deepening, when
// candidates are chosen and then searched, when a sample is corrected by the estimates of its outcomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace mcms {

// A place for each remainder of the hash; what comes later takes it over. States are told apart by all 64 bits, as in
// the transposition table.
class EstimateCache {
 public:
  EstimateCache() : entries_(places) {}

  // The value of the state with this hash, found by `evaluate` if it is not known.
  template <class Evaluate>
  double value(std::uint64_t hash, Evaluate&& evaluate) {
    Entry& entry = entries_[hash % places];
    if (entry.hash != hash || entry.value != entry.value) entry = {hash, evaluate()};
    return entry.value;
  }

 private:
  static constexpr std::size_t places = std::size_t(1) << 15;  // half a megabyte, which stays near the processor

  struct Entry {
    std::uint64_t hash = 0;
    double value = std::numeric_limits<double>::quiet_NaN();  // none yet
  };

  std::vector<Entry> entries_;
};

}  // namespace mcms
