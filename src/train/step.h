// What one step of a training is about: a graph, what is known of it, and the memory of a forward.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nn/loss.h"
#include "train/model_parts.h"

namespace kenn {

// The losses of all predicted tables of a graph, by the labels of a split; with `labels`, by those instead of
// the graph's.
std::vector<TableLoss> losses_of(const Graph& graph, Split split,
                                 const std::vector<Labels>* labels = nullptr);
bool all_empty(const std::vector<TableLoss>& losses);

TableList zeros_like(const TableList& tables);

// Loss and accuracy of preactivations; the gradients are made if asked for.
struct Measured {
  double loss = 0;
  TableLoss::Score score;

  [[nodiscard]] double accuracy() const {
    return score.known == 0 ? 0 : static_cast<double>(score.right) / static_cast<double>(score.known);
  }
};

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const TableList& outputs,
                 TableList* gradients);

struct StepInput {
  StepInput(const Graph& of_graph, Split split, const ModelOptions& options, bool with_gradients);

  // What the networks saw in the last forward.
  [[nodiscard]] const std::vector<NetworkInput>& seen() const { return rest.empty() ? inputs : rest; }

  const Graph* graph;
  std::vector<NetworkInput> inputs;
  std::vector<NetworkInput> rest;  // of the inputs, when some features are left out
  std::vector<TableLoss> losses;
  std::optional<Enhancer> enhancer;  // none without rules
  TableList before;                  // of the last forward
  TableList after;
};

}  // namespace kenn
