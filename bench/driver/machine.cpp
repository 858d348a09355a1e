// The machine, compiler, flags and versions that a measurement belongs to.
#include "driver/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <kenn/version.h>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "driver/bare_loops.h"

namespace kenn::bench {
namespace {

// The value of the first line `name : value` of a file of /proc.
std::string proc_value(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with(name) && colon != std::string::npos)
      return line.substr(line.find_first_not_of(" \t", colon + 1));
  }
  return "unknown";
}

// How many processes wanted to run in the last minute: other work makes times longer.
std::string load() {
  double last_minute = 0;
  if (getloadavg(&last_minute, 1) != 1) return "unknown";
  std::ostringstream text;
  text << last_minute;
  return text.str();
}

std::string memory_size() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::ostringstream text;
  text.precision(3);
  text << bytes / 1e9 << " GB";
  return text.str();
}

std::string compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string operating_system() {
  utsname name = {};
  uname(&name);
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_machine() {
  return {{"processor", proc_value("/proc/cpuinfo", "model name")},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"memory", memory_size()},
          {"load at the start", load()},
          {"vectors", vector_target()},
          {"system", operating_system()},
          {"compiler", compiler()},
          {"flags", KENN_BENCH_FLAGS},
          {"kenn", version},
          {"highway", highway_version()}};
}

}  // namespace kenn::bench
