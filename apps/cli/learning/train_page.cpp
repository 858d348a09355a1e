// The report of one training, as a page for a browser.
#include "learning/train_page.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/output_folder.h"
#include "experiment/compliance.h"
#include "experiment/run.h"
#include "io/number_text.h"
#include "learning/description.h"
#include "report/report.h"

namespace kenn::cli {

namespace {

std::string text_of(const std::string& value) {
  return in_shell(value);
}
std::string text_of(double value) {
  return shortest_text(value);
}
std::string text_of(std::uint32_t value) {
  return std::to_string(value);
}
std::string text_of(const std::vector<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return in_shell(text);
}

// What to type to get the same model: every option that the result depends on and that is not as usual, or
// that was given, since it may override a preset.
std::string command_of(const TrainArguments& arguments, const std::string& data) {
  const TrainArguments usual;
  std::string command =
      "kenn train --knowledge " + in_shell(arguments.knowledge) + " --data " + in_shell(data);
  const auto add = [&](const char* name, const auto& value, const auto& usual_value) {
    if (value != usual_value || arguments.is_given(name))
      command += std::string(" --") + name + " " + text_of(value);
  };
  add("syntax", arguments.syntax, usual.syntax);
  add("preset", arguments.preset, usual.preset);
  add("method", arguments.method, usual.method);
  add("hidden", arguments.hidden, usual.hidden);
  add("layers", arguments.layers, usual.layers);
  add("boost", arguments.boost, usual.boost);
  add("center", arguments.center, usual.center);
  add("order", arguments.order, usual.order);
  add("loss", arguments.loss, usual.loss);
  add("paradigm", arguments.paradigm, usual.paradigm);
  if (arguments.train_fraction) command += " --train-fraction " + text_of(*arguments.train_fraction);
  add("labels", arguments.labels, usual.labels);
  add("lr", arguments.learning_rate, usual.learning_rate);
  add("rule-lr", arguments.rule_rate, usual.rule_rate);
  if (arguments.rule_start) command += " --rule-start " + text_of(*arguments.rule_start);
  add("epsilon", arguments.epsilon, usual.epsilon);
  add("weight-decay", arguments.weight_decay, usual.weight_decay);
  add("scale-features", arguments.scale_features, usual.scale_features);
  add("dropout", arguments.dropout, usual.dropout);
  add("input-dropout", arguments.input_dropout, usual.input_dropout);
  add("epochs", arguments.epochs, usual.epochs);
  add("patience", arguments.patience, usual.patience);
  add("plateau", arguments.plateau, usual.plateau);
  add("keep", arguments.keep, usual.keep);
  add("batch-size", arguments.batch_size, usual.batch_size);
  for (const auto& [name, value] : texts_of(arguments.rules)) command += " --" + name + " " + value;
  const std::map<std::string, std::string> usual_trust = texts_of(usual.trust);
  for (const auto& [name, value] : texts_of(arguments.trust)) {
    const bool is_given =
        arguments.is_given(name) || (name == "ensemble" && arguments.is_given("no-ensemble"));
    if (value == usual_trust.at(name) && !is_given) continue;
    command +=
        name == "ensemble" ? (value == "yes" ? " --ensemble" : " --no-ensemble") : " --" + name + " " + value;
  }
  return command + " --seed " + std::to_string(arguments.seed) + " --out " + in_shell(arguments.out);
}

RunResult result_of(const TrainArguments& arguments, const TrainData& data, const TrainReport& report,
                    const std::vector<Epoch>& epochs) {
  RunResult result;
  result.fraction = data.fraction;
  result.method = arguments.method;
  result.epochs = report.epochs;
  result.tested_epoch = report.best_epoch;
  for (const SplitAccuracy& split : report.splits) result.splits[split.split] = {split.labels, split.rules};
  result.curve = curve_of(epochs);
  if (arguments.method == "nn") return result;
  result.paradigm = arguments.paradigm;
  result.layers = find_method(arguments.method)->has_layers ? arguments.layers : 0;
  if (!report.clauses.empty()) result.weights.resize(report.clauses.front().weights.size());
  for (const ClauseWeights& clause : report.clauses) {
    for (std::size_t layer = 0; layer < clause.weights.size(); ++layer) {
      result.weights[layer].push_back(static_cast<double>(clause.weights[layer]));
    }
  }
  if (report.trust) result.rules = findings_of(*report.trust);
  result.compliance = compliance(*data.graphs.train);
  return result;
}

}  // namespace

void write_page(const TrainArguments& given, const Knowledge& knowledge, const TrainData& data,
                const TrainReport& report, const std::vector<Epoch>& epochs, const ModelOptions& model,
                const TrainOptions& train) {
  const TrainArguments& arguments = data.arguments;
  const RunResult result = result_of(arguments, data, report, epochs);
  Experiment about = describe(knowledge, arguments.data, data.facts);
  about.name = std::filesystem::path(arguments.out).filename().string();
  about.command = command_of(given, about.data);
  TrainingSettings settings;
  settings.model = model;
  settings.train = train;
  settings.rules = arguments.rules;
  settings.trust = arguments.trust;
  settings.learns_from_valid = arguments.learns_from_valid();
  about.settings = to_texts(settings);
  about.preset = arguments.preset;
  about.seed = arguments.seed;
  about.runs = 1;
  about.fractions = {result.fraction};
  about.methods = {result.method};
  about.paradigms = {arguments.paradigm};
  about.layers = {arguments.layers};
  const RunTime time{result.fraction, 0, result.method, result.paradigm, result.layers, report.seconds.train};
  const std::string page = make_report(about, {result}, {time}).html;
  const std::filesystem::path path(arguments.report);
  OutputFolder folder(path.has_parent_path() ? path.parent_path() : ".");
  const std::string_view part = page;
  folder.write(path.filename().string(), std::span(&part, 1));
  folder.commit();
}

}  // namespace kenn::cli
