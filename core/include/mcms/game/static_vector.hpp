// A list of bounded length that lives on the stack: nothing on the heap inside a search.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

#include "mcms/compiler.hpp"

namespace mcms {

template <class T, std::size_t Capacity>
class StaticVector {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  // User-provided so that `StaticVector v{}` does not clear storage it is about to fill.
  StaticVector() {}

  void push_back(const T& item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }

  // Items not written before are whatever their type is by default.
  void resize(std::size_t size) {
    assert(size <= Capacity);
    size_ = size;
  }

  // For many items at once: `write` gets where the next item goes and returns where it stopped, so that the count
  // need not go through memory for each of them.
  template <class Write>
  void append(Write&& write) {
    const T* end = write(items_.data() + size_);
    size_ = std::size_t(end - items_.data());
    assert(size_ <= Capacity);
  }

  T& operator[](std::size_t index) { return items_[index]; }
  const T& operator[](std::size_t index) const { return items_[index]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  T& back() { return items_[size_ - 1]; }

  iterator begin() { return items_.data(); }
  iterator end() { return items_.data() + size_; }
  const_iterator begin() const { return items_.data(); }
  const_iterator end() const { return items_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<T, Capacity> items_;
};

// Visits every item; the loop over a list whose length is known when compiling is unrolled, so that items
// known then too become constants in what is done with them.
template <class List, class Visit>
MCMS_ALWAYS_INLINE void for_each_unrolled(const List& list, Visit&& visit) {
  for (const auto& item : list) visit(item);
}

template <class T, std::size_t Size, class Visit>
MCMS_ALWAYS_INLINE void for_each_unrolled(const std::array<T, Size>& list, Visit&& visit) {
  [&]<std::size_t... Index>(std::index_sequence<Index...>)
      MCMS_INLINE_LAMBDA { (visit(list[Index]), ...); }(std::make_index_sequence<Size>{});
}

}  // namespace mcms
