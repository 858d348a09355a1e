// The report of one training, as a page for a browser.
#include "learning/train_page.h"

#include <kenn/version.h>

#include <filesystem>
#include <string_view>

#include "api/model_explainer.h"
#include "api/training_work.h"
#include "base/output_folder.h"
#include "base/output_target.h"
#include "experiment/compliance.h"
#include "experiment/machine.h"
#include "experiment/run.h"
#include "experiment/settings.h"
#include "explore_run.h"
#include "learning/description.h"
#include "methods/method.h"
#include "report/report.h"

namespace kenn::cli {

namespace {

// What to type to get the same model.
std::string command_of(const TrainArguments& arguments, const std::string& data) {
  Options options = arguments.options;
  train::fill(options, {.seed = train::usual_options().seed});
  for (const train::Option& option : train::option_table()) {
    if (option.effect == train::OptionEffect::none) train::unset_option(options, option);
  }
  std::string command = "kenn train --knowledge " + in_shell(arguments.knowledge);
  if (arguments.syntax != TrainArguments().syntax) command += " --syntax " + arguments.syntax;
  return command + " --data " + in_shell(data) + " " + train::to_command_line(options) + " --out " +
         in_shell(arguments.out);
}

experiment::RunResult result_of(Training& training, const TrainReport& report) {
  const Training::Work& work = training.work();
  experiment::RunResult result;
  result.fraction = work.fraction;
  result.method = report.options.method.value();
  result.epochs = report.epochs;
  result.tested_epoch = report.best_epoch;
  for (const SplitAccuracy& split : report.splits) result.splits[split.split] = {split.labels, split.rules};
  result.curve = experiment::curve_of(work.run->epochs());
  if (!methods::uses_rules(methods::method_named(result.method))) return result;
  result.paradigm = report.options.paradigm.value();
  result.layers = report.options.layers.value_or(0);
  if (!report.clauses.empty()) result.weights.resize(report.clauses.front().weights.size());
  for (const ClauseWeights& clause : report.clauses) {
    for (std::size_t layer = 0; layer < clause.weights.size(); ++layer) {
      result.weights[layer].push_back(static_cast<double>(clause.weights[layer]));
    }
  }
  if (report.trust) result.rules = experiment::findings_of(*report.trust);
  result.compliance = experiment::compliance(*work.graphs.train);
  return result;
}

}  // namespace

std::filesystem::path explorer_beside(const std::string& page) {
  if (page.empty() || base::output_target(page, base::Streams::accepted).is_stream) return {};
  const std::filesystem::path path = page;
  return path.parent_path() / (path.stem().string() + "-explorer.html");
}

void write_page(const TrainArguments& arguments, Training& training, const Model& model, const Dataset& data,
                const TrainReport& report) {
  const Training::Work& work = training.work();
  report::TrainingRecord record;
  record.origin = {std::filesystem::path(arguments.out).filename().string(),
                   report.options.preset.value_or(""),
                   {},
                   command_of(arguments, work.data_name),
                   version,
                   experiment::machine(),
                   work.data_name,
                   work.facts.digest,
                   work.facts.sizes,
                   work.knowledge.text(),
                   experiment::to_texts(report.options),
                   report.options.seed.value()};
  record.clauses = clauses_of(work.knowledge);
  record.result = result_of(training, report);
  record.members = report.members;
  record.keeps_network_alone = report.keeps_network_alone;
  record.seconds = report.seconds.train;
  if (work.training.model.uses_rules || work.training.model.map) {  // others have rules in the loss at most
    for (const SplitAccuracy& split : report.splits) record.network_accuracy[split.split] = split.network;
  }
  const std::filesystem::path explorer = explorer_beside(arguments.report);
  if (!explorer.empty() && api::is_explainable(model.trained())) {
    write_explorer(api::explain_source(model.trained(), data.parts(), std::nullopt), record.origin.name,
                   work.data_name, {}, explain::ExcerptLimits().rows, explorer.string());
    record.explorer = explorer.filename().string();
  }
  const std::string page = report::make_report(record, method_names()).html;
  base::OutputFile file(arguments.report, base::Streams::accepted);
  const std::string_view part = page;
  file.folder().write(file.name(), std::span(&part, 1));
  file.folder().commit();
}

}  // namespace kenn::cli
