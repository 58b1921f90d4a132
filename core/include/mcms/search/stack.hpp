// How much of the thread's stack a recursion may still use.
//
// A line of play can be longer than any stack: games in which chance follows chance without end, deep limits in
// threads with small stacks. A search asks before it goes deeper, so that such a line ends it and not the process.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace mcms {

namespace stack {

// Left free for whatever is called between two questions: lists of moves and outcomes, the game's own code.
inline constexpr std::size_t reserve = 160 * 1024;
// What a thread has at least where the system does not tell.
inline constexpr std::size_t assumed_size = 512 * 1024;

inline std::uintptr_t here() {
#if defined(__GNUC__)
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
  volatile char local = 0;
  return reinterpret_cast<std::uintptr_t>(&local);
#endif
}

struct Extent {
  std::uintptr_t lowest;
  std::size_t size;
};

inline Extent extent() {
#if defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* lowest = nullptr;
    std::size_t size = 0;
    const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    if (known) return {reinterpret_cast<std::uintptr_t>(lowest), size};
  }
#elif defined(__APPLE__)
  const auto top = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
  const std::size_t size = pthread_get_stacksize_np(pthread_self());
  return {top - size, size};
#endif
  return {here() - assumed_size, assumed_size};
}

// A recursion must not go below this address. Asked once a thread: finding out may read files.
inline std::uintptr_t floor() {
  static thread_local const std::uintptr_t address = [] {
    const Extent all = extent();
    const std::size_t spared = all.size / 2 < reserve ? all.size / 2 : reserve;
    return all.lowest + spared;
  }();
  return address;
}

}  // namespace stack

}  // namespace mcms
