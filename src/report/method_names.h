// The names of methods as people read them; they come from whoever knows the methods.
#pragma once

#include <string>
#include <vector>

namespace kenn::report {

struct MethodName {
  std::string name;   // "kenn-greedy", as results have it
  std::string label;  // "Greedy KENN"
};

// The first is the baseline: the network alone.
using MethodNames = std::vector<MethodName>;

// The name itself where no label is known.
std::string label_of(const MethodNames& names, const std::string& method);
// "KENN (transductive)"
std::string label_of(const MethodNames& names, const std::string& method, const std::string& paradigm);
bool is_baseline(const MethodNames& names, const std::string& method);

}  // namespace kenn::report
