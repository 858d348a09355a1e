// Statistics of samples, on Boost.Math.
//
// Values are finite, and neither so large nor so small that their squares are not. Equal values have a
// deviation of exactly 0; a large offset (1e9 and a little) costs no digits of the deviation.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace kenn::experiment {

struct Interval {
  double low = 0;
  double high = 0;
};

struct Estimate {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;              // of the sample (n - 1); 0 for fewer than two
  std::optional<Interval> interval;  // 95 %, of the mean, by Student's t; nothing for fewer than two
};

Estimate estimate(std::span<const double> values);

struct PairedTest {
  Estimate difference;
  std::size_t better = 0;  // pairs in which the second is higher
  // One-sided, by Student's t: of a mean at least this high if the true one were zero. It is right far out,
  // too (1e-180). Nothing for fewer than two pairs; 0 or 1 (0.5 if the mean is 0) where all differences are
  // equal.
  std::optional<double> p_value;
  std::optional<double> two_sided;  // the same of a mean at least this far from zero, on either side
};

// Of `after` against `before`, pair by pair. Two lengths are a mistake of the caller: std::invalid_argument.
PairedTest paired_test(std::span<const double> before, std::span<const double> after);

struct Correlation {
  std::size_t count = 0;
  std::optional<double> r;  // Pearson's; nothing for fewer than three points, or if one side is constant
  std::optional<Interval> interval;  // 95 %, by Fisher's transformation; nothing for fewer than four points
};

Correlation correlation(std::span<const double> x, std::span<const double> y);

}  // namespace kenn::experiment
