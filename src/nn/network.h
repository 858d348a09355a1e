// The network of one predicted table: layers of a perceptron, the first on sparse or dense features.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/thread_pool.h"
#include "table/features.h"

namespace kenn::nn {

// What a network sees. Sparse features are kept column by column too, for the gradient; dense ones are used
// where they are, and must stay.
class NetworkInput {
 public:
  explicit NetworkInput(const table::Features& features);
  explicit NetworkInput(table::Features&& features);  // keeps them

  [[nodiscard]] const table::Features& features() const { return *features_; }
  [[nodiscard]] const table::SparseRows& by_column() const { return by_column_; }

 private:
  explicit NetworkInput(std::shared_ptr<const table::Features> features);

  std::shared_ptr<const table::Features> features_;
  table::SparseRows by_column_;
};

// ReLU after every layer but the last. In float for use, in double for gradient checks.
template <typename Number>
class Network {
 public:
  using Values = std::vector<Number>;

  // `widths` are those of the input, of the hidden layers and of the output. Weights start as Glorot's
  // uniform ones, biases at zero; the same for the same random numbers on every machine.
  Network(std::vector<std::size_t> widths, base::Random& random);

  // The preactivations of all rows, [rows, outputs]. With `dropout`, that share of the hidden values is left
  // out at random, and the others are scaled up.
  const Values& forward(const NetworkInput& input, base::ThreadPool& threads, double dropout = 0,
                        base::Random* random = nullptr);

  // Gradients of the last `forward`, in the order of `parameters`, given those of its result.
  void backward(const NetworkInput& input, std::span<const Number> output_gradients,
                base::ThreadPool& threads, std::span<Values> gradients);

  // Of layer l: weights [inputs, outputs] at 2 l, so that a sparse row adds up whole rows of them, and biases
  // at 2 l + 1.
  std::vector<Values> parameters;

  [[nodiscard]] const std::vector<std::size_t>& widths() const { return widths_; }

 private:
  void run_layer(const NetworkInput& input, std::size_t layer, base::ThreadPool& threads);
  void leave_out(Values& values, double dropout, base::Random& random);

  std::vector<std::size_t> widths_;
  std::vector<Values> outputs_;  // of the layers, hidden ones after ReLU and dropout
  Number scale_ = 1;             // of hidden values that are not left out
};

extern template class Network<float>;
extern template class Network<double>;

}  // namespace kenn::nn
