// How a running search learns that it should stop: a token set by another thread, or Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

namespace mcms::bindings {

class StopToken {
 public:
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> stopped_ = false;
};

class Interrupt {
 public:
  // Signals are Python's to handle, and only its main thread handles them.
  Interrupt(const StopToken* token, bool poll_signals) : token_(token), poll_signals_(poll_signals) {}

  bool operator()() {
    if (poll_signals_ && Clock::now() - last_poll_ >= signal_period) check_signals();
    return token_ != nullptr && token_->stopped();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto signal_period = std::chrono::milliseconds(10);

  void check_signals() {
    nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    last_poll_ = Clock::now();
  }

  const StopToken* token_;
  bool poll_signals_;
  Clock::time_point last_poll_ = Clock::now();
};

}  // namespace mcms::bindings
