// `kenn explain`: why a prediction is what it is, and what the rules do to all of them.
#include "explain_run.h"

#include <iostream>
#include <memory>
#include <utility>

#include "api/model_explainer.h"
#include "common.h"
#include "dataset/split_choice.h"
#include "engine/boost.h"
#include "enhance_fit.h"
#include "enhance_model.h"
#include "explain/source.h"
#include "explain_json.h"
#include "explain_text.h"
#include "json_output.h"
#include "learning/runs.h"
#include "stopwatch.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

struct Loaded {
  explain::Source source;
  std::vector<Diagnostic> warnings;
};

// The model of `kenn train`, on a data set.
Loaded load_model_and_data(const ExplainArguments& arguments) {
  const Model model = Model::load(arguments.inputs.model, threads_of(arguments.inputs.options));
  const TrainedModel& trained = model.trained();
  DatasetParts dataset = read_data(trained.knowledge, arguments.data, ReadOptions().most_seconds);
  if (arguments.split != "all")
    dataset::complete_splits(dataset, trained.choice.value_or(dataset::SplitChoice()));
  std::vector<Diagnostic> warnings = dataset.warnings;
  return {api::explain_source(trained, std::move(dataset), arguments.member), std::move(warnings)};
}

std::vector<float> start_weights(const infer::EnhancerModel& model) {
  std::vector<float> weights;
  for (std::uint32_t layer = 0; layer < model.layers; ++layer) {
    for (const Clause& clause : model.knowledge.clauses()) {
      const double value = clause.weight.learned ? default_weight(model.boost) : clause.weight.value;
      weights.push_back(static_cast<float>(value));
    }
  }
  return weights;
}

// What the readers of a data set complain about is in the data.
Loaded load_from_data(const ExplainArguments& arguments) {
  try {
    return load_model_and_data(arguments);
  } catch (const Error& error) {
    throw with_source(error, arguments.data);
  }
}

// Rules on top of the logits of any model.
Loaded load_rules_and_logits(const ExplainArguments& arguments, const EnhanceFiles& files) {
  const EnhanceArguments completed_inputs = completed(arguments.inputs);
  infer::EnhancerModel model = read_rules(completed_inputs);
  EnhanceInputs inputs = read_enhance_inputs(model.knowledge, files);
  if (model.weights.empty()) model.weights = start_weights(model);
  std::vector<Diagnostic> warnings = model.knowledge.warnings();
  warnings.insert(warnings.end(), inputs.warnings.begin(), inputs.warnings.end());
  const Schema& schema = inputs.tables.schema();
  std::vector<table::Labels> labels(schema.tables.size());
  for (TableLabels& table : read_table_labels(inputs.tables, files.labels)) {
    labels[table.table] = std::move(table.labels);
  }
  std::vector<std::vector<float>> values(schema.tables.size());
  std::vector<std::size_t> widths;
  std::size_t next = 0;
  for (TableIndex table = 0; table < values.size(); ++table) {
    widths.push_back(schema.tables[table].columns.size());
    if (schema.tables[table].role == Role::predict) values[table] = std::move(inputs.logits[next++].values);
  }
  const auto logits = [shared = std::make_shared<const std::vector<std::vector<float>>>(std::move(values)),
                       widths](TableIndex table, std::span<const Row> rows) {
    return explain::take_logits((*shared)[table], widths[table], rows);
  };
  const EnhanceOptions options = options_of(model, completed_inputs);
  return {{std::move(model.knowledge), std::move(inputs.tables), std::move(labels), std::move(model.weights),
           options, logits},
          std::move(warnings)};
}

// What is known of rows in other splits is not looked at.
void keep_split(const std::string& word, std::vector<table::Labels>& labels) {
  const auto split = base::from_word<table::Split>(word);
  if (!split) return;
  for (table::Labels& table : labels) {
    const std::size_t width = table.splits.empty() ? 0 : table.atoms.size() / table.splits.size();
    for (std::size_t row = 0; row < table.splits.size(); ++row) {
      if (table.splits[row] == *split) continue;
      for (std::size_t i = row * width; i < (row + 1) * width; ++i) table.atoms[i] = table::Known::nothing;
    }
  }
}

// Ends and begins with the time it took, after everything was read.
Json answer(const Explainer& explainer, const ExplainArguments& arguments, std::string& text) {
  if (arguments.rules) {
    const RuleAudit audit = explainer.audit();
    text = audit_text(audit);
    return to_json(audit);
  }
  const Explanation explanation = explainer.explain(arguments.object, arguments.options);
  text = explanation_text(explanation, arguments);
  Json json = to_json(explanation);
  if (!arguments.why_not.empty()) {
    const WhyNot why_not = explainer.why_not(arguments.object, arguments.why_not);
    text += why_not_text(why_not, explanation);
    json["why_not"] = to_json(why_not, explanation);
  }
  return json;
}

}  // namespace

void run_explain(const ExplainArguments& arguments, const EnhanceFiles& files) {
  Stopwatch stopwatch;
  Loaded loaded =
      arguments.data.empty() ? load_rules_and_logits(arguments, files) : load_from_data(arguments);
  loaded.source.max_groundings =
      arguments.inputs.options.max_groundings.value_or(loaded.source.max_groundings);
  keep_split(arguments.split, loaded.source.labels);
  const double read = stopwatch.next();
  const Explainer explainer(std::move(loaded.source));
  std::string text;
  Json json = answer(explainer, arguments, text);
  json["seconds"] = {{"read", read}, {"explain", stopwatch.next()}};
  json["diagnostics"] = to_json(loaded.warnings);
  if (!arguments.inputs.json) print_findings(loaded.warnings);
  std::cout << (arguments.inputs.json ? to_line(json) : text);
}

}  // namespace kenn::cli
