// Step 4 of a plan: clauses of the same shape become one vector loop.
#include "plan/blocks.h"

#include <algorithm>
#include <map>

namespace kenn::plan {

namespace {

// Shorter runs of neighbours are gathered together with the rest: half a vector is loaded no faster than
// gathered.
constexpr std::size_t shortest_run = 4;

using Shape = std::vector<std::pair<std::uint32_t, bool>>;  // slot and sign of every literal
using Clauses = std::vector<const GroundClause*>;

Shape shape_of(const GroundClause& clause) {
  Shape shape;
  for (const GroundLiteral& literal : clause.literals) shape.emplace_back(literal.slot, literal.positive);
  return shape;
}

bool columns_less(const GroundClause* left, const GroundClause* right) {
  for (std::size_t i = 0; i < left->literals.size(); ++i) {
    const std::uint32_t a = left->literals[i].column;
    const std::uint32_t b = right->literals[i].column;
    if (a != b) return a < b;
  }
  return left->clause < right->clause;
}

bool is_next(const GroundClause& left, const GroundClause& right) {
  for (std::size_t i = 0; i < left.literals.size(); ++i) {
    if (left.literals[i].column + 1 != right.literals[i].column) return false;
  }
  return true;
}

ClauseBlock make_block(std::span<const GroundClause* const> clauses) {
  ClauseBlock block;
  for (const GroundClause* const clause : clauses) block.clauses.push_back(clause->clause);
  const std::size_t width = (clauses.size() + block_padding - 1) / block_padding * block_padding;
  for (std::size_t i = 0; i < clauses.front()->literals.size(); ++i) {
    ClauseBlock::LiteralColumns literal;
    literal.slot = clauses.front()->literals[i].slot;
    literal.positive = clauses.front()->literals[i].positive;
    literal.contiguous = true;
    for (const GroundClause* const clause : clauses) {
      const std::uint32_t column = clause->literals[i].column;
      literal.contiguous =
          literal.contiguous && (literal.columns.empty() || literal.columns.back() + 1 == column);
      literal.columns.push_back(column);
    }
    literal.columns.resize(width, literal.columns.back());
    block.literals.push_back(std::move(literal));
  }
  return block;
}

void add_blocks(Clauses clauses, std::vector<ClauseBlock>& blocks) {
  std::sort(clauses.begin(), clauses.end(), columns_less);
  Clauses rest;
  for (std::size_t first = 0; first < clauses.size();) {
    std::size_t last = first + 1;
    while (last < clauses.size() && is_next(*clauses[last - 1], *clauses[last])) ++last;
    const std::span<const GroundClause* const> run(&clauses[first], last - first);
    if (run.size() >= shortest_run) {
      blocks.push_back(make_block(run));
    } else {
      rest.insert(rest.end(), run.begin(), run.end());
    }
    first = last;
  }
  if (!rest.empty()) blocks.push_back(make_block(rest));
}

}  // namespace

std::vector<ClauseBlock> make_blocks(std::span<const GroundClause> clauses) {
  std::vector<Clauses> shapes;
  std::map<Shape, std::size_t> known;
  for (const GroundClause& clause : clauses) {
    const auto [entry, is_new] = known.emplace(shape_of(clause), shapes.size());
    if (is_new) shapes.emplace_back();
    shapes[entry->second].push_back(&clause);
  }
  std::vector<ClauseBlock> blocks;
  for (const Clauses& same : shapes) add_blocks(same, blocks);
  return blocks;
}

}  // namespace kenn::plan
