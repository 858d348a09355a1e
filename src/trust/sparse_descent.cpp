// Minimises a smooth function plus an L1 penalty.
#include "trust/sparse_descent.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kenn::trust {

namespace {

constexpr std::size_t remembered_totals = 5;  // a step may go up, but not above the last few totals
constexpr double least_decrease = 0.01;
constexpr double least_curvature = 1e-10;
constexpr double largest_curvature = 1e20;

double soft_threshold(double value, double limit) {
  return std::copysign(std::max(std::abs(value) - limit, 0.0), value);
}

double penalty(std::span<const double> x, double strength) {
  double sum = 0;
  for (const double each : x) sum += std::abs(each);
  return strength * sum;
}

double dot(std::span<const double> first, std::span<const double> second) {
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) sum += first[i] * second[i];
  return sum;
}

}  // namespace

std::vector<double> minimise_sparse(const SmoothFunction& function, std::vector<double> start,
                                    const SparseDescentOptions& options) {
  const std::size_t size = start.size();
  std::vector<double> x = std::move(start);
  std::vector<bool> is_free(size, true);
  for (std::size_t i = 0; i < size && options.keeps_zeros; ++i) is_free[i] = x[i] != 0;
  std::vector<double> gradient(size);
  std::vector<double> next(size);
  std::vector<double> next_gradient(size);
  std::vector<double> step(size);
  std::vector<double> bend(size);
  double total = function(x, gradient) + penalty(x, options.strength);
  std::vector<double> best = x;
  double best_total = total;
  std::array<double, remembered_totals> totals{};
  totals.fill(total);
  double curvature = options.curvature;
  std::uint32_t flat = 0;
  for (std::uint32_t number = 0; number < options.steps && flat < options.patience; ++number) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!is_free[i]) {
        next[i] = step[i] = 0;
        continue;
      }
      next[i] = soft_threshold(x[i] - gradient[i] / curvature, options.strength / curvature);
      step[i] = next[i] - x[i];
    }
    const double length = dot(step, step);
    if (length == 0) break;
    const double next_total = function(next, next_gradient) + penalty(next, options.strength);
    const double limit = *std::max_element(totals.begin(), totals.end());
    if (!(next_total <= limit - 0.5 * least_decrease * curvature * length)) {
      if (curvature >= largest_curvature) break;
      curvature *= 4;
      continue;
    }
    for (std::size_t i = 0; i < size; ++i) bend[i] = next_gradient[i] - gradient[i];
    curvature = std::clamp(dot(step, bend) / length, least_curvature, largest_curvature);
    if (!(curvature > least_curvature)) curvature = options.curvature;
    flat = best_total - next_total > options.tolerance * std::abs(best_total) ? 0 : flat + 1;
    x.swap(next);
    gradient.swap(next_gradient);
    total = next_total;
    totals[number % remembered_totals] = total;
    if (total < best_total) {
      best_total = total;
      best = x;
    }
  }
  return best;
}

}  // namespace kenn::trust
