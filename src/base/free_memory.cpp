// How much memory this process can still take.
#include "base/free_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include "base/file.h"

namespace kenn::base {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// The number in a file of one number; nothing for "max", and without a file.
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

// The number behind a word at the start of a line: "MemAvailable:  22559 kB", "inactive_file 4096".
std::optional<std::uint64_t> number_behind(const fs::path& path, const std::string& word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first;
    std::uint64_t number = 0;
    if (words >> first >> number && first == word) return number;
  }
  return std::nullopt;
}

// How the two versions of control groups name things.
struct GroupFiles {
  const char* limit;
  const char* used;
  const char* reclaimable;  // a line of memory.stat: pages of files that go when memory is needed
};

constexpr GroupFiles version_2 = {"memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

std::uint64_t left_in_group(const fs::path& group, const GroupFiles& files) {
  const auto limit = number_in(group / files.limit);
  const auto used = number_in(group / files.used);
  if (!limit || !used) return no_limit;
  const std::uint64_t reclaimable = number_behind(group / "memory.stat", files.reclaimable).value_or(0);
  const std::uint64_t taken = *used - std::min(*used, reclaimable);
  return *limit - std::min(*limit, taken);
}

// A group has what it and all groups around it have left; in a container the paths outside are not there.
std::uint64_t left_in_groups(const fs::path& mount, const std::string& group, const GroupFiles& files) {
  std::uint64_t left = left_in_group(mount, files);
  fs::path place = mount;
  for (const fs::path& part : fs::path(group).relative_path()) {
    place /= part;
    left = std::min(left, left_in_group(place, files));
  }
  return left;
}

// Lines of /proc/self/cgroup: "0::/user.slice", and in version 1 "9:cpu,memory:/user.slice".
std::uint64_t left_in_control_groups(const fs::path& root) {
  std::uint64_t left = no_limit;
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', std::min(first, line.size() - 1) + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      left = std::min(left, left_in_groups(root / "sys/fs/cgroup", group, version_2));
    } else if (controllers.find(",memory,") != std::string::npos) {
      left = std::min(left, left_in_groups(root / "sys/fs/cgroup/memory", group, version_1));
    }
  }
  return left;
}

// A number of /proc/self/statm, which counts pages.
std::uint64_t pages_of_process(int place) {
  std::ifstream file("/proc/self/statm");
  std::uint64_t number = 0;
  for (int i = 0; i <= place; ++i) file >> number;
  const long page = ::sysconf(_SC_PAGESIZE);
  return file && page > 0 ? number * static_cast<std::uint64_t>(page) : 0;
}

std::uint64_t left_of_address_space() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  const std::uint64_t most = limit.rlim_cur;
  return most - std::min(most, pages_of_process(0));
}

}  // namespace

std::uint64_t free_memory(const fs::path& root) {
  constexpr std::uint64_t kilobyte = 1024;
  const auto available = number_behind(root / "proc/meminfo", "MemAvailable:");
  const std::uint64_t of_machine = available ? *available * kilobyte : memory_of_machine();
  return std::min({of_machine, left_in_control_groups(root), left_of_address_space()});
}

std::uint64_t memory_in_use() {
  return pages_of_process(1);
}

}  // namespace kenn::base
