// The oracle: groundings, changes, gradients and truths straight from their definitions, in double precision.
#include "engine/brute_force.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/ground.h"

namespace kenn::test {

namespace {

// Clauses of unary atoms that all speak of one variable, or all of one constant (of one type).
bool is_about_one_object(const Clause& clause, const Vocabulary& vocabulary) {
  const auto is_unary = [](const Literal& literal) {
    return !literal.is_equality() && literal.arguments.size() == 1;
  };
  const auto type_of = [&](const Literal& literal) {
    return vocabulary.predicates[literal.predicate].argument_types.front();
  };
  const Literal& first = clause.literals.front();
  return is_unary(first) &&
         std::all_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& literal) {
           return is_unary(literal) && literal.arguments == first.arguments &&
                  type_of(literal) == type_of(first);
         });
}

std::vector<double> signed_values(const Grounding& grounding, std::span<const double> cells) {
  std::vector<double> values;
  for (const GroundLiteral& literal : grounding.literals)
    values.push_back(literal.cell == no_cell ? literal.constant : literal.sign * cells[literal.cell]);
  return values;
}

std::vector<double> softmax(std::vector<double> values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - largest);
  for (double& value : values) value /= sum;
  return values;
}

std::vector<double> argmax(const std::vector<double>& values) {
  std::vector<double> shares(values.size());
  shares[static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin())] = 1;
  return shares;
}

std::vector<double> shares_of(Boost boost, const std::vector<double>& values) {
  return boost == Boost::softmax ? softmax(values) : argmax(values);
}

// How far the truest literal is ahead of the others.
double lead_of(std::vector<double> values) {
  if (values.size() == 1) return std::numeric_limits<double>::infinity();
  std::sort(values.begin(), values.end(), std::greater<>());
  return values[0] - values[1];
}

double largest_doubt(const Grounding& grounding, const Estimate& state) {
  double doubt = 0;
  for (const GroundLiteral& literal : grounding.literals)
    if (literal.cell != no_cell) doubt = std::max(doubt, state.doubt[literal.cell]);
  return doubt;
}

// How far a share can be off when every value can be off by `doubt`.
double doubt_of_share(Boost boost, double share, double doubt) {
  return boost == Boost::godel ? 0 : std::min(1.0, share * std::expm1(2 * doubt));
}

// What one grounding does in one stage.
struct Change {
  std::vector<double> shares;
  std::vector<double> doubts;  // of the shares
};

Change change_of(const Grounding& grounding, Boost boost, const Estimate& state) {
  Change change{shares_of(boost, signed_values(grounding, state.value)), {}};
  const double doubt = largest_doubt(grounding, state);
  for (const double share : change.shares) change.doubts.push_back(doubt_of_share(boost, share, doubt));
  return change;
}

// Adds what one grounding changes, given the state before the stage.
void add_change(const Grounding& grounding, const Change& change, double weight, double rounding,
                Estimate& result) {
  for (std::size_t i = 0; i < grounding.literals.size(); ++i) {
    const GroundLiteral& literal = grounding.literals[i];
    if (literal.cell == no_cell) continue;
    result.value[literal.cell] += literal.sign * weight * change.shares[i];
    result.scale[literal.cell] += weight * change.shares[i];
    result.doubt[literal.cell] += weight * (change.doubts[i] + rounding * change.shares[i]);
  }
}

// The rounding of z + change: never more than the change.
void add_rounding(const Estimate& before, double rounding, Estimate& after) {
  for (std::size_t cell = 0; cell < after.value.size(); ++cell) {
    after.doubt[cell] +=
        std::min(rounding * std::abs(after.value[cell]), after.scale[cell] - before.scale[cell]);
  }
}

// Adds the gradients that pass through one grounding. With g_i the gradients of its signed changes,
//     d/dw   = sum_i p_i g_i
//     d/dv_j = w p_j (g_j - sum_i p_i g_i)       (0 with the godel boost: shares are constant almost
//     everywhere)
void add_gradients(const Grounding& grounding, const Change& change, Boost boost, double weight,
                   double rounding, const Estimate& output, std::size_t weight_index, Backward& result) {
  const std::size_t count = grounding.literals.size();
  std::vector<double> gradients(count), doubts(count);
  double mean = 0, absolute_mean = 0, doubt_of_mean = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const GroundLiteral& literal = grounding.literals[i];
    if (literal.cell == no_cell) continue;
    gradients[i] = literal.sign * output.value[literal.cell];
    doubts[i] = output.doubt[literal.cell];
    mean += change.shares[i] * gradients[i];
    absolute_mean += change.shares[i] * std::abs(gradients[i]);
    doubt_of_mean += change.shares[i] * (doubts[i] + rounding * std::abs(gradients[i])) +
                     change.doubts[i] * std::abs(gradients[i]);
  }
  result.weights.value[weight_index] += mean;
  result.weights.scale[weight_index] += absolute_mean;
  result.weights.doubt[weight_index] += doubt_of_mean;
  if (boost == Boost::godel) return;
  for (std::size_t j = 0; j < count; ++j) {
    const GroundLiteral& literal = grounding.literals[j];
    if (literal.cell == no_cell) continue;
    const double size = std::abs(gradients[j]) + absolute_mean;
    result.cells.value[literal.cell] += literal.sign * weight * change.shares[j] * (gradients[j] - mean);
    result.cells.scale[literal.cell] += weight * change.shares[j] * size;
    result.cells.doubt[literal.cell] += weight * (change.doubts[j] + rounding * change.shares[j]) * size +
                                        weight * change.shares[j] * (doubts[j] + doubt_of_mean);
  }
}

Estimate exact(std::span<const double> values) {
  return {
      {values.begin(), values.end()}, std::vector<double>(values.size()), std::vector<double>(values.size())};
}

}  // namespace

double tolerance(const Estimate& estimate, std::size_t index) {
  return 1e-5 * std::max({1.0, std::abs(estimate.value[index]), estimate.scale[index]}) +
         estimate.doubt[index];
}

BruteForce::BruteForce(const Knowledge& knowledge, const World& world, Enumeration enumeration)
    : tables_(predicted_tables(knowledge, world)),
      groundings_(ground(knowledge, world, tables_, enumeration)) {
  for (const Clause& clause : knowledge.clauses())
    about_one_object_.push_back(is_about_one_object(clause, knowledge.vocabulary()));
}

std::size_t BruteForce::cell_count() const {
  return tables_.empty() ? 0 : tables_.back().first_cell + tables_.back().size();
}

std::vector<std::uint64_t> BruteForce::groundings_of_clauses() const {
  std::vector<std::uint64_t> counts(about_one_object_.size());
  for (const Grounding& grounding : groundings_) ++counts[grounding.clause];
  return counts;
}

std::vector<BruteForce::Stage> BruteForce::stages_of(const Semantics& semantics) const {
  std::vector<Stage> stages;
  for (std::size_t layer = 0; layer < semantics.layers; ++layer) {
    if (semantics.order == Order::parallel) {
      stages.push_back({layer, std::vector<bool>(about_one_object_.size(), true)});
    } else {
      stages.push_back({layer, about_one_object_});
      stages.push_back({layer, about_one_object_});
      stages.back().takes_part.flip();
    }
  }
  return stages;
}

Forward BruteForce::forward(const Semantics& semantics, std::span<const double> weights,
                            std::span<const double> cells) const {
  Forward result{{exact(cells)}, false};
  for (const Stage& stage : stages_of(semantics)) {
    const Estimate& before = result.states.back();
    Estimate after = before;
    for (const Grounding& grounding : groundings_) {
      if (!stage.takes_part[grounding.clause]) continue;
      const double weight = weights[stage.layer * about_one_object_.size() + grounding.clause];
      const Change change = change_of(grounding, semantics.boost, before);
      add_change(grounding, change, weight, semantics.rounding, after);
      const double doubt = largest_doubt(grounding, before);
      if (doubt > 0 && semantics.boost == Boost::godel)
        result.ambiguous = result.ambiguous || lead_of(signed_values(grounding, before.value)) < 2 * doubt;
    }
    add_rounding(before, semantics.rounding, after);
    result.states.push_back(std::move(after));
  }
  return result;
}

Backward BruteForce::backward(const Semantics& semantics, std::span<const double> weights,
                              const Forward& forward, std::span<const double> output_gradients) const {
  const std::vector<Stage> stages = stages_of(semantics);
  Backward result{exact(output_gradients), exact(std::vector<double>(weights.size()))};
  for (std::size_t index = stages.size(); index-- > 0;) {
    const Stage& stage = stages[index];
    const Estimate output = result.cells;
    for (const Grounding& grounding : groundings_) {
      if (!stage.takes_part[grounding.clause]) continue;
      const std::size_t weight_index = stage.layer * about_one_object_.size() + grounding.clause;
      const Change change = change_of(grounding, semantics.boost, forward.states[index]);
      add_gradients(grounding, change, semantics.boost, weights[weight_index], semantics.rounding, output,
                    weight_index, result);
    }
  }
  return result;
}

std::vector<double> BruteForce::mean_truth(std::span<const double> cells) const {
  std::vector<double> sums(about_one_object_.size());
  for (const Grounding& grounding : groundings_) {
    const std::vector<double> values = signed_values(grounding, cells);
    sums[grounding.clause] += 1 / (1 + std::exp(-*std::max_element(values.begin(), values.end())));
  }
  const std::vector<std::uint64_t> counts = groundings_of_clauses();
  for (std::size_t clause = 0; clause < sums.size(); ++clause)
    sums[clause] /= static_cast<double>(counts[clause]);  // 0 / 0 is NaN, as it should be
  return sums;
}

}  // namespace kenn::test
