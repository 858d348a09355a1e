// The network of one predicted table: layers of a perceptron, the first on sparse or dense features.
#include "nn/network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "nn/products.h"

namespace kenn::nn {

namespace {

// Uniform in [-limit, limit], limit = sqrt(6 / (inputs + outputs)).
template <typename Number>
std::vector<Number> glorot_uniform(std::size_t inputs, std::size_t outputs, base::Random& random) {
  constexpr std::uint64_t steps = std::uint64_t{1} << 24;
  const double limit = std::sqrt(6.0 / static_cast<double>(std::max<std::size_t>(1, inputs + outputs)));
  std::vector<Number> weights(inputs * outputs);
  for (Number& weight : weights) {
    const double share = static_cast<double>(random.below(steps)) / static_cast<double>(steps - 1);
    weight = static_cast<Number>(static_cast<float>((2 * share - 1) * limit));
  }
  return weights;
}

// Dense features as the numbers of the network. In float they are used where they are.
const float* dense_values(const std::vector<float>& values, std::vector<float>&) {
  return values.data();
}
const double* dense_values(const std::vector<float>& values, std::vector<double>& room) {
  room.assign(values.begin(), values.end());
  return room.data();
}

template <typename Number>
void sum_columns(std::span<const Number> values, std::vector<Number>& sums) {
  std::fill(sums.begin(), sums.end(), Number{0});
  const std::size_t width = sums.size();
  for (std::size_t first = 0; width > 0 && first < values.size(); first += width) {
    for (std::size_t column = 0; column < width; ++column) sums[column] += values[first + column];
  }
}

template <typename Number>
void rectify(Number* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = std::max(values[i], Number{0});
}

// Gradients of hidden values that were zero are zero, the others are scaled.
template <typename Number>
void keep_active(const Number* hidden, std::size_t count, Number scale, Number* gradients) {
  for (std::size_t i = 0; i < count; ++i) {
    const Number factor = hidden[i] > Number{0} ? scale : Number{0};
    gradients[i] *= factor;
  }
}

}  // namespace

NetworkInput::NetworkInput(std::shared_ptr<const table::Features> features) : features_(std::move(features)) {
  if (const auto* const sparse = std::get_if<table::SparseRows>(&features_->values)) {
    by_column_ = transposed(*sparse, features_->columns);
  }
}

NetworkInput::NetworkInput(const table::Features& features)
    : NetworkInput(std::shared_ptr<const table::Features>(&features, [](const table::Features*) {})) {}

NetworkInput::NetworkInput(table::Features&& features)
    : NetworkInput(std::make_shared<const table::Features>(std::move(features))) {}

template <typename Number>
Network<Number>::Network(std::vector<std::size_t> widths, base::Random& random) : widths_(std::move(widths)) {
  for (std::size_t layer = 0; layer + 1 < widths_.size(); ++layer) {
    parameters.push_back(glorot_uniform<Number>(widths_[layer], widths_[layer + 1], random));
    parameters.emplace_back(widths_[layer + 1]);
  }
  outputs_.resize(widths_.size() - 1);
}

// One layer with its ReLU, row by row.
template <typename Number>
void Network<Number>::run_layer(const NetworkInput& input, std::size_t layer, base::ThreadPool& threads) {
  const table::Features& features = input.features();
  const std::size_t inner = widths_[layer];
  const std::size_t width = widths_[layer + 1];
  const bool is_last = layer + 2 == widths_.size();
  const Values& weights = parameters[2 * layer];
  const Values& bias = parameters[2 * layer + 1];
  Values& output = outputs_[layer];
  output.resize(features.rows * width);
  const table::SparseRows* const sparse =
      layer == 0 ? std::get_if<table::SparseRows>(&features.values) : nullptr;
  Values room;
  const Number* left = nullptr;
  if (layer > 0) {
    left = outputs_[layer - 1].data();
  } else if (sparse == nullptr) {
    left = dense_values(std::get<table::DenseRows>(features.values).values, room);
  }
  const auto finish = [&](std::size_t first, std::size_t last) {
    if (!is_last) rectify(&output[first * width], (last - first) * width);
  };
  if (sparse != nullptr) {
    const std::size_t per_row = sparse->values.size() / std::max<std::size_t>(1, features.rows) + 1;
    share_rows(threads, features.rows, width * per_row, [&](std::size_t first, std::size_t last) {
      multiply_rows(*sparse, first, last, weights.data(), width, bias.data(), output.data());
      finish(first, last);
    });
    return;
  }
  const Right<Number> right(weights, inner, width);
  share_dense_rows(threads, features.rows, width * inner, [&](std::size_t first, std::size_t last) {
    multiply_rows(left, first, last, right, bias.data(), output.data());
    finish(first, last);
  });
}

template <typename Number>
void Network<Number>::leave_out(Values& values, double dropout, base::Random& random) {
  const std::uint64_t limit = base::Random::limit_of(dropout);
  for (Number& value : values) value = random.below(base::Random::steps) < limit ? Number{0} : value * scale_;
}

template <typename Number>
const std::vector<Number>& Network<Number>::forward(const NetworkInput& input, base::ThreadPool& threads,
                                                    double dropout, base::Random* random) {
  if (dropout == 0) random = nullptr;
  scale_ = random == nullptr ? Number{1} : static_cast<Number>(1 / (1 - dropout));
  for (std::size_t layer = 0; layer < outputs_.size(); ++layer) {
    run_layer(input, layer, threads);
    if (random != nullptr && layer + 1 < outputs_.size()) leave_out(outputs_[layer], dropout, *random);
  }
  return outputs_.back();
}

template <typename Number>
void Network<Number>::backward(const NetworkInput& input, std::span<const Number> output_gradients,
                               base::ThreadPool& threads, std::span<Values> gradients) {
  const table::Features& features = input.features();
  const std::size_t rows = features.rows;
  Values current(output_gradients.begin(), output_gradients.end());
  for (std::size_t layer = outputs_.size(); layer-- > 0;) {
    const std::size_t inner = widths_[layer];
    const std::size_t width = widths_[layer + 1];
    Values& of_weights = gradients[2 * layer];
    of_weights.resize(inner * width);
    gradients[2 * layer + 1].resize(width);
    sum_columns<Number>(current, gradients[2 * layer + 1]);
    const bool is_sparse = layer == 0 && features.is_sparse();
    Values room;
    const Number* const left =
        layer > 0
            ? outputs_[layer - 1].data()
            : (is_sparse ? nullptr : dense_values(std::get<table::DenseRows>(features.values).values, room));
    const Number* const none = nullptr;
    if (is_sparse) {
      const std::size_t per_row = input.by_column().values.size() / std::max<std::size_t>(1, inner) + 1;
      share_rows(threads, inner, width * per_row, [&](std::size_t first, std::size_t last) {
        multiply_rows(input.by_column(), first, last, current.data(), width, none, of_weights.data());
      });
    } else {
      multiply_transposed(threads, left, rows, inner, current.data(), width, of_weights.data());
    }
    if (layer == 0) return;
    const Values weights = transposed(parameters[2 * layer], inner, width);
    const Right<Number> right(weights, width, inner);
    const Values& hidden = outputs_[layer - 1];
    Values before(rows * inner);
    share_dense_rows(threads, rows, inner * width, [&](std::size_t first, std::size_t last) {
      multiply_rows(current.data(), first, last, right, none, before.data());
      keep_active(&hidden[first * inner], (last - first) * inner, scale_, &before[first * inner]);
    });
    current = std::move(before);
  }
}

template class Network<float>;
template class Network<double>;

}  // namespace kenn::nn
