// How long the parts of the engine take: plans, forward, backward and mean truth, on several kinds of rules.
#include <benchmark/benchmark.h>
#include <kenn/kenn.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using kenn::Row;

// Distinct pairs of `rows` objects with uniformly random ends, two rows each.
std::vector<Row> random_pairs(Row rows, std::size_t count) {
  std::minstd_rand random(1);
  std::uniform_int_distribution<Row> any(0, rows - 1);
  std::set<std::pair<Row, Row>> pairs;
  while (pairs.size() < count) pairs.emplace(any(random), any(random));
  std::vector<Row> flat;
  for (const auto& [first, second] : pairs) flat.insert(flat.end(), {first, second});
  return flat;
}

// `predict T0(Object), ...` and one instance of the rule for each of them.
std::string rules_about(std::int64_t columns, const std::string& declarations, const std::string& rule) {
  std::string names;
  std::string signatures;
  for (std::int64_t i = 0; i < columns; ++i) {
    const std::string separator = i == 0 ? "" : ", ";
    names += separator + "T" + std::to_string(i);
    signatures += separator + "T" + std::to_string(i) + "(Object)";
  }
  return "type Object\npredict " + signatures + "\n" + declarations + "for T in {" + names +
         "} rule \"r\": " + rule;
}

// A knowledge, its tables, and values for them.
struct Problem {
  Problem(const std::string& text, Row rows, const std::string& relation, std::size_t pairs)
      : knowledge(kenn::Knowledge::from_text(text)), tables(knowledge) {
    tables.resize("Object", rows);
    if (!relation.empty()) tables.list(relation, random_pairs(rows, pairs));
    const kenn::Plan plan(knowledge, tables);
    std::minstd_rand random(2);
    std::normal_distribution<float> normal(0, 2);
    for (const kenn::PredictedTable& table : plan.tables()) {
      values.emplace_back(table.size());
      for (float& value : values.back()) value = normal(random);
      results.emplace_back(table.size());
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      inputs.emplace_back(values[i]);
      outputs.emplace_back(results[i]);
    }
    weights = kenn::initial_weights(plan);
    weight_gradients.resize(weights.size());
    enhancer.emplace(plan, kenn::EnhanceOptions{.threads = 1, .gradients = true});
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  // The same plan and numbers with another boost, exclusive groups centred.
  void use(kenn::Boost boost) {
    enhancer.emplace(
        kenn::Plan(knowledge, tables),
        kenn::EnhanceOptions{
            .boost = boost, .threads = 1, .gradients = true, .center = kenn::default_center(boost)});
  }

  void forward() { enhancer->forward(weights, inputs, outputs); }
  void backward() { enhancer->backward(weights, inputs, inputs, outputs, weight_gradients); }

  kenn::Knowledge knowledge;
  kenn::Tables tables;
  std::vector<std::vector<float>> values;
  std::vector<std::vector<float>> results;
  std::vector<std::span<const float>> inputs;
  std::vector<std::span<float>> outputs;
  std::vector<float> weights;
  std::vector<float> weight_gradients;
  std::optional<kenn::Enhancer> enhancer;
};

// Two literals on either end of a given pair.
struct Citation {
  static Problem make(Row rows, std::int64_t columns) {
    return {rules_about(columns, "given Cite(Object, Object)\n", "T(x) & Cite(x, y) -> T(y)"), rows, "Cite",
            std::size_t{7} * rows};
  }
};

// The same about predicates of which one holds, as `residual` centres them.
struct ExclusiveCitation {
  static Problem make(Row rows, std::int64_t columns) {
    std::string text = rules_about(columns, "given Cite(Object, Object)\n", "T(x) & Cite(x, y) -> T(y)");
    text += "\nexclusive T0";
    for (std::int64_t i = 1; i < columns; ++i) text += ", T" + std::to_string(i);
    return {text, rows, "Cite", std::size_t{7} * rows};
  }
};

// Two literals about one object.
struct OneVariable {
  static Problem make(Row rows, std::int64_t columns) {
    return {rules_about(columns, "predict Other(Object)\n", "T(x) -> Other(x)"), rows, "", 0};
  }
};

// Three literals, one of them in the row of the pair itself.
struct PredictedRelation {
  static Problem make(Row rows, std::int64_t columns) {
    return {rules_about(columns, "predict Friends(Object, Object)\n", "T(x) & Friends(x, y) -> T(y)"), rows,
            "Friends", std::size_t{7} * rows};
  }
};

// A join of a predicted relation with itself, closed by a third pair; `columns` has no part in it.
struct Transitivity {
  static Problem make(Row rows, std::int64_t /*columns*/) {
    return {
        "type Object\npredict Friends(Object, Object)\n"
        "rule \"transitive\": Friends(x, y) & Friends(y, z) -> Friends(x, z)\n",
        rows, "Friends", std::size_t{20} * rows};
  }
};

template <typename Kind>
Problem problem_of(const benchmark::State& state) {
  return Kind::make(static_cast<Row>(state.range(0)), state.range(1));
}

void count_instances(benchmark::State& state, const Problem& problem) {
  const std::uint64_t instances = problem.enhancer->plan().instances();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(instances));
  state.counters["instances"] = static_cast<double>(instances);
}

template <typename Kind>
void plan(benchmark::State& state) {
  const Problem problem = problem_of<Kind>(state);
  for ([[maybe_unused]] auto each : state) {
    benchmark::DoNotOptimize(kenn::Plan(problem.knowledge, problem.tables));
  }
  count_instances(state, problem);
}

template <typename Kind, kenn::Boost boost = kenn::Boost::softmax>
void forward(benchmark::State& state) {
  Problem problem = problem_of<Kind>(state);
  problem.use(boost);
  for ([[maybe_unused]] auto each : state) problem.forward();
  count_instances(state, problem);
}

template <typename Kind, kenn::Boost boost = kenn::Boost::softmax>
void backward(benchmark::State& state) {
  Problem problem = problem_of<Kind>(state);
  problem.use(boost);
  problem.forward();
  for ([[maybe_unused]] auto each : state) problem.backward();
  count_instances(state, problem);
}

template <typename Kind>
void mean_truth(benchmark::State& state) {
  Problem problem = problem_of<Kind>(state);
  for ([[maybe_unused]] auto each : state) {
    benchmark::DoNotOptimize(problem.enhancer->mean_truth(problem.inputs));
  }
  count_instances(state, problem);
}

void by_columns(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"rows", "columns"})->ArgsProduct({{1'000, 20'000}, {1, 6, 8, 17, 40}});
  benchmark->Unit(benchmark::kMicrosecond);
}

void by_rows(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"rows", "columns"})->ArgsProduct({{200, 1'000}, {1}})->Unit(benchmark::kMicrosecond);
}

BENCHMARK(plan<Citation>)->Apply(by_columns);
BENCHMARK(forward<Citation>)->Apply(by_columns);
BENCHMARK(backward<Citation>)->Apply(by_columns);
BENCHMARK(mean_truth<Citation>)->Apply(by_columns);
BENCHMARK(plan<OneVariable>)->Apply(by_columns);
BENCHMARK(forward<OneVariable>)->Apply(by_columns);
BENCHMARK(backward<OneVariable>)->Apply(by_columns);
BENCHMARK(mean_truth<OneVariable>)->Apply(by_columns);
BENCHMARK(plan<PredictedRelation>)->Apply(by_columns);
BENCHMARK(forward<PredictedRelation>)->Apply(by_columns);
BENCHMARK(backward<PredictedRelation>)->Apply(by_columns);
BENCHMARK(mean_truth<PredictedRelation>)->Apply(by_columns);
BENCHMARK(plan<Transitivity>)->Apply(by_rows);
BENCHMARK(forward<Transitivity>)->Apply(by_rows);
BENCHMARK(backward<Transitivity>)->Apply(by_rows);
BENCHMARK(mean_truth<Transitivity>)->Apply(by_rows);

constexpr kenn::Boost residual = kenn::Boost::residual;
BENCHMARK(forward<Citation, residual>)->Apply(by_columns);
BENCHMARK(backward<Citation, residual>)->Apply(by_columns);
BENCHMARK(forward<ExclusiveCitation, residual>)->Apply(by_columns);
BENCHMARK(backward<ExclusiveCitation, residual>)->Apply(by_columns);
BENCHMARK(forward<OneVariable, residual>)->Apply(by_columns);
BENCHMARK(backward<OneVariable, residual>)->Apply(by_columns);
BENCHMARK(forward<PredictedRelation, residual>)->Apply(by_columns);
BENCHMARK(backward<PredictedRelation, residual>)->Apply(by_columns);
BENCHMARK(forward<Transitivity, residual>)->Apply(by_rows);
BENCHMARK(backward<Transitivity, residual>)->Apply(by_rows);

}  // namespace
