// `kenn experiment`: reads what is to be done, does it, and says what came out.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "exit_status.h"
#include "experiment/presets.h"
#include "experiment/runner.h"
#include "experiment/settings_file.h"
#include "io/number_text.h"
#include "learning/description.h"
#include "learning/experiment_report.h"
#include "learning/interrupt.h"
#include "learning/progress_bar.h"
#include "learning/runs.h"
#include "stopwatch.h"

namespace kenn::cli {

namespace {

constexpr std::string_view stopping_text =
    "\nstopping after the runs under way; Ctrl-C once more stops at once\n";

template <typename Value>
void take(const std::vector<Value>& given, std::vector<Value>& setting) {
  if (given.empty()) return;
  setting.clear();
  for (const Value& value : given) {
    if (std::find(setting.begin(), setting.end(), value) == setting.end()) setting.push_back(value);
  }
}

// What the file or the name says, and then what the command line says.
experiment::ExperimentSettings settings_of(const ExperimentArguments& arguments) {
  const bool is_citeseer = arguments.experiment == "citeseer";
  experiment::ExperimentSettings settings =
      is_citeseer ? experiment::citeseer_experiment() : experiment::read_settings(arguments.experiment);
  if (!arguments.preset.empty()) {
    experiment::apply_preset(arguments.preset, settings);
  } else if (is_citeseer) {
    experiment::apply_preset("paper", settings);
  }
  if (arguments.protocol == base::word_for(dataset::Protocol::rnm)) experiment::apply_rnm_protocol(settings);
  if (!arguments.data.empty()) settings.data = arguments.data;
  take(arguments.methods, settings.methods);
  take(arguments.paradigms, settings.paradigms);
  take(arguments.layers, settings.layers);
  take({arguments.fractions.begin(), arguments.fractions.end()}, settings.fractions);
  if (arguments.runs) settings.runs = *arguments.runs;
  if (arguments.seed) settings.seed = *arguments.seed;
  if (settings.data.empty()) {
    throw Error(ErrorKind::data, "there is no data: --data gives it (kenn fetch citeseer downloads Citeseer)",
                arguments.experiment);
  }
  if (settings.knowledge.empty()) {
    throw Error(ErrorKind::data, "there is no 'knowledge': the file of the rules", arguments.experiment);
  }
  return settings;
}

// What to type to get the same results.
std::string command_of(const ExperimentArguments& arguments, const experiment::ExperimentSettings& settings) {
  const auto list = [](const auto& values, const auto& text) {
    std::string all;
    for (const auto& value : values) all += (all.empty() ? "" : ",") + text(value);
    return all;
  };
  const auto same = [](const std::string& text) { return text; };
  const auto whole = [](std::uint32_t number) { return std::to_string(number); };
  std::string command = "kenn experiment " + in_shell(arguments.experiment);
  command += " --data " + in_shell(dataset::source_name(settings.data));
  if (!arguments.protocol.empty()) command += " --protocol " + arguments.protocol;
  if (!settings.preset.empty()) command += " --preset " + settings.preset;
  command += " --methods " + list(settings.methods, same);
  command += " --paradigms " + list(settings.paradigms, same);
  if (!settings.fractions.empty()) {
    command += " --fractions " + list(settings.fractions, [](const std::optional<double>& each) {
                 return io::shortest_text(*each);
               });
  }
  command += " --layers " + list(settings.layers, whole);
  return command + " --runs " + std::to_string(settings.runs) + " --seed " + std::to_string(settings.seed) +
         " --out " + in_shell(arguments.out);
}

experiment::Experiment describe_all(const ExperimentArguments& arguments,
                                    const experiment::ExperimentSettings& settings,
                                    const Knowledge& knowledge, const DatasetParts& dataset) {
  experiment::Experiment about = describe(knowledge, settings.data, api::facts_of(dataset));
  about.name = settings.name;
  about.preset = settings.preset;
  about.choices = settings.choices;
  about.command = command_of(arguments, settings);
  about.settings = experiment::to_texts(settings);
  about.seed = settings.seed;
  about.runs = settings.runs;
  about.fractions = settings.fractions;
  if (about.fractions.empty()) about.fractions.emplace_back();
  about.methods = settings.methods;
  about.paradigms = settings.paradigms;
  about.layers = settings.layers;
  about.published = settings.published;
  return about;
}

void check_splits(const experiment::ExperimentSettings& settings, const DatasetParts& dataset) {
  if (dataset::has_splits(dataset) == settings.fractions.empty()) return;
  throw Error(ErrorKind::data,
              settings.fractions.empty()
                  ? "the data does not say what is for training: --fractions gives the shares"
                  : "the data says in a column 'split' what is for training: leave out the fractions",
              dataset::source_name(settings.data));
}

void check_files(const ExperimentArguments& arguments, const experiment::ExperimentSettings& settings,
                 const Knowledge& knowledge) {
  CommandFiles files;
  if (arguments.experiment != "citeseer") {
    files.reads("the experiment", arguments.experiment);
    files.reads("the knowledge of the experiment", settings.knowledge_name);
  }
  files.reads_data(knowledge, settings.data);
  for (const char* const name : {"experiment.json", "results.jsonl", "times.jsonl"}) {
    files.writes("--out", std::filesystem::path(arguments.out) / name);
  }
  files.check();
}

void print_start(const experiment::ExperimentSettings& settings, std::uint32_t jobs) {
  for (const std::string& choice : settings.choices)
    std::cerr << (settings.preset.empty() ? "protocol rnm" : "preset " + settings.preset) << ": " << choice
              << "\n";
  const std::size_t models = experiment::kinds_of(settings).size() * settings.runs *
                             std::max<std::size_t>(1, settings.fractions.size());
  std::cerr << counted(models, "model") << " to train, " << counted(jobs, "run") << " at a time\n";
}

int report_interruption(const ExperimentArguments& arguments) {
  if (arguments.json) {
    std::cout << to_line({{"file", arguments.experiment},
                          {"ok", false},
                          {"interrupted", true},
                          {"folder", arguments.out},
                          {"diagnostics", Json::array()}});
  } else {
    std::cerr << "stopped; the same command with --resume continues with the results in "
              << base::printable(arguments.out) << "\n";
  }
  return ExitStatus::interrupted;
}

}  // namespace

int run_experiment(const ExperimentArguments& arguments) {
  Stopwatch stopwatch;
  const experiment::ExperimentSettings settings = settings_of(arguments);
  const Knowledge knowledge = Knowledge::from_text(settings.knowledge, settings.knowledge_name);
  check_files(arguments, settings, knowledge);
  const DatasetParts dataset = read_data(knowledge, settings.data, arguments.read_timeout);
  check_splits(settings, dataset);
  const experiment::Experiment about = describe_all(arguments, settings, knowledge, dataset);
  if (!arguments.json) print_findings(dataset.warnings);

  experiment::RunnerOptions options;
  options.jobs = threads_of(arguments.jobs);
  options.resumes = arguments.resume;
  options.is_stopped = InterruptWatch::was_interrupted;
  ProgressBar progress("model", arguments.json);
  options.on_progress = [&](std::size_t done, std::size_t all) {
    progress.show(done, all, done == all, [] { return std::string(); });
  };
  if (!arguments.json) print_start(settings, options.jobs);
  bool is_complete = false;
  {
    const InterruptWatch watch(arguments.json ? std::string_view() : stopping_text);
    is_complete =
        kenn::experiment::run_experiment(knowledge, dataset, settings, about, arguments.out, options);
  }
  progress.finish();
  if (!is_complete) return report_interruption(arguments);
  const ExperimentReport report = report_of(arguments.out, stopwatch.next());
  std::cout << (arguments.json ? to_line(to_json(report)) : to_text(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
