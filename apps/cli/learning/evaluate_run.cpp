// `kenn evaluate`: how good the predictions of a model are, and how far they follow the rules.
#include <iostream>
#include <utility>

#include "common.h"
#include "exit_status.h"
#include "infer/violations.h"
#include "json_output.h"
#include "learning/evaluate_report.h"
#include "learning/runs.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

// All labels are judged on the whole graph, those of a split as training would see them.
std::shared_ptr<const dataset::Graph> read_graph(const TrainedModel& trained,
                                                 const EvaluateArguments& arguments) {
  const Knowledge& knowledge = trained.knowledge;
  const PlanOptions plan = plan_options(arguments.options);
  DatasetParts dataset = read_data(knowledge, arguments.data, arguments.read_timeout);
  const auto split = base::from_word<table::Split>(arguments.split);
  if (!split) return std::make_shared<const dataset::Graph>(knowledge, std::move(dataset), plan);
  if (!trained.choice) {
    throw Error(ErrorKind::data, "the model does not say how its training data was chosen", arguments.model);
  }
  dataset::complete_splits(dataset, *trained.choice);
  return dataset::graph_for(knowledge, std::move(dataset), *split, trained.choice->paradigm, plan);
}

Evaluation evaluate(train::RuleModel& model, const dataset::Graph& graph,
                    const EvaluateArguments& arguments) {
  const train::Predictions predictions = model.predict(graph);
  const auto split = base::from_word<table::Split>(arguments.split);
  Enhancer enhancer(graph.plan, model.options().enhance);
  const auto scores = [&](const dataset::TableList& tables) -> PredictionScores {
    return {infer::score(graph, tables, split), infer::multi_label_scores(graph, tables, split),
            enhancer.mean_truth(std::vector<std::span<const float>>(tables.begin(), tables.end())),
            infer::violations(graph, tables, model.options().enhance.threads)};
  };
  Evaluation evaluation{scores(predictions.before), scores(predictions.after), graph.plan.clause_names(),
                        graph.plan.groundings_of_clauses()};
  if (evaluation.rules.labels.empty()) {
    throw Error(ErrorKind::data,
                split ? "no object in split '" + arguments.split + "' has a label; --split all takes them all"
                      : "no object has a label",
                dataset::source_name(arguments.data));
  }
  return evaluation;
}

}  // namespace

int run_evaluate(const EvaluateArguments& arguments) {
  Model model = Model::load(arguments.model, threads_of(arguments.options));
  const std::shared_ptr<const dataset::Graph> graph = read_graph(model.trained(), arguments);
  const Evaluation evaluation = evaluate(model.trained().model, *graph, arguments);
  Json json = evaluation_to_json(evaluation, arguments);
  json["diagnostics"] = to_json(graph->dataset.warnings);
  if (!arguments.json) print_findings(graph->dataset.warnings);
  std::cout << (arguments.json ? to_line(json) : evaluation_text(evaluation));
  return ExitStatus::done;
}

}  // namespace kenn::cli
