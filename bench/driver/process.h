// Runs a program and waits for it: what it printed, how it ended, and how much memory it had at its peak.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kenn::bench {

struct Finished {
  int status = 0;  // of its exit, or 128 and the number of the signal that ended it
  std::string output;
  std::uint64_t peak_bytes = 0;
};

// Standard error is passed on, or thrown away when `quiet`. Throws std::system_error when it cannot be
// started. The system counts what this process had when it started the other as the other's too, so this one
// stays small.
Finished run_process(const std::vector<std::string>& command, bool quiet = false);

// A new folder for temporary files, removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace kenn::bench
