// What an experiment ran on.
#include "experiment/machine.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "base/file.h"

namespace kenn::experiment {

namespace {

// The value of a line `name<separator>value` in a file; quotes around it go.
std::string value_in(const char* file, const std::string& name, char separator) {
  std::ifstream input(file);
  std::string line;
  while (std::getline(input, line)) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with(name) || at == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t last = line.find_last_not_of(" \t\"");
    return first == std::string::npos ? "" : line.substr(first, last + 1 - first);
  }
  return "";
}

}  // namespace

std::map<std::string, std::string> machine() {
  std::map<std::string, std::string> texts;
  texts["processor"] = value_in("/proc/cpuinfo", "model name", ':');
  texts["cores"] = std::to_string(std::thread::hardware_concurrency());
  texts["memory"] = base::bytes_to_text(base::memory_of_machine());
  texts["system"] = value_in("/etc/os-release", "PRETTY_NAME", '=');
  utsname system{};
  if (texts["system"].empty() && uname(&system) == 0) texts["system"] = system.sysname;
  std::erase_if(texts, [](const auto& each) { return each.second.empty(); });
  return texts;
}

}  // namespace kenn::experiment
