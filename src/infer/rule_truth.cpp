// How true the rules are on average in a graph, and how that changes with the predictions.
#include "infer/rule_truth.h"

#include "nn/probabilities.h"

namespace kenn::infer {

namespace {

// How many assignments of objects to its variables a clause has.
double assignments_of(const Clause& clause, const Tables& tables) {
  double count = 1;
  for (const Variable& variable : clause.variables) {
    count *= static_cast<double>(tables.object_count(variable.type));
  }
  return count;
}

}  // namespace

RuleTruth::RuleTruth(const dataset::Graph& graph, Conorm conorm, RuleMean mean, std::uint32_t threads)
    : meter_(graph.plan, conorm, threads) {
  const std::vector<std::uint64_t> groundings = graph.plan.groundings_of_clauses();
  for (std::size_t i = 0; i < groundings.size(); ++i) {
    const auto count = static_cast<double>(groundings[i]);
    const double all = mean == RuleMean::groundings
                           ? count
                           : assignments_of(graph.knowledge->clauses()[i], graph.dataset.tables);
    counts_.push_back(all);
    shares_.push_back(all == 0 ? 0 : count / all);
  }
}

std::vector<double> RuleTruth::means(const dataset::TableList& degrees) {
  const std::vector<std::span<const float>> views(degrees.begin(), degrees.end());
  std::vector<double> means = meter_.sums(views);
  for (std::size_t i = 0; i < means.size(); ++i) {
    means[i] = counts_[i] == 0 ? 1 : means[i] / counts_[i] + 1 - shares_[i];
  }
  return means;
}

double RuleTruth::add(std::span<const double> weights, const dataset::TableList& degrees,
                      dataset::TableList* gradients) {
  const std::vector<double> all = means(degrees);
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += weights[i] * all[i];
  if (gradients == nullptr) return sum;
  std::vector<float> coefficients(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    coefficients[i] = counts_[i] == 0 ? 0.0F : static_cast<float>(weights[i] / counts_[i]);
  }
  dataset::TableList added;
  for (const std::vector<float>& table : degrees) added.emplace_back(table.size());
  meter_.gradients(coefficients, std::vector<std::span<const float>>(degrees.begin(), degrees.end()),
                   std::vector<std::span<float>>(added.begin(), added.end()));
  for (std::size_t i = 0; i < added.size(); ++i) {
    for (std::size_t k = 0; k < added[i].size(); ++k) (*gradients)[i][k] += added[i][k];
  }
  return sum;
}

double RuleTruth::add_to_loss(const dataset::Graph& graph, std::span<const double> weights,
                              const dataset::TableList& preactivations, dataset::TableList& gradients) {
  const Vocabulary& vocabulary = graph.dataset.tables.vocabulary();
  dataset::TableList degrees;
  dataset::TableList slopes;
  for (std::size_t i = 0; i < preactivations.size(); ++i) {
    degrees.push_back(nn::probabilities(vocabulary, graph.schema(i), preactivations[i]));
    slopes.emplace_back(degrees[i].size());
  }
  const double sum = add(weights, degrees, &slopes);
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    nn::chain_to_preactivations(vocabulary, graph.schema(i), degrees[i], slopes[i]);
    for (std::size_t k = 0; k < slopes[i].size(); ++k) gradients[i][k] -= slopes[i][k];
  }
  return sum;
}

}  // namespace kenn::infer
