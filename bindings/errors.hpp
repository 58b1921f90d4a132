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

// Not even one decision deep could a line be followed to its end.
class EndlessLuck : public std::runtime_error {
 public:
  EndlessLuck()
      : std::runtime_error(
            "chance follows chance for so long that the stack does not hold a line of play: expected every chance node "
            "to lead to a decision or to the end within a few hundred steps") {}
};

}  // namespace mcms::bindings
