// How far a download has come, on standard error.
#include "learning/fetch_progress.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "base/file.h"

namespace kenn::cli {

namespace {

constexpr std::chrono::milliseconds between_bars(100);
constexpr std::chrono::seconds between_lines(10);

std::string bar(std::uint64_t done, std::uint64_t all) {
  constexpr std::uint64_t width = 20;
  const auto share = static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  const auto filled = std::min(width, static_cast<std::uint64_t>(share * width));
  return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] ";
}

}  // namespace

FetchProgress::FetchProgress(bool is_quiet) : is_quiet_(is_quiet), is_terminal_(isatty(STDERR_FILENO) == 1) {}

FetchProgress::~FetchProgress() {
  if (is_open_) std::cerr << "\n";
}

void FetchProgress::show(std::uint64_t done, std::optional<std::uint64_t> all) {
  const auto now = std::chrono::steady_clock::now();
  const bool is_last = all == done && is_terminal_;
  const bool is_due = is_last || now - last_ >= (is_terminal_ ? between_bars : between_lines);
  if (is_quiet_ || !is_due) return;
  last_ = now;
  const std::string text = base::bytes_to_text(done) + (all ? " of " + base::bytes_to_text(*all) : "");
  if (is_terminal_) {
    std::cerr << "\r\x1b[K" + (all ? bar(done, *all) : "") + text << std::flush;
    is_open_ = true;
  } else {
    std::cerr << text + "\n";
  }
}

}  // namespace kenn::cli
