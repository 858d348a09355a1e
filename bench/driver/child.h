// What the program does when it is started by itself, for one case in a process of its own.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "driver/shapes.h"

namespace kenn::bench {

// What a child is told, as one JSON argument.
struct Task {
  std::string role;  // "write": the inputs to the folder; "check"; "time"; "limits"
  Case measured;
  std::string folder;                       // of the rival's files
  std::vector<std::string> rival_variants;  // whose results in the folder are compared
  int repetitions = 0;
};

void to_json(nlohmann::json& json, const Task& task);
void from_json(const nlohmann::json& json, Task& task);

// Does the task and returns what the parent wants to know.
nlohmann::json do_task(const Task& task);

}  // namespace kenn::bench
