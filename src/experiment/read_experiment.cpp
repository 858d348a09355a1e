// Reads the folder of an experiment.
#include <map>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/findings.h"
#include "base/source.h"
#include "experiment/results.h"

namespace kenn::experiment {

namespace {

namespace fs = std::filesystem;

Experiment read_description(const fs::path& path) {
  base::InputFile file(path);
  const std::string text = base::read_text(file);
  try {
    return experiment_from(text);
  } catch (const Error& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    for (Diagnostic& each : diagnostics) each.file = file.name();
    throw Error(error.kind(), std::move(diagnostics));
  }
}

// Which model a line is about; there is one line for each.
auto model_of(const auto& record) {
  return std::tuple(record.fraction, record.run, record.method, record.paradigm, record.layers);
}

// What makes a line useless in this experiment, or nothing.
std::string complaint_about(const RunResult& result, const Experiment& experiment) {
  const std::size_t clauses = experiment.clauses.size();
  if (!result.weights.empty() && result.weights.front().size() != clauses) {
    return "'weights' has " + std::to_string(result.weights.front().size()) +
           " numbers for a layer, but the experiment has " + std::to_string(clauses) + " clauses";
  }
  if (!result.compliance.empty() && result.compliance.size() != clauses) {
    return "'compliance' has " + std::to_string(result.compliance.size()) +
           " numbers, but the experiment has " + std::to_string(clauses) + " clauses";
  }
  return "";
}

std::string complaint_about(const RunTime& /*time*/, const Experiment& /*experiment*/) {
  return "";
}

// The lines of one file, and what is wrong with them.
template <typename Record>
class Lines {
 public:
  Lines(std::string name, const Experiment& experiment)
      : findings_(std::move(name)), experiment_(experiment) {}

  [[nodiscard]] bool full() const { return findings_.full(); }

  void add(std::string_view line, Record (*read)(std::string_view)) {
    ++number_;
    try {
      Record record = read(line);
      const auto [before, is_new] = numbers_.emplace(model_of(record), number_);
      const std::string complaint =
          is_new ? complaint_about(record, experiment_)
                 : "this model is listed twice; first in line " + std::to_string(before->second);
      if (!complaint.empty()) complain(line, complaint);
      records_.push_back(std::move(record));
    } catch (const Error& error) {
      const Diagnostic& first = error.diagnostics().front();
      if (first.location.column == 0) return complain(line, first.message);
      findings_.error({number_, first.location.column}, first.message, first.excerpt, first.caret);
    }
  }

  std::vector<Record> take() {
    findings_.throw_if_any();
    return std::move(records_);
  }

 private:
  using Model = decltype(model_of(std::declval<Record>()));

  void complain(std::string_view line, const std::string& message) {
    base::Excerpt excerpt = base::excerpt_at(line, 0);
    findings_.error({number_, 1}, message, std::move(excerpt.text), excerpt.caret);
  }

  base::Findings findings_;
  const Experiment& experiment_;
  std::vector<Record> records_;
  std::map<Model, std::uint32_t> numbers_;  // of the lines
  std::uint32_t number_ = 0;
};

template <typename Record>
std::vector<Record> read_lines(const fs::path& path, const Experiment& experiment,
                               Record (*read)(std::string_view)) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(path, ignored))) return {};
  base::InputFile file(path);
  const std::string text = base::read_text(file);
  Lines<Record> lines(file.name(), experiment);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos && !lines.full();
       end = text.find('\n', begin)) {
    lines.add(std::string_view(text).substr(begin, end - begin), read);
    begin = end + 1;
  }
  return lines.take();
}

}  // namespace

ExperimentFolder read_experiment(const fs::path& folder) {
  ExperimentFolder found;
  found.experiment = read_description(folder / "experiment.json");
  found.results = read_lines(folder / "results.jsonl", found.experiment, run_result_from);
  found.times = read_lines(folder / "times.jsonl", found.experiment, run_time_from);
  return found;
}

}  // namespace kenn::experiment
