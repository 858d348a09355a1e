// The public face of the enhancer: checks of what callers pass, mean truth, and the short forms.
#include <kenn/enhance.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "engine/truth_pieces.h"
#include "engine/work.h"

namespace kenn {

// -------------------------------------------------------------------------------------------------- checks

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::data, message);
}

bool overlap(std::span<const float> left, std::span<const float> right) {
  const std::less<> before;
  return !left.empty() && !right.empty() && before(left.data(), right.data() + right.size()) &&
         before(right.data(), left.data() + left.size());
}

}  // namespace

template <typename Number>
void Enhancer::Work::check_sizes(TableValues<Number> values, const char* what) const {
  if (values.size() != tables_.size()) {
    fail(std::string(what) + " of " + std::to_string(values.size()) + " tables; the plan predicts " +
         std::to_string(tables_.size()));
  }
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (values[i].size() == tables_[i].size()) continue;
    fail("table '" + tables_[i].name + "' has " + std::to_string(tables_[i].rows) + " rows of " +
         std::to_string(columns(i)) + " columns, but " + std::to_string(values[i].size()) + " " + what);
  }
}

template void Enhancer::Work::check_sizes(TableValues<float> values, const char* what) const;
template void Enhancer::Work::check_sizes(TableValues<const float> values, const char* what) const;

void Enhancer::Work::check_weights(std::span<const float> weights) const {
  const std::size_t clauses = plan_.weights().size();
  if (weights.size() != clauses * options_.layers) {
    fail(std::to_string(weights.size()) + " weights for " + std::to_string(clauses) + " clauses and " +
         std::to_string(options_.layers) + " layers");
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= 0 && weights[i] <= static_cast<float>(largest_weight)) continue;
    fail("the weight of clause '" + plan_.clause_names()[i % clauses] + "' in layer " +
         std::to_string(i / clauses + 1) + " is " + std::to_string(weights[i]) + ", not between 0 and 500");
  }
}

void Enhancer::Work::check_no_overlap(TableValues<const float> inputs, TableValues<float> outputs) const {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    for (std::size_t j = 0; j < tables_.size(); ++j) {
      if (overlap(inputs[i], outputs[j])) {
        fail("the results of table '" + tables_[j].name + "' overlap the values of table '" +
             tables_[i].name + "'");
      }
    }
  }
}

// Names the first value that is not finite.
void Enhancer::Work::fail_not_finite() const {
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    for (std::size_t i = 0; i < tables_[table].size(); ++i) {
      const float value = given_[table][i];
      if (std::isfinite(value)) continue;
      fail("table '" + tables_[table].name + "', row " + std::to_string(i / columns(table)) + ", column '" +
           tables_[table].columns[i % columns(table)] + "': the preactivation is " +
           (std::isnan(value) ? "not a number" : "infinite"));
    }
  }
  fail("a preactivation is not finite");
}

// --------------------------------------------------------------------------------------------------- truth

// Sums of the truth of all groundings of a round, by place of the clause.
void Enhancer::Work::add_truths(const engine::Round& round, std::span<double> sums) {
  set_views(round, memory_of(0));
  engine::add_pieces(
      *threads_, round, sums, [&](const engine::TruthPiece& piece, double* of_piece, std::uint32_t thread) {
        kernels::add_truth(pass_, *piece.list, piece.first, piece.last, of_piece, scratch_[thread]);
      });
}

std::vector<double> Enhancer::Work::mean_truth(TableValues<const float> preactivations) {
  check_sizes(preactivations, "preactivations");
  point_to_inputs(0, preactivations);
  for (const PredictedTable& table : tables_) {
    const auto number = static_cast<std::uint32_t>(&table - tables_.data());
    if (!kernels::all_finite(cells(given_[number], {number, 0, table.columns.size()}, 0, table.rows))) {
      fail_not_finite();
    }
  }
  center(preactivations);
  is_centered_ = false;
  std::vector<double> means(plan_.weights().size(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<std::uint64_t> groundings = plan_.groundings_of_clauses();
  for (const auto& stage : stages_) {
    std::vector<double> sums(stage->clauses().size());
    memory_of(0).forget();
    prepare(stage->truth(), memory_of(0), {true, false, Check::none});
    for (const auto& round : stage->truth().rounds) add_truths(*round, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::size_t clause = stage->clauses()[i];
      if (clause == engine::Stage::no_clause || groundings[clause] == 0) continue;
      means[clause] = sums[i] / static_cast<double>(groundings[clause]);
    }
  }
  return means;
}

// ------------------------------------------------------------------------------------------------ Enhancer

Enhancer::Enhancer(Plan plan, const EnhanceOptions& options) {
  if (options.layers == 0) fail("an enhancer needs at least one layer");
  work_ = std::make_unique<Work>(std::move(plan), options);
}

Enhancer::~Enhancer() = default;
Enhancer::Enhancer(Enhancer&&) noexcept = default;
Enhancer& Enhancer::operator=(Enhancer&&) noexcept = default;

void Enhancer::forward(std::span<const float> weights, TableValues<const float> preactivations,
                       TableValues<float> outputs) {
  work_->forward(weights, preactivations, outputs);
}

void Enhancer::backward(std::span<const float> weights, TableValues<const float> preactivations,
                        TableValues<const float> output_gradients, TableValues<float> input_gradients,
                        std::span<float> weight_gradients) {
  work_->backward(weights, preactivations, output_gradients, input_gradients, weight_gradients);
}

std::vector<double> Enhancer::mean_truth(TableValues<const float> preactivations) {
  return work_->mean_truth(preactivations);
}

const Plan& Enhancer::plan() const {
  return work_->plan();
}

const EnhanceOptions& Enhancer::options() const {
  return work_->options();
}

std::uint64_t Enhancer::bytes() const {
  return work_->bytes();
}

void enhance(const Plan& plan, std::span<const float> weights, TableValues<const float> preactivations,
             TableValues<float> outputs, const EnhanceOptions& options) {
  Enhancer(plan, options).forward(weights, preactivations, outputs);
}

void enhance(const Plan& plan, std::span<const float> weights, std::span<const float> preactivations,
             std::span<float> outputs, const EnhanceOptions& options) {
  enhance(plan, weights, TableValues<const float>(&preactivations, 1), TableValues<float>(&outputs, 1),
          options);
}

std::vector<float> initial_weights(const Plan& plan, std::uint32_t layers, Boost boost) {
  std::vector<float> weights;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (const Weight& weight : plan.weights()) {
      weights.push_back(static_cast<float>(weight.learned ? default_weight(boost) : weight.value));
    }
  }
  return weights;
}

}  // namespace kenn
