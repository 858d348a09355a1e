// How far a long command has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace kenn::cli {

// A bar with the time left on a terminal, plain lines now and then elsewhere.
class ProgressBar {
 public:
  // `unit` is what is counted: "epoch".
  ProgressBar(std::string unit, bool is_quiet);

  // The first and the last call are always shown, the others not too often. `text` says more about it.
  void show(std::uint64_t done, std::uint64_t all, bool is_last, const std::function<std::string()>& text);
  void finish();  // the bar is not left half written

 private:
  [[nodiscard]] std::string bar(std::uint64_t done, std::uint64_t all, const std::string& text) const;

  std::string unit_;
  bool is_quiet_;
  bool is_terminal_;
  bool is_open_ = false;  // a bar without its end of line
  std::uint64_t first_ = 0;
  bool has_first_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace kenn::cli
