// How the labels speak of the rules: how often each is tested and holds, and what chance gives.
#include "trust/evidence.h"

#include <algorithm>

#include "nn/loss.h"
#include "plan/plan_data.h"

namespace kenn::trust {

namespace {

// What is known of the atoms of a plan.
class KnownAtoms {
 public:
  KnownAtoms(const Plan& plan, const std::vector<EvidenceTable>& tables) : plan_(plan), tables_(tables) {}

  [[nodiscard]] table::Known of(std::uint32_t table, Row row, std::uint32_t column) const {
    const EvidenceTable& of_table = tables_[table];
    if (row >= of_table.is_in.size() || !of_table.is_in[row]) return table::Known::nothing;
    return of_table.labels->atoms[row * plan_.tables()[table].columns.size() + column];
  }

 private:
  const Plan& plan_;
  const std::vector<EvidenceTable>& tables_;
};

// One clause of a block, counted over groundings.
class ClauseCounter {
 public:
  ClauseCounter(const plan::GroundingGroup& group, const plan::ClauseBlock& block, std::size_t clause)
      : group_(group),
        block_(block),
        clause_(clause),
        truth_(block.literals.size()),
        true_count_(block.literals.size()) {
    for (const auto& literal : block.literals) {
      if (group.slots[literal.slot].is_degree) continue;
      (literal.positive ? has_positive_ : has_negated_) = true;
    }
  }

  // `rows` has the row of every slot.
  void add(const KnownAtoms& known, const Row* rows) {
    for (std::size_t i = 0; i < block_.literals.size(); ++i) {
      const auto& literal = block_.literals[i];
      const plan::GroupSlot& slot = group_.slots[literal.slot];
      if (slot.is_degree) continue;
      const table::Known atom = known.of(slot.table, rows[literal.slot], literal.columns[clause_]);
      if (atom == table::Known::nothing) return;
      truth_[i] = (atom == table::Known::yes) == literal.positive ? 1 : 0;
    }
    bool any_positive = false;
    bool any_negated = false;
    for (std::size_t i = 0; i < block_.literals.size(); ++i) {
      if (truth_[i] == 0) continue;
      ++true_count_[i];
      (block_.literals[i].positive ? any_positive : any_negated) = true;
    }
    ++labelled_;
    head_ += any_positive ? 1 : 0;
    if (is_implication() && any_negated) return;
    ++evidence_.groundings;
    evidence_.holds += any_positive || any_negated ? 1 : 0;
  }

  [[nodiscard]] RuleEvidence evidence() const {
    RuleEvidence evidence = evidence_;
    if (labelled_ == 0) return evidence;
    const auto labelled = static_cast<double>(labelled_);
    if (is_implication()) {
      evidence.chance = static_cast<double>(head_) / labelled;
      return evidence;
    }
    double all_false = 1;
    for (const std::uint64_t count : true_count_) all_false *= 1 - static_cast<double>(count) / labelled;
    evidence.chance = 1 - all_false;
    return evidence;
  }

 private:
  [[nodiscard]] bool is_implication() const { return has_positive_ && has_negated_; }

  const plan::GroundingGroup& group_;
  const plan::ClauseBlock& block_;
  std::size_t clause_;
  bool has_positive_ = false;  // predicted literals
  bool has_negated_ = false;
  std::vector<char> truth_;                // per literal, of the grounding at hand; of degrees always 0
  std::vector<std::uint64_t> true_count_;  // per literal
  std::uint64_t labelled_ = 0;             // groundings
  std::uint64_t head_ = 0;                 // of these, with a positive literal that holds
  RuleEvidence evidence_;
};

// Of the groundings of a group, those in which the block touches no unlabelled row: the row of every slot.
std::vector<Row> labelled_groundings(const std::vector<Row>& all, const plan::GroundingGroup& group,
                                     const plan::ClauseBlock& block,
                                     const std::vector<EvidenceTable>& tables) {
  const std::size_t width = group.slots.size();
  std::vector<Row> labelled;
  for (std::size_t first = 0; first < all.size(); first += width) {
    const bool is_labelled =
        std::all_of(block.literals.begin(), block.literals.end(), [&](const auto& literal) {
          const plan::GroupSlot& slot = group.slots[literal.slot];
          if (slot.is_degree) return true;
          const std::vector<bool>& is_in = tables[slot.table].is_in;
          const Row row = all[first + literal.slot];
          return row < is_in.size() && is_in[row];
        });
    if (is_labelled) labelled.insert(labelled.end(), &all[first], &all[first] + width);
  }
  return labelled;
}

}  // namespace

std::vector<RuleEvidence> evidence_of(const Plan& plan, const std::vector<EvidenceTable>& tables) {
  const PlanData& data = plan.data();
  const KnownAtoms known(plan, tables);
  std::vector<RuleEvidence> evidence(data.clause_names.size());
  for (const plan::GroundingGroup& group : data.groups) {
    const std::vector<Row> all = plan::expand_groundings(group, data);
    const std::size_t width = group.slots.size();
    for (const plan::ClauseBlock& block : group.blocks) {
      const std::vector<Row> rows = labelled_groundings(all, group, block, tables);
      for (std::size_t clause = 0; clause < block.clauses.size(); ++clause) {
        ClauseCounter counter(group, block, clause);
        for (std::size_t first = 0; first < rows.size(); first += width) counter.add(known, &rows[first]);
        evidence[block.clauses[clause]] = counter.evidence();
      }
    }
  }
  return evidence;
}

std::vector<RuleEvidence> evidence_of(const dataset::Graph& graph) {
  std::vector<EvidenceTable> tables;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    tables.push_back(
        {&graph.labels(i), nn::rows_in(graph.labels(i), graph.plan.tables()[i].rows, table::Split::train)});
  }
  return evidence_of(graph.plan, tables);
}

std::string_view words_for(Verdict verdict) {
  switch (verdict) {
    case Verdict::trusted:
      return "trusted";
    case Verdict::trusted_by_template:
      return "trusted with its template";
    case Verdict::no_evidence:
      return "no evidence";
    case Verdict::contradicted:
      return "contradicted";
    case Verdict::adds_nothing:
      return "holds, but adds nothing";
    case Verdict::not_supported:
      return "no better than chance";
    case Verdict::fixed:
      return "fixed";
  }
  return "";
}

}  // namespace kenn::trust
