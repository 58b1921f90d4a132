// Learning of games given as tables of C functions, once for each size of state.
#include "learning.hpp"
#include "mcms/games/table_game.hpp"

namespace mcms::bindings {

namespace {

template <std::size_t Capacity>
class TableFeatures : public WinOutput {
 public:
  using G = TableGame<Capacity>;
  using State = typename G::State;

  explicit TableFeatures(const G& game) : WinOutput(game), game_(std::make_shared<const G>(game)) {}

  std::size_t count() const { return game_->feature_count(); }
  bool second_views(const State&) const { return false; }

  template <class Sink>
  void list(const State& s, Sink&& sink) const {
    std::array<float, MCMS_MOST_FEATURES> values;
    game_->features(s, values.data());
    for (std::size_t i = 0; i < count(); ++i) sink(i, grid(values[i]));
  }

 private:
  std::shared_ptr<const G> game_;
};

// What a network says, in place of the table's estimate.
template <std::size_t Capacity>
class TableEstimate {
 public:
  using F = TableFeatures<Capacity>;
  using Networks = std::shared_ptr<const std::vector<Network>>;

  TableEstimate(const TableGame<Capacity>& game, Networks networks)
      : features_(game.without_names()), networks_(std::move(networks)) {}

  double operator()(const typename F::State& s) const {
    thread_local std::optional<Memory> memory;
    if (!memory || memory->networks != networks_) memory.emplace(features_, networks_);
    return memory->evaluator.value(s);
  }

 private:
  // Of one thread, which goes from state to state and may outlive Python.
  struct Memory {
    Memory(const F& features, Networks given) : networks(std::move(given)), evaluator(features, *networks) {}

    Networks networks;
    Evaluator<F, typename F::State> evaluator;
  };

  F features_;
  Networks networks_;
};

template <std::size_t Capacity>
TableGame<Capacity> learnt(const TableGame<Capacity>& game, const std::vector<NetworkBytes>& list) {
  auto networks = std::make_shared<std::vector<Network>>(read_networks<TableFeatures<Capacity>>(game, list));
  if (networks->size() != 1) throw nb::value_error("a compiled game has one network: expected one");
  networks->front().round_first_layer();
  return game.with_estimate(TableEstimate<Capacity>(game, std::move(networks)));
}

template <std::size_t Capacity>
void register_size(nb::module_& m) {
  const std::string size = std::to_string(Capacity);
  register_learning<TableFeatures<Capacity>, TableGame<Capacity>>(m, ("TableLearning" + size).c_str());
  m.def(("learnt_table_game" + size).c_str(), &learnt<Capacity>, "game"_a, "networks"_a);
}

}  // namespace

void register_table_learning(nb::module_& m) {
  register_size<16>(m);
  register_size<64>(m);
  register_size<MCMS_MOST_STATE_BYTES>(m);
}

}  // namespace mcms::bindings
