// What one grounding of a clause adds to the logits of its literals, straight from the formula, in double.
#include "explain/contribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kenn::explain {

namespace {

// A literal whose atom another one has already counted gets v = minus infinity: it is as good as not there.
// Returns 0 when an atom occurs with both signs, otherwise 1.
double leave_out_repeated(std::span<const SeenLiteral> literals, std::vector<double>& values) {
  double residual = 1;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (literals[i].atom != literals[j].atom) continue;
      if (literals[i].positive != literals[j].positive) residual = 0;
      values[i] = -std::numeric_limits<double>::infinity();
    }
  }
  return residual;
}

// v becomes softmax(v), or 1 for the first of the greatest and 0 for the others.
void replace_by_shares(Boost boost, std::vector<double>& values) {
  const auto greatest = std::max_element(values.begin(), values.end());
  if (boost == Boost::godel) {
    const auto chosen = greatest - values.begin();
    std::fill(values.begin(), values.end(), 0);
    values[static_cast<std::size_t>(chosen)] = 1;
    return;
  }
  const double most = *greatest;
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - most);
  for (double& value : values) value /= sum;
}

}  // namespace

void literal_changes(Boost boost, double weight, std::span<const SeenLiteral> literals,
                     std::vector<double>& changes) {
  changes.clear();
  for (const SeenLiteral& literal : literals) {
    changes.push_back(literal.positive ? literal.logit : -literal.logit);
  }
  double residual = 1;
  if (boost == Boost::residual) {
    residual = leave_out_repeated(literals, changes);
    for (const double value : changes) residual *= 1 / (1 + std::exp(value));
  }
  replace_by_shares(boost, changes);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    changes[i] *= (literals[i].positive ? 1 : -1) * weight * residual;
  }
}

}  // namespace kenn::explain
