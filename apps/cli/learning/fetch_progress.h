// How far a download has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace kenn::cli {

// A bar on a terminal, a line now and then elsewhere.
class FetchProgress {
 public:
  explicit FetchProgress(bool is_quiet);
  ~FetchProgress();  // the bar is not left half written
  FetchProgress(const FetchProgress&) = delete;
  FetchProgress& operator=(const FetchProgress&) = delete;

  // So many bytes have come; of how many, where that is known.
  void show(std::uint64_t done, std::optional<std::uint64_t> all);

 private:
  bool is_quiet_;
  bool is_terminal_;
  bool is_open_ = false;  // a bar without its end of line
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace kenn::cli
