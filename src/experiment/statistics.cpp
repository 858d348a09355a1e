// Statistics of samples, on Boost.Math.
#include "experiment/statistics.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace kenn::experiment {

namespace {

constexpr double upper_tail = 0.025;  // of a two-sided interval of 95 %

// A sample around its mean. The values are taken relative to the first, which is exact for values that are
// alike: so equal ones have no deviations at all, and a large offset costs no digits.
struct Centred {
  explicit Centred(std::span<const double> values) : deviations(values.begin(), values.end()) {
    if (values.empty()) return;
    for (double& each : deviations) each -= values.front();
    const double shift = mean_of(deviations);
    for (double& each : deviations) each -= shift;
    const double rest = mean_of(deviations);  // what rounding left
    for (double& each : deviations) each -= rest;
    mean = values.front() + (shift + rest);
    for (const double each : deviations) squares += each * each;
  }

  static double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double each : values) sum += each;
    return sum / static_cast<double>(values.size());
  }

  std::vector<double> deviations;
  double mean = 0;
  double squares = 0;  // the sum of them
};

double standard_error(const Estimate& estimate) {
  return estimate.deviation / std::sqrt(static_cast<double>(estimate.count));
}

// Of a mean at least this high, were the true one zero. The complement is exact far out where the
// distribution function is 1.
double tail_of(const Estimate& estimate) {
  if (estimate.deviation == 0) return estimate.mean > 0 ? 0 : estimate.mean < 0 ? 1 : 0.5;
  const double t = estimate.mean / standard_error(estimate);
  if (std::isinf(t)) return t > 0 ? 0 : 1;
  const boost::math::students_t distribution(static_cast<double>(estimate.count - 1));
  return boost::math::cdf(boost::math::complement(distribution, t));
}

void require_pairs(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) throw std::invalid_argument("pairs need two samples of one length");
}

}  // namespace

Estimate estimate(std::span<const double> values) {
  const Centred centred(values);
  Estimate result;
  result.count = values.size();
  result.mean = centred.mean;
  if (values.size() < 2) return result;
  const auto freedom = static_cast<double>(values.size() - 1);
  result.deviation = std::sqrt(centred.squares / freedom);
  const boost::math::students_t distribution(freedom);
  const double half =
      boost::math::quantile(boost::math::complement(distribution, upper_tail)) * standard_error(result);
  result.interval = {result.mean - half, result.mean + half};
  return result;
}

PairedTest paired_test(std::span<const double> before, std::span<const double> after) {
  require_pairs(before, after);
  std::vector<double> differences(before.size());
  std::transform(after.begin(), after.end(), before.begin(), differences.begin(), std::minus<>());
  PairedTest test;
  test.difference = estimate(differences);
  test.better = static_cast<std::size_t>(
      std::count_if(differences.begin(), differences.end(), [](double each) { return each > 0; }));
  if (differences.size() < 2) return test;
  test.p_value = tail_of(test.difference);
  Estimate distance = test.difference;
  distance.mean = std::abs(distance.mean);
  test.two_sided = 2 * tail_of(distance);
  return test;
}

Correlation correlation(std::span<const double> x, std::span<const double> y) {
  require_pairs(x, y);
  Correlation result;
  result.count = x.size();
  const Centred first(x);
  const Centred second(y);
  if (x.size() < 3 || first.squares == 0 || second.squares == 0) return result;
  double products = 0;
  for (std::size_t i = 0; i < x.size(); ++i) products += first.deviations[i] * second.deviations[i];
  result.r = std::clamp(products / std::sqrt(first.squares) / std::sqrt(second.squares), -1.0, 1.0);
  if (x.size() < 4) return result;
  const double half = boost::math::quantile(boost::math::complement(boost::math::normal(), upper_tail)) /
                      std::sqrt(static_cast<double>(x.size() - 3));
  const double transformed = std::atanh(*result.r);
  result.interval = {std::tanh(transformed - half), std::tanh(transformed + half)};
  return result;
}

}  // namespace kenn::experiment
