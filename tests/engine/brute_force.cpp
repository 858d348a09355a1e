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

// What one grounding does in one stage: literal i changes by weight * residual * shares[i].
struct Change {
  std::vector<double> shares;
  std::vector<double> truths;  // by how much the residual falls with each value, relative to itself
  double residual = 1;
  double doubt = 0;  // how far any of these can be off, relative to itself

  [[nodiscard]] double doubt_of(double number) const { return std::min(1.0, number * doubt); }
};

// An atom counts once: of several literals about it with one sign only the first; with both signs the clause
// is true.
Change residual_change(const Grounding& grounding, std::vector<double> values) {
  Change change;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!grounding.literals[i].is_about_atom_of(grounding.literals[j])) continue;
      if (grounding.literals[i].sign != grounding.literals[j].sign) change.residual = 0;
      values[i] = -std::numeric_limits<double>::infinity();
    }
  }
  for (const double value : values) {
    change.residual *= 1 / (1 + std::exp(value));
    change.truths.push_back(1 / (1 + std::exp(-value)));
  }
  change.shares = softmax(values);
  return change;
}

Change change_of(const Grounding& grounding, Boost boost, const Estimate& state) {
  const std::vector<double> values = signed_values(grounding, state.value);
  const double doubt = largest_doubt(grounding, state);
  const double count = static_cast<double>(values.size());
  Change change;
  switch (boost) {
    case Boost::softmax:
      change = {softmax(values), std::vector<double>(values.size()), 1, std::expm1(2 * doubt)};
      break;
    case Boost::godel:
      change = {argmax(values), std::vector<double>(values.size()), 1, 0};
      break;
    case Boost::residual:
      change = residual_change(grounding, values);
      change.doubt = std::expm1((2 + count) * doubt);
      break;
  }
  return change;
}

// Adds what one grounding changes, given the state before the stage.
void add_change(const Grounding& grounding, const Change& change, double weight, double rounding,
                Estimate& result) {
  for (std::size_t i = 0; i < grounding.literals.size(); ++i) {
    const GroundLiteral& literal = grounding.literals[i];
    if (literal.cell == no_cell) continue;
    const double share = change.residual * change.shares[i];
    result.value[literal.cell] += literal.sign * weight * share;
    result.scale[literal.cell] += weight * share;
    result.doubt[literal.cell] += weight * (change.doubt_of(share) + rounding * share);
  }
}

// The rounding of z + change: never more than the change.
void add_rounding(const Estimate& before, double rounding, Estimate& after) {
  for (std::size_t cell = 0; cell < after.value.size(); ++cell) {
    after.doubt[cell] +=
        std::min(rounding * std::abs(after.value[cell]), after.scale[cell] - before.scale[cell]);
  }
}

// Adds the gradients that pass through one grounding. With g_i the gradients of its signed changes and G the
// sum of p_i g_i,
//     d/dw   = r G
//     d/dv_j = w r (p_j (g_j - G) - sigma_j G)
// where r is 1 and sigma_j is left out but for `residual`, and the second is 0 for `godel`, whose shares are
// constant almost everywhere.
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
                     change.doubt_of(change.shares[i]) * std::abs(gradients[i]);
  }
  result.weights.value[weight_index] += change.residual * mean;
  result.weights.scale[weight_index] += change.residual * absolute_mean;
  result.weights.doubt[weight_index] +=
      change.residual * doubt_of_mean + change.doubt_of(change.residual) * absolute_mean;
  if (boost == Boost::godel) return;
  for (std::size_t j = 0; j < count; ++j) {
    const GroundLiteral& literal = grounding.literals[j];
    if (literal.cell == no_cell) continue;
    const double share = change.residual * change.shares[j];
    const double fall = change.residual * change.truths[j];
    const double size = std::abs(gradients[j]) + absolute_mean;
    result.cells.value[literal.cell] += literal.sign * weight * (share * (gradients[j] - mean) - fall * mean);
    result.cells.scale[literal.cell] += weight * (share * size + fall * absolute_mean);
    result.cells.doubt[literal.cell] += weight * (change.doubt_of(share) + rounding * share) * size +
                                        weight * (change.doubt_of(fall) + rounding * fall) * absolute_mean +
                                        weight * share * (doubts[j] + doubt_of_mean) +
                                        weight * fall * doubt_of_mean;
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
      groundings_(ground(knowledge, world, tables_, enumeration)),
      exclusive_(exclusive_cells(knowledge, tables_)) {
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

void BruteForce::add_means(const Estimate& source, double sign, double rounding, Estimate& target) const {
  for (const std::vector<std::size_t>& group : exclusive_) {
    const double count = static_cast<double>(group.size());
    double mean = 0, scale = 0, doubt = 0;
    for (const std::size_t cell : group) {
      mean += source.value[cell] / count;
      scale += source.scale[cell] / count;
      doubt += (source.doubt[cell] + rounding * std::abs(source.value[cell])) / count;
    }
    for (const std::size_t cell : group) {
      doubt = std::max(doubt, rounding * std::abs(source.value[cell]));
    }
    for (const std::size_t cell : group) {
      target.value[cell] += sign * mean;
      target.scale[cell] += scale;
      target.doubt[cell] += doubt;
    }
  }
}

Forward BruteForce::forward(const Semantics& semantics, std::span<const double> weights,
                            std::span<const double> cells) const {
  Forward result{{exact(cells)}, false};
  if (semantics.center) add_means(exact(cells), -1, semantics.rounding, result.states.front());
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
  if (semantics.center) {
    Estimate output = result.output();
    add_means(exact(cells), 1, semantics.rounding, output);
    result.states.push_back(std::move(output));
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
  if (semantics.center) {
    const Estimate centered = result.cells;
    add_means(centered, -1, semantics.rounding, result.cells);
    add_means(exact(output_gradients), 1, semantics.rounding, result.cells);
  }
  return result;
}

std::vector<double> BruteForce::mean_truth(std::span<const double> given, bool center) const {
  Estimate centered = exact(given);
  if (center) add_means(exact(given), -1, 0, centered);
  const std::vector<double>& cells = centered.value;
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
