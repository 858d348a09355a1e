// How long the stages from text to clauses take, by the number of rules.
#include <benchmark/benchmark.h>
#include <kenn/kenn.h>

#include <cstdint>
#include <string>

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/read.h"

namespace {

// `rules` rules over ten and a tenth as many unary predicates, and a relation: in turn a rule about pairs,
// one with a conjunction, and an equivalence that gives two clauses.
std::string generate(std::int64_t rules) {
  const std::int64_t predicates = 10 + rules / 10;
  std::string text = "type Object\ngiven Linked(Object, Object)\n";
  for (std::int64_t i = 0; i < predicates; ++i) text += "predict P" + std::to_string(i) + "(Object)\n";
  for (std::int64_t i = 0; i < rules; ++i) {
    const std::string a = "P" + std::to_string(i % predicates);
    const std::string b = "P" + std::to_string((i + 1 + i / predicates) % predicates);
    const std::string number = std::to_string(i);
    if (i % 3 == 0) text += "rule \"r" + number + "\": " + a + "(x) & Linked(x, y) -> " + b + "(y)\n";
    if (i % 3 == 1) text += "rule weight 1.5: " + a + "(x) & !" + b + "(x) -> P0(x)\n";
    if (i % 3 == 2) text += "rule \"r" + number + "\": " + a + "(x) <-> " + b + "(x)\n";
  }
  return text;
}

void count_rules(benchmark::State& state, const std::string& text) {
  state.SetComplexityN(state.range(0));
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void text_to_tree(benchmark::State& state) {
  const kenn::SourceText source("generated", generate(state.range(0)));
  for ([[maybe_unused]] auto each : state) {
    kenn::base::Diagnostics diagnostics(source);
    benchmark::DoNotOptimize(kenn::knowledge::read_tree(source, kenn::Syntax::kenn, diagnostics));
  }
  count_rules(state, source.text());
}
BENCHMARK(text_to_tree)
    ->RangeMultiplier(10)
    ->Range(1'000, 100'000)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);

void text_to_clauses(benchmark::State& state) {
  const std::string text = generate(state.range(0));
  for ([[maybe_unused]] auto each : state) benchmark::DoNotOptimize(kenn::Knowledge::from_text(text));
  count_rules(state, text);
}
BENCHMARK(text_to_clauses)
    ->RangeMultiplier(10)
    ->Range(1'000, 100'000)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);

}  // namespace
