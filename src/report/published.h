// What others published for the same experiment, beside our own numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/content.h"
#include "report/table.h"

namespace kenn::report {

// Improvements are over the network alone of the same publication. A published method is a network alone if
// it is called "nn", or "nn" with the names of the methods it belongs to: "nn (SBR, RNM)". Without such an
// entry of their own, methods that the experiment has, too, belong to "nn", and others have no improvement.
struct PublishedValue {
  std::string method;
  std::string paradigm;
  double fraction = 0;
  double accuracy = 0;
  std::optional<double> improvement;
};

std::vector<PublishedValue> published_values(const Experiment& experiment);

std::string published_label(const std::string& method);  // "SBR"

// Published, ours and the difference; nothing when there is nothing to compare.
std::optional<Table> published_table(const Content& content);

}  // namespace kenn::report
