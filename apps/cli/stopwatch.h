// Measures how long the steps of a command take.
#pragma once

#include <chrono>

namespace kenn::cli {

// Seconds between its calls.
class Stopwatch {
 public:
  double next() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace kenn::cli
