// Finds the groundings that touch a row, without building a plan.
#include "explain/groundings.h"

#include <algorithm>
#include <utility>

namespace kenn::explain {

namespace {

bool is_changed(const plan::Slot& slot, const Tables& tables) {
  return tables.schema().tables[slot.table].role == Role::predict;
}

// The variables that a slot's row binds.
std::vector<bool> bound_by(const plan::Slot& slot, const plan::Pattern& pattern) {
  std::vector<bool> bound(pattern.variable_types.size());
  const auto add = [&](const plan::PatternTerm& term) {
    if (term.is_variable) bound[term.value] = true;
  };
  if (slot.is_object) {
    add(slot.object);
  } else {
    for (const plan::PatternTerm& term : pattern.atoms[slot.atom].terms) add(term);
  }
  return bound;
}

}  // namespace

std::uint64_t row_of_slot(const plan::Slot& slot, const plan::Match& match) {
  if (!slot.is_object) return match.atoms[slot.atom];
  return slot.object.is_variable ? match.variables[slot.object.value] : slot.object.value;
}

Groundings::Groundings(const Knowledge& knowledge, const Tables& tables, Order order)
    : tables_(tables), groups_(plan::group_by_pattern(knowledge, tables)) {
  const std::size_t table_count = tables.schema().tables.size();
  std::vector<std::vector<Touch>> early(table_count);
  std::vector<std::vector<Touch>> late(table_count);
  bool has_early = false;
  bool has_late = false;
  for (std::uint32_t number = 0; number < groups_.size(); ++number) {
    const plan::PatternGroup& group = groups_[number];
    const bool is_early = order == Order::sequential && group.pattern.is_about_one_object;
    (is_early ? has_early : has_late) = true;
    for (std::uint32_t slot = 0; slot < group.slots.size(); ++slot) {
      if (!is_changed(group.slots[slot], tables)) continue;
      (is_early ? early : late)[group.slots[slot].table].push_back({number, slot});
    }
    matchers_.emplace_back(group.slots.size());
  }
  if (has_early) stages_.push_back(std::move(early));
  if (has_late) stages_.push_back(std::move(late));
}

void Groundings::for_each_touching(std::size_t stage, TableIndex table, Row row, const Visit& visit) const {
  for (const Touch& touch : stages_[stage][table]) {
    const plan::Slot& slot = groups_[touch.group].slots[touch.slot];
    const plan::Matcher& matcher = matcher_of(touch);
    plan::Match start = matcher.unbound_match();
    if (!bind(touch, row, start)) continue;
    matcher.for_each_from(std::move(start), [&](const plan::Match& match) {
      if (row_of_slot(slot, match) == row && is_first_to_touch(touch, row, match)) visit(touch.group, match);
      return true;
    });
  }
}

const plan::Matcher& Groundings::matcher_of(const Touch& touch) const {
  std::unique_ptr<const plan::Matcher>& matcher = matchers_[touch.group][touch.slot];
  const plan::PatternGroup& group = groups_[touch.group];
  if (matcher == nullptr) {
    matcher = std::make_unique<const plan::Matcher>(group.pattern, tables_,
                                                    bound_by(group.slots[touch.slot], group.pattern));
  }
  return *matcher;
}

// Sets the objects of the row in a match; false when the slot is for another row.
bool Groundings::bind(const Touch& touch, Row row, plan::Match& match) const {
  const plan::PatternGroup& group = groups_[touch.group];
  const plan::Slot& slot = group.slots[touch.slot];
  const auto bind_term = [&match](const plan::PatternTerm& term, Row object) {
    if (!term.is_variable) return term.value == object;
    match.variables[term.value] = object;
    return true;
  };
  if (slot.is_object) return bind_term(slot.object, row);
  const Listing& listing = tables_.listing(slot.table);
  const std::vector<plan::PatternTerm>& terms = group.pattern.atoms[slot.atom].terms;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!bind_term(terms[i], listing.tuples[std::size_t{row} * listing.arity + i])) return false;
  }
  return true;
}

// A grounding with the row in two slots is found by both.
bool Groundings::is_first_to_touch(const Touch& touch, Row row, const plan::Match& match) const {
  const std::vector<plan::Slot>& slots = groups_[touch.group].slots;
  for (std::uint32_t slot = 0; slot < touch.slot; ++slot) {
    if (slots[slot].table == slots[touch.slot].table && row_of_slot(slots[slot], match) == row) return false;
  }
  return true;
}

}  // namespace kenn::explain
