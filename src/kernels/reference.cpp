// The readable kernels, straight from the formula: every fast path is tested against them.
#include "kernels/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kenn::kernels {

namespace {

template <typename Number>
Number& cell(const ReferenceTable<Number>& table, Row row, std::uint32_t column) {
  return table.values[row * table.columns + column];
}

// v_i = z for a positive literal and -z for a negated one.
template <typename Number>
std::vector<Number> literal_values(const ReferenceGroup& group, const ReferenceClause& clause,
                                   const Row* rows, std::span<const ReferenceTable<const Number>> inputs) {
  std::vector<Number> values;
  for (const ReferenceLiteral& literal : clause.literals) {
    const Number z = cell(inputs[group.slots[literal.slot].table], rows[literal.slot], literal.column);
    values.push_back(literal.positive ? z : -z);
  }
  return values;
}

// What a grounding of a clause gives its literals: each gets weight * residual * share.
template <typename Number>
struct Split {
  std::vector<Number> shares;
  std::vector<Number> truths;  // how much the residual falls with v; 0 where it does not
  Number residual = 1;
};

// softmax(v), or 1 for the first of the greatest.
template <typename Number>
std::vector<Number> shares_of(const std::vector<Number>& values, Boost boost) {
  const auto greatest = std::max_element(values.begin(), values.end());
  std::vector<Number> shares(values.size());
  if (boost == Boost::godel) {
    shares[static_cast<std::size_t>(greatest - values.begin())] = 1;
    return shares;
  }
  Number sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += shares[i] = std::exp(values[i] - *greatest);
  for (Number& share : shares) share /= sum;
  return shares;
}

bool is_same_atom(const ReferenceGroup& group, const Row* rows, const ReferenceLiteral& left,
                  const ReferenceLiteral& right) {
  return group.slots[left.slot].table == group.slots[right.slot].table &&
         rows[left.slot] == rows[right.slot] && left.column == right.column;
}

// The residual is 1 - t, the product of 1 - sigma(v). An atom counts once, whatever literals speak of it: its
// later ones get v = minus infinity, which is a literal that is not there. With both signs t is 1.
template <typename Number>
Split<Number> split(const ReferenceGroup& group, const ReferenceClause& clause, const Row* rows,
                    std::span<const ReferenceTable<const Number>> inputs, Boost boost) {
  std::vector<Number> values = literal_values<Number>(group, clause, rows, inputs);
  Split<Number> result{{}, std::vector<Number>(values.size()), 1};
  if (boost != Boost::residual) {
    result.shares = shares_of(values, boost);
    return result;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_same_atom(group, rows, clause.literals[i], clause.literals[j])) continue;
      if (clause.literals[i].positive != clause.literals[j].positive) result.residual = 0;
      values[i] = -std::numeric_limits<Number>::infinity();
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.truths[i] = 1 / (1 + std::exp(-values[i]));
    result.residual *= 1 / (1 + std::exp(values[i]));
  }
  result.shares = shares_of(values, boost);
  return result;
}

// Calls visit(group, clause, rows) for every grounding of every clause.
template <typename Visit>
void for_each_instance(std::span<const ReferenceGroup> groups, Visit visit) {
  for (const ReferenceGroup& group : groups) {
    const std::size_t width = group.slots.size();
    for (std::size_t first = 0; first < group.rows.size(); first += width) {
      for (const ReferenceClause& clause : group.clauses) visit(group, clause, &group.rows[first]);
    }
  }
}

}  // namespace

// delta_i = s_i w r share_i
template <typename Number>
void reference_forward(std::span<const ReferenceGroup> groups, Boost boost, std::span<const Number> weights,
                       std::span<const ReferenceTable<const Number>> inputs,
                       std::span<const ReferenceTable<Number>> outputs) {
  for_each_instance(groups, [&](const ReferenceGroup& group, const ReferenceClause& clause, const Row* rows) {
    const auto [shares, truths, residual] = split<Number>(group, clause, rows, inputs, boost);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const ReferenceLiteral& literal = clause.literals[i];
      const ReferenceSlot& slot = group.slots[literal.slot];
      if (!slot.is_changed) continue;
      const Number sign = literal.positive ? 1 : -1;
      cell(outputs[slot.table], rows[literal.slot], literal.column) +=
          sign * weights[clause.weight] * residual * shares[i];
    }
  });
}

// With m = sum_i s_i g_i share_i:  dL/dw = r m,  dL/dz_j = s_j w r (share_j (s_j g_j - m) - m sigma(v_j)),
// the last term for `residual` alone; of `godel` only the first.
template <typename Number>
void reference_backward(std::span<const ReferenceGroup> groups, Boost boost, std::span<const Number> weights,
                        std::span<const ReferenceTable<const Number>> inputs,
                        std::span<const ReferenceTable<const Number>> output_gradients,
                        std::span<const ReferenceTable<Number>> input_gradients,
                        std::span<Number> weight_gradients) {
  for_each_instance(groups, [&](const ReferenceGroup& group, const ReferenceClause& clause, const Row* rows) {
    const auto [shares, truths, residual] = split<Number>(group, clause, rows, inputs, boost);
    std::vector<Number> gradients(shares.size());  // s_i g_i; 0 for what is not changed
    Number mean = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const ReferenceLiteral& literal = clause.literals[i];
      const ReferenceSlot& slot = group.slots[literal.slot];
      if (!slot.is_changed) continue;
      const Number gradient = cell(output_gradients[slot.table], rows[literal.slot], literal.column);
      gradients[i] = literal.positive ? gradient : -gradient;
      mean += gradients[i] * shares[i];
    }
    weight_gradients[clause.weight] += residual * mean;
    if (boost == Boost::godel) return;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const ReferenceLiteral& literal = clause.literals[i];
      const ReferenceSlot& slot = group.slots[literal.slot];
      if (!slot.is_changed) continue;
      const Number sign = literal.positive ? 1 : -1;
      cell(input_gradients[slot.table], rows[literal.slot], literal.column) +=
          sign * weights[clause.weight] * residual * (shares[i] * (gradients[i] - mean) - mean * truths[i]);
    }
  });
}

template void reference_forward<float>(std::span<const ReferenceGroup>, Boost, std::span<const float>,
                                       std::span<const ReferenceTable<const float>>,
                                       std::span<const ReferenceTable<float>>);
template void reference_forward<double>(std::span<const ReferenceGroup>, Boost, std::span<const double>,
                                        std::span<const ReferenceTable<const double>>,
                                        std::span<const ReferenceTable<double>>);
template void reference_backward<float>(std::span<const ReferenceGroup>, Boost, std::span<const float>,
                                        std::span<const ReferenceTable<const float>>,
                                        std::span<const ReferenceTable<const float>>,
                                        std::span<const ReferenceTable<float>>, std::span<float>);
template void reference_backward<double>(std::span<const ReferenceGroup>, Boost, std::span<const double>,
                                         std::span<const ReferenceTable<const double>>,
                                         std::span<const ReferenceTable<const double>>,
                                         std::span<const ReferenceTable<double>>, std::span<double>);

}  // namespace kenn::kernels
