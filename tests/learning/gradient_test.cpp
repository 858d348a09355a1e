// Tests of gradients: of products by themselves, and of a whole model against plain torch.
#include <gtest/gtest.h>

#include "methods/affine.h"
#include "methods/inputs.h"
#include "methods/model_parts.h"
#include "methods/random_data.h"
#include "methods/sparse_product.h"

namespace kenn {
namespace {

using test::RandomData;
using ::torch::Tensor;

Tensor dense_of(const Features& features) {
  Tensor dense =
      ::torch::zeros({static_cast<std::int64_t>(features.rows), static_cast<std::int64_t>(features.columns)},
                     ::torch::kFloat64);
  auto cells = dense.accessor<double, 2>();
  const auto& sparse = std::get<SparseRows>(features.values);
  for (std::size_t row = 0; row < features.rows; ++row) {
    for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
      cells[static_cast<std::int64_t>(row)][sparse.columns[i]] = static_cast<double>(sparse.values[i]);
    }
  }
  return dense;
}

void expect_near(const Tensor& found, const Tensor& expected, double tolerance) {
  ASSERT_EQ(found.sizes(), expected.sizes());
  const double difference =
      found.numel() == 0
          ? 0
          : (found.to(::torch::kFloat64) - expected.to(::torch::kFloat64)).abs().max().item<double>();
  EXPECT_LE(difference, tolerance);
}

TEST(SparseProduct, IsTheDenseProductWithItsGradient) {
  const RandomData data(5, 40);
  const Features& features = *data.dataset.features[0];
  const auto input =
      std::make_shared<const SparseInput>(std::get<SparseRows>(features.values), features.columns);
  for (const auto type : {::torch::kFloat32, ::torch::kFloat64}) {
    for (const std::int64_t width : {0, 1, 3, 6, 8, 50}) {
      ::torch::manual_seed(width);
      const Tensor weights = ::torch::randn({7, width}, type).requires_grad_();
      const Tensor same = weights.detach().to(::torch::kFloat64).requires_grad_();
      const Tensor gradient = ::torch::randn({40, width}, type);
      const Tensor found = sparse_product(input, weights);
      const Tensor expected = ::torch::mm(dense_of(features), same);
      found.backward(gradient);
      expected.backward(gradient.to(::torch::kFloat64));
      const double tolerance = type == ::torch::kFloat32 ? 1e-5 : 1e-12;
      expect_near(found.detach(), expected.detach(), tolerance);
      expect_near(weights.grad(), same.grad(), tolerance);
    }
  }
}

TEST(Affine, IsTheLinearLayerWithItsGradients) {
  for (const std::int64_t rows : {0, 1, 17, 3000}) {
    for (const std::int64_t inputs : {0, 1, 50}) {
      ::torch::manual_seed(rows + inputs);
      const auto make = [](at::IntArrayRef sizes) { return ::torch::randn(sizes, ::torch::kFloat64); };
      const Tensor x = make({rows, inputs}).requires_grad_();
      const Tensor weights = make({inputs, 7}).requires_grad_();
      const Tensor bias = make({7}).requires_grad_();
      const Tensor gradient = make({rows, 7});
      affine(x, weights, bias).backward(gradient);
      const std::vector<Tensor> found = {x.grad(), weights.grad(), bias.grad()};
      std::vector<Tensor> same;
      for (const Tensor& each : {x, weights, bias}) same.push_back(each.detach().clone().requires_grad_());
      const Tensor expected = ::torch::addmm(same[2], same[0], same[1]);
      expect_near(affine(x, weights, bias).detach(), expected.detach(), 1e-11);
      expected.backward(gradient);
      for (std::size_t i = 0; i < same.size(); ++i) expect_near(found[i], same[i].grad(), 1e-10);
    }
  }
}

// The rules of `random_data_rules` in plain torch: one grounding at a time.
class PlainRules {
 public:
  PlainRules(const RandomData& data, const Graph& graph) : data_(data), graph_(graph) {}

  // A grounding: (table, row, column, sign) of every literal that is not folded away.
  struct Cell {
    std::size_t table;
    std::int64_t row;
    std::int64_t column;
    double sign;
  };

  [[nodiscard]] std::vector<Tensor> layer(const std::vector<Tensor>& z, const Tensor& weights) const {
    std::vector<Tensor> delta;
    for (const Tensor& each : z) delta.push_back(::torch::zeros_like(each));
    for (const auto& [clause, cells] : groundings()) {
      std::vector<Tensor> literals;
      for (const Cell& cell : cells) literals.push_back(cell.sign * z[cell.table][cell.row][cell.column]);
      const Tensor shares = ::torch::softmax(::torch::stack(literals), 0) * weights[clause];
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& cell = cells[i];
        Tensor one = ::torch::zeros_like(z[cell.table]);
        one[cell.row][cell.column] = 1;
        delta[cell.table] = delta[cell.table] + one * (cell.sign * shares[static_cast<std::int64_t>(i)]);
      }
    }
    std::vector<Tensor> result;
    for (std::size_t i = 0; i < z.size(); ++i) result.push_back(z[i] + delta[i]);
    return result;
  }

 private:
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::vector<Cell>>> groundings() const {
    const Tables& tables = data_.dataset.tables;
    const Listing& link = tables.listing(*tables.schema().find("L"));
    const Listing& fact = tables.listing(*tables.schema().find("G"));
    const Listing& relation = tables.listing(*tables.schema().find("R"));
    std::vector<std::pair<std::int64_t, std::vector<Cell>>> all;
    const auto row_of = [&](Row p, Row q) -> std::optional<std::int64_t> {
      for (std::uint64_t i = 0; i < relation.count(); ++i) {
        if (relation.tuples[2 * i] == p && relation.tuples[2 * i + 1] == q)
          return static_cast<std::int64_t>(i);
      }
      return std::nullopt;
    };
    for (std::uint64_t i = 0; i < link.count(); ++i) {
      const Row x = link.tuples[2 * i];
      const Row y = link.tuples[2 * i + 1];
      for (std::int64_t topic = 0; topic < 3; ++topic) {
        all.push_back({topic, {{0, x, topic, -1}, {0, y, topic, 1}}});
      }
      for (Row q = 0; q < tables.object_count(1); ++q) {
        const auto from = row_of(x, q);
        const auto to = row_of(y, q);
        if (from && to) all.push_back({4, {{1, *from, 0, -1}, {0, x, 3, -1}, {1, *to, 0, 1}}});
      }
    }
    for (const Row x : fact.tuples) all.push_back({3, {{0, x, 3, -1}, {0, x, 0, 1}}});
    return all;
  }

  const RandomData& data_;
  const Graph& graph_;
};

// Networks with sparse and dense inputs, a predicted relation, two layers of rules: all gradients.
TEST(WholeModel, HasTheGradientsOfPlainTorch) {
  const RandomData data(11, 12, 3);
  const Graph graph(data.knowledge, data.dataset);
  ModelOptions options;
  options.hidden = {5, 4};
  options.enhance.layers = 2;
  Model model(data.knowledge, {7, 12}, options, 3);
  Model::Parts& parts = model.parts();
  for (Network& network : parts.networks) network->to(::torch::kFloat64);
  parts.enhancer->to(::torch::kFloat64);
  for (std::size_t i = 0; i < parts.networks.size(); ++i) {
    // `to` replaces what is behind the registered parameters, not these handles.
    for (std::size_t layer = 0; layer < 3; ++layer) {
      const auto named = parts.networks[i]->named_parameters();
      parts.networks[i]->weights[layer] = named["weight" + std::to_string(layer)];
      parts.networks[i]->biases[layer] = named["bias" + std::to_string(layer)];
    }
  }
  const auto loss_of = [](const std::vector<Tensor>& z) {
    return ::torch::log_softmax(z[0].slice(1, 0, 3), 1).select(1, 1).sum() +
           ::torch::sigmoid(z[0].select(1, 3)).sum() + (z[1] * z[1]).sum();
  };
  const auto inputs = network_inputs(graph);
  loss_of(parts.run_rules(parts.run_networks(inputs), graph.plan)).backward();
  std::vector<Tensor> found;
  for (const Tensor& parameter : parts.parameters()) found.push_back(parameter.grad().clone());

  std::vector<Tensor> same;
  for (const Tensor& parameter : parts.parameters())
    same.push_back(parameter.detach().clone().requires_grad_());
  Features joined;
  const std::vector<Tensor> dense = {dense_of(*data.dataset.features[0]),
                                     dense_of(input_of(data.dataset, graph.predicted[1], joined))};
  std::vector<Tensor> z;
  for (std::size_t i = 0; i < 2; ++i) {
    Tensor values = dense[i];
    for (std::size_t layer = 0; layer < 3; ++layer) {
      if (layer > 0) values = ::torch::relu(values);
      values = ::torch::mm(values, same[6 * i + 2 * layer]) + same[6 * i + 2 * layer + 1];
    }
    z.push_back(values);
  }
  const PlainRules rules(data, graph);
  for (std::int64_t layer = 0; layer < 2; ++layer) z = rules.layer(z, same.back()[layer]);
  loss_of(z).backward();
  ASSERT_EQ(found.size(), 13U);
  for (std::size_t i = 0; i < same.size(); ++i) expect_near(found[i], same[i].grad(), 1e-9);
}

}  // namespace
}  // namespace kenn
