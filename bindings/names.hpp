// What stands for an action or outcome at the border: a text, or an object that Python compares.
#pragma once

#include <nanobind/nanobind.h>

#include <concepts>
#include <string>
#include <vector>

namespace mcms::bindings {

template <class T>
concept Name = std::same_as<T, std::string> || std::same_as<T, nanobind::object>;

inline bool same_name(const std::string& a, const std::string& b) { return a == b; }
inline bool same_name(const nanobind::object& a, const nanobind::object& b) { return a.is(b) || a.equal(b); }

inline std::string name_text(const std::string& name) { return name; }
inline std::string name_text(const nanobind::object& name) { return nanobind::str(name).c_str(); }

template <class Names>
std::vector<std::string> name_texts(const Names& names) {
  std::vector<std::string> texts;
  for (const auto& name : names) texts.push_back(name_text(name));
  return texts;
}

}  // namespace mcms::bindings
