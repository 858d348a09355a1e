// The one short way from clauses and tables to a plan.
#include <kenn/plan.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/file.h"
#include "base/free_memory.h"
#include "plan/blocks.h"
#include "plan/describe.h"
#include "plan/group_memory.h"
#include "plan/incidence.h"
#include "plan/matcher.h"
#include "plan/pattern.h"
#include "plan/plan_data.h"

namespace kenn {

namespace {

class PlanBuilder {
 public:
  PlanBuilder(const Knowledge& knowledge, const Tables& tables, const PlanOptions& options)
      : knowledge_(knowledge), tables_(tables), options_(options) {}

  PlanData build() {
    check_vocabulary();
    add_clauses();
    add_predicted_tables();
    add_exclusive_columns();
    for (const plan::PatternGroup& source : plan::group_by_pattern(knowledge_, tables_)) {
      const plan::Matcher matcher(source.pattern, tables_);
      plan::GroundingGroup group = start_group(source);
      check_size(matcher, source, plan::memory_of(group, row_counts(source)));
      plan::build_incidence(matcher, source.slots, row_counts(source), group);
      group.blocks = plan::make_blocks(source.clauses);
      plan_.summaries.push_back(summarise(source, group));
      plan_.groups.push_back(std::move(group));
    }
    return std::move(plan_);
  }

 private:
  // Rules may differ from those that the data was made for; tables are found by their numbers, so these may
  // not.
  void check_vocabulary() const {
    if (tables_.vocabulary() == knowledge_.vocabulary()) return;
    throw Error(ErrorKind::data,
                "the data was made for rules with other types, predicates or exclusive groups: expected " +
                    predicates_text(knowledge_.vocabulary()) + ", got " +
                    predicates_text(tables_.vocabulary()));
  }

  // AI(Paper), DB(Paper), Cite(Paper, Paper), exclusive AI, DB
  static std::string predicates_text(const Vocabulary& vocabulary) {
    std::string text;
    for (const Predicate& predicate : vocabulary.predicates) {
      std::string arguments;
      for (const TypeIndex type : predicate.argument_types)
        arguments += (arguments.empty() ? "" : ", ") + vocabulary.types[type].name;
      text += (text.empty() ? "" : ", ") + predicate.name + '(' + arguments + ')';
    }
    for (const std::vector<PredicateIndex>& group : vocabulary.exclusive_groups) {
      const char* separator = ", exclusive ";
      for (const PredicateIndex predicate : group) {
        text += separator + vocabulary.predicates[predicate].name;
        separator = ", ";
      }
    }
    return text;
  }

  void add_clauses() {
    for (const Clause& clause : knowledge_.clauses()) {
      plan_.clause_names.push_back(clause.name);
      plan_.weights.push_back(clause.weight);
    }
  }

  void add_predicted_tables() {
    const Schema& schema = tables_.schema();
    numbers_.resize(schema.tables.size());
    for (TableIndex index = 0; index < schema.tables.size(); ++index) {
      const TableSchema& table = schema.tables[index];
      if (table.role != Role::predict) continue;
      numbers_[index] = static_cast<std::uint32_t>(plan_.predicted.size());
      PredictedTable predicted{table.name, tables_.row_count(index), {}};
      for (const PredicateIndex column : table.columns) {
        predicted.columns.push_back(knowledge_.predicates()[column].name);
      }
      plan_.predicted.push_back(std::move(predicted));
    }
  }

  void add_exclusive_columns() {
    const Vocabulary& vocabulary = tables_.vocabulary();
    for (const std::vector<PredicateIndex>& group : vocabulary.exclusive_groups) {
      if (group.empty()) continue;
      const std::vector<Place>& places = tables_.schema().places;
      plan::ExclusiveColumns exclusive{numbers_[places[group.front()].table], {}};
      for (const PredicateIndex predicate : group) exclusive.columns.push_back(places[predicate].column);
      std::sort(exclusive.columns.begin(), exclusive.columns.end());
      plan_.exclusive.push_back(std::move(exclusive));
    }
  }

  // What the options allow, and what there is memory for, before anything is made.
  void check_size(const plan::Matcher& matcher, const plan::PatternGroup& source,
                  const plan::GroupMemory& memory) const {
    const std::uint64_t free = base::free_memory();
    const std::uint64_t fitting = memory.groundings_in(free);
    const bool is_listed = matcher.is_listed_as_is();
    if (is_listed && matcher.listed_count() <= fitting) return;
    const std::uint64_t limit =
        is_listed ? std::numeric_limits<std::uint64_t>::max() : options_.max_groundings;
    const plan::Matcher::Size size = matcher.size(std::min(limit, fitting));
    if (size.groundings > limit) throw_too_many(matcher, source, size);
    if (size.groundings <= fitting) return;
    if (size.is_filtered && !matcher.matches_more_than(fitting)) return;
    throw_no_memory_for(source, size, memory, free);
  }

  [[noreturn]] void throw_too_many(const plan::Matcher& matcher, const plan::PatternGroup& source,
                                   const plan::Matcher::Size& size) const {
    const std::string product = matcher.product_text();
    throw plan::clause_error(
        ErrorKind::limit, knowledge_, source.clauses.front().clause,
        (size.is_exact ? "" : "at least ") + std::to_string(size.groundings) + " groundings" +
            (product.empty() ? "" : " (" + product + " objects that no relation binds)") +
            ", more than the limit of " + std::to_string(options_.max_groundings) +
            "; add a 'given' literal that lists the tuples of interest, or raise the limit "
            "(--max-groundings)");
  }

  [[noreturn]] void throw_no_memory_for(const plan::PatternGroup& source, const plan::Matcher::Size& size,
                                        const plan::GroupMemory& memory, std::uint64_t free) const {
    const std::string at_least = size.is_exact ? "" : "at least ";
    throw plan::clause_error(
        ErrorKind::limit, knowledge_, source.clauses.front().clause,
        at_least + std::to_string(size.groundings) + " groundings need " + at_least +
            base::bytes_to_text(memory.bytes(size.groundings)) + " of memory, but only " +
            base::bytes_to_text(free) +
            " are free; add a 'given' literal that lists the tuples of interest, or use a "
            "machine with more memory");
  }

  plan::GroundingGroup start_group(const plan::PatternGroup& source) {
    plan::GroundingGroup group;
    group.is_about_one_object = source.pattern.is_about_one_object;
    for (const plan::Slot& slot : source.slots) {
      plan::GroupSlot target;
      target.is_degree = tables_.schema().tables[slot.table].role == Role::given;
      target.table = target.is_degree ? degree_table(slot.table) : numbers_[slot.table];
      if (slot.is_object && !slot.object.is_variable) {
        target.fixed = slot.object.value;
      } else {
        target.varying = group.varying_count++;
      }
      group.slots.push_back(target);
    }
    return group;
  }

  // Degrees as preactivations; the row after the last is for tuples that are not listed, whose literal is
  // false.
  std::uint32_t degree_table(TableIndex table) {
    const Listing& listing = tables_.listing(table);
    const auto known = degree_numbers_.find(table);
    if (known != degree_numbers_.end()) return known->second;
    if (listing.count() >= std::numeric_limits<Row>::max()) {
      throw Error(ErrorKind::limit, "relation '" + tables_.schema().tables[table].name +
                                        "' lists too many tuples with truth degrees");
    }
    std::vector<float> preactivations;
    preactivations.reserve(listing.count() + 1);
    for (const float truth : listing.truth) {
      const auto degree = static_cast<double>(truth);
      preactivations.push_back(static_cast<float>(std::log(degree) - std::log1p(-degree)));
    }
    preactivations.push_back(-std::numeric_limits<float>::infinity());
    const auto number = static_cast<std::uint32_t>(plan_.degrees.size());
    plan_.degrees.push_back(std::move(preactivations));
    degree_numbers_.emplace(table, number);
    return number;
  }

  [[nodiscard]] std::vector<std::uint64_t> row_counts(const plan::PatternGroup& source) const {
    std::vector<std::uint64_t> counts;
    for (const plan::Slot& slot : source.slots) counts.push_back(tables_.row_count(slot.table));
    return counts;
  }

  [[nodiscard]] GroupSummary summarise(const plan::PatternGroup& source,
                                       const plan::GroundingGroup& group) const {
    GroupSummary summary;
    summary.pattern = plan::describe_pattern(source.pattern, tables_);
    for (const plan::Slot& slot : source.slots) {
      summary.slots.push_back(plan::describe_slot(slot, source.pattern, tables_));
    }
    summary.groundings = group.groundings;
    for (const plan::GroundClause& clause : source.clauses) summary.clauses.push_back(clause.clause);
    summary.loops = group.blocks.size();
    summary.bytes = group.bytes();
    return summary;
  }

  const Knowledge& knowledge_;
  const Tables& tables_;
  const PlanOptions& options_;
  PlanData plan_;
  std::vector<std::uint32_t> numbers_;  // of the predicted tables, by TableIndex
  std::unordered_map<TableIndex, std::uint32_t> degree_numbers_;
};

}  // namespace

Plan::Plan(const Knowledge& knowledge, const Tables& tables, const PlanOptions& options)
    : data_(std::make_shared<const PlanData>(PlanBuilder(knowledge, tables, options).build())) {}

const std::vector<PredictedTable>& Plan::tables() const {
  return data_->predicted;
}

const std::vector<std::string>& Plan::clause_names() const {
  return data_->clause_names;
}

const std::vector<Weight>& Plan::weights() const {
  return data_->weights;
}

const std::vector<GroupSummary>& Plan::groups() const {
  return data_->summaries;
}

std::vector<std::uint64_t> Plan::groundings_of_clauses() const {
  std::vector<std::uint64_t> counts(data_->clause_names.size());
  for (const GroupSummary& group : data_->summaries) {
    for (const std::size_t clause : group.clauses) counts[clause] = group.groundings;
  }
  return counts;
}

std::uint64_t Plan::groundings() const {
  std::uint64_t sum = 0;
  for (const GroupSummary& group : data_->summaries) sum += group.groundings;
  return sum;
}

std::uint64_t Plan::instances() const {
  std::uint64_t sum = 0;
  for (const GroupSummary& group : data_->summaries) sum += group.groundings * group.clauses.size();
  return sum;
}

std::uint64_t Plan::bytes() const {
  std::uint64_t sum = 0;
  for (const GroupSummary& group : data_->summaries) sum += group.bytes;
  for (const auto& degrees : data_->degrees) sum += degrees.size() * sizeof(float);
  return sum;
}

}  // namespace kenn
