// `kenn enhance`: moves the logits of any model towards the rules.
#include <kenn/kenn.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "commands.h"
#include "common.h"
#include "data/npy.h"
#include "data/output_folder.h"
#include "data/weights_file.h"
#include "enhance_inputs.h"
#include "enhance_report.h"

namespace kenn::cli {

namespace {

struct EnhanceArguments {
  std::string knowledge;
  std::string syntax = "auto";
  std::vector<std::string> logits;
  std::vector<std::string> relations;
  std::vector<std::string> ids;
  std::string weights;
  std::string boost = "softmax";
  std::string order = "parallel";
  std::string out;
  std::uint32_t layers = 1;
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

// Seconds between its calls.
class Stopwatch {
 public:
  double next() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

EnhanceFiles files_of(const EnhanceArguments& arguments) {
  const auto split = [](const std::string& option, const std::vector<std::string>& texts) {
    std::vector<NamedFile> files;
    files.reserve(texts.size());
    for (const std::string& text : texts) files.push_back(named_file(option, text));
    return files;
  };
  return {split("--logits", arguments.logits), split("--relation", arguments.relations),
          split("--ids", arguments.ids)};
}

EnhanceOptions options_of(const EnhanceArguments& arguments) {
  EnhanceOptions options;
  options.layers = arguments.layers;
  options.boost = arguments.boost == "godel" ? Boost::godel : Boost::softmax;
  options.order = arguments.order == "sequential" ? Order::sequential : Order::parallel;
  options.threads =
      arguments.threads > 0 ? arguments.threads : std::max(1U, std::thread::hardware_concurrency());
  return options;
}

template <typename Number>
std::vector<std::span<Number>> spans(std::vector<std::vector<float>>& tables) {
  return {tables.begin(), tables.end()};
}

// Everything between reading the files and writing the results.
struct Results {
  std::vector<std::vector<float>> before;
  std::vector<std::vector<float>> after;
};

Results compute(const Plan& plan, std::vector<TableLogits>& logits, EnhanceReport& report,
                Stopwatch& stopwatch) {
  Results results;
  for (TableLogits& table : logits) {
    results.after.emplace_back(table.values.size());
    results.before.push_back(std::move(table.values));
  }
  Enhancer enhancer(plan, report.options);
  const auto before = spans<const float>(results.before);
  const auto after = spans<float>(results.after);
  enhancer.forward(report.weights, before, after);
  report.seconds.emplace_back("enhance", stopwatch.next());
  report.truth_before = enhancer.mean_truth(before);
  report.truth_after = enhancer.mean_truth(spans<const float>(results.after));
  report.work_bytes = enhancer.bytes();
  report.seconds.emplace_back("truth", stopwatch.next());
  return results;
}

void write(const Plan& plan, const std::vector<TableLogits>& logits, const Results& results,
           OutputFolder& folder, EnhanceReport& report) {
  for (std::size_t i = 0; i < plan.tables().size(); ++i) {
    if (logits[i].file.empty()) continue;
    const PredictedTable& table = plan.tables()[i];
    const std::string name = table.name + ".npy";
    write_npy_matrix(folder, name, table.rows, table.columns.size(), results.after[i]);
    report.tables.push_back({table.name, (folder.path() / name).string(),
                             largest_change(results.before[i], results.after[i], table.columns.size())});
  }
  folder.commit();
}

std::vector<float> weights_in_file(const Knowledge& knowledge, const EnhanceArguments& arguments) {
  std::vector<std::string> names;
  std::vector<Weight> weights;
  for (const Clause& clause : knowledge.clauses()) {
    names.push_back(clause.name);
    weights.push_back(clause.weight);
  }
  return read_weights(arguments.weights, names, weights, arguments.layers);
}

void enhance_files(const EnhanceArguments& arguments, const EnhanceFiles& files) {
  Stopwatch total;
  Stopwatch stopwatch;
  EnhanceReport report;
  OutputFolder folder(arguments.out);  // before the work: a folder that cannot be written to shows now
  const Knowledge knowledge = read_knowledge(arguments.knowledge, arguments.syntax);
  report.knowledge = knowledge.name();
  report.options = options_of(arguments);
  report.threads = report.options.threads;
  report.warnings = knowledge.warnings();
  EnhanceInputs inputs = read_enhance_inputs(knowledge, files);
  report.warnings.insert(report.warnings.end(), inputs.warnings.begin(), inputs.warnings.end());
  if (!arguments.weights.empty()) report.weights = weights_in_file(knowledge, arguments);
  report.seconds.emplace_back("read", stopwatch.next());

  const Plan plan(knowledge, inputs.tables, arguments.plan);
  report.seconds.emplace_back("plan", stopwatch.next());
  if (arguments.weights.empty()) report.weights = initial_weights(plan, arguments.layers);
  const Results results = compute(plan, inputs.logits, report, stopwatch);
  write(plan, inputs.logits, results, folder, report);
  report.seconds.emplace_back("write", stopwatch.next());
  report.seconds.emplace_back("total", total.next());

  if (arguments.json) {
    std::cout << to_line(enhance_to_json(report, plan));
  } else {
    print_findings(report.warnings);
    std::cout << enhance_text(report, plan);
  }
}

void add_inputs(CLI::App& command, EnhanceArguments& arguments) {
  command
      .add_option("--knowledge", arguments.knowledge, "The knowledge file; - reads standard input (required)")
      ->option_text("FILE")
      ->required();
  command.add_option("--syntax", arguments.syntax, "How the knowledge is written; auto finds out")
      ->option_text(syntax_words)
      ->check(CLI::IsMember({"auto", "kenn", "kenn2"}));
  const auto add_files = [&](const char* name, std::vector<std::string>& target, const char* text) {
    command.add_option(name, target, text)
        ->option_text("NAME=FILE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
  };
  add_files(
      "--logits", arguments.logits,
      "Preactivations of a predicted table (a type, or a predicted relation): NPY, one row per object or "
      "tuple, one column per predicate");
  add_files(
      "--relation", arguments.relations,
      "The tuples of a relation: CSV with a header line, or NPY; one column per argument and perhaps one "
      "named truth; row numbers from 0, or ids (--ids)");
  add_files("--ids", arguments.ids,
            "The ids of the objects of a type, one per line, in the order of the rows");
  command
      .add_option("--weights", arguments.weights,
                  "JSON with a weight per clause name, or a list of one such object per layer; without it "
                  "learned weights are 0.5")
      ->option_text("FILE");
  command
      .add_option("--out", arguments.out,
                  "The folder for the results, one NPY file per table of logits (required)")
      ->option_text("DIR")
      ->required();
}

void add_settings(CLI::App& command, EnhanceArguments& arguments) {
  command.add_option("--layers", arguments.layers, "How many enhancers are stacked; 1 unless given")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--boost", arguments.boost, "What a clause raises: all its literals, or only the truest")
      ->option_text("softmax|godel")
      ->check(CLI::IsMember({"softmax", "godel"}));
  command
      .add_option("--order", arguments.order,
                  "All clauses on the same values, or those about one object first")
      ->option_text("parallel|sequential")
      ->check(CLI::IsMember({"parallel", "sequential"}));
  command
      .add_option("--threads", arguments.threads,
                  "All that the machine has unless given; the results are the same")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--max-groundings", arguments.plan.max_groundings,
                  "The most groundings a rule may have that is no plain listing; 100 million unless given")
      ->option_text("N")
      ->check(CLI::Range(std::uint64_t{1}, most_groundings));
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace

void add_enhance_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<EnhanceArguments>();
  CLI::App* const command =
      program.add_subcommand("enhance", "Move the logits of any model towards the rules");
  add_inputs(*command, *arguments);
  add_settings(*command, *arguments);
  command->footer(
      "Writes DIR/NAME.npy (float32) for every table of logits; on errors nothing is written.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --out enhanced\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --layers 3 "
      "--json --out enhanced");
  command->callback([arguments, &status] {
    const EnhanceFiles files = files_of(*arguments);
    if (arguments->out.empty()) throw CLI::ValidationError("--out", "the folder has no name");
    status = run_reporting_errors(arguments->json, arguments->knowledge,
                                  [&] { enhance_files(*arguments, files); });
  });
}

}  // namespace kenn::cli
