// What one step of a training is about: a graph, what is known of it, and the memory of a forward.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nn/loss.h"
#include "train/model_parts.h"
#include "train/phase.h"

namespace kenn::train {

// The losses of all predicted tables of a graph, by the labels of a split; with `labels`, by those instead of
// the graph's.
std::vector<nn::TableLoss> losses_of(const dataset::Graph& graph, table::Split split,
                                     const std::vector<table::Labels>* labels = nullptr);
bool all_empty(const std::vector<nn::TableLoss>& losses);

// Whether there are labels, and all of them are of rows with several labels.
bool all_multi_label(const std::vector<nn::TableLoss>& losses);

dataset::TableList zeros_like(const dataset::TableList& tables);

// Loss and accuracy of preactivations; the gradients are made if asked for.
struct Measured {
  double loss = 0;
  nn::TableLoss::Score score;

  [[nodiscard]] double accuracy() const {
    return score.known == 0 ? 0 : static_cast<double>(score.right) / static_cast<double>(score.known);
  }
  // 0 when nothing holds and nothing is predicted to.
  [[nodiscard]] double micro_f1() const {
    const std::uint64_t either = score.positives + score.predicted;
    return either == 0 ? 0 : 2 * static_cast<double>(score.true_positives) / static_cast<double>(either);
  }
};

Measured measure(const std::vector<nn::TableLoss>& losses, nn::Loss kind, const dataset::TableList& outputs,
                 dataset::TableList* gradients);

// Adds the gradient of the loss of logits, times `weight`.
void add_gradient(const std::vector<nn::TableLoss>& losses, nn::Loss kind, const dataset::TableList& logits,
                  double weight, dataset::TableList& gradients);

struct StepInput {
  StepInput(const dataset::Graph& of_graph, table::Split split, const ModelOptions& options,
            bool with_gradients);

  // What the networks saw in the last forward.
  [[nodiscard]] const std::vector<nn::NetworkInput>& seen() const { return rest.empty() ? inputs : rest; }

  const dataset::Graph* graph;
  std::vector<nn::NetworkInput> inputs;
  std::vector<nn::NetworkInput> rest;  // of the inputs, when some features are left out
  std::vector<nn::TableLoss> losses;
  std::optional<Enhancer> enhancer;  // none without rules
  dataset::TableList before;         // of the last forward
  dataset::TableList after;
};

// Runs the networks, and the enhancers if the phase uses them: `before` and `after` of the input. Networks
// that the phase does not learn run once. With random numbers, features and hidden values are left out.
void run_forward(RuleModel::Parts& parts, const Phase& phase, StepInput& input, base::Random* random);

// The gradients of all that is learned, in the order of `Model::Parts::learned`, given those of the outputs
// of the last forward. `loss` is for the networks' own logits, if the phase has a loss for them.
void run_backward(RuleModel::Parts& parts, const Phase& phase, nn::Loss loss, StepInput& input,
                  dataset::TableList of_outputs, std::vector<std::vector<float>>& gradients);

}  // namespace kenn::train
