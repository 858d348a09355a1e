// How far a long command has come, on standard error.
#include "learning/progress_bar.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>

namespace kenn::cli {

namespace {

constexpr double seconds_between_bars = 0.1;
constexpr double seconds_between_lines = 10;

template <typename... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

double seconds_since(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - time).count();
}

// How wide the terminal is; 80 where it does not say.
std::size_t terminal_columns() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

// "40 s", "12 min", "3 h 5 min"
std::string duration_text(double seconds) {
  if (seconds < 100) return formatted("%.0f s", seconds);
  const long long minutes = std::llround(seconds / 60);
  return minutes < 100 ? formatted("%lld min", minutes)
                       : formatted("%lld h %lld min", minutes / 60, minutes % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::string unit, bool is_quiet)
    : unit_(std::move(unit)), is_quiet_(is_quiet), is_terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressBar::show(std::uint64_t done, std::uint64_t all, bool is_last,
                       const std::function<std::string()>& text) {
  if (is_quiet_) return;
  if (!has_first_) first_ = done;
  const bool is_due = !has_first_ || is_last ||
                      seconds_since(last_) >= (is_terminal_ ? seconds_between_bars : seconds_between_lines);
  has_first_ = true;
  if (!is_due) return;
  last_ = std::chrono::steady_clock::now();
  if (is_terminal_) {
    std::cerr << "\r\x1b[K" << bar(done, all, text()) << std::flush;
    is_open_ = true;
  } else {
    const std::string said = text();
    std::cerr << unit_ + " " + std::to_string(done) + " of " + std::to_string(all) +
                     (said.empty() ? "" : "  " + said) + "\n";
  }
}

std::string ProgressBar::bar(std::uint64_t done, std::uint64_t all, const std::string& said) const {
  std::string text = std::to_string(done) + "/" + std::to_string(all) + (said.empty() ? "" : "  " + said);
  if (done > first_) {
    const double each = seconds_since(start_) / static_cast<double>(done - first_);
    text += "  " + duration_text(each * static_cast<double>(all - done)) + " left";
  }
  // A line that is too long would not be written over by the next one.
  const std::size_t columns = terminal_columns() - 1;
  constexpr std::size_t frame = 3;
  const std::size_t space = columns > text.size() + frame ? columns - text.size() - frame : 0;
  const std::size_t width = std::min<std::size_t>(20, space);
  const std::size_t filled = width * done / std::max<std::uint64_t>(all, 1);
  if (width >= 4) text = "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] " + text;
  return text.substr(0, columns);
}

void ProgressBar::finish() {
  if (is_open_) std::cerr << "\n";
  is_open_ = false;
}

}  // namespace kenn::cli
