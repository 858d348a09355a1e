// How every labelled row answers to a little weight of every clause: the evidence, row by row.
#include "trust/rule_scores.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "plan/plan_data.h"

namespace kenn::trust {

namespace {

using Cell = std::pair<std::uint32_t, std::uint32_t>;  // table, column

// The columns that each clause changes.
std::vector<std::set<Cell>> changed_columns(const PlanData& plan) {
  std::vector<std::set<Cell>> columns(plan.clause_names.size());
  for (const plan::GroundingGroup& group : plan.groups) {
    for (const plan::ClauseBlock& block : group.blocks) {
      for (const auto& literal : block.literals) {
        const plan::GroupSlot& slot = group.slots[literal.slot];
        if (slot.is_degree) continue;
        for (std::size_t i = 0; i < block.clauses.size(); ++i) {
          columns[block.clauses[i]].insert({slot.table, literal.columns[i]});
        }
      }
    }
  }
  return columns;
}

// Sets of clauses without a common column, greedily.
std::vector<std::vector<std::size_t>> disjoint_sets(const std::vector<std::set<Cell>>& columns) {
  std::vector<std::vector<std::size_t>> sets;
  std::vector<std::set<Cell>> taken;
  for (std::size_t clause = 0; clause < columns.size(); ++clause) {
    if (columns[clause].empty()) continue;
    std::size_t set = 0;
    const auto is_free = [&](const std::set<Cell>& of_set) {
      return std::none_of(columns[clause].begin(), columns[clause].end(),
                          [&](const Cell& cell) { return of_set.contains(cell); });
    };
    while (set < sets.size() && !is_free(taken[set])) ++set;
    if (set == sets.size()) {
      sets.emplace_back();
      taken.emplace_back();
    }
    sets[set].push_back(clause);
    taken[set].insert(columns[clause].begin(), columns[clause].end());
  }
  return sets;
}

// The slopes of one clause: gradient times change, over the columns that it changes.
std::vector<RowScore> scores_of(const Plan& plan, const std::set<Cell>& columns,
                                const dataset::TableList& gradients, const dataset::TableList& before,
                                const dataset::TableList& after) {
  std::vector<RowScore> scores;
  std::size_t rows_before = 0;  // of the tables before
  for (std::size_t table = 0; table < gradients.size(); ++table) {
    const PredictedTable& about = plan.tables()[table];
    std::vector<std::uint32_t> own;
    for (const Cell& cell : columns) {
      if (cell.first == table) own.push_back(cell.second);
    }
    for (std::size_t row = 0; row < about.rows && !own.empty(); ++row) {
      double slope = 0;
      for (const std::uint32_t column : own) {
        const std::size_t at = row * about.columns.size() + column;
        slope += static_cast<double>(gradients[table][at]) *
                 static_cast<double>(after[table][at] - before[table][at]);
      }
      if (slope != 0) scores.push_back({static_cast<std::uint32_t>(rows_before + row), slope});
    }
    rows_before += about.rows;
  }
  return scores;
}

}  // namespace

ClauseScores score_rows(const Plan& plan, const EnhanceOptions& options, const LogitViews& views,
                        const Folds& folds, const std::vector<nn::TableLoss>& losses, nn::Loss loss) {
  EnhanceOptions one_layer = options;
  one_layer.layers = 1;
  one_layer.gradients = false;
  RuledLogits ruled(plan, one_layer, views, folds);
  const std::vector<std::set<Cell>> columns = changed_columns(plan.data());
  std::vector<float> fixed;
  for (const Weight& weight : plan.weights())
    fixed.push_back(weight.learned ? 0.0F : static_cast<float>(weight.value));
  const dataset::TableList base = ruled.run(fixed);  // with the rules of fixed weight alone
  dataset::TableList gradients;
  for (std::size_t i = 0; i < base.size(); ++i) {
    gradients.emplace_back(base[i].size());
    losses[i].add(loss, base[i], gradients[i]);
  }
  ClauseScores scores(columns.size());
  for (const std::vector<std::size_t>& set : disjoint_sets(columns)) {
    std::vector<float> weights = fixed;
    for (const std::size_t clause : set) weights[clause] += 1;
    const dataset::TableList& outputs = ruled.run(weights);
    for (const std::size_t clause : set) {
      scores[clause] = scores_of(plan, columns[clause], gradients, base, outputs);
    }
  }
  return scores;
}

}  // namespace kenn::trust
