// How true it is that exactly one of some predicates holds, and how that changes with their degrees.
#include "infer/exactly_one.h"

#include <algorithm>

namespace kenn::infer {

namespace {

// products[k] is the product of all factors but the k-th; without a division, since factors may be 0.
void products_without_one(std::span<const double> factors, std::vector<double>& products) {
  products.assign(factors.size(), 1);
  double before = 1;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    products[k] = before;
    before *= factors[k];
  }
  double after = 1;
  for (std::size_t k = factors.size(); k-- > 0;) {
    products[k] *= after;
    after *= factors[k];
  }
}

}  // namespace

double ExactlyOne::operator()(std::span<const double> degrees, std::span<double> slopes) {
  const std::size_t count = degrees.size();
  if (count == 0) return 0;
  factors_.resize(count);
  const auto complements = [&](std::span<const double> values) {
    std::transform(values.begin(), values.end(), factors_.begin(), [](double value) { return 1 - value; });
  };
  complements(degrees);
  products_without_one(factors_, others_);
  alone_.resize(count);
  for (std::size_t k = 0; k < count; ++k) alone_[k] = degrees[k] * others_[k];
  complements(alone_);
  products_without_one(factors_, rest_);
  const double none = factors_[0] * rest_[0];  // that no predicate is alone
  if (slopes.empty()) return 1 - none;

  // The k-th is alone: more so if it is truer, less so if any other is.
  std::fill(slopes.begin(), slopes.end(), 0);
  for (std::size_t k = 0; k < count; ++k) {
    complements(degrees);
    factors_[k] = 1;
    products_without_one(factors_, pair_);
    slopes[k] += rest_[k] * others_[k];
    for (std::size_t j = 0; j < count; ++j) {
      if (j != k) slopes[j] -= rest_[k] * degrees[k] * pair_[j];
    }
  }
  return 1 - none;
}

}  // namespace kenn::infer
