// Expectimax for Ra with God actions and nothing else, as one would write it by hand for speed: one position on
// which moves are made and taken back, a function for each phase, no list of moves, no table, no limits, no
// options. `mcms bench` measures the general search against it. Only the constants come from the game.
#include <algorithm>

#include "mcms/games/ra_scoring.hpp"
#include "reference.hpp"

namespace mcms::reference {

namespace {

constexpr std::size_t pharaoh = 0, nile = 1, flood = 2, god = 3, civilization = 4, monument = 9, gold = 17, unrest = 18,
                      funeral = 19, drought = 20, earthquake = 21, ra_tile = 22;

using Held = std::array<std::uint8_t, 23>;

struct Position : RaPosition {
  int bag_total;
  int track_total;
  int lead;
};

class RaSearch {
 public:
  explicit RaSearch(const RaPosition& root) : p_{root, 0, 0, 0} {
    for (const int number : p_.bag) p_.bag_total += number;
    for (const int number : p_.track) p_.track_total += number;
    p_.lead = lead();
  }

  // Values are the first player's. Every function is entered with the decisions left below it.
  double search(const RaTurn& at, int depth) {
    switch (RaPhase(at.phase)) {
      case RaPhase::main:
        return turn(at.to_move, depth);
      case RaPhase::drawing:
        return draw(at.to_move, depth);
      case RaPhase::god:
        return god_turn(at.to_move, depth);
      case RaPhase::bid:
        return at.to_move == at.caller ? last_bid(at.caller, at.bid, at.voluntary, depth)
                                       : first_bid(at.caller, at.voluntary, depth);
      case RaPhase::discard:
        return discards(at.caller, at.to_move, at.unrest_discards, at.earthquake_discards, depth);
      case RaPhase::over:
        break;
    }
    return finished();
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Best {
    explicit Best(int mover) : sign(mover == 0 ? 1 : -1) {}
    void consider(double v) { value = std::max(value, sign * v); }
    double result() const { return sign * value; }
    double sign;
    double value = -1000;
  };

  double turn(int mover, int depth) {
    ++nodes_;
    if (depth == 0) return evaluate();
    Best best(mover);
    if (!full()) best.consider(draw(mover, depth - 1));
    best.consider(auction(mover, true, depth - 1));
    spend_gods(best, mover, depth - 1);
    return best.result();
  }

  double god_turn(int mover, int depth) {
    ++nodes_;
    if (depth == 0) return evaluate();
    Best best(mover);
    best.consider(next_turn(mover, depth - 1));
    spend_gods(best, mover, depth - 1);
    return best.result();
  }

  void spend_gods(Best& best, int mover, int depth) {
    Held& held = p_.tiles[mover];
    if (held[god] == 0) return;
    const int lead_before = p_.lead;
    for (std::size_t i = 0; i < unrest; ++i) {
      if (p_.track[i] == 0 || i == god) continue;
      --held[god], ++held[i], --p_.track[i], --p_.track_total;
      p_.lead = lead();
      best.consider(god_turn(mover, depth));
      ++held[god], --held[i], ++p_.track[i], ++p_.track_total;
    }
    p_.lead = lead_before;
  }

  double draw(int mover, int depth) {
    const int next = p_.suns[1 - mover] != 0 ? 1 - mover : mover;
    double sum = 0;
    --p_.bag_total, ++p_.track_total;
    for (std::size_t i = 0; i < ra_tile; ++i) {
      if (p_.bag[i] == 0) continue;
      const int copies = p_.bag[i]--;
      ++p_.track[i];
      sum += copies * turn(next, depth);
      ++p_.bag[i], --p_.track[i];
    }
    --p_.track_total;
    if (const int copies = p_.bag[ra_tile]) sum += copies * draw_ra(mover, depth);
    return sum / ++p_.bag_total;
  }

  double draw_ra(int mover, int depth) {
    const int lead_before = p_.lead;
    p_.lead -= suns_lead();
    --p_.bag[ra_tile], ++p_.ra_track;
    p_.lead += suns_lead();
    const double value = p_.ra_track == 6 ? epoch_end(depth) : auction(mover, false, depth);
    ++p_.bag[ra_tile], --p_.ra_track;
    p_.lead = lead_before;
    return value;
  }

  double auction(int caller, bool voluntary, int depth) {
    return p_.suns[1 - caller] != 0 ? first_bid(caller, voluntary, depth) : last_bid(caller, 0, voluntary, depth);
  }

  double first_bid(int caller, bool voluntary, int depth) {
    ++nodes_;
    if (depth == 0) return evaluate();
    Best best(1 - caller);
    for (int sun = 1; sun <= 9; ++sun) {
      if (p_.suns[1 - caller] >> sun & 1) best.consider(last_bid(caller, sun, voluntary, depth - 1));
    }
    best.consider(last_bid(caller, 0, voluntary, depth - 1));
    return best.result();
  }

  double last_bid(int caller, int bid, bool voluntary, int depth) {
    ++nodes_;
    if (depth == 0) return evaluate();
    Best best(caller);
    for (int sun = bid + 1; sun <= 9; ++sun) {
      if (p_.suns[caller] >> sun & 1) best.consider(won(caller, caller, sun, depth - 1));
    }
    if (bid != 0) {
      best.consider(won(caller, 1 - caller, bid, depth - 1));
    } else if (full()) {
      const Position before = p_;
      clear_track();
      best.consider(next_turn(caller, depth - 1));
      p_ = before;
    } else if (!voluntary) {
      best.consider(next_turn(caller, depth - 1));
    }
    return best.result();
  }

  double won(int caller, int winner, int sun, int depth) {
    const Position before = p_;
    p_.suns[winner] ^= 1 << sun;
    p_.used_suns[winner] |= 1 << p_.centre_sun;
    p_.centre_sun = sun;
    Held& held = p_.tiles[winner];
    for (std::size_t i = 0; i < unrest; ++i) held[i] += p_.track[i];
    take(held[pharaoh], 2 * p_.track[funeral]);
    take(held[nile], take(held[flood], 2 * p_.track[drought]));
    const int civilizations = 2 * p_.track[unrest], monuments = 2 * p_.track[earthquake];
    clear_track();
    const double value = after_forced(caller, winner, civilizations, monuments, depth);
    p_ = before;
    return value;
  }

  // Takes up to `most` and returns how many are lacking.
  static int take(std::uint8_t& count, int most) {
    const int taken = std::min<int>(count, most);
    count -= taken;
    return most - taken;
  }

  static int distinct(const Held& held, std::size_t first, std::size_t end) {
    return int(std::count_if(&held[first], &held[end], [](int number) { return number > 0; }));
  }

  static void force(Held& held, std::size_t first, std::size_t end, int& discards) {
    int tiles = 0;
    for (std::size_t i = first; i < end; ++i) tiles += held[i];
    if (tiles > discards && distinct(held, first, end) > 1) return;
    for (std::size_t i = first; i < end; ++i) discards = take(held[i], discards);
    discards = 0;
  }

  double after_forced(int caller, int winner, int civilizations, int monuments, int depth) {
    if (civilizations > 0) force(p_.tiles[winner], civilization, monument, civilizations);
    if (monuments > 0) force(p_.tiles[winner], monument, gold, monuments);
    p_.lead = lead();
    if (civilizations + monuments > 0) return discards(caller, winner, civilizations, monuments, depth);
    return next_turn(caller, depth);
  }

  double discards(int caller, int winner, int civilizations, int monuments, int depth) {
    ++nodes_;
    if (depth == 0) return evaluate();
    Best best(winner);
    const bool unrest_first = civilizations > 0;
    for (std::size_t i = unrest_first ? civilization : monument; i < (unrest_first ? monument : gold); ++i) {
      if (p_.tiles[winner][i] == 0) continue;
      const Position before = p_;
      --p_.tiles[winner][i];
      best.consider(after_forced(caller, winner, civilizations - unrest_first, monuments - !unrest_first, depth - 1));
      p_ = before;
    }
    return best.result();
  }

  double next_turn(int mover, int depth) {
    if (p_.suns[1 - mover] != 0) return turn(1 - mover, depth);
    return p_.suns[mover] != 0 ? turn(mover, depth) : epoch_end(depth);
  }

  double epoch_end(int depth) {
    const Position before = p_;
    const int suns_lead = all_suns(0) - all_suns(1);
    for (int player : {0, 1}) {
      int sum = tiles_score(player);
      if (p_.epoch == 3) sum += monument_score(player) + ((suns_lead > 0) - (suns_lead < 0)) * (player == 0 ? 5 : -5);
      p_.points[player] = std::max(p_.points[player] + sum, 0);
    }
    for (int player : {0, 1}) {
      Held& held = p_.tiles[player];
      held[god] = held[gold] = held[flood] = 0;
      std::fill(&held[civilization], &held[monument], 0);
      p_.suns[player] |= p_.used_suns[player];
      p_.used_suns[player] = 0;
    }
    clear_track();
    p_.ra_track = 0;
    const double value = p_.epoch++ == 3 ? game_end() : new_epoch(depth);
    p_ = before;
    return value;
  }

  double new_epoch(int depth) {
    p_.lead = lead();
    return turn(p_.suns[1] > p_.suns[0], depth);
  }

  double game_end() {
    ++nodes_;
    return finished();
  }

  double finished() const {
    const int difference = p_.points[0] - p_.points[1];
    return difference > 0 || (difference == 0 && p_.suns[0] > p_.suns[1]) ? 100 : -100;
  }

  void clear_track() {
    p_.track = {};
    p_.track_total = 0;
  }

  bool full() const { return p_.track_total == 8; }

  int all_suns(int player) const { return ra::sum_of_suns(p_.suns[player] | p_.used_suns[player]); }

  int tiles_score(int player) const {
    const Held& held = p_.tiles[player];
    const int pharaohs = held[pharaoh] - p_.tiles[1 - player][pharaoh];
    int score = 2 * held[god] + 3 * held[gold] + (pharaohs > 0 ? 5 : pharaohs < 0 ? -2 : 0);
    if (held[flood] > 0) score += held[nile] + held[flood];
    return score + ra::civilization_points[distinct(held, civilization, monument)];
  }

  int monument_score(int player) const {
    const Held& held = p_.tiles[player];
    int score = ra::monument_kinds_points[distinct(held, monument, gold)];
    for (std::size_t i = monument; i < gold; ++i) score += ra::monument_copies_points[held[i]];
    return score;
  }

  int suns_lead() const {
    return ra::tables::usable[p_.suns[0]][p_.ra_track] - ra::tables::usable[p_.suns[1]][p_.ra_track];
  }

  // What the evaluation is a function of; drawn tiles leave it as it is.
  int lead() const {
    const int tiles = tiles_score(0) + monument_score(0) - tiles_score(1) - monument_score(1);
    int sum = ra::units * (p_.points[0] - p_.points[1] + tiles) + suns_lead();
    if (p_.epoch < 3) sum += ra::tables::used[p_.used_suns[0]] - ra::tables::used[p_.used_suns[1]];
    return sum;
  }

  double evaluate() const { return ra::estimate_of(p_.lead); }

  Position p_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

Result ra(const RaPosition& position, const RaTurn& turn, int depth) {
  RaSearch search(position);
  const double value = search.search(turn, depth);
  return {value, search.nodes()};
}

}  // namespace mcms::reference
