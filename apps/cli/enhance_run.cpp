// `kenn enhance` and `kenn fit`: read, compute, write and report.
#include "enhance_run.h"

#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <thread>

#include "base/output_folder.h"
#include "command_files.h"
#include "common.h"
#include "engine/boost.h"
#include "enhance_fit.h"
#include "enhance_model.h"
#include "enhance_report.h"
#include "infer/enhancer_model.h"
#include "io/npy.h"
#include "io/weights_file.h"
#include "stopwatch.h"
#include "train/option_table.h"
#include "trust/trust_json.h"

namespace kenn::cli {

namespace {

template <typename Number>
std::vector<std::span<Number>> spans(std::vector<std::vector<float>>& tables) {
  return {tables.begin(), tables.end()};
}

// The logits of all predicted tables.
struct Results {
  Logits before;
  Logits after;
};

void compute(const Plan& plan, Results& results, EnhanceReport& report, Stopwatch& stopwatch) {
  for (const std::vector<float>& table : results.before) results.after.emplace_back(table.size());
  Enhancer enhancer(plan, report.options);
  const auto before = spans<const float>(results.before);
  const auto after = spans<float>(results.after);
  enhancer.forward(report.weights, before, after);
  report.seconds.emplace_back("enhance", stopwatch.next());
  report.truth_before = enhancer.mean_truth(before);
  report.truth_after = enhancer.mean_truth(spans<const float>(results.after));
  report.work_bytes = enhancer.bytes();
  report.seconds.emplace_back("truth", stopwatch.next());
}

// The file of a table of logits in the folder of the results.
std::string file_of(const std::string& table) {
  return table + ".npy";
}

void write(const Plan& plan, const std::vector<TableLogits>& logits, const Results& results,
           base::OutputFolder& folder, EnhanceReport& report) {
  for (std::size_t i = 0; i < plan.tables().size(); ++i) {
    if (logits[i].file.empty()) continue;
    const PredictedTable& table = plan.tables()[i];
    const std::string name = file_of(table.name);
    io::write_npy_matrix(folder, name, table.rows, table.columns.size(), results.after[i]);
    report.tables.push_back({table.name, (folder.path() / name).string(),
                             largest_change(results.before[i], results.after[i], table.columns.size())});
  }
  folder.commit();
}

void check_files(const EnhanceArguments& arguments, const EnhanceFiles& given) {
  CommandFiles files;
  files.reads("--knowledge", arguments.knowledge);
  files.reads("--model", arguments.model);
  files.reads("--weights", arguments.weights);
  for (const NamedFile& each : given.logits) files.reads("--logits", each.file);
  for (const NamedFile& each : given.relations) files.reads("--relation", each.file);
  for (const NamedFile& each : given.ids) files.reads("--ids", each.file);
  for (const NamedFile& each : given.labels) files.reads("--labels", each.file);
  files.writes(arguments.fit_option, arguments.fit);
  std::set<std::string> tables;  // one that is given twice is refused later, with its name
  for (const NamedFile& each : given.logits) {
    if (!arguments.out.empty() && tables.insert(each.name).second)
      files.writes("--out", std::filesystem::path(arguments.out) / file_of(each.name));
  }
  files.check();
}

void write_model(const infer::EnhancerModel& model, const trust::Trust& trust, base::OutputFile& target) {
  io::ModelFile file;
  file.texts["method"] = "fit";
  file.texts["trust"] = to_text(trust);
  infer::store_enhancer(model, file);
  io::write_model_file(target.folder(), target.name(), file);
  target.folder().commit();
}

}  // namespace

void run_enhance(const EnhanceArguments& given, const EnhanceFiles& files) {
  const EnhanceArguments arguments = completed(given);
  Stopwatch total;
  Stopwatch stopwatch;
  EnhanceReport report;
  check_files(arguments, files);
  // Before the work: a folder that cannot be written to shows now.
  std::optional<base::OutputFolder> folder;
  if (!arguments.out.empty()) folder.emplace(arguments.out, base::Streams::accepted);
  std::optional<base::OutputFile> target;
  if (!arguments.fit.empty()) target.emplace(arguments.fit);

  infer::EnhancerModel model = read_rules(arguments);
  report.knowledge = model.knowledge.name();
  report.options = options_of(model, arguments);
  report.threads = report.options.threads;
  report.warnings = model.knowledge.warnings();
  EnhanceInputs inputs = read_enhance_inputs(model.knowledge, files);
  report.warnings.insert(report.warnings.end(), inputs.warnings.begin(), inputs.warnings.end());
  const std::vector<TableLabels> labels = read_table_labels(inputs.tables, files.labels);
  report.seconds.emplace_back("read", stopwatch.next());

  const Plan plan(model.knowledge, inputs.tables, {arguments.options.max_groundings.value()});
  report.seconds.emplace_back("plan", stopwatch.next());
  Results results;
  for (TableLogits& table : inputs.logits) results.before.push_back(std::move(table.values));
  if (model.weights.empty()) model.weights = initial_weights(plan, model.layers, model.boost);
  if (target) {
    report.fit = {arguments.fit, fit_to_labels(plan, model.knowledge, inputs.tables, labels, results.before,
                                               arguments, report.options, report.warnings)};
    model.weights = report.fit->trust.weights;
    report.seconds.emplace_back("fit", stopwatch.next());
  }
  report.weights = model.weights;
  compute(plan, results, report, stopwatch);
  report.scores = score_labels(inputs.tables, labels, results.before, results.after);
  if (folder) write(plan, inputs.logits, results, *folder, report);
  if (target) write_model(model, report.fit->trust, *target);
  report.seconds.emplace_back("write", stopwatch.next());
  report.seconds.emplace_back("total", total.next());

  if (arguments.json) {
    std::cout << to_line(enhance_to_json(report, plan));
  } else {
    print_findings(report.warnings);
    std::cout << enhance_text(report, plan);
  }
}

}  // namespace kenn::cli
