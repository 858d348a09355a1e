// What an experiment is about and what its runs gave, as JSON.
#include "experiment/results.h"

#include <algorithm>
#include <array>
#include <utility>

#include "experiment/json_fields.h"
#include "io/json_text.h"

namespace kenn::experiment {

namespace json_fields {

template <>
struct Fields<SplitScore> {
  static void visit(auto& score, const auto& visitor) {
    visitor("labels", score.labels);
    visitor("accuracy", score.accuracy);
  }
};

template <>
struct Fields<LearningCurve> {
  static void visit(auto& curve, const auto& visitor) {
    visitor("loss", curve.loss);
    visitor("accuracy", curve.accuracy);
    visitor("valid_loss", curve.valid_loss);
    visitor("valid_accuracy", curve.valid_accuracy);
  }
};

template <>
struct Fields<RuleFindings> {
  static void visit(auto& rules, const auto& visitor) {
    visitor("low", rules.low);
    visitor("high", rules.high);
    visitor("groundings", rules.groundings);
    visitor("holds", rules.holds);
    visitor("chance", rules.chance);
    visitor("verdict", rules.verdict);
  }
};

template <>
struct Fields<RunResult> {
  static void visit(auto& result, const auto& visitor) {
    visitor("fraction", result.fraction);
    visitor("run", result.run);
    visitor("method", result.method);
    visitor("paradigm", result.paradigm);
    visitor("layers", result.layers);
    visitor("epochs", result.epochs);
    visitor("tested_epoch", result.tested_epoch);
    visitor("splits", result.splits);
    visitor("weights", result.weights);
    visitor("compliance", result.compliance);
    visitor("rules", result.rules);
    visitor("curve", result.curve);
  }
};

template <>
struct Fields<RunTime> {
  static void visit(auto& time, const auto& visitor) {
    visitor("fraction", time.fraction);
    visitor("run", time.run);
    visitor("method", time.method);
    visitor("paradigm", time.paradigm);
    visitor("layers", time.layers);
    visitor("seconds", time.seconds);
  }
};

template <>
struct Fields<ClauseInfo> {
  static void visit(auto& clause, const auto& visitor) {
    visitor("name", clause.name);
    visitor("group", clause.group);
    visitor("is_fixed", clause.is_fixed);
  }
};

template <>
struct Fields<Published> {
  static void visit(auto& published, const auto& visitor) {
    visitor("method", published.method);
    visitor("paradigm", published.paradigm);
    visitor("accuracy", published.accuracy);
  }
};

template <>
struct Fields<Experiment> {
  static void visit(auto& experiment, const auto& visitor) {
    visitor("name", experiment.name);
    visitor("preset", experiment.preset);
    visitor("choices", experiment.choices);
    visitor("command", experiment.command);
    visitor("version", experiment.version);
    visitor("machine", experiment.machine);
    visitor("data", experiment.data);
    visitor("data_digest", experiment.data_digest);
    visitor("sizes", experiment.sizes);
    visitor("knowledge", experiment.knowledge);
    visitor("settings", experiment.settings);
    visitor("seed", experiment.seed);
    visitor("runs", experiment.runs);
    visitor("fractions", experiment.fractions);
    visitor("methods", experiment.methods);
    visitor("paradigms", experiment.paradigms);
    visitor("layers", experiment.layers);
    visitor("clauses", experiment.clauses);
    visitor("published", experiment.published);
  }
};

}  // namespace json_fields

namespace {

using json_fields::Json;

void require(bool is_right, const std::string& complaint) {
  if (!is_right) throw Error(ErrorKind::data, complaint);
}

void require_share(double value, const std::string& name) {
  require(value >= 0 && value <= 1, "'" + name + "' is " + Json(value).dump() + "; it must be from 0 to 1");
}

void require_shares(const std::vector<double>& values, const std::string& name) {
  for (const double value : values) require_share(value, name);
}

void require_paradigm(const std::string& paradigm) {
  require(paradigm.empty() || paradigm == "inductive" || paradigm == "transductive",
          "there is no paradigm '" + paradigm + "'");
}

void check(const LearningCurve& curve) {
  require(
      curve.loss.size() == curve.accuracy.size() && curve.valid_loss.size() == curve.valid_accuracy.size(),
      "'curve' has losses and accuracies of different lengths");
  require(curve.valid_loss.empty() || curve.valid_loss.size() == curve.loss.size(),
          "'curve' has other lengths for validation than for training");
  require_shares(curve.accuracy, "curve.accuracy");
  require_shares(curve.valid_accuracy, "curve.valid_accuracy");
}

void check(const RuleFindings& rules, std::size_t clauses) {
  for (const std::size_t size : {rules.low.size(), rules.high.size(), rules.groundings.size(),
                                 rules.holds.size(), rules.chance.size(), rules.verdict.size()}) {
    require(size == clauses, "'rules' has lists of another length than 'weights'");
  }
  require_shares(rules.chance, "rules.chance");
}

// What of the two kinds of lines is the same.
void check_model(const auto& model) {
  if (model.fraction) require_share(*model.fraction, "fraction");
  require(!model.method.empty(), "'method' is empty");
  require_paradigm(model.paradigm);
}

void check(const RunResult& result) {
  check_model(result);
  require(result.tested_epoch <= result.epochs, "'tested_epoch' is after the last of the epochs");
  constexpr std::array<std::string_view, 3> splits = {"train", "valid", "test"};
  for (const auto& [name, score] : result.splits) {
    require(std::find(splits.begin(), splits.end(), name) != splits.end(),
            "there is no split '" + name + "'");
    require_share(score.accuracy, "splits." + name + ".accuracy");
  }
  // Methods without layers may trust their rules, too: by one weight for each.
  require(result.weights.size() == result.layers || (result.layers == 0 && result.weights.size() == 1),
          "'weights' has another number of layers than 'layers'");
  for (const std::vector<double>& layer : result.weights) {
    require(layer.size() == result.weights.front().size(), "'weights' has layers of different lengths");
  }
  for (const std::optional<double>& value : result.compliance) {
    if (value) require_share(*value, "compliance");
  }
  if (result.rules) check(*result.rules, result.weights.empty() ? 0 : result.weights.front().size());
  if (result.curve) check(*result.curve);
}

void check(const RunTime& time) {
  check_model(time);
  require(time.seconds >= 0, "'seconds' is negative");
}

void check(const Experiment& experiment) {
  for (const std::optional<double>& fraction : experiment.fractions) {
    if (fraction) require_share(*fraction, "fractions");
  }
  for (const std::string& paradigm : experiment.paradigms) require_paradigm(paradigm);
  for (const Published& published : experiment.published) {
    require_paradigm(published.paradigm);
    for (const auto& [fraction, accuracy] : published.accuracy) {
      require_share(fraction, "published.accuracy");
      require_share(accuracy, "published.accuracy");
    }
  }
}

template <typename Record>
Record read(std::string_view text) {
  Record record;
  const Json json = io::parse_json(text);
  json_fields::Reader().read(io::JsonValue(json), record);
  check(record);
  return record;
}

// What was written can be read. Bytes that are no characters, in names of files, are replaced.
template <typename Record>
std::string write(const Record& record, int indentation) {
  Json json = json_fields::Writer().write(record);
  check(record);
  return json.dump(indentation, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

constexpr int in_one_line = -1;

}  // namespace

std::string to_line(const RunResult& result) {
  return write(result, in_one_line);
}

std::string to_line(const RunTime& time) {
  return write(time, in_one_line);
}

std::string to_text(const Experiment& experiment) {
  return write(experiment, 2) + "\n";
}

RunResult run_result_from(std::string_view line) {
  return read<RunResult>(line);
}

RunTime run_time_from(std::string_view line) {
  return read<RunTime>(line);
}

Experiment experiment_from(std::string_view text) {
  return read<Experiment>(text);
}

}  // namespace kenn::experiment
