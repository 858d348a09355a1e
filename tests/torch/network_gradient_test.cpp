// Tests of gradients: of networks by themselves, and of a whole model, against torch's autograd.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dataset/graph.h"
#include "dataset/inputs.h"
#include "dataset/random_data.h"
#include "engine/reference_enhancer.h"
#include "nn/network.h"

namespace kenn {
namespace {

using test::RandomData;
using ::torch::Tensor;

Tensor dense_of(const table::Features& features) {
  Tensor dense =
      ::torch::zeros({static_cast<std::int64_t>(features.rows), static_cast<std::int64_t>(features.columns)},
                     ::torch::kFloat64);
  auto cells = dense.accessor<double, 2>();
  const auto& sparse = std::get<table::SparseRows>(features.values);
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

// The rules of `random_data_rules` in plain torch: one grounding at a time.
class PlainRules {
 public:
  PlainRules(const RandomData& data, const dataset::Graph& graph) : data_(data), graph_(graph) {}

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
  const dataset::Graph& graph_;
};

Tensor tensor_of(const std::vector<double>& values, std::int64_t rows, std::int64_t columns) {
  return ::torch::from_blob(const_cast<double*>(values.data()), {rows, columns}, ::torch::kFloat64).clone();
}

std::vector<double> values_of(const Tensor& tensor) {
  const Tensor plain = tensor.contiguous();
  return {plain.data_ptr<double>(), plain.data_ptr<double>() + plain.numel()};
}

// The parameters of a network as leaves of torch.
std::vector<Tensor> leaves_of(const nn::Network<double>& network) {
  std::vector<Tensor> leaves;
  for (std::size_t layer = 0; layer + 1 < network.widths().size(); ++layer) {
    const auto inputs = static_cast<std::int64_t>(network.widths()[layer]);
    const auto outputs = static_cast<std::int64_t>(network.widths()[layer + 1]);
    leaves.push_back(tensor_of(network.parameters[2 * layer], inputs, outputs).requires_grad_());
    leaves.push_back(tensor_of(network.parameters[2 * layer + 1], 1, outputs).requires_grad_());
  }
  return leaves;
}

Tensor plain_network(Tensor values, const std::vector<Tensor>& leaves) {
  for (std::size_t layer = 0; 2 * layer < leaves.size(); ++layer) {
    if (layer > 0) values = ::torch::relu(values);
    values = ::torch::mm(values, leaves[2 * layer]) + leaves[2 * layer + 1];
  }
  return values;
}

template <typename Number>
std::vector<Number> converted(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// Sparse and dense input, no hidden layer or several, widths around those of vectors.
TEST(NetworkGradients, AreThoseOfTorch) {
  const auto pool = base::ThreadPool::shared(2);
  const RandomData data(5, 400);
  const table::Features sparse = *data.dataset.features[0];
  table::DenseRows rows;
  const Tensor cells = dense_of(sparse);
  for (const double value : values_of(cells)) rows.values.push_back(static_cast<float>(value));
  const table::Features dense{sparse.rows, sparse.columns, rows};
  for (const table::Features* const features : {&sparse, &dense}) {
    for (const std::vector<std::size_t>& hidden :
         {std::vector<std::size_t>{}, {1}, {8}, {13, 3}, {50, 50, 50}, {70, 9}}) {
      std::vector<std::size_t> widths = {7};
      widths.insert(widths.end(), hidden.begin(), hidden.end());
      widths.push_back(6);
      base::Random random(hidden.size(), 0);
      nn::Network<double> network(widths, random);
      for (auto& values : network.parameters) {
        for (double& value : values) value += static_cast<double>(random.below(100)) / 1000;
      }
      base::Random same_random(hidden.size(), 0);
      nn::Network<float> fast(widths, same_random);
      for (std::size_t i = 0; i < network.parameters.size(); ++i) {
        fast.parameters[i] = converted<float>(network.parameters[i]);
      }
      const std::vector<Tensor> leaves = leaves_of(network);
      const Tensor expected = plain_network(cells, leaves);
      const Tensor gradient = ::torch::randn(expected.sizes(), ::torch::kFloat64);
      expected.backward(gradient);

      const nn::NetworkInput input(*features);
      const std::vector<double> given = values_of(gradient);
      std::vector<std::vector<double>> gradients(network.parameters.size());
      std::vector<std::vector<float>> fast_gradients(network.parameters.size());
      expect_near(tensor_of(network.forward(input, *pool), 400, 6), expected.detach(), 1e-11);
      network.backward(input, given, *pool, gradients);
      const std::vector<float> outputs = fast.forward(input, *pool);
      expect_near(tensor_of({outputs.begin(), outputs.end()}, 400, 6), expected.detach(), 1e-5);
      fast.backward(input, converted<float>(given), *pool, fast_gradients);
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const Tensor& wanted = leaves[i].grad();
        const std::vector<double> widened(fast_gradients[i].begin(), fast_gradients[i].end());
        expect_near(tensor_of(gradients[i], wanted.size(0), wanted.size(1)), wanted, 1e-10);
        expect_near(tensor_of(widened, wanted.size(0), wanted.size(1)), wanted, 1e-3);
      }
    }
  }
}

// Networks with sparse inputs, a predicted relation, two layers of rules: all gradients, in double precision.
TEST(WholeModel, HasTheGradientsOfPlainTorch) {
  const RandomData data(11, 12, 3);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const auto pool = base::ThreadPool::shared(1);
  const EnhanceOptions options{.layers = 2};
  std::vector<nn::Network<double>> networks;
  std::vector<nn::NetworkInput> inputs;
  std::vector<std::vector<Tensor>> leaves;
  std::vector<Tensor> z;
  engine::ReferenceEnhancer<double>::Tables before;
  for (std::size_t i = 0; i < 2; ++i) {
    base::Random random(3, static_cast<std::uint32_t>(i));
    table::Features joined;
    const table::Features& features = dataset::input_of(data.dataset, graph.predicted[i], joined);
    networks.push_back(nn::Network<double>({features.columns, 5, 4, graph.schema(i).columns.size()}, random));
    inputs.push_back(&features == &joined ? nn::NetworkInput(std::move(joined)) : nn::NetworkInput(features));
    leaves.push_back(leaves_of(networks[i]));
    z.push_back(plain_network(dense_of(inputs[i].features()), leaves[i]));
    before.push_back(networks[i].forward(inputs[i], *pool));
  }
  const Tensor weights = ::torch::full({2, 5}, 0.5, ::torch::kFloat64).requires_grad_();
  const PlainRules rules(data, graph);
  for (std::int64_t layer = 0; layer < 2; ++layer) z = rules.layer(z, weights[layer]);
  for (Tensor& each : z) each.retain_grad();
  const Tensor loss = ::torch::log_softmax(z[0].slice(1, 0, 3), 1).select(1, 1).sum() +
                      ::torch::sigmoid(z[0].select(1, 3)).sum() + (z[1] * z[1]).sum();
  loss.backward();

  const engine::ReferenceEnhancer<double> enhancer(graph.plan, options);
  const std::vector<double> start(10, 0.5);
  const auto after = enhancer.forward(start, before);
  engine::ReferenceEnhancer<double>::Tables output_gradients;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto columns = static_cast<std::int64_t>(graph.schema(i).columns.size());
    expect_near(tensor_of(after[i], z[i].size(0), columns), z[i].detach(), 1e-11);
    output_gradients.push_back(values_of(z[i].grad()));
  }
  const auto gradients = enhancer.backward(start, before, output_gradients);
  expect_near(tensor_of(gradients.weights, 2, 5), weights.grad(), 1e-10);
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<std::vector<double>> found(networks[i].parameters.size());
    networks[i].backward(inputs[i], gradients.inputs[i], *pool, found);
    for (std::size_t k = 0; k < leaves[i].size(); ++k) {
      const Tensor& wanted = leaves[i][k].grad();
      expect_near(tensor_of(found[k], wanted.size(0), wanted.size(1)), wanted, 1e-10);
    }
  }
}

}  // namespace
}  // namespace kenn
