// Learning of games written in Python: their method `features(state)` lists numbers as the first player sees them.
#include "learning.hpp"
#include "python_game.hpp"

namespace mcms::bindings {

namespace {

class PythonFeatures : public WinOutput {
 public:
  explicit PythonFeatures(const PythonGame& game) : WinOutput(game), method_(game.object().attr("features")) {
    count_ = ask(game.start(0)).size();
    if (count_ == 0) raise_broken_contract("features of the initial state returned nothing: expected numbers");
  }

  std::size_t count() const { return count_; }
  bool second_views(const PythonState&) const { return false; }

  template <class Sink>
  void list(const PythonState& s, Sink&& sink) const {
    const std::vector<double> values = ask(s);
    if (values.size() != count_)
      raise_broken_contract("features returned " + std::to_string(values.size()) + " numbers: expected " +
                            std::to_string(count_) + ", as many as for the initial state");
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(std::abs(values[i]) <= double(feature_limit)))
        raise_broken_contract("features returned " + std::to_string(values[i]) + ": expected numbers from -2 to 2");
      sink(i, grid(float(values[i])));
    }
  }

 private:
  std::vector<double> ask(const PythonState& s) const {
    const nb::object returned = method_(s.object);
    std::vector<double> values;
    if (!nb::try_cast(returned, values))
      raise_broken_contract("features returned something else: expected a sequence of numbers from -2 to 2");
    return values;
  }

  nb::object method_;
  std::size_t count_ = 0;
};

// Networks that a game in Python asks for its estimates.
class PythonEvaluation {
 public:
  PythonEvaluation(const PythonGame& game, const std::vector<NetworkBytes>& networks)
      : networks_(read_networks<PythonFeatures>(game, networks)), evaluator_(PythonFeatures(game), rounded()) {}
  PythonEvaluation(const PythonEvaluation&) = delete;

  double estimate(const PythonState& s) { return evaluator_.value(s); }

 private:
  std::span<const Network> rounded() {
    if (networks_.size() != 1) throw nb::value_error("a game in Python has one network: expected one");
    networks_[0].round_first_layer();
    return networks_;
  }

  std::vector<Network> networks_;
  Evaluator<PythonFeatures, PythonState> evaluator_;
};

}  // namespace

void register_python_learning(nb::module_& m) {
  register_learning<PythonFeatures, PythonGame>(m, "PythonLearning");
  nb::class_<PythonEvaluation>(m, "PythonEvaluation")
      .def(nb::init<const PythonGame&, const std::vector<NetworkBytes>&>(), "game"_a, "networks"_a)
      .def("estimate", &PythonEvaluation::estimate, "state"_a.none());
}

}  // namespace mcms::bindings
