// Which rows every clause touches: the groundings of a knowledge in its tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <kenn/tables.h>

namespace kenn {

struct PlanOptions {
  // Joins and products with more groundings than this are an error; what a relation lists is never too much.
  std::uint64_t max_groundings = 100'000'000;
};

// A table of predictions as the network has to give it: row-major, one column per predicate.
struct PredictedTable {
  std::string name;
  std::size_t rows = 0;
  std::vector<std::string> columns;

  [[nodiscard]] std::size_t size() const { return rows * columns.size(); }
};

// One grounding group: clauses that touch the same rows.
struct GroupSummary {
  std::string pattern;             // what is matched: "Cite(x, y)", or "x in Paper"
  std::vector<std::string> slots;  // what each grounding touches: "Paper[x]", "Paper[y]"
  std::uint64_t groundings = 0;
  std::vector<std::size_t> clauses;  // into Knowledge::clauses()
  std::size_t loops = 0;             // how many vector loops apply all of them
  std::uint64_t bytes = 0;
};

class PlanData;

// Built once per graph and reused by every epoch and layer. Immutable; copies share what they hold, and
// neither the knowledge nor the tables are needed any more.
class Plan {
 public:
  // Throws `Error` when a relation or a type that is needed has no data, a constant is not an object of its
  // type, or a clause has more than `max_groundings` groundings.
  Plan(const Knowledge& knowledge, const Tables& tables, const PlanOptions& options = {});

  [[nodiscard]] const std::vector<PredictedTable>& tables() const;
  [[nodiscard]] const std::vector<std::string>& clause_names() const;
  [[nodiscard]] const std::vector<Weight>& weights() const;  // what the knowledge says, one per clause
  [[nodiscard]] const std::vector<GroupSummary>& groups() const;
  [[nodiscard]] std::vector<std::uint64_t> groundings_of_clauses() const;
  [[nodiscard]] std::uint64_t groundings() const;  // of all groups
  [[nodiscard]] std::uint64_t instances() const;   // of all clauses: groundings times clauses
  [[nodiscard]] std::uint64_t bytes() const;

  [[nodiscard]] const PlanData& data() const { return *data_; }

 private:
  std::shared_ptr<const PlanData> data_;
};

}  // namespace kenn
