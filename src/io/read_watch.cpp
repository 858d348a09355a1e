// Ends reading a database by the clock, by the memory, or when a person wants it.
// person.
#include "io/read_watch.h"

#include <algorithm>

#include "base/file.h"
#include "base/free_memory.h"
#include "base/spelling.h"

namespace kenn::io {

namespace {

constexpr std::chrono::milliseconds between_looks{50};
constexpr std::uint64_t least_left = std::uint64_t{1} << 24;

}  // namespace

void ReadWatch::start(const std::string& file, const std::string& table) {
  file_ = file;
  prefix_ = "table " + base::in_quotes(table) + ": ";
  rows_ = 0;
  rows_seen_ = 0;
  looked_ = Clock::now();
  waiting_since_ = looked_;
  memory_before_ = base::memory_in_use();
}

void ReadWatch::count_row() {
  constexpr std::uint64_t rows_between = 64;  // the clock is slower than most rows
  if (++rows_ % rows_between == 0 && should_stop()) throw_if_stopped();
}

bool ReadWatch::should_stop() {
  const Clock::time_point now = Clock::now();
  if (reason_ == Reason::none && now - looked_ >= between_looks) {
    looked_ = now;
    reason_ = look(now);
  }
  return reason_ != Reason::none;
}

ReadWatch::Reason ReadWatch::look(Clock::time_point now) {
  if (options_.is_stopped && options_.is_stopped()) return Reason::person;
  if (rows_ != rows_seen_) {
    rows_seen_ = rows_;
    waiting_since_ = now;
  }
  const double waited = std::chrono::duration<double>(now - waiting_since_).count();
  if (options_.most_seconds > 0 && waited > options_.most_seconds) return Reason::time;
  // Lists of what was read double when they are full, and what is read is put in order in the end.
  const std::uint64_t in_use = base::memory_in_use();
  memory_taken_ = in_use - std::min(in_use, memory_before_);
  memory_left_ = base::free_memory();
  return memory_left_ < std::max(memory_taken_, least_left) ? Reason::memory : Reason::none;
}

std::string ReadWatch::rows_text() const {
  return std::to_string(rows_) + (rows_ == 1 ? " row" : " rows");
}

void ReadWatch::throw_if_stopped() const {
  const std::string endless = "; if this is a view, it may have no end";
  switch (reason_) {
    case Reason::none:
      return;
    case Reason::person:
      throw Error(ErrorKind::interrupted, prefix_ + "reading was stopped after " + rows_text(), file_);
    case Reason::time:
      throw Error(ErrorKind::limit,
                  prefix_ + "after " + rows_text() + " no other came for " +
                      base::to_text(options_.most_seconds) + " seconds" + endless +
                      ", else allow more time (--read-timeout)",
                  file_);
    case Reason::memory:
      throw Error(ErrorKind::limit,
                  prefix_ + rows_text() + " take " + base::bytes_to_text(memory_taken_) +
                      " of memory, and only " + base::bytes_to_text(memory_left_) + " are left for the rest" +
                      endless + ", else use a machine with more memory",
                  file_);
  }
}

}  // namespace kenn::io
