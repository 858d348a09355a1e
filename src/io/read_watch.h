// Ends reading a database by the clock, by the memory, or when a person wants it.
// person.
#pragma once

#include <kenn/dataset.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace kenn::io {

// Asked again and again while tables are read. It looks at clock, memory and person only now and then, so
// that asking costs nothing.
class ReadWatch {
 public:
  explicit ReadWatch(const ReadOptions& options) : options_(options) {}

  // What follows is about this table.
  void start(const std::string& file, const std::string& table);

  // One more row is there. Throws `Error` when reading is to stop.
  void count_row();

  // Whether reading is to stop; for functions that a database calls, which must not throw.
  bool should_stop();

  // Throws `Error` when `should_stop` said yes.
  void throw_if_stopped() const;

 private:
  using Clock = std::chrono::steady_clock;

  enum class Reason : std::uint8_t { none, person, time, memory };

  [[nodiscard]] Reason look(Clock::time_point now);
  [[nodiscard]] std::string rows_text() const;

  ReadOptions options_;
  std::string file_;
  std::string prefix_;  // "table 'Cite': "
  Reason reason_ = Reason::none;
  std::uint64_t rows_ = 0;
  std::uint64_t rows_seen_ = 0;  // when it was last looked at
  Clock::time_point looked_;
  Clock::time_point waiting_since_;  // for the next row
  std::uint64_t memory_before_ = 0;
  std::uint64_t memory_taken_ = 0;
  std::uint64_t memory_left_ = 0;
};

}  // namespace kenn::io
