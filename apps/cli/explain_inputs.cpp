// What predictions are explained from, on the command line: a model on data, or rules on logits.
#include "explain_inputs.h"

#include <memory>
#include <utility>

#include "api/model_explainer.h"
#include "common.h"
#include "dataset/split_choice.h"
#include "enhance_fit.h"
#include "enhance_model.h"
#include "enhance_options.h"
#include "learning/runs.h"
#include "option_flags.h"
#include "shared_options.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

// Options that bring what --data brings, too; and those that say what a model says.
const std::vector<std::string> of_logits = {"--relation", "--ids", "--labels"};

std::vector<std::string> of_knowledge() {
  std::vector<std::string> options = {"--syntax", "--weights"};
  for (const train::Option& option : train::option_table()) {
    if (option.group == train::OptionGroup::enhancers) options.push_back(flag_of(option));
  }
  return options;
}

// The model of `kenn train`, on a data set.
ExplainSource load_model_and_data(const ExplainInputs& inputs) {
  const Model model = Model::load(inputs.rules.model, threads_of(inputs.rules.options));
  const TrainedModel& trained = model.trained();
  DatasetParts dataset = read_data(trained.knowledge, inputs.data, ReadOptions().most_seconds);
  if (inputs.split != "all")
    dataset::complete_splits(dataset, trained.choice.value_or(dataset::SplitChoice()));
  std::vector<Diagnostic> warnings = dataset.warnings;
  return {api::explain_source(trained, std::move(dataset), inputs.member), std::move(warnings)};
}

// What the readers of a data set complain about is in the data.
ExplainSource load_from_data(const ExplainInputs& inputs) {
  try {
    return load_model_and_data(inputs);
  } catch (const Error& error) {
    throw with_source(error, inputs.data);
  }
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

// Rules on top of the logits of any model.
ExplainSource load_rules_and_logits(const ExplainInputs& from, const EnhanceFiles& files) {
  const EnhanceArguments rules = completed(from.rules);
  infer::EnhancerModel model = read_rules(rules);
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
  const EnhanceOptions options = options_of(model, rules);
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

}  // namespace

void add_explain_inputs(CLI::App& command, ExplainInputs& inputs) {
  command
      .add_option("--model", inputs.rules.model,
                  "A model file of 'kenn train' with --data, or of 'kenn fit' with --logits")
      ->option_text("FILE");
  command
      .add_option("--data", inputs.data,
                  "The data: a folder, linqs:DIR, sqlite:FILE or postgres:URI; see docs/data.md")
      ->option_text("DATA");
  command.add_option("--member", inputs.member, "Explain this member of an ensemble, counted from 0")
      ->option_text("N");
  command
      .add_option("--knowledge", inputs.rules.knowledge,
                  "The knowledge file, for logits of any model; - reads standard input")
      ->option_text("FILE");
  add_input_options(command, inputs.rules);
  command
      .add_option("--weights", inputs.rules.weights,
                  "JSON with a weight per clause name, or a list of one such object per layer; without it "
                  "learned weights are the default of the boost (0.5; residual: 2.5)")
      ->option_text("FILE");
  add_labels_option(command, inputs.rules);
  add_enhancer_options(command, inputs.rules.options, {"1", "softmax"});
}

void add_split_option(CLI::App& command, ExplainInputs& inputs, const std::string& text) {
  command.add_option("--split", inputs.split, text)
      ->option_text("train|valid|test|all")
      ->check(CLI::IsMember({"train", "valid", "test", "all"}));
}

void check_explain_inputs(const CLI::App& command) {
  const auto given = [&](const std::string& option) { return command.count(option) > 0; };
  if (given("--knowledge") == given("--model")) {
    throw CLI::ValidationError("--model", "give either --model FILE or --knowledge FILE");
  }
  if (given("--data") == given("--logits")) {
    throw CLI::ValidationError("--data", "give either --data DATA or --logits NAME=FILE");
  }
  if (given("--data") && !given("--model")) {
    throw CLI::ValidationError("--data", "needs the --model that predicts it");
  }
  if (given("--member") && !given("--data")) {
    throw CLI::ValidationError("--member", "this is for models of 'kenn train' with --data only");
  }
  for (const std::string& option : of_logits) {
    if (given(option) && given("--data")) throw CLI::ValidationError(option, "--data brings that");
  }
  for (const std::string& option : of_knowledge()) {
    if (given(option) && given("--model")) throw CLI::ValidationError(option, "the model says that already");
  }
}

std::vector<std::string> given_explain_inputs(const CLI::App& command) {
  std::vector<std::string> options = of_knowledge();
  options.insert(options.end(), of_logits.begin(), of_logits.end());
  for (const char* const option : {"--model", "--data", "--member", "--knowledge", "--logits"}) {
    options.emplace_back(option);
  }
  std::erase_if(options, [&](const std::string& option) { return command.count(option) == 0; });
  return options;
}

ExplainSource read_explain_source(const ExplainInputs& inputs, const EnhanceFiles& files) {
  ExplainSource read = inputs.data.empty() ? load_rules_and_logits(inputs, files) : load_from_data(inputs);
  read.source.max_groundings = inputs.rules.options.max_groundings.value_or(read.source.max_groundings);
  keep_split(inputs.split, read.source.labels);
  return read;
}

void add_read_files(const ExplainInputs& inputs, const EnhanceFiles& enhance_files,
                    const Knowledge& knowledge, CommandFiles& files) {
  files.reads("--model", inputs.rules.model);
  files.reads("--knowledge", inputs.rules.knowledge);
  files.reads("--weights", inputs.rules.weights);
  if (!inputs.data.empty()) files.reads_data(knowledge, inputs.data);
  const auto add = [&](const char* option, const std::vector<NamedFile>& named) {
    for (const NamedFile& each : named) files.reads(option, each.file);
  };
  add("--logits", enhance_files.logits);
  add("--relation", enhance_files.relations);
  add("--ids", enhance_files.ids);
  add("--labels", enhance_files.labels);
}

}  // namespace kenn::cli
