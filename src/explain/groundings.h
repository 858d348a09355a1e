// Finds the groundings that touch a row, without building a plan.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "plan/matcher.h"
#include "plan/pattern.h"

namespace kenn::explain {

// A tuple that is listed: a fact, or a tuple of a predicted relation.
struct Fact {
  TableIndex table = 0;
  std::uint64_t tuple = 0;

  friend auto operator<=>(const Fact&, const Fact&) = default;
};

// A row that is predicted: an object, or a listed tuple.
struct RowOfTable {
  TableIndex table = 0;
  Row row = 0;
};

// The row of a table that a slot of a group has in a match.
std::uint64_t row_of_slot(const plan::Slot& slot, const plan::Match& match);

// Every group is matched from the row outwards: for each slot there is a matcher that knows the objects of
// that slot, made when it is first needed, so that only the listed tuples around a row are looked at.
class Groundings {
 public:
  Groundings(const Knowledge& knowledge, const Tables& tables, Order order);

  // One, or two in sequential order: clauses about one object, then the others.
  [[nodiscard]] std::size_t stage_count() const { return stages_.size(); }
  [[nodiscard]] const plan::PatternGroup& group(std::uint32_t number) const { return groups_[number]; }

  // Calls visit(group, match) once for every grounding of a stage that touches the row. Those with an
  // excluded atom that is listed as true are among them.
  using Visit = std::function<void(std::uint32_t group, const plan::Match& match)>;
  void for_each_touching(std::size_t stage, TableIndex table, Row row, const Visit& visit) const;

 private:
  struct Touch {
    std::uint32_t group = 0;
    std::uint32_t slot = 0;
  };

  [[nodiscard]] const plan::Matcher& matcher_of(const Touch& touch) const;
  [[nodiscard]] bool bind(const Touch& touch, Row row, plan::Match& match) const;
  [[nodiscard]] bool is_first_to_touch(const Touch& touch, Row row, const plan::Match& match) const;

  const Tables& tables_;
  std::vector<plan::PatternGroup> groups_;
  std::vector<std::vector<std::vector<Touch>>> stages_;                              // by stage and table
  mutable std::vector<std::vector<std::unique_ptr<const plan::Matcher>>> matchers_;  // by group and slot
};

}  // namespace kenn::explain
