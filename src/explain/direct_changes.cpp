// What every clause adds to all logits by itself, while the others do what they do.
#include "explain/direct_changes.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "explain/evaluation.h"
#include "plan/plan_data.h"

namespace kenn::explain {

namespace {

// One layer of the model, pass by pass.
class Passes {
 public:
  Passes(const Context& context, const Plan& plan, const dataset::TableList& networks)
      : context_(context), enhancer_(plan, one_layer(context.source.options)) {
    set_stages(plan);
    inputs_.push_back(networks);
    if (context.source.options.center) center_tables(inputs_.front());
    for (std::size_t pass = 0; pass + 1 < pass_count(); ++pass) {
      std::vector<float> weights(clause_count());
      for (std::size_t clause = 0; clause < weights.size(); ++clause) weights[clause] = weight(pass, clause);
      inputs_.push_back(forward(weights, inputs_.back()));
    }
  }

  [[nodiscard]] std::size_t pass_count() const { return stages_.size() * context_.source.options.layers; }
  [[nodiscard]] std::size_t clause_count() const { return context_.source.knowledge.clauses().size(); }

  [[nodiscard]] float weight(std::size_t pass, std::size_t clause) const {
    if (!stages_[pass % stages_.size()][clause]) return 0;
    return context_.source.weights[pass / stages_.size() * clause_count() + clause];
  }

  // Adds what one clause changes in a pass to `sums`, which go over all logits of all tables.
  void add_changes(std::size_t pass, std::size_t clause, std::vector<double>& sums) {
    std::vector<float> weights(clause_count());
    weights[clause] = weight(pass, clause);
    if (weights[clause] == 0) return;
    const dataset::TableList after = forward(weights, inputs_[pass]);
    std::size_t next = 0;
    for (std::size_t table = 0; table < after.size(); ++table) {
      for (std::size_t i = 0; i < after[table].size(); ++i) {
        sums[next++] += static_cast<double>(after[table][i]) - static_cast<double>(inputs_[pass][table][i]);
      }
    }
  }

 private:
  static EnhanceOptions one_layer(EnhanceOptions options) {
    options.layers = 1;
    options.order = Order::parallel;
    options.center = false;
    options.gradients = false;
    return options;
  }

  void set_stages(const Plan& plan) {
    std::vector<bool> early(clause_count());
    for (const plan::GroundingGroup& group : plan.data().groups) {
      for (const plan::ClauseBlock& block : group.blocks) {
        for (const std::size_t clause : block.clauses) early[clause] = group.is_about_one_object;
      }
    }
    if (context_.source.options.order == Order::parallel) {
      stages_.emplace_back(clause_count(), true);
      return;
    }
    std::vector<bool> late = early;
    late.flip();
    stages_ = {std::move(early), std::move(late)};
  }

  void center_tables(dataset::TableList& tables) const {
    std::size_t next = 0;
    for (TableIndex table = 0; table < context_.source.tables.schema().tables.size(); ++table) {
      if (context_.schema(table).role != Role::predict) continue;
      std::vector<float>& values = tables[next++];
      std::vector<double> row(context_.schema(table).columns.size());
      for (std::size_t first = 0; first < values.size(); first += row.size()) {
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<double>(values[first + i]);
        center(context_.source, table, row);
        for (std::size_t i = 0; i < row.size(); ++i) values[first + i] = static_cast<float>(row[i]);
      }
    }
  }

  dataset::TableList forward(const std::vector<float>& weights, const dataset::TableList& inputs) {
    dataset::TableList outputs = inputs;
    enhancer_.forward(weights, std::vector<std::span<const float>>(inputs.begin(), inputs.end()),
                      std::vector<std::span<float>>(outputs.begin(), outputs.end()));
    return outputs;
  }

  const Context& context_;
  Enhancer enhancer_;
  std::vector<std::vector<bool>> stages_;   // which clauses take part
  std::vector<dataset::TableList> inputs_;  // of every pass
};

// Sums of what takes part of the other back, where two lists of changes have opposite signs.
AuditedPair compare(const ClauseChanges& first, const ClauseChanges& second) {
  AuditedPair pair;
  auto other = second.begin();
  for (const auto& [logit, change] : first) {
    while (other != second.end() && other->first < logit) ++other;
    if (other == second.end()) break;
    if (other->first != logit || (change < 0) == (other->second < 0)) continue;
    ++pair.logits;
    pair.cancelled += std::min(std::abs(change), std::abs(other->second));
  }
  return pair;
}

// The predicates of a clause that are predicted, ascending.
std::vector<PredicateIndex> moved_predicates(const Clause& clause, const Vocabulary& vocabulary) {
  std::vector<PredicateIndex> predicates;
  for (const Literal& literal : clause.literals) {
    if (literal.is_equality() || vocabulary.predicates[literal.predicate].role == Role::given) continue;
    predicates.push_back(literal.predicate);
  }
  std::sort(predicates.begin(), predicates.end());
  return predicates;
}

bool have_common(const std::vector<PredicateIndex>& first, const std::vector<PredicateIndex>& second) {
  return std::any_of(first.begin(), first.end(), [&](PredicateIndex each) {
    return std::binary_search(second.begin(), second.end(), each);
  });
}

}  // namespace

std::vector<ClauseChanges> direct_changes(const Context& context, const Plan& plan,
                                          const dataset::TableList& networks) {
  Passes passes(context, plan, networks);
  std::size_t logits = 0;
  for (const std::vector<float>& table : networks) logits += table.size();
  std::vector<ClauseChanges> all(passes.clause_count());
  std::vector<double> sums;
  for (std::size_t clause = 0; clause < all.size(); ++clause) {
    sums.assign(logits, 0);
    for (std::size_t pass = 0; pass < passes.pass_count(); ++pass) passes.add_changes(pass, clause, sums);
    for (std::size_t logit = 0; logit < logits; ++logit) {
      if (sums[logit] != 0) all[clause].emplace_back(logit, sums[logit]);
    }
  }
  return all;
}

std::vector<AuditedPair> opposed_pairs(const Context& context, const std::vector<ClauseChanges>& changes) {
  const std::vector<Clause>& clauses = context.source.knowledge.clauses();
  std::vector<std::vector<PredicateIndex>> predicates;
  predicates.reserve(clauses.size());
  for (const Clause& clause : clauses) predicates.push_back(moved_predicates(clause, context.vocabulary()));
  std::vector<AuditedPair> pairs;
  for (std::size_t first = 0; first < clauses.size(); ++first) {
    for (std::size_t second = first + 1; second < clauses.size(); ++second) {
      if (!have_common(predicates[first], predicates[second])) continue;
      AuditedPair pair = compare(changes[first], changes[second]);
      if (pair.logits == 0) continue;
      pair.first = clauses[first].name;
      pair.second = clauses[second].name;
      pairs.push_back(std::move(pair));
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const AuditedPair& left, const AuditedPair& right) {
    return left.cancelled > right.cancelled;
  });
  return pairs;
}

}  // namespace kenn::explain
