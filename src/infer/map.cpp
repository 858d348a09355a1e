// The most probable predictions under rules: MAP inference by gradient.
#include "infer/map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dataset/known_atoms.h"
#include "infer/exactly_one.h"
#include "nn/adam.h"
#include "nn/column_groups.h"
#include "nn/probabilities.h"

namespace kenn::infer {

namespace {

constexpr float free_steepness = 10;       // of the truth degrees of free variables
constexpr float known_preactivation = 16;  // of atoms that labels are about: a probability of 1 - 1e-7

float logistic_of(float value) {
  return 1 / (1 + std::exp(-value));
}

class MapSearch {
 public:
  MapSearch(const dataset::Graph& graph, const MapOptions& options, std::span<const double> weights,
            const dataset::TableList& preactivations, std::uint32_t threads)
      : graph_(graph),
        options_(options),
        weights_(weights),
        network_(preactivations),
        rules_(graph, options.conorm, options.mean, threads),
        variables_(preactivations) {
    for (std::size_t i = 0; i < network_.size(); ++i) {
      priors_.push_back(nn::probabilities(vocabulary(), graph.schema(i), network_[i]));
      known_.push_back(options.keeps_labels ? dataset::known_atoms(graph, i)
                                            : std::vector<float>(network_[i].size(), -1.0F));
      if (is_free()) variables_[i].assign(network_[i].size(), 0.5F);
      optimisers_.emplace_back(network_[i].size(),
                               nn::AdamOptions{options.learning_rate, options.epsilon, 0, true});
      atoms_ += static_cast<double>(network_[i].size());
    }
  }

  MapResult run() {
    MapResult result;
    for (std::uint32_t step = 0; step <= options_.steps; ++step) {
      degrees_of_variables();
      const double objective = measure();
      if (step == 0) result.first_objective = objective;
      if (step == 0 || objective > result.objective) {
        result.objective = objective;
        result.preactivations = assignment();
      }
      if (step < options_.steps) climb(static_cast<double>(step) / options_.steps);
    }
    return result;
  }

 private:
  [[nodiscard]] bool is_free() const { return options_.variables == MapVariables::free; }
  [[nodiscard]] const Vocabulary& vocabulary() const { return graph_.dataset.tables.vocabulary(); }

  void degrees_of_variables() {
    degrees_.resize(variables_.size());
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (is_free()) {
        degrees_[i].resize(variables_[i].size());
        for (std::size_t k = 0; k < variables_[i].size(); ++k) {
          degrees_[i][k] = logistic_of(free_steepness * (variables_[i][k] - 0.5F));
        }
      } else {
        degrees_[i] = nn::probabilities(vocabulary(), graph_.schema(i), variables_[i]);
      }
      for (std::size_t k = 0; k < known_[i].size(); ++k) {
        if (known_[i][k] >= 0) degrees_[i][k] = known_[i][k];
      }
    }
  }

  // The objective with exactly-one as it is in the end.
  double measure() {
    double prior = 0;
    for (std::size_t i = 0; i < degrees_.size(); ++i) {
      for (std::size_t k = 0; k < degrees_[i].size(); ++k) {
        const auto degree = static_cast<double>(degrees_[i][k]);
        const double distance = static_cast<double>(priors_[i][k]) - degree;
        prior += options_.prior == MapPrior::linear ? static_cast<double>(network_[i][k]) * degree
                                                    : -distance * distance;
      }
    }
    return rules_.add(weights_, degrees_, nullptr) + options_.prior_weight * prior / std::max(atoms_, 1.0) +
           add_exactly_one(options_.exactly_one, nullptr);
  }

  // One step uphill. `progress` goes from 0 to 1.
  void climb(double progress) {
    dataset::TableList gradients;
    for (const std::vector<float>& table : degrees_) gradients.emplace_back(table.size());
    rules_.add(weights_, degrees_, &gradients);
    for (std::size_t i = 0; i < degrees_.size(); ++i) {
      const double scale = options_.prior_weight / std::max(atoms_, 1.0);
      for (std::size_t k = 0; k < degrees_[i].size(); ++k) {
        const double slope = options_.prior == MapPrior::linear
                                 ? static_cast<double>(network_[i][k])
                                 : 2 * static_cast<double>(priors_[i][k] - degrees_[i][k]);
        gradients[i][k] += static_cast<float>(scale * slope);
      }
    }
    add_exactly_one(options_.exactly_one * progress, &gradients);
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      to_variables(i, gradients[i]);
      optimisers_[i].step(variables_[i], gradients[i]);
    }
  }

  // The weighted mean over rows and exclusive groups of how true it is that exactly one holds.
  double add_exactly_one(double weight, dataset::TableList* gradients) {
    if (weight == 0) return 0;
    double total = 0;
    for (std::size_t i = 0; i < degrees_.size(); ++i) {
      const std::size_t width = graph_.schema(i).columns.size();
      const double scale = weight * static_cast<double>(width) /
                           static_cast<double>(std::max<std::size_t>(degrees_[i].size(), 1));
      for (const nn::ColumnGroup& group : nn::column_groups(vocabulary(), graph_.schema(i))) {
        if (!group.is_exclusive) continue;
        group_degrees_.resize(group.columns.size());
        group_slopes_.resize(gradients == nullptr ? 0 : group.columns.size());
        for (std::size_t first = 0; first < degrees_[i].size(); first += width) {
          std::transform(group.columns.begin(), group.columns.end(), group_degrees_.begin(),
                         [&](std::uint32_t column) { return degrees_[i][first + column]; });
          total += scale * exactly_one_(group_degrees_, group_slopes_);
          for (std::size_t k = 0; k < group_slopes_.size(); ++k) {
            (*gradients)[i][first + group.columns[k]] += static_cast<float>(scale * group_slopes_[k]);
          }
        }
      }
    }
    return total;
  }

  // Gradients by degrees become those downhill by variables; atoms that are known have none.
  void to_variables(std::size_t table, std::vector<float>& gradients) {
    for (std::size_t k = 0; k < gradients.size(); ++k) {
      if (known_[table][k] >= 0) gradients[k] = 0;
    }
    if (is_free()) {
      for (std::size_t k = 0; k < gradients.size(); ++k) {
        gradients[k] *= free_steepness * degrees_[table][k] * (1 - degrees_[table][k]);
      }
    } else {
      nn::chain_to_preactivations(vocabulary(), graph_.schema(table), degrees_[table], gradients);
    }
    for (std::size_t k = 0; k < gradients.size(); ++k)
      gradients[k] = known_[table][k] >= 0 ? 0 : -gradients[k];
  }

  [[nodiscard]] dataset::TableList assignment() const {
    dataset::TableList values = variables_;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t k = 0; k < values[i].size(); ++k) {
        if (is_free()) values[i][k] = free_steepness * (values[i][k] - 0.5F);
        if (known_[i][k] >= 0) values[i][k] = known_[i][k] > 0 ? known_preactivation : -known_preactivation;
      }
    }
    return values;
  }

  const dataset::Graph& graph_;
  MapOptions options_;
  std::span<const double> weights_;
  const dataset::TableList& network_;
  RuleTruth rules_;
  dataset::TableList variables_;
  dataset::TableList degrees_;
  dataset::TableList priors_;
  dataset::TableList known_;
  std::vector<nn::Adam> optimisers_;
  double atoms_ = 0;
  ExactlyOne exactly_one_;
  std::vector<double> group_degrees_;
  std::vector<double> group_slopes_;
};

}  // namespace

MapResult find_map(const dataset::Graph& graph, const MapOptions& options, std::span<const double> weights,
                   const dataset::TableList& preactivations, std::uint32_t threads) {
  return MapSearch(graph, options, weights, preactivations, threads).run();
}

}  // namespace kenn::infer
