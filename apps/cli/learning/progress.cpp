// What a person sees while a model is trained.
#include "learning/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>

#include "json_output.h"

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

std::string numbers(const Epoch& epoch) {
  std::string text = formatted("loss %.4f  accuracy %.3f", epoch.loss, epoch.accuracy);
  if (epoch.valid_accuracy) text += formatted("  valid %.3f", *epoch.valid_accuracy);
  return text;
}

}  // namespace

Progress::Progress(std::uint32_t epochs, bool is_quiet)
    : epochs_(epochs), is_quiet_(is_quiet), is_terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::show(const Epoch& epoch, bool is_last) {
  if (is_quiet_) return;
  if (!has_first_) first_ = epoch.number;
  const bool is_due = !has_first_ || is_last ||
                      seconds_since(last_) >= (is_terminal_ ? seconds_between_bars : seconds_between_lines);
  has_first_ = true;
  if (!is_due) return;
  last_ = std::chrono::steady_clock::now();
  if (is_terminal_) {
    std::cerr << "\r\x1b[K" << bar(epoch) << std::flush;
    is_open_ = true;
  } else {
    std::cerr << "epoch " << epoch.number << " of " << epochs_ << "  " << numbers(epoch) << "\n";
  }
}

std::string Progress::bar(const Epoch& epoch) const {
  std::string text = std::to_string(epoch.number) + "/" + std::to_string(epochs_) + "  " + numbers(epoch);
  if (epoch.number > first_) {
    const double each = seconds_since(start_) / (epoch.number - first_);
    text += "  " + duration_text(each * (epochs_ - epoch.number)) + " left";
  }
  // A line that is too long would not be written over by the next one.
  const std::size_t columns = terminal_columns() - 1;
  constexpr std::size_t frame = 3;
  const std::size_t space = columns > text.size() + frame ? columns - text.size() - frame : 0;
  const std::size_t width = std::min<std::size_t>(20, space);
  const std::size_t done = width * epoch.number / std::max(epochs_, 1U);
  if (width >= 4) text = "[" + std::string(done, '#') + std::string(width - done, '.') + "] " + text;
  return text.substr(0, columns);
}

void Progress::finish() {
  if (is_open_) std::cerr << "\n";
  is_open_ = false;
}

TrainLog::TrainLog(std::string file, const std::vector<Epoch>& before) : name_(std::move(file)) {
  if (name_.empty()) return;
  file_.open(name_, std::ios::trunc);
  if (!file_) throw Error(ErrorKind::file, "cannot be written", name_);
  for (const Epoch& epoch : before) add(epoch);
}

void TrainLog::add(const Epoch& epoch) {
  if (name_.empty()) return;
  Json line = {{"epoch", epoch.number}, {"loss", epoch.loss}, {"accuracy", epoch.accuracy}};
  if (epoch.valid_loss) line["valid_loss"] = *epoch.valid_loss;
  if (epoch.valid_accuracy) line["valid_accuracy"] = *epoch.valid_accuracy;
  file_ << line.dump() << "\n" << std::flush;
  if (!file_) throw Error(ErrorKind::file, "cannot be written: the disk may be full", name_);
}

}  // namespace kenn::cli
