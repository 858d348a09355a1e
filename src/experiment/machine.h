// What an experiment ran on.
#pragma once

#include <map>
#include <string>

namespace kenn::experiment {

// "processor", "cores", "memory", "system": what the system says; what it does not say is left out.
std::map<std::string, std::string> machine();

}  // namespace kenn::experiment
