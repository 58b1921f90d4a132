// Errors of the core that Python sees as typed exceptions of `mcms.exceptions`.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace mcms::bindings {

class IllegalMove : public std::runtime_error {
 public:
  IllegalMove(const std::string& kind, const std::string& name, const std::vector<std::string>& legal)
      : std::runtime_error(sentence(kind, name, legal)) {}

 private:
  static std::string sentence(const std::string& kind, const std::string& name, const std::vector<std::string>& legal) {
    std::string list;
    for (const auto& item : legal) list += (list.empty() ? "" : ", ") + item;
    const std::string expected = legal.empty() ? "this state has no " + kind + "s" : "expected one of " + list;
    return "illegal " + kind + " '" + name + "': " + expected;
  }
};

}  // namespace mcms::bindings
