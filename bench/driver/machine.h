// The machine, compiler, flags and versions that a measurement belongs to.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kenn::bench {

// Names and values, in the order in which they are printed. Those of the rival are not among them.
std::vector<std::pair<std::string, std::string>> describe_machine();

}  // namespace kenn::bench
