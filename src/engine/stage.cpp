// The part of a plan that one pass applies: its clauses, the rounds that do them, and its work in pieces.
#include "engine/stage.h"

namespace kenn::engine {

Stage::Stage(const PlanData& plan, const std::vector<bool>& is_in, kernels::Boost boost, bool with_gradients)
    : from_exponentials_(boost != kernels::Boost::godel) {
  std::vector<BlockPart> blocks;
  for (std::size_t i = 0; i < plan.groups.size(); ++i) {
    if (!is_in[i]) continue;
    for (const plan::ClauseBlock& block : plan.groups[i].blocks) {
      blocks.push_back({i, &block, 0, block.clauses.size(), clauses_.size(), is_pair(plan.groups[i], block)});
      clauses_.insert(clauses_.end(), block.clauses.begin(), block.clauses.end());
      clauses_.resize((clauses_.size() + plan::block_padding - 1) / plan::block_padding * plan::block_padding,
                      no_clause);
    }
  }
  keeps_exponentials_ = from_exponentials_ && with_gradients && are_small(plan.predicted);
  const RoundKind with_values = keeps_exponentials_ ? RoundKind::kept : RoundKind::values;
  forward_ = make_rounds(plan, blocks, from_exponentials_ ? with_values : RoundKind::direct);
  if (with_gradients && !keeps_exponentials_) {
    backward_ = make_rounds(plan, blocks, from_exponentials_ ? RoundKind::gradients : RoundKind::direct);
  }
  if (!from_exponentials_) truth_ = make_rounds(plan, blocks, RoundKind::values);
  schedule_ = make_schedule(plan, is_in, clauses_.size());
}

}  // namespace kenn::engine
