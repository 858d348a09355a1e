// A folder in memory for readers that want files.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace kenn {

class ScratchFolder {
 public:
  ScratchFolder() {
    const bool has_memory = std::filesystem::is_directory("/dev/shm");
    std::string pattern = std::string(has_memory ? "/dev/shm" : "/tmp") + "/kenn-fuzz-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary | std::ios::trunc) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// The parts of an input, which stand between lines of "---".
inline std::vector<std::string_view> parts_of(std::string_view input, std::size_t count) {
  constexpr std::string_view line = "---\n";
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < count) {
    const std::size_t end = std::min(input.find(line), input.size());
    parts.push_back(input.substr(0, end));
    input.remove_prefix(std::min(end + line.size(), input.size()));
  }
  parts.push_back(input);
  return parts;
}

}  // namespace kenn
