// Enumerations that cross the border by name, as in a state's JSON form.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace mcms::bindings {

template <std::size_t Count>
using EnumNames = std::array<std::string_view, Count>;

}  // namespace mcms::bindings

// Where nanobind's macro works.
namespace nanobind::detail {

// The base of a type_caster: an enumeration and its names in the order of its numbers.
template <class Enum, const auto& Names>
struct NamedEnumCaster {
  NB_TYPE_CASTER(Enum, const_name("str"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_Check(source.ptr()) ? PyUnicode_AsUTF8AndSize(source.ptr(), &size) : nullptr;
    if (text == nullptr) return PyErr_Clear(), false;
    const auto name = std::find(Names.begin(), Names.end(), std::string_view(text, std::size_t(size)));
    value = Enum(name - Names.begin());
    return name != Names.end();
  }

  static handle from_cpp(Enum item, rv_policy, cleanup_list*) noexcept {
    const std::string_view name = Names[std::size_t(item)];
    return PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size()));
  }
};

}  // namespace nanobind::detail
