// The report of one training, as a page for a browser.
#include "learning/train_page.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "data/output_folder.h"
#include "experiment/compliance.h"
#include "experiment/run.h"
#include "learning/description.h"
#include "report/report.h"

namespace kenn::cli {

namespace {

RunResult result_of(const TrainArguments& arguments, const TrainData& data, const TrainReport& report,
                    const std::vector<Epoch>& epochs) {
  RunResult result;
  result.fraction = arguments.train_fraction;
  result.method = arguments.method;
  result.epochs = report.epochs;
  result.tested_epoch = report.best_epoch;
  for (const SplitAccuracy& split : report.splits) result.splits[split.split] = {split.labels, split.rules};
  result.curve = curve_of(epochs);
  if (arguments.method == "nn") return result;
  result.paradigm = arguments.paradigm;
  result.layers = arguments.layers;
  result.weights.assign(arguments.layers, {});
  for (const ClauseWeights& clause : report.clauses) {
    for (std::size_t layer = 0; layer < clause.weights.size(); ++layer) {
      result.weights[layer].push_back(static_cast<double>(clause.weights[layer]));
    }
  }
  result.compliance = compliance(*data.graphs.train);
  return result;
}

}  // namespace

void write_page(const TrainArguments& arguments, const Knowledge& knowledge, const TrainData& data,
                const TrainReport& report, const std::vector<Epoch>& epochs, const ModelOptions& model,
                const TrainOptions& train) {
  const RunResult result = result_of(arguments, data, report, epochs);
  Experiment about = describe(knowledge, data.graphs.train->dataset, arguments.data);
  about.name = std::filesystem::path(arguments.out).filename().string();
  about.command = "kenn train --knowledge " + in_shell(arguments.knowledge) + " --data " +
                  in_shell(about.data) + " --method " + arguments.method + " --layers " +
                  std::to_string(arguments.layers) + " --paradigm " + arguments.paradigm + " --seed " +
                  std::to_string(arguments.seed) + " --out " + in_shell(arguments.out);
  about.settings = to_texts({model, train, false});
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
