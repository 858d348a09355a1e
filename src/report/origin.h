// Where results come from: what a page says at its foot.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kenn::report {

// Members are those of `Experiment`.
struct Origin {
  std::string name;
  std::string preset;
  std::vector<std::string> choices;
  std::string command;
  std::string version;
  std::map<std::string, std::string> machine;
  std::string data;
  std::string data_digest;
  std::map<std::string, std::uint64_t> sizes;
  std::string knowledge;
  std::map<std::string, std::string> settings;
  std::uint64_t seed = 0;
};

}  // namespace kenn::report
