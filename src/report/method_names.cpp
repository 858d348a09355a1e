// The names of methods as people read them; they come from whoever knows the methods.
#include "report/method_names.h"

namespace kenn::report {

std::string label_of(const MethodNames& names, const std::string& method) {
  for (const MethodName& each : names) {
    if (each.name == method) return each.label;
  }
  return method;
}

std::string label_of(const MethodNames& names, const std::string& method, const std::string& paradigm) {
  return label_of(names, method) + (paradigm.empty() ? "" : " (" + paradigm + ")");
}

bool is_baseline(const MethodNames& names, const std::string& method) {
  return !names.empty() && names.front().name == method;
}

}  // namespace kenn::report
