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
// A thing of the game may also be asked for by its text, as a command line and a transcript have it.
inline bool same_name(const nanobind::object& known, const nanobind::object& wanted) {
  if (known.is(wanted) || known.equal(wanted)) return true;
  return nanobind::isinstance<nanobind::str>(wanted) && nanobind::str(known).equal(wanted);
}

inline std::string name_text(const std::string& name) { return name; }
inline std::string name_text(const nanobind::object& name) { return nanobind::str(name).c_str(); }

template <class Names>
std::vector<std::string> name_texts(const Names& names) {
  std::vector<std::string> texts;
  for (const auto& name : names) texts.push_back(name_text(name));
  return texts;
}

}  // namespace mcms::bindings
