// Statistics of samples, on Boost.Math.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace kenn {

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
  std::optional<double>
      p_value;  // one-sided: of so high a mean if the true one were zero; nothing for fewer
                // than two pairs; 0 or 1 (0.5 if the mean is 0) where all differences are equal
};

// Of `after` against `before`, pair by pair.
PairedTest paired_test(std::span<const double> before, std::span<const double> after);

struct Correlation {
  std::size_t count = 0;
  std::optional<double> r;  // Pearson's; nothing for fewer than three points, or if one side is constant
  std::optional<Interval> interval;  // 95 %, by Fisher's transformation; nothing for fewer than four points
};

Correlation correlation(std::span<const double> x, std::span<const double> y);

}  // namespace kenn
