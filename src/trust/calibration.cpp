// How sure out-of-fold predictions should be: a scale for their logits.
#include "trust/calibration.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kenn::trust {

namespace {

constexpr double widest = 6;  // as a power of two
constexpr int halvings = 30;

// The slope of the loss by the factor.
double slope_at(const nn::TableLoss& loss, std::span<const float> logits, double factor) {
  std::vector<float> scaled(logits.size());
  std::vector<float> gradients(logits.size());
  std::transform(logits.begin(), logits.end(), scaled.begin(),
                 [&](float logit) { return static_cast<float>(factor * static_cast<double>(logit)); });
  loss.add(nn::Loss::cross_entropy, scaled, gradients);
  double slope = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    slope += static_cast<double>(gradients[i]) * static_cast<double>(logits[i]);
  }
  return slope;
}

}  // namespace

double calibrating_factor(const nn::TableLoss& loss, std::span<const float> logits) {
  if (loss.is_empty()) return 1;
  // The loss is convex in the factor, so its slope changes its sign once.
  double low = -widest;
  double high = widest;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (slope_at(loss, logits, std::exp2(middle)) < 0 ? low : high) = middle;
  }
  return std::exp2((low + high) / 2);
}

void calibrate(const nn::TableLoss& loss, std::span<float> logits) {
  const double factor = calibrating_factor(loss, logits);
  for (float& logit : logits) logit = static_cast<float>(factor * static_cast<double>(logit));
}

}  // namespace kenn::trust
