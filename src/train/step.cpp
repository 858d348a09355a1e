// What one step of a training is about: a graph, what is known of it, and the memory of a forward.
#include "train/step.h"

#include <algorithm>

namespace kenn {

std::vector<TableLoss> losses_of(const Graph& graph, Split split, const std::vector<Labels>* labels) {
  std::vector<TableLoss> losses;
  losses.reserve(graph.predicted.size());
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const Labels& of_table = labels == nullptr ? graph.labels(i) : (*labels)[i];
    losses.emplace_back(graph.dataset.tables.vocabulary(), graph.schema(i), of_table,
                        rows_in(of_table, graph.plan.tables()[i].rows, split));
  }
  return losses;
}

bool all_empty(const std::vector<TableLoss>& losses) {
  return std::all_of(losses.begin(), losses.end(), [](const TableLoss& loss) { return loss.is_empty(); });
}

TableList zeros_like(const TableList& tables) {
  TableList zeros;
  zeros.reserve(tables.size());
  for (const std::vector<float>& table : tables) zeros.emplace_back(table.size());
  return zeros;
}

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const TableList& outputs,
                 TableList* gradients) {
  Measured measured;
  if (gradients != nullptr) *gradients = zeros_like(outputs);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    std::span<float> of_table;
    if (gradients != nullptr) of_table = (*gradients)[i];
    measured.loss += losses[i].add(kind, outputs[i], of_table);
    const TableLoss::Score score = losses[i].score(outputs[i]);
    measured.score.right += score.right;
    measured.score.known += score.known;
  }
  return measured;
}

StepInput::StepInput(const Graph& of_graph, Split split, const ModelOptions& options, bool with_gradients)
    : graph(&of_graph), inputs(network_inputs(of_graph, options.scale)), losses(losses_of(of_graph, split)) {
  if (!options.uses_rules) return;
  EnhanceOptions enhance = options.enhance;
  enhance.gradients = with_gradients;
  enhancer.emplace(of_graph.plan, enhance);
}

}  // namespace kenn
