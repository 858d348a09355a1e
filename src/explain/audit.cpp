// Which rules earn their keep: every prediction with and without each clause.
#include "explain/audit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explain/direct_changes.h"
#include "infer/score.h"
#include "nn/column_groups.h"
#include "nn/probabilities.h"

namespace kenn::explain {

namespace {

constexpr std::size_t most_rows = 5;  // of those that a clause helps, and hurts

// Logits and probabilities of all predicted tables.
struct AllPredictions {
  dataset::TableList logits;
  dataset::TableList probabilities;
};

class Audit {
 public:
  explicit Audit(const Context& context)
      : context_(context),
        plan_(context.source.knowledge, context.source.tables, {context.source.max_groundings}),
        enhancer_(plan_, context.source.options) {
    for (TableIndex table = 0; table < context.source.tables.schema().tables.size(); ++table) {
      if (context.schema(table).role != Role::predict) continue;
      tables_.push_back(table);
      groups_.push_back(nn::column_groups(context.vocabulary(), context.schema(table)));
      std::vector<Row> rows(context.source.tables.row_count(table));
      std::iota(rows.begin(), rows.end(), Row{0});
      networks_.push_back(context.source.logits(table, rows));
    }
  }

  RuleAudit run() {
    RuleAudit audit;
    const AllPredictions with = predict(context_.source.weights);
    count(audit);
    const std::vector<ClauseChanges> changes = direct_changes(context_, plan_, networks_);
    for (const NamedRule& rule : context_.names.rules()) {
      (rule.clauses.size() > 1 ? audit.rules : audit.clauses).push_back(judge(rule, with, changes));
    }
    most_harmful_first(audit.rules);
    most_harmful_first(audit.clauses);
    audit.pairs = opposed_pairs(context_, changes);
    return audit;
  }

 private:
  [[nodiscard]] std::size_t width(std::size_t i) const { return context_.schema(tables_[i]).columns.size(); }

  // What is known of a row of a table; nothing where nothing is.
  [[nodiscard]] const table::Known* known(std::size_t i, std::size_t row) const {
    if (context_.source.labels.empty()) return nullptr;
    const std::vector<table::Known>& atoms = context_.source.labels[tables_[i]].atoms;
    return atoms.empty() ? nullptr : &atoms[row * width(i)];
  }

  [[nodiscard]] AllPredictions predict(const std::vector<float>& weights) {
    AllPredictions result{networks_, {}};
    enhancer_.forward(weights, std::vector<std::span<const float>>(networks_.begin(), networks_.end()),
                      std::vector<std::span<float>>(result.logits.begin(), result.logits.end()));
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      result.probabilities.push_back(
          nn::probabilities(context_.vocabulary(), context_.schema(tables_[i]), result.logits[i]));
    }
    return result;
  }

  void count(RuleAudit& audit) const {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const std::size_t rows = networks_[i].size() / width(i);
      audit.rows += rows;
      for (std::size_t row = 0; row < rows && known(i, row) != nullptr; ++row) {
        for (const nn::ColumnGroup& group : groups_[i]) {
          if (infer::known_class(group, known(i, row))) ++audit.labels;
        }
      }
    }
  }

  [[nodiscard]] AuditedClause judge(const NamedRule& rule, const AllPredictions& with,
                                    const std::vector<ClauseChanges>& changes) {
    AuditedClause result;
    result.clause = rule.name;
    result.clauses = rule.clauses.size();
    std::vector<float> others = context_.source.weights;
    std::unordered_map<std::uint64_t, double> moved;  // by logit
    const auto values = static_cast<double>(rule.clauses.size() * context_.source.options.layers);
    for (const std::size_t clause : rule.clauses) {
      for (std::size_t i = clause; i < others.size(); i += context_.source.knowledge.clauses().size()) {
        result.weight += static_cast<double>(others[i]) / values;
        others[i] = 0;
      }
      for (const auto& [logit, change] : changes[clause]) moved[logit] += change;
    }
    std::vector<double> sizes;
    sizes.reserve(moved.size());
    for (const auto& [logit, change] : moved) sizes.push_back(std::abs(change));
    std::sort(sizes.begin(), sizes.end());  // sums do not depend on the order of the map
    for (const double size : sizes) result.contribution += size / static_cast<double>(sizes.size());
    if (result.weight == 0) return result;
    const AllPredictions without = predict(others);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      for (std::size_t row = 0; row < networks_[i].size() / width(i); ++row) {
        compare_row(i, row, with, without, result);
      }
    }
    keep_most(result.helped, 1);
    keep_most(result.hurt, -1);
    return result;
  }

  void compare_row(std::size_t i, std::size_t row, const AllPredictions& with, const AllPredictions& without,
                   AuditedClause& result) const {
    const std::size_t first = row * width(i);
    double greatest = 0;
    for (std::size_t column = first; column < first + width(i); ++column) {
      const auto probability = static_cast<double>(with.probabilities[i][column]);
      greatest =
          std::max(greatest, std::abs(probability - static_cast<double>(without.probabilities[i][column])));
    }
    if (greatest > RuleAudit::moved_from) ++result.moved;
    double gain = 0;
    for (const nn::ColumnGroup& group : groups_[i]) {
      const std::size_t now = infer::predicted_class(group, &with.logits[i][first]);
      const std::size_t otherwise = infer::predicted_class(group, &without.logits[i][first]);
      result.flipped += now != otherwise ? 1 : 0;
      const auto label = known(i, row) == nullptr ? std::nullopt : infer::known_class(group, known(i, row));
      if (!label) continue;
      result.labelled += now != otherwise ? 1 : 0;
      result.right_by_it += now == *label && otherwise != *label ? 1 : 0;
      result.wrong_by_it += now != *label && otherwise == *label ? 1 : 0;
      gain += probability_of(group, *label, &with.probabilities[i][first]) -
              probability_of(group, *label, &without.probabilities[i][first]);
    }
    if (std::abs(gain) <= RuleAudit::moved_from) return;
    (gain > 0 ? result.helped : result.hurt).push_back({context_.names.text(tables_[i], row), gain});
  }

  static void most_harmful_first(std::vector<AuditedClause>& clauses) {
    const auto gain = [](const AuditedClause& clause) {
      return static_cast<double>(clause.right_by_it) - static_cast<double>(clause.wrong_by_it);
    };
    std::stable_sort(clauses.begin(), clauses.end(),
                     [&](const AuditedClause& left, const AuditedClause& right) {
                       return std::pair(gain(left), right.moved) < std::pair(gain(right), left.moved);
                     });
  }

  static double probability_of(const nn::ColumnGroup& group, std::size_t label, const float* probabilities) {
    if (group.is_exclusive) return static_cast<double>(probabilities[group.columns[label]]);
    const auto holds = static_cast<double>(probabilities[group.columns.front()]);
    return label == 1 ? holds : 1 - holds;
  }

  static void keep_most(std::vector<AuditedClause::Row>& rows, double sign) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const AuditedClause::Row& left, const AuditedClause::Row& right) {
                       return sign * left.change > sign * right.change;
                     });
    if (rows.size() > most_rows) rows.resize(most_rows);
  }

  const Context& context_;
  Plan plan_;
  Enhancer enhancer_;
  std::vector<TableIndex> tables_;                    // that are predicted
  std::vector<std::vector<nn::ColumnGroup>> groups_;  // of each
  dataset::TableList networks_;
};

}  // namespace

RuleAudit audit_rules(const Context& context) {
  return Audit(context).run();
}

}  // namespace kenn::explain
