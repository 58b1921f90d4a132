// How the parts of backgammon's states and options cross the border.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include "mcms/games/backgammon.hpp"
#include "named_enum.hpp"

namespace mcms::bindings {

inline constexpr EnumNames<4> backgammon_phases{"opening", "rolling", "moving", "over"};
inline constexpr EnumNames<3> backgammon_variants{"standard", "nackgammon", "hyper"};
inline constexpr EnumNames<2> backgammon_scorings{"money", "win"};

}  // namespace mcms::bindings

template <>
struct nanobind::detail::type_caster<mcms::backgammon::Phase>
    : NamedEnumCaster<mcms::backgammon::Phase, mcms::bindings::backgammon_phases> {};
template <>
struct nanobind::detail::type_caster<mcms::BackgammonVariant>
    : NamedEnumCaster<mcms::BackgammonVariant, mcms::bindings::backgammon_variants> {};
template <>
struct nanobind::detail::type_caster<mcms::BackgammonScoring>
    : NamedEnumCaster<mcms::BackgammonScoring, mcms::bindings::backgammon_scorings> {};

// A side crosses the border as 25 counts, of its points 1 to 24 and its bar.
template <>
struct nanobind::detail::type_caster<mcms::backgammon::Checkers> {
  NB_TYPE_CASTER(mcms::backgammon::Checkers, const_name("list[int]"))

  using Counts = std::array<int, mcms::backgammon::bar>;

  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<Counts> counts;
    if (!counts.from_python(source, flags, cleanup)) return false;
    value = {};
    for (int point = 1; point <= mcms::backgammon::bar; ++point) {
      const int count = counts.value[std::size_t(point - 1)];
      if (count < 0 || count > mcms::backgammon::most_checkers) return false;
      value.place(point, count);
    }
    return true;
  }

  static handle from_cpp(const mcms::backgammon::Checkers& side, rv_policy policy, cleanup_list* cleanup) noexcept {
    Counts counts;
    for (int point = 1; point <= mcms::backgammon::bar; ++point) counts[std::size_t(point - 1)] = side.on(point);
    return make_caster<Counts>::from_cpp(counts, policy, cleanup);
  }
};
