// What one step of a training is about: a graph, what is known of it, and the memory of a forward.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nn/loss.h"
#include "train/model_parts.h"
#include "train/phase.h"

namespace kenn {

// The losses of all predicted tables of a graph, by the labels of a split; with `labels`, by those instead of
// the graph's.
std::vector<TableLoss> losses_of(const Graph& graph, Split split,
                                 const std::vector<Labels>* labels = nullptr);
bool all_empty(const std::vector<TableLoss>& losses);

// Whether there are labels, and all of them are of rows with several labels.
bool all_multi_label(const std::vector<TableLoss>& losses);

TableList zeros_like(const TableList& tables);

// Loss and accuracy of preactivations; the gradients are made if asked for.
struct Measured {
  double loss = 0;
  TableLoss::Score score;

  [[nodiscard]] double accuracy() const {
    return score.known == 0 ? 0 : static_cast<double>(score.right) / static_cast<double>(score.known);
  }
  // 0 when nothing holds and nothing is predicted to.
  [[nodiscard]] double micro_f1() const {
    const std::uint64_t either = score.positives + score.predicted;
    return either == 0 ? 0 : 2 * static_cast<double>(score.true_positives) / static_cast<double>(either);
  }
};

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const TableList& outputs,
                 TableList* gradients);

// Adds the gradient of the loss of logits, times `weight`.
void add_gradient(const std::vector<TableLoss>& losses, Loss kind, const TableList& logits, double weight,
                  TableList& gradients);

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

// Runs the networks, and the enhancers if the phase uses them: `before` and `after` of the input. Networks
// that the phase does not learn run once. With random numbers, features and hidden values are left out.
void run_forward(RuleModel::Parts& parts, const Phase& phase, StepInput& input, Random* random);

// The gradients of all that is learned, in the order of `Model::Parts::learned`, given those of the outputs
// of the last forward. `loss` is for the networks' own logits, if the phase has a loss for them.
void run_backward(RuleModel::Parts& parts, const Phase& phase, Loss loss, StepInput& input,
                  TableList of_outputs, std::vector<std::vector<float>>& gradients);

}  // namespace kenn
