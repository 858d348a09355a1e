// How far the labels that a model learns from follow the rules.
#include "experiment/compliance.h"

#include <algorithm>

#include "plan/plan_data.h"

namespace kenn {

namespace {

// What training knows of the atoms of a plan.
class TrainingLabels {
 public:
  explicit TrainingLabels(const Graph& graph) : graph_(graph) {}

  [[nodiscard]] Known of(std::uint32_t table, Row row, std::uint32_t column) const {
    const Labels& labels = graph_.labels(table);
    if (labels.splits.empty() || labels.splits[row] != Split::train) return Known::nothing;
    return labels.atoms[row * graph_.schema(table).columns.size() + column];
  }

 private:
  const Graph& graph_;
};

struct Counts {
  std::uint64_t about = 0;  // groundings that say something
  std::uint64_t followed = 0;
};

// One clause of a block.
class ClauseCounter {
 public:
  ClauseCounter(const GroundingGroup& group, const ClauseBlock& block, std::size_t clause)
      : group_(group), block_(block), clause_(clause) {
    for (const auto& literal : block.literals) {
      if (group.slots[literal.slot].is_degree) continue;
      (literal.positive ? has_positive_ : has_negated_) = true;
    }
  }

  // `rows` has the row of every slot.
  void add(const TrainingLabels& labels, const Row* rows, Counts& counts) const {
    bool all_negated_hold = true;
    bool any_positive_holds = false;
    for (const auto& literal : block_.literals) {
      const GroupSlot& slot = group_.slots[literal.slot];
      if (slot.is_degree) continue;
      const Known known = labels.of(slot.table, rows[literal.slot], literal.columns[clause_]);
      if (known == Known::nothing) return;
      const bool holds = known == Known::yes;
      if (literal.positive) {
        any_positive_holds = any_positive_holds || holds;
      } else {
        all_negated_hold = all_negated_hold && holds;
      }
    }
    if (has_positive_ && has_negated_) {
      if (!all_negated_hold) return;
      counts.followed += any_positive_holds ? 1 : 0;
    } else {
      counts.followed += any_positive_holds || (has_negated_ && !all_negated_hold) ? 1 : 0;
    }
    ++counts.about;
  }

 private:
  const GroundingGroup& group_;
  const ClauseBlock& block_;
  std::size_t clause_;
  bool has_positive_ = false;  // predicted literals
  bool has_negated_ = false;
};

}  // namespace

std::vector<std::optional<double>> compliance(const Graph& graph) {
  const PlanData& plan = graph.plan.data();
  const TrainingLabels labels(graph);
  std::vector<Counts> counts(plan.clause_names.size());
  for (const GroundingGroup& group : plan.groups) {
    const std::vector<Row> rows = expand_groundings(group, plan);
    const std::size_t width = group.slots.size();
    for (const ClauseBlock& block : group.blocks) {
      for (std::size_t clause = 0; clause < block.clauses.size(); ++clause) {
        const ClauseCounter counter(group, block, clause);
        Counts& of_clause = counts[block.clauses[clause]];
        for (std::size_t first = 0; first < rows.size(); first += width) {
          counter.add(labels, &rows[first], of_clause);
        }
      }
    }
  }
  std::vector<std::optional<double>> shares(counts.size());
  std::transform(counts.begin(), counts.end(), shares.begin(), [](const Counts& each) {
    return each.about == 0
               ? std::nullopt
               : std::optional(static_cast<double>(each.followed) / static_cast<double>(each.about));
  });
  return shares;
}

}  // namespace kenn
