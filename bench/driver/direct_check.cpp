// The same layer from the list of pairs in double precision, by loops that share nothing with the library.
#include "driver/direct_check.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace kenn::bench {
namespace {

constexpr std::uint64_t largest_sample = 4096;
constexpr Row not_sampled = ~Row{0};

// For every row its place in the sample, or `not_sampled`.
std::vector<Row> sample_rows(std::uint64_t rows) {
  std::vector<Row> places(rows, not_sampled);
  const Permutation order(rows, 6);
  const std::uint64_t count = std::min(rows, largest_sample);
  places[0] = 0;
  Row next = 1;
  for (std::uint64_t i = 0; next < count; ++i) {
    Row& place = places[order(i)];
    if (place == not_sampled) place = next++;
  }
  return places;
}

// What a range of pairs adds to the sampled rows and to the gradients of the weights.
struct Sums {
  Sums(std::uint64_t sampled, std::uint64_t rules)
      : outputs(sampled * rules), input_gradients(sampled * rules), weight_gradients(rules) {}

  std::vector<double> outputs;
  std::vector<double> input_gradients;
  std::vector<double> weight_gradients;
};

void add(std::vector<double>& sums, const std::vector<double>& more) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
}

// The literals of !T(x) | T(y) are -z_x and z_y, and of their softmax (1 - p, p) it is p = sigma(z_x + z_y).
// So z_x changes by -w (1 - p), z_y by w p, and the derivative of both changes by z_x and by z_y is w p (1 -
// p).
void add_pair(const std::array<Row, 2>& pair, const std::array<Row, 2>& places, const Inputs& inputs,
              std::uint64_t rules, Sums& sums) {
  for (std::uint64_t k = 0; k < rules; ++k) {
    const std::array<std::uint64_t, 2> cells = {pair[0] * rules + k, pair[1] * rules + k};
    const double z_x = inputs.preactivations[cells[0]];
    const double z_y = inputs.preactivations[cells[1]];
    const double g_x = inputs.output_gradients[cells[0]];
    const double g_y = inputs.output_gradients[cells[1]];
    const double weight = inputs.weights[k];
    const double p = 1 / (1 + std::exp(-z_x - z_y));
    sums.weight_gradients[k] += g_y * p - g_x * (1 - p);
    const std::array<double, 2> changes = {-weight * (1 - p), weight * p};
    for (std::size_t end = 0; end < 2; ++end) {
      if (places[end] == not_sampled) continue;
      sums.outputs[places[end] * rules + k] += changes[end];
      sums.input_gradients[places[end] * rules + k] += weight * p * (1 - p) * (g_x + g_y);
    }
  }
}

// The same for `residual`: the changes of the literals a = -z_x and b = z_y are w r (1 - p) and w r p with
// r = sigma(-a) sigma(-b). Both are about one atom in a self pair: the clause holds, r is 0.
void add_residual_pair(const std::array<Row, 2>& pair, const std::array<Row, 2>& places, const Inputs& inputs,
                       std::uint64_t rules, Sums& sums) {
  if (pair[0] == pair[1]) return;
  const auto sigma = [](double value) { return 1 / (1 + std::exp(-value)); };
  for (std::uint64_t k = 0; k < rules; ++k) {
    const std::array<std::uint64_t, 2> cells = {pair[0] * rules + k, pair[1] * rules + k};
    const std::array<double, 2> signs = {-1, 1};
    const double z_x = inputs.preactivations[cells[0]];
    const double z_y = inputs.preactivations[cells[1]];
    const std::array<double, 2> values = {-z_x, z_y};
    const double p = sigma(z_x + z_y);
    const std::array<double, 2> shares = {1 - p, p};
    const double residual = sigma(-values[0]) * sigma(-values[1]);
    const double weight = inputs.weights[k];
    double mean = 0;
    for (std::size_t end = 0; end < 2; ++end) {
      mean += signs[end] * inputs.output_gradients[cells[end]] * shares[end];
    }
    sums.weight_gradients[k] += residual * mean;
    for (std::size_t end = 0; end < 2; ++end) {
      if (places[end] == not_sampled) continue;
      const double gradient = signs[end] * inputs.output_gradients[cells[end]];
      sums.outputs[places[end] * rules + k] += signs[end] * weight * residual * shares[end];
      sums.input_gradients[places[end] * rules + k] +=
          signs[end] * weight * residual * (shares[end] * (gradient - mean) - mean * sigma(values[end]));
    }
  }
}

Sums sum_all_pairs(const Case& measured, const Inputs& inputs, const std::vector<Row>& places) {
  const Graph graph(measured);
  const std::uint64_t parts = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Sums> sums(parts, Sums(std::min(measured.rows, largest_sample), measured.rules));
  std::vector<std::jthread> threads;
  for (std::uint64_t part = 0; part < parts; ++part) {
    threads.emplace_back([&, part] {
      const std::uint64_t end = measured.pairs * (part + 1) / parts;
      for (std::uint64_t i = measured.pairs * part / parts; i < end; ++i) {
        const std::array<Row, 2> pair = graph.pair(i);
        const auto add = measured.is_residual ? add_residual_pair : add_pair;
        add(pair, {places[pair[0]], places[pair[1]]}, inputs, measured.rules, sums[part]);
      }
    });
  }
  for (std::jthread& thread : threads) thread.join();
  for (std::size_t part = 1; part < sums.size(); ++part) {
    add(sums[0].outputs, sums[part].outputs);
    add(sums[0].input_gradients, sums[part].input_gradients);
    add(sums[0].weight_gradients, sums[part].weight_gradients);
  }
  return std::move(sums[0]);
}

}  // namespace

Difference check_directly(const Case& measured, const Inputs& inputs, const Results& ours) {
  const std::vector<Row> places = sample_rows(measured.rows);
  const Sums sums = sum_all_pairs(measured, inputs, places);
  Difference largest;
  const auto keep = [](double& worst, double difference) { worst = std::max(worst, difference); };
  for (std::uint64_t row = 0; row < measured.rows; ++row) {
    if (places[row] == not_sampled) continue;
    for (std::uint64_t k = 0; k < measured.rules; ++k) {
      const std::uint64_t cell = row * measured.rules + k;
      const std::uint64_t place = places[row] * measured.rules + k;
      const double output = inputs.preactivations[cell] + sums.outputs[place];
      const double gradient = inputs.output_gradients[cell] + sums.input_gradients[place];
      keep(largest.outputs, relative_difference(ours.outputs[cell], output, 1));
      keep(largest.input_gradients, relative_difference(ours.input_gradients[cell], gradient, 1));
    }
  }
  for (std::uint64_t k = 0; k < measured.rules; ++k) {
    keep(largest.weight_gradients, relative_difference(ours.weight_gradients[k], sums.weight_gradients[k],
                                                       weight_gradient_scale(measured)));
  }
  return largest;
}

}  // namespace kenn::bench
