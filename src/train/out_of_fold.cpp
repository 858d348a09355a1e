// Logits of networks for rows whose labels they have not seen.
#include "train/out_of_fold.h"

#include <algorithm>

namespace kenn::train {

dataset::TableList out_of_fold_logits(TrainerGroup& networks, const dataset::Graph& graph,
                                      const trust::Folds& folds) {
  dataset::TableList logits;
  const auto share = 1 / static_cast<float>(folds.count);
  for (std::uint32_t fold = 0; fold < folds.count; ++fold) {
    const dataset::TableList outputs = networks.model(fold).run_networks(graph);
    logits.resize(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      logits[i].resize(outputs[i].size());
      const std::vector<std::uint8_t>& of_rows = folds.of_rows[i];
      const std::size_t width = graph.plan.tables()[i].columns.size();
      for (std::size_t row = 0; row < of_rows.size(); ++row) {
        for (std::size_t at = row * width; at < (row + 1) * width; ++at) {
          if (of_rows[row] == fold) logits[i][at] = outputs[i][at];
          if (of_rows[row] == trust::no_fold) logits[i][at] += share * outputs[i][at];
        }
      }
    }
  }
  return logits;
}

}  // namespace kenn::train
