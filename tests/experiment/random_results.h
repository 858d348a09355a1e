// Results, experiments and their parts for the tests.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "experiment/results.h"
#include "support.h"

namespace kenn::test {

inline experiment::RunResult result_of(std::optional<double> fraction, std::uint32_t run,
                                       const std::string& method, double accuracy, std::uint32_t layers = 0,
                                       const std::string& paradigm = "") {
  experiment::RunResult result;
  result.fraction = fraction;
  result.run = run;
  result.method = method;
  result.paradigm = paradigm;
  result.layers = layers;
  result.epochs = 10 + run;
  result.tested_epoch = 5;
  result.splits["test"] = {100, accuracy};
  result.weights.resize(layers);
  return result;
}

// Any bits that are a finite number.
inline double any_double() {
  const double number = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
  return std::isfinite(number) ? number : 0;
}

inline double any_share() {
  return static_cast<double>(*rc::gen::arbitrary<std::uint64_t>()) / 0x1p64;
}

inline std::string any_text() {
  static const Texts texts = {"",    "a", "\"\\\n\t\x01", "é € 𝄞", "a longer text that has its own memory",
                              "\x7f"};
  return one_of(texts);
}

template <typename Value>
std::vector<Value> any_list(std::size_t size, Value (*value)()) {
  std::vector<Value> values(size);
  for (Value& each : values) each = value();
  return values;
}

inline experiment::RunResult any_result() {
  experiment::RunResult result;
  if (!once_in(4)) result.fraction = any_share();
  result.run = static_cast<std::uint32_t>(*rc::gen::arbitrary<std::uint32_t>());
  result.method = "m" + any_text();
  result.paradigm = one_of<std::string>({"", "inductive", "transductive"});
  result.layers = static_cast<std::uint32_t>(below(4));
  result.epochs = 100 + static_cast<std::uint32_t>(below(100));
  result.tested_epoch = static_cast<std::uint32_t>(below(100));
  for (const char* split : {"train", "valid", "test"}) {
    if (once_in(2)) result.splits[split] = {*rc::gen::arbitrary<std::uint64_t>(), any_share()};
  }
  const auto clauses = static_cast<std::size_t>(below(4));
  for (std::uint32_t i = 0; i < result.layers; ++i) result.weights.push_back(any_list(clauses, any_double));
  for (std::size_t i = 0; i < clauses; ++i) {
    result.compliance.push_back(once_in(3) ? std::nullopt : std::optional(any_share()));
  }
  if (once_in(2) && result.layers > 0) {
    const auto any_count = [] { return *rc::gen::arbitrary<std::uint64_t>(); };
    result.rules = experiment::RuleFindings{any_list(clauses, any_double),
                                            any_list(clauses, any_double),
                                            {},
                                            {},
                                            any_list(clauses, any_share),
                                            {}};
    for (std::size_t i = 0; i < clauses; ++i) {
      result.rules->groundings.push_back(any_count());
      result.rules->holds.push_back(any_count());
      result.rules->verdict.push_back(any_text());
    }
  }
  if (once_in(2)) return result;
  const auto epochs = static_cast<std::size_t>(below(5));
  const std::size_t valid = once_in(2) ? 0 : epochs;
  result.curve = experiment::LearningCurve{any_list(epochs, any_double), any_list(epochs, any_share),
                                           any_list(valid, any_double), any_list(valid, any_share)};
  return result;
}

inline experiment::Experiment small_experiment() {
  experiment::Experiment experiment;
  experiment.name = "citeseer";
  experiment.choices = {"One sentence.", "Another one."};
  experiment.machine = {{"cores", "2"}, {"processor", "x"}};
  experiment.sizes = {{"Paper", 3312}, {"Cite", 4714}};
  experiment.knowledge = "type Paper\n";
  experiment.settings = {{"loss", "linear"}};
  experiment.seed = 0xffff'ffff'ffff'ffff;
  experiment.runs = 2;
  experiment.fractions = {0.1, 0.25, std::nullopt};
  experiment.methods = {"nn", "kenn", "kenn-greedy"};
  experiment.paradigms = {"transductive", "inductive"};
  experiment.layers = {3, 1};
  experiment.clauses = {{"cites[T=AI]", "AI", false}, {"fixed", "fixed", true}};
  experiment.published = {{"kenn", "inductive", {{0.1, 0.652}, {0.25, 0.702}}}};
  return experiment;
}

}  // namespace kenn::test
