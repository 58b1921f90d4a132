// Lends each search a transposition table, one kept per thread so that short searches need not
// allocate. A search started inside another, such as by a Python game's estimate, gets one of its own.
#pragma once

#include <memory>

#include "mcms/search/transposition.hpp"

namespace mcms::bindings {

class TableLease {
 public:
  explicit TableLease(std::size_t bytes) : requested_(bytes), table_(std::move(spare())) {
    if (!table_ || spare_size() != bytes) {
      table_.reset();  // freed before the new one is allocated
      table_ = std::make_unique<TranspositionTable>(bytes);
    }
  }
  ~TableLease() {
    spare() = std::move(table_);
    spare_size() = requested_;
  }
  TableLease(const TableLease&) = delete;
  TableLease& operator=(const TableLease&) = delete;

  TranspositionTable& operator*() { return *table_; }

 private:
  static std::unique_ptr<TranspositionTable>& spare() {
    static thread_local std::unique_ptr<TranspositionTable> table;
    return table;
  }
  static std::size_t& spare_size() {
    static thread_local std::size_t bytes = 0;
    return bytes;
  }

  std::size_t requested_;
  std::unique_ptr<TranspositionTable> table_;
};

}  // namespace mcms::bindings
