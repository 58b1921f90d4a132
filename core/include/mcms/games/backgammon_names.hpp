// Standard notation of a play: `13/8 6/5*`, `bar/20(2)`, `6/off`, from the mover's side and from the rear.
//
// Steps that follow each other are one checker's way, and a stop on it is named only where it shows a hit. One name for
// each position reached: of all ways to tell its steps, the one with the fewest stops, then the largest in text order.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "mcms/games/backgammon_moves.hpp"

namespace mcms::backgammon {

class Notation {
 public:
  Notation(const BackgammonState& s, BackgammonAction action) : blots_(mirrored(s.other.blots() & board)) {
    for_each_step(action, [&](Step step) { steps_.push_back(step); });
  }

  std::string best() {
    if (steps_.empty()) return "pass";
    link(0);
    return best_;
  }

 private:
  static constexpr int none = -1;
  // A checker's way: the point it leaves and where it is seen to stop, the last one its end.
  using Way = std::vector<int>;

  // Tries every step before this one, and none, as the one it continues.
  void link(std::size_t step) {
    if (step == steps_.size()) return tell();
    before_[step] = none;
    link(step + 1);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const bool taken =
          std::find(before_.begin(), before_.begin() + long(step), int(i)) != before_.begin() + long(step);
      if (i == step || taken || steps_[i].to() == 0 || steps_[i].to() != steps_[step].from) continue;
      before_[step] = int(i);
      link(step + 1);
    }
    before_[step] = none;
  }

  // Tries every choice of stops that are seen; a choice must show each hit.
  void tell() {
    for (unsigned seen = 0; seen < 1U << steps_.size(); ++seen) {
      std::vector<Way> ways;
      bool needless = false;
      Points shown = 0;
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const bool goes_on = is_gone_on_from(i);
        if (!goes_on || (seen >> i & 1) != 0) shown |= Points(1) << steps_[i].to();
        needless = needless || ((seen >> i & 1) != 0 && !goes_on);
        if (before_[i] == none) ways.push_back(way_from(i, seen));
      }
      const bool shows_hits = std::all_of(steps_.begin(), steps_.end(),
                                          [&](Step step) { return !has(blots_, step.to()) || has(shown, step.to()); });
      if (shows_hits && !needless) keep_if_better(ways);
    }
  }

  bool is_gone_on_from(std::size_t step) const {
    return std::find(before_.begin(), before_.begin() + long(steps_.size()), int(step)) !=
           before_.begin() + long(steps_.size());
  }

  Way way_from(std::size_t first, unsigned seen) const {
    Way way{steps_[first].from};
    for (std::size_t i = first;;) {
      const auto* next = std::find(before_.begin(), before_.begin() + steps_.size(), int(i));
      const bool ends = next == before_.begin() + steps_.size();
      if (ends || (seen >> i & 1) != 0) way.push_back(steps_[i].to());
      if (ends) return way;
      i = std::size_t(next - before_.begin());
    }
  }

  void keep_if_better(std::vector<Way>& ways) {
    std::size_t stops = 0;
    for (const Way& way : ways) stops += way.size() - 1;
    if (!best_.empty() && stops > fewest_) return;
    std::sort(ways.begin(), ways.end(), std::greater<>());
    const std::string text = written(ways);
    if (best_.empty() || stops < fewest_ || text > best_) best_ = text, fewest_ = stops;
  }

  // Equal ways in brackets; a hit has its star where its point is first named.
  std::string written(const std::vector<Way>& ways) const {
    std::string text;
    Points starred = 0;
    for (std::size_t i = 0; i < ways.size();) {
      std::size_t same = 1;
      while (i + same < ways.size() && ways[i + same] == ways[i]) ++same;
      if (!text.empty()) text += ' ';
      text += ways[i][0] == bar ? "bar" : std::to_string(ways[i][0]);
      for (std::size_t stop = 1; stop < ways[i].size(); ++stop) {
        const int point = ways[i][stop];
        text += point == 0 ? "/off" : "/" + std::to_string(point);
        if (has(blots_ & ~starred, point)) text += '*', starred |= Points(1) << point;
      }
      if (same > 1) text += "(" + std::to_string(same) + ")";
      i += same;
    }
    return text;
  }

  Points blots_;
  StaticVector<Step, 4> steps_;
  std::array<int, 4> before_{none, none, none, none};  // the step that each step goes on from
  std::string best_;
  std::size_t fewest_ = 0;
};

inline std::string name_of(const BackgammonState& s, BackgammonAction action) { return Notation(s, action).best(); }

}  // namespace mcms::backgammon
