// What an experiment is about and what its runs gave, as its folder keeps them.
//
//   DIR/experiment.json   what was run: one object, see Experiment
//   DIR/results.jsonl     one line per trained model, see RunResult; the same bytes for the same experiment
//   DIR/times.jsonl       one line per trained model: what may differ from machine to machine
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kenn::experiment {

// How good a model is on the labels of a split.
struct SplitScore {
  std::uint64_t labels = 0;
  double accuracy = 0;

  friend bool operator==(const SplitScore&, const SplitScore&) = default;
};

// How a training went, measured before the first epoch, after it, and so on. The last two are empty without
// labels for validation.
struct LearningCurve {
  std::vector<double> loss;
  std::vector<double> accuracy;
  std::vector<double> valid_loss;
  std::vector<double> valid_accuracy;

  friend bool operator==(const LearningCurve&, const LearningCurve&) = default;
};

// What the labels say about the rules when weights are cross-fitted, one value per clause.
struct RuleFindings {
  std::vector<double> low;  // 95 % interval of the weight
  std::vector<double> high;
  std::vector<std::uint64_t> groundings;  // that put the rule to the test
  std::vector<std::uint64_t> holds;       // of these
  std::vector<double> chance;             // the share in which it would hold by chance
  std::vector<std::string> verdict;

  friend bool operator==(const RuleFindings&, const RuleFindings&) = default;
};

// Of one trained model. The models of a run and fraction have the same split and the same initial network.
struct RunResult {
  std::optional<double> fraction;  // nothing: the splits are those of the data
  std::uint32_t run = 0;           // from 0
  std::string method;              // its name
  std::string paradigm;            // "inductive", "transductive"; empty where it makes no difference (nn)
  std::uint32_t layers = 0;        // of rules; 0 for methods without
  std::uint32_t epochs = 0;        // until training stopped
  std::uint32_t tested_epoch = 0;  // the one whose model was tested
  std::map<std::string, SplitScore> splits;       // "train", "valid", "test"; those that have labels
  std::vector<std::vector<double>> weights;       // of the clauses, layer by layer
  std::vector<std::optional<double>> compliance;  // of the clauses; nothing where no grounding speaks of it
  std::optional<RuleFindings> rules;              // of models with cross-fitted weights
  std::optional<LearningCurve> curve;             // of the first runs

  friend bool operator==(const RunResult&, const RunResult&) = default;
};

struct RunTime {
  std::optional<double> fraction;
  std::uint32_t run = 0;
  std::string method;
  std::string paradigm;
  std::uint32_t layers = 0;
  double seconds = 0;

  friend bool operator==(const RunTime&, const RunTime&) = default;
};

// A clause, as reports speak of it.
struct ClauseInfo {
  std::string name;
  std::string group;  // what to colour it by: the template's values, "AI"; the name without a template
  bool is_fixed = false;

  friend bool operator==(const ClauseInfo&, const ClauseInfo&) = default;
};

// What somebody else published for the same experiment.
struct Published {
  std::string method;
  std::string paradigm;               // "inductive", "transductive", or empty for both
  std::map<double, double> accuracy;  // by fraction

  friend bool operator==(const Published&, const Published&) = default;
};

struct Experiment {
  std::string name;                            // "citeseer", or that of the file
  std::string preset;                          // may be empty
  std::vector<std::string> choices;            // worth knowing, a sentence each
  std::string command;                         // to repeat it
  std::string version;                         // of kenn
  std::map<std::string, std::string> machine;  // "processor", "cores", "memory", "system"
  std::string data;                            // its source
  std::string data_digest;
  std::map<std::string, std::uint64_t> sizes;   // "Paper": 3312, "Cite": 4714
  std::string knowledge;                        // the text
  std::map<std::string, std::string> settings;  // "loss": "linear", ...
  std::uint64_t seed = 0;
  std::uint32_t runs = 0;
  std::vector<std::optional<double>> fractions;  // one without a value: the splits are those of the data
  std::vector<std::string> methods;
  std::vector<std::string> paradigms;
  std::vector<std::uint32_t> layers;
  std::vector<ClauseInfo> clauses;
  std::vector<Published> published;

  friend bool operator==(const Experiment&, const Experiment&) = default;
};

// One object each: its keys are the names of the members, in their order. Values that are not there are null,
// a curve is left out. Numbers read back to the same bits. A line comes without its end. Both directions
// throw `Error` (kind data): for numbers that are not finite or out of range, and readers for whatever is
// missing, unknown or of another type. Methods may have any name.
std::string to_line(const RunResult& result);
std::string to_line(const RunTime& time);
RunResult run_result_from(std::string_view line);
RunTime run_time_from(std::string_view line);
std::string to_text(const Experiment& experiment);
Experiment experiment_from(std::string_view text);

// What a folder holds. A last line that is not whole is left out: its run was interrupted. There may be no
// file of results or times yet. Throws `Error` that names file and line, also for a model that is there twice
// and for lines that do not fit the clauses of the experiment.
struct ExperimentFolder {
  Experiment experiment;
  std::vector<RunResult> results;
  std::vector<RunTime> times;
};
ExperimentFolder read_experiment(const std::filesystem::path& folder);

}  // namespace kenn::experiment
