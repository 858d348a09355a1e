// The enhancer in plain code, in float or double: for gradient checks, and as the measure of the fast one.
#include "engine/reference_enhancer.h"

#include <utility>

#include "engine/boost.h"

namespace kenn::engine {

namespace {

kernels::ReferenceGroup write_out(const plan::GroundingGroup& group, const PlanData& plan) {
  kernels::ReferenceGroup result;
  const auto degrees_after = static_cast<std::uint32_t>(plan.predicted.size());
  for (const plan::GroupSlot& slot : group.slots) {
    result.slots.push_back({slot.is_degree ? degrees_after + slot.table : slot.table, !slot.is_degree});
  }
  for (const plan::ClauseBlock& block : group.blocks) {
    for (std::size_t i = 0; i < block.clauses.size(); ++i) {
      kernels::ReferenceClause clause{block.clauses[i], {}};
      for (const auto& literal : block.literals) {
        clause.literals.push_back({literal.slot, literal.columns[i], literal.positive});
      }
      result.clauses.push_back(std::move(clause));
    }
  }
  result.rows = plan::expand_groundings(group, plan);
  return result;
}

// The mean of a group in every row of a table.
template <typename Number>
std::vector<Number> means_of(const plan::ExclusiveColumns& group, std::size_t columns,
                             const std::vector<Number>& values) {
  std::vector<Number> means;
  for (std::size_t row = 0; row < values.size(); row += columns) {
    Number sum = 0;
    for (const std::uint32_t column : group.columns) {
      sum += values[row + column] / static_cast<Number>(group.columns.size());
    }
    means.push_back(sum);
  }
  return means;
}

// Adds a number to all cells of a group in every row of a table.
template <typename Number>
void add_to_rows(const plan::ExclusiveColumns& group, std::size_t columns, const std::vector<Number>& numbers,
                 Number sign, std::vector<Number>& values) {
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    for (const std::uint32_t column : group.columns) values[row * columns + column] += sign * numbers[row];
  }
}

}  // namespace

template <typename Number>
ReferenceEnhancer<Number>::ReferenceEnhancer(const Plan& plan, const EnhanceOptions& options)
    : options_(options), clause_count_(plan.weights().size()) {
  const PlanData& data = plan.data();
  if (options.center) exclusive_ = data.exclusive;
  for (const PredictedTable& table : data.predicted) columns_.push_back(table.columns.size());
  for (const auto& degrees : data.degrees) degrees_.emplace_back(degrees.begin(), degrees.end());
  std::vector<kernels::ReferenceGroup> first;
  std::vector<kernels::ReferenceGroup> second;
  for (const plan::GroundingGroup& group : data.groups) {
    const bool is_early = options.order == Order::sequential && group.is_about_one_object;
    (is_early ? first : second).push_back(write_out(group, data));
  }
  if (!first.empty()) stages_.push_back(std::move(first));
  if (!second.empty()) stages_.push_back(std::move(second));
}

template <typename Number>
std::span<const Number> ReferenceEnhancer<Number>::weights_of(std::span<const Number> weights,
                                                              std::size_t pass) const {
  return weights.subspan(pass / stages_.size() * clause_count_, clause_count_);
}

template <typename Number>
std::vector<kernels::ReferenceTable<const Number>> ReferenceEnhancer<Number>::views(
    const Tables& tables) const {
  std::vector<kernels::ReferenceTable<const Number>> views;
  for (std::size_t i = 0; i < tables.size(); ++i) views.push_back({tables[i].data(), columns_[i]});
  for (const auto& degrees : degrees_) views.push_back({degrees.data(), 1});
  return views;
}

template <typename Number>
std::vector<kernels::ReferenceTable<Number>> ReferenceEnhancer<Number>::views(Tables& tables) const {
  std::vector<kernels::ReferenceTable<Number>> views;
  for (std::size_t i = 0; i < tables.size(); ++i) views.push_back({tables[i].data(), columns_[i]});
  return views;
}

template <typename Number>
typename ReferenceEnhancer<Number>::Tables ReferenceEnhancer<Number>::forward_pass(
    std::size_t pass, std::span<const Number> weights, const Tables& inputs) const {
  Tables outputs = inputs;
  kernels::reference_forward<Number>(stages_[pass % stages_.size()], kernel_boost(options_.boost),
                                     weights_of(weights, pass), views(inputs), views(outputs));
  return outputs;
}

template <typename Number>
typename ReferenceEnhancer<Number>::Tables ReferenceEnhancer<Number>::forward(
    std::span<const Number> weights, const Tables& preactivations) const {
  Tables values = centered(preactivations);
  for (std::size_t pass = 0; pass < pass_count(); ++pass) values = forward_pass(pass, weights, values);
  for (const plan::ExclusiveColumns& group : exclusive_) {
    const std::size_t columns = columns_[group.table];
    add_to_rows(group, columns, means_of(group, columns, preactivations[group.table]), Number{1},
                values[group.table]);
  }
  return values;
}

template <typename Number>
typename ReferenceEnhancer<Number>::Tables ReferenceEnhancer<Number>::centered(const Tables& tables) const {
  Tables values = tables;
  for (const plan::ExclusiveColumns& group : exclusive_) {
    const std::size_t columns = columns_[group.table];
    add_to_rows(group, columns, means_of(group, columns, tables[group.table]), Number{-1},
                values[group.table]);
  }
  return values;
}

// Centring subtracts the mean from the gradients too; that of the outputs comes back with the mean.
template <typename Number>
typename ReferenceEnhancer<Number>::Gradients ReferenceEnhancer<Number>::backward(
    std::span<const Number> weights, const Tables& preactivations, const Tables& output_gradients) const {
  std::vector<Tables> inputs{centered(preactivations)};
  for (std::size_t pass = 0; pass + 1 < pass_count(); ++pass) {
    inputs.push_back(forward_pass(pass, weights, inputs.back()));
  }
  Gradients gradients{output_gradients, std::vector<Number>(weights.size())};
  for (std::size_t pass = pass_count(); pass-- > 0;) {
    const Tables outer = gradients.inputs;
    const std::span<Number> all(gradients.weights);
    kernels::reference_backward<Number>(stages_[pass % stages_.size()], kernel_boost(options_.boost),
                                        weights_of(weights, pass), views(std::as_const(inputs[pass])),
                                        views(outer), views(gradients.inputs),
                                        all.subspan(pass / stages_.size() * clause_count_, clause_count_));
  }
  gradients.inputs = centered(gradients.inputs);
  for (const plan::ExclusiveColumns& group : exclusive_) {
    const std::size_t columns = columns_[group.table];
    add_to_rows(group, columns, means_of(group, columns, output_gradients[group.table]), Number{1},
                gradients.inputs[group.table]);
  }
  return gradients;
}

template class ReferenceEnhancer<float>;
template class ReferenceEnhancer<double>;

}  // namespace kenn::engine
