// The part of a plan that one pass applies: its clauses as the kernels see them, and its work in pieces.
#include "layer/stage.h"

#include <algorithm>

#include "layer/schedule.h"

namespace kenn {

namespace {

kernels::Entries entries_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::none:
      return kernels::Entries::none;
    case EntryKind::other:
      return kernels::Entries::other;
    case EntryKind::indexed:
      break;
  }
  return kernels::Entries::indexed;
}

// Two literals on two varying rows of predictions, each in neighbouring columns.
bool is_pair(const GroundingGroup& group, const ClauseBlock& block) {
  if (group.varying_count != 2 || block.literals.size() != 2) return false;
  const ClauseBlock::LiteralColumns& left = block.literals[0];
  const ClauseBlock::LiteralColumns& right = block.literals[1];
  const auto fits = [&](const ClauseBlock::LiteralColumns& literal) {
    const GroupSlot& slot = group.slots[literal.slot];
    return literal.contiguous && !slot.fixed && !slot.is_degree;
  };
  return left.slot != right.slot && fits(left) && fits(right);
}

}  // namespace

Stage::Stage(const PlanData& plan, const std::vector<bool>& is_in)
    : slots_(plan.groups.size()), lists_(plan.predicted.size()), uses_(plan.predicted.size()) {
  // Views point to elements of these, so they must not grow later.
  std::size_t block_count = 0;
  for (const GroundingGroup& group : plan.groups) block_count += group.blocks.size();
  literals_.reserve(block_count);
  blocks_.resize(plan.groups.size());
  groups_.resize(plan.groups.size());
  for (std::size_t i = 0; i < plan.groups.size(); ++i) {
    if (is_in[i]) add_group(plan, plan.groups[i], i);
  }
  for (std::size_t i = 0; i < plan.groups.size(); ++i) {
    if (is_in[i]) add_lists(plan, plan.groups[i], groups_[i]);
  }
  for (std::size_t i = 0; i < plan.groups.size(); ++i) {
    if (!is_in[i]) continue;
    const auto& lists = lists_[plan.groups[i].slots[plan.groups[i].lists.front().slot].table];
    covering_lists_.push_back(&*std::find_if(lists.begin(), lists.end(), [&](const kernels::ListView& list) {
      return list.group == &groups_[i];
    }));
  }
  Schedule schedule = make_schedule(plan, lists_, clauses_.size());
  items_ = std::move(schedule.items);
  units_ = std::move(schedule.units);
  long_rows_ = std::move(schedule.long_rows);
  part_size_ = schedule.part_size;
}

void Stage::add_group(const PlanData& plan, const GroundingGroup& group, std::size_t number) {
  for (const GroupSlot& slot : group.slots) {
    const auto degrees_after = static_cast<std::uint32_t>(plan.predicted.size());
    slots_[number].push_back({slot.is_degree ? degrees_after + slot.table : slot.table,
                              slot.fixed.has_value(), slot.fixed.value_or(0), slot.varying});
    if (!slot.is_degree) uses_[slot.table] = true;
  }
  for (const ClauseBlock& block : group.blocks) blocks_[number].push_back(add_block(group, block));
  groups_[number] = {slots_[number].data(), group.varying_count, group.tuples.data(), blocks_[number].data(),
                     static_cast<std::uint32_t>(blocks_[number].size())};
}

kernels::BlockView Stage::add_block(const GroundingGroup& group, const ClauseBlock& block) {
  std::vector<kernels::LiteralView>& literals = literals_.emplace_back();
  for (const auto& literal : block.literals) {
    // The degrees of `given` tuples lie alone in their rows, where no vector can be loaded.
    const bool contiguous = literal.contiguous && !group.slots[literal.slot].is_degree;
    literals.push_back({literal.slot, literal.positive ? 1.0F : -1.0F, contiguous, literal.columns.data()});
  }
  kernels::BlockView view;
  view.literals = literals.data();
  view.literal_count = static_cast<std::uint32_t>(literals.size());
  view.clause_count = static_cast<std::uint32_t>(block.clauses.size());
  view.first_weight = clauses_.size();
  view.is_pair = is_pair(group, block);
  clauses_.insert(clauses_.end(), block.clauses.begin(), block.clauses.end());
  clauses_.resize((clauses_.size() + block_padding - 1) / block_padding * block_padding, no_clause);
  sums_size_ = std::max(sums_size_, kernels::sums_size(view.literal_count, view.clause_count));
  widest_block_ = std::max(widest_block_, clauses_.size() - view.first_weight);
  most_literals_ = std::max<std::size_t>(most_literals_, view.literal_count);
  return view;
}

void Stage::add_lists(const PlanData& plan, const GroundingGroup& group, const kernels::GroupView& view) {
  for (const IncidenceList& list : group.lists) {
    const std::uint32_t table = group.slots[list.slot].table;
    kernels::ListView target;
    target.group = &view;
    target.slot = list.slot;
    target.kind = entries_of(list.kind);
    target.length = list.offsets.empty() ? plan.predicted[table].rows : list.offsets.size() - 1;
    target.rows = list.rows.empty() ? nullptr : list.rows.data();
    target.offsets = list.offsets.empty() ? nullptr : list.offsets.data();
    target.entries = list.entries.empty() ? nullptr : list.entries.data();
    lists_[table].push_back(target);
  }
}

}  // namespace kenn
