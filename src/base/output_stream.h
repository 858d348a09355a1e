// A file that is written as the work goes on: a log, a FIFO, a device.
#pragma once

#include <filesystem>
#include <string_view>

namespace kenn::base {

// Writes all bytes to an open file. Returns 0 or the number of the error.
int write_all(int descriptor, std::string_view bytes);

class OutputStream {
 public:
  // Empties a regular file, or makes it; opening a FIFO waits for its reader. Throws `Error` (kind file).
  explicit OutputStream(std::filesystem::path path);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  // What was written is in the hands of the system. Throws `Error` (kind file).
  void write(std::string_view bytes);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace kenn::base
