// The network of one predicted table: layers of a perceptron, the first on sparse or dense features.
#include "methods/network.h"

#include <cmath>
#include <string>
#include <utility>

#include "methods/affine.h"

namespace kenn {

namespace {

// Uniform in [-limit, limit], limit = sqrt(6 / (inputs + outputs)).
::torch::Tensor glorot_uniform(std::size_t inputs, std::size_t outputs, Random& random) {
  constexpr std::uint64_t steps = std::uint64_t{1} << 24;
  const double limit = std::sqrt(6.0 / static_cast<double>(std::max<std::size_t>(1, inputs + outputs)));
  ::torch::Tensor weights = ::torch::empty(
      {static_cast<std::int64_t>(inputs), static_cast<std::int64_t>(outputs)}, ::torch::kFloat32);
  float* const values = weights.data_ptr<float>();
  for (std::int64_t i = 0; i < weights.numel(); ++i) {
    const double share = static_cast<double>(random.below(steps)) / static_cast<double>(steps - 1);
    values[i] = static_cast<float>((2 * share - 1) * limit);
  }
  return weights;
}

// Torch writes to no input; it only has no name for numbers that are constant.
template <typename Release>
::torch::Tensor view_of(const Features& features, Release release) {
  const auto* const values = std::get<DenseRows>(features.values).values.data();
  return ::torch::from_blob(
      const_cast<float*>(values),
      {static_cast<std::int64_t>(features.rows), static_cast<std::int64_t>(features.columns)},
      std::move(release), ::torch::kFloat32);
}

}  // namespace

NetworkInput network_input(const Features& features) {
  if (const auto* const sparse = std::get_if<SparseRows>(&features.values)) {
    return std::make_shared<const SparseInput>(*sparse, features.columns);
  }
  return view_of(features, [](void*) {});
}

NetworkInput network_input(Features&& features) {
  if (features.is_sparse()) {
    return std::make_shared<const SparseInput>(std::get<SparseRows>(std::move(features.values)),
                                               features.columns);
  }
  const auto kept = std::make_shared<const Features>(std::move(features));
  return view_of(*kept, [kept](void*) {});
}

NetworkImpl::NetworkImpl(const std::vector<std::size_t>& widths, double dropout, Random& random)
    : dropout_(dropout) {
  for (std::size_t layer = 0; layer + 1 < widths.size(); ++layer) {
    const std::string name = std::to_string(layer);
    weights.push_back(
        register_parameter("weight" + name, glorot_uniform(widths[layer], widths[layer + 1], random)));
    biases.push_back(
        register_parameter("bias" + name, ::torch::zeros({static_cast<std::int64_t>(widths[layer + 1])})));
  }
}

::torch::Tensor NetworkImpl::forward(const NetworkInput& input) {
  ::torch::Tensor values;
  for (std::size_t layer = 0; layer < weights.size(); ++layer) {
    if (layer > 0) {
      values = ::torch::relu_(values);
      if (dropout_ > 0 && is_training()) values = ::torch::dropout(values, dropout_, true);
      values = affine(values, weights[layer], biases[layer]);
    } else if (const auto* const sparse = std::get_if<std::shared_ptr<const SparseInput>>(&input)) {
      values = sparse_product(*sparse, weights[0]) + biases[0];
    } else {
      const auto& dense = std::get<::torch::Tensor>(input);
      values = affine(dense.to(weights[0].scalar_type()), weights[0], biases[0]);
    }
  }
  return values;
}

}  // namespace kenn
