// Logits of networks for rows whose labels they have not seen.
#pragma once

#include "train/trainer_group.h"
#include "trust/folds.h"

namespace kenn::train {

// Rows of a fold get the logits of the network that was learned without it; all others the mean of the
// networks. One matrix per predicted table of the graph.
dataset::TableList out_of_fold_logits(TrainerGroup& networks, const dataset::Graph& graph,
                                      const trust::Folds& folds);

}  // namespace kenn::train
