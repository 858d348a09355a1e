// Minimises a smooth function plus an L1 penalty.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kenn::trust {

struct SparseDescentOptions {
  double strength = 0;         // of the penalty
  double curvature = 1;        // a guess of the second derivative of the function
  double tolerance = 1e-6;     // it ends when steps no longer lower the total by this share
  std::uint32_t steps = 200;   // at most
  bool keeps_zeros = false;    // numbers that start at 0 stay there
  std::uint32_t patience = 5;  // so many steps without progress are the end; single steps may go up
};

// f(x, gradient) returns the value at x and sets the gradient.
using SmoothFunction = std::function<double(std::span<const double>, std::span<double>)>;

// Finds x with a small f(x) + strength * sum |x_i| by proximal gradient steps of spectral (Barzilai-Borwein)
// length. Returns the best x that it met; never worse than `start`. Deterministic.
std::vector<double> minimise_sparse(const SmoothFunction& function, std::vector<double> start,
                                    const SparseDescentOptions& options);

}  // namespace kenn::trust
