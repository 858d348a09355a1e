// Clauses of one shape become one loop, and every clause is in exactly one.
#include "plan/blocks.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace kenn::plan {
namespace {

// A clause with a negated literal on slot 0 and a positive one on slot 1.
GroundClause implication(std::size_t clause, std::uint32_t left, std::uint32_t right) {
  return {clause, {{0, left, false}, {1, right, true}}};
}

TEST(Blocks, NeighbouringColumnsAreOneContiguousBlock) {
  std::vector<GroundClause> clauses;
  for (std::uint32_t i = 0; i < 6; ++i) clauses.push_back(implication(5 - i, i, i + 2));
  const auto blocks = make_blocks(clauses);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].clauses, (std::vector<std::size_t>{5, 4, 3, 2, 1, 0}));
  for (const auto& literal : blocks[0].literals) {
    EXPECT_TRUE(literal.contiguous);
    EXPECT_EQ(literal.columns.size(), block_padding);
  }
  EXPECT_EQ(blocks[0].literals[1].columns[0], 2U);
  EXPECT_EQ(blocks[0].literals[1].columns[15], 7U);
}

TEST(Blocks, WhatIsNotNeighbouringIsGatheredInOneBlock) {
  const auto blocks =
      make_blocks(std::vector{implication(0, 0, 5), implication(1, 7, 1), implication(2, 3, 3)});
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].clauses, (std::vector<std::size_t>{0, 2, 1}));
  EXPECT_FALSE(blocks[0].literals[0].contiguous);
}

TEST(Blocks, ShapesDifferBySlotSignAndOrder) {
  const GroundClause same_slot{0, {{0, 0, false}, {0, 1, true}}};
  const GroundClause other_sign{1, {{0, 0, true}, {1, 1, true}}};
  const GroundClause other_order{2, {{1, 0, true}, {0, 1, false}}};
  EXPECT_EQ(make_blocks(std::vector{same_slot, other_sign, other_order, implication(3, 0, 1)}).size(), 4U);
}

TEST(Blocks, NoClausesAreNoBlocks) {
  EXPECT_TRUE(make_blocks({}).empty());
}

RC_GTEST_PROP(Blocks, EveryClauseIsInOneBlockWithItsColumns, ()) {
  const auto columns = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
      rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, 12), rc::gen::inRange<std::uint32_t>(0, 12)));
  std::vector<GroundClause> clauses;
  for (const auto& [left, right] : columns) clauses.push_back(implication(clauses.size(), left, right));
  std::vector<int> seen(clauses.size());
  for (const ClauseBlock& block : make_blocks(clauses)) {
    for (std::size_t i = 0; i < block.clauses.size(); ++i) {
      ++seen[block.clauses[i]];
      for (std::size_t literal = 0; literal < 2; ++literal) {
        const auto& about = block.literals[literal];
        RC_ASSERT(about.columns[i] == clauses[block.clauses[i]].literals[literal].column);
        if (about.contiguous) RC_ASSERT(about.columns[i] == about.columns[0] + i);
      }
    }
  }
  RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
}

}  // namespace
}  // namespace kenn::plan
