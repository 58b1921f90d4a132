// Ra's states hold their tiles packed into words; Python writes and reads them as lists of counts by kind.
#include "mcms/games/ra.hpp"

#include "mcms/games/ra_check.hpp"
#include "register_game.hpp"

namespace mcms::bindings {

namespace {

using State = RaState;
using Counts = ra::Counts;

void check_counts(const Counts& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    require_state(counts[i] <= ra::supply[i], "a list has more tiles of a kind than the game has");
  }
}

State make_state(const Counts& bag, const Counts& track, const std::array<Counts, 2>& tiles,
                 std::array<ra::Suns, 2> suns, std::array<ra::Suns, 2> used_suns, std::array<std::int16_t, 2> points,
                 std::uint8_t centre_sun, std::uint8_t epoch, std::uint8_t ra_track, RaPhase phase,
                 std::uint8_t to_move, std::uint8_t caller, bool voluntary, std::uint8_t bid,
                 std::uint8_t unrest_discards, std::uint8_t earthquake_discards) {
  for (const Counts& list : {bag, track, tiles[0], tiles[1]}) check_counts(list);
  State s;
  s.bag = ra::packed(bag);
  s.bag_disasters = ra::packed_disasters(bag);
  s.bag_ra = bag[ra::index(RaTile::ra)];
  s.track = ra::packed(track);
  s.track_disasters = ra::packed_disasters(track);
  s.tiles = {ra::packed(tiles[0]), ra::packed(tiles[1])};
  s.suns = suns;
  s.used_suns = used_suns;
  s.points = points;
  s.centre_sun = centre_sun;
  s.epoch = epoch;
  s.ra_track = ra_track;
  s.phase = phase;
  s.to_move = to_move;
  s.caller = caller;
  s.voluntary = voluntary;
  s.bid = bid;
  s.unrest_discards = unrest_discards;
  s.earthquake_discards = earthquake_discards;
  check_numbers(s);
  return checked(ra::completed(s));
}

ra::Holding held(const Counts& tiles) {
  check_counts(tiles);
  return ra::packed(tiles);
}

template <class CountOf>
Counts counts(CountOf&& count_of) {
  Counts list{};
  for (std::size_t i = 0; i < ra::track_kinds; ++i) list[i] = std::uint8_t(count_of(i));
  return list;
}

Counts bag(const State& s) {
  Counts list = counts([&](std::size_t i) { return ra::in_bag(s, i); });
  list[ra::index(RaTile::ra)] = s.bag_ra;
  return list;
}

Counts auction_track(const State& s) {
  return counts([&](std::size_t i) { return ra::on_track(s, i); });
}

Counts unpacked(ra::Holding held) {
  return counts([&](std::size_t i) { return i < ra::holdable_kinds ? ra::count(held, i) : 0; });
}

void register_tiles(nb::module_& m) {
  m.def(
      "ra_kinds", [] { return std::vector<std::string>(ra::names.begin(), ra::names.end()); },
      "The kinds of tiles, in the order of all lists of counts.");
  m.def("ra_supply", [] { return ra::supply; }, "How many tiles of each kind the game has.");
  m.def("ra_bag", &bag, "state"_a);
  m.def("ra_auction_track", &auction_track, "state"_a);
  m.def("ra_tiles", [](const State& s) { return std::array{unpacked(s.tiles[0]), unpacked(s.tiles[1])}; }, "state"_a);
  m.def(
      "ra_epoch_points", [](const Counts& tiles) { return ra::epoch_points(held(tiles)); }, "tiles"_a,
      "What a player's tiles score at the end of any epoch, without Pharaohs.");
  m.def(
      "ra_monument_points", [](const Counts& tiles) { return ra::monument_points(held(tiles)); }, "tiles"_a,
      "What a player's Monuments score at the end of the game.");
}

void register_ra_state(nb::module_& m) {
  nb::enum_<RaPhase>(m, "RaPhase")
      .value("main", RaPhase::main)
      .value("drawing", RaPhase::drawing)
      .value("god", RaPhase::god)
      .value("bid", RaPhase::bid)
      .value("discard", RaPhase::discard)
      .value("over", RaPhase::over);
  register_state<Ra>(
      m, "RaState", Field{"bag", &State::bag}, Field{"track", &State::track}, Field{"tiles", &State::tiles},
      Field{"bag_disasters", &State::bag_disasters}, Field{"track_disasters", &State::track_disasters},
      Field{"suns", &State::suns}, Field{"used_suns", &State::used_suns}, Field{"points", &State::points},
      Field{"lead", &State::lead}, Field{"bag_ra", &State::bag_ra}, Field{"bag_total", &State::bag_total},
      Field{"track_total", &State::track_total}, Field{"track_worth", &State::track_worth},
      Field{"centre_sun", &State::centre_sun}, Field{"epoch", &State::epoch}, Field{"ra_track", &State::ra_track},
      Field{"phase", &State::phase}, Field{"to_move", &State::to_move}, Field{"caller", &State::caller},
      Field{"voluntary", &State::voluntary}, Field{"bid", &State::bid},
      Field{"unrest_discards", &State::unrest_discards}, Field{"earthquake_discards", &State::earthquake_discards});
  m.def("ra_state", &make_state, nb::kw_only(), "bag"_a, "track"_a, "tiles"_a, "suns"_a, "used_suns"_a, "points"_a,
        "centre_sun"_a, "epoch"_a, "ra_track"_a, "phase"_a, "to_move"_a, "caller"_a, "voluntary"_a, "bid"_a,
        "unrest_discards"_a, "earthquake_discards"_a,
        "The state with these lists of counts; suns are sets of bits, sun n being bit n.");
}

}  // namespace

void register_ra(nb::module_& m) {
  register_ra_state(m);
  register_tiles(m);
  register_game<Ra>(m, "Ra").def(
      "__init__", [](Ra* self, bool gods) { new (self) Ra({gods}); }, nb::kw_only(), "gods"_a);
}

}  // namespace mcms::bindings
