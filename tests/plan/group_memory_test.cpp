// Tests that what the groundings of a group take is known before they are made.
#include "plan/group_memory.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/free_memory.h"
#include "plan/plan_data.h"

namespace kenn::plan {
namespace {

Plan plan_of(const std::string& rule, std::size_t objects) {
  const Knowledge knowledge = Knowledge::from_text(
      "type T\npredict A(T), B(T), R(T, T)\ngiven L(T, T)\nrule \"the rule\": " + rule + "\n");
  Tables tables(knowledge);
  tables.resize("T", objects);
  std::vector<Row> pairs;
  std::vector<Row> predicted;
  for (Row i = 0; i < objects; ++i) {
    for (Row j = 0; j < 20; ++j) pairs.insert(pairs.end(), {i, static_cast<Row>((i * 7 + j) % objects)});
    predicted.insert(predicted.end(), {i, static_cast<Row>((i + 1) % objects)});
  }
  tables.list("L", pairs);
  tables.list("R", predicted);
  return {knowledge, tables};
}

std::uint64_t estimate_for(const Plan& plan) {
  const GroundingGroup& group = plan.data().groups.front();
  std::vector<std::uint64_t> row_counts;
  for (const GroupSlot& slot : group.slots) row_counts.push_back(plan.tables()[slot.table].rows);
  return memory_of(group, row_counts).bytes(group.groundings);
}

TEST(GroupMemory, IsWhatGroundingsTakeInTheEnd) {
  for (const char* const rule : {"A(x) & L(x, y) -> A(y)", "A(x) & L(x, y) & L(y, z) -> A(z)", "A(x) -> B(y)",
                                 "A(x) & L(x, y) & L(y, z) -> A(z) | B(y)", "A(x) & A(y) & x != y -> B(x)",
                                 "A(x) & L(x, y) & L(y, z) & R(x, w) -> A(z)"}) {
    const Plan plan = plan_of(rule, 400);
    const auto bytes = static_cast<double>(plan.bytes());
    const auto estimate = static_cast<double>(estimate_for(plan));
    EXPECT_GT(plan.groundings(), 1'000U) << rule;
    EXPECT_GE(estimate, 0.9 * bytes - 2'000) << rule << ": without lists of columns and chunks";
    EXPECT_LE(estimate, 1.5 * bytes + 20'000) << rule << ": rows count more while it is made";
  }
}

TEST(GroupMemory, IsWhatTheProcessTakes) {
  const std::uint64_t before = base::memory_in_use();
  const Plan plan = plan_of("A(x) & A(y) -> B(z)", 140);
  const auto taken = static_cast<double>(base::memory_in_use() - before);
  EXPECT_EQ(plan.groundings(), 140U * 140 * 140);
  EXPECT_EQ(plan.bytes() / plan.groundings(), 24U) << "a tuple of three rows, and an entry in three lists";
  EXPECT_GT(taken, 0.7 * static_cast<double>(estimate_for(plan)));
  EXPECT_LT(taken, 1.5 * static_cast<double>(estimate_for(plan)));
}

TEST(GroupMemory, DoesNotOverflow) {
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  const GroupMemory memory{100, 24};
  EXPECT_EQ(memory.bytes(0), 100U);
  EXPECT_EQ(memory.bytes(all), all);
  EXPECT_EQ(memory.bytes(all / 24), all);
  EXPECT_EQ(memory.groundings_in(99), 0U);
  EXPECT_EQ(memory.groundings_in(100 + 49), 2U);
  EXPECT_EQ((GroupMemory{100, 0}.groundings_in(100)), all);
}

}  // namespace
}  // namespace kenn::plan
