// Runs the engine on a case, and says where it differs from the oracle.
#include "engine/run_engine.h"

#include <cmath>
#include <cstring>
#include <sstream>

#include "engine/random_numbers.h"
#include "support.h"

namespace kenn::test {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int sanitizer_share = 10;  // what they find does not need thousands of cases
#else
constexpr int sanitizer_share = 1;
#endif

constexpr double float_rounding = 5e-7;  // of a few operations one after the other

template <typename Number>
bool same_bits(const std::vector<Number>& left, const std::vector<Number>& right) {
  return left.size() == right.size() &&
         (left.empty() || std::memcmp(left.data(), right.data(), left.size() * sizeof(Number)) == 0);
}

std::vector<double> doubles(const std::vector<float>& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::string difference_in_tables(const Plan& plan, const std::vector<OracleTable>& expected) {
  std::ostringstream text;
  if (plan.tables().size() != expected.size()) {
    text << plan.tables().size() << " predicted tables, expected " << expected.size();
    return text.str();
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const PredictedTable& table = plan.tables()[i];
    if (table.name != expected[i].name || table.rows != expected[i].rows ||
        table.columns != expected[i].columns)
      text << "table " << table.name << " with " << table.rows << " rows, expected " << expected[i].name
           << " with " << expected[i].rows << "; ";
  }
  return text.str();
}

template <typename Number>
std::string difference_in_numbers(const std::string& what, const std::vector<Number>& actual,
                                  const Estimate& expected) {
  std::ostringstream text;
  text.precision(9);
  if (actual.size() != expected.value.size()) {
    text << actual.size() << " " << what << ", expected " << expected.value.size();
    return text.str();
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double error = std::abs(double{actual[i]} - expected.value[i]);
    const bool both_nan = std::isnan(actual[i]) && std::isnan(expected.value[i]);
    if (error <= tolerance(expected, i) || both_nan) continue;
    text << what << "[" << i << "] is " << actual[i] << ", expected " << expected.value[i] << ", tolerance "
         << tolerance(expected, i) << ", scale " << expected.scale[i];
    return text.str();
  }
  return "";
}

// Nothing, or the difference in a smaller case and that case.
std::string report_of(const EngineCase& engine_case,
                      const std::function<std::string(const EngineCase&)>& difference) {
  if (difference(engine_case).empty()) return "";
  const auto fails = [&](const EngineCase& candidate) { return !difference(candidate).empty(); };
  const EngineCase smaller = reduced(engine_case, fails);
  return difference(smaller) + "\n" + to_text(smaller);
}

Estimate estimate_of(const std::vector<double>& values) {
  return {values, std::vector<double>(values.size()), std::vector<double>(values.size())};
}

}  // namespace

Tables tables_of(const Knowledge& knowledge, const World& world) {
  Tables tables(knowledge);
  for (std::size_t type = 0; type < world.objects.size(); ++type) {
    const std::string& name = knowledge.types()[type].name;
    if (world.objects[type].ids.empty()) {
      tables.resize(name, world.objects[type].count);
    } else {
      tables.name_objects(name, world.objects[type].ids);
    }
  }
  for (const ListedTable& table : world.listed) tables.list(table.name, table.tuples, table.degrees);
  return tables;
}

bool operator==(const EngineResult& left, const EngineResult& right) {
  return same_bits(left.outputs, right.outputs) && same_bits(left.input_gradients, right.input_gradients) &&
         same_bits(left.weight_gradients, right.weight_gradients) &&
         same_bits(left.mean_truth, right.mean_truth);
}

EngineResult run(Enhancer& enhancer, const EngineCase& engine_case, const std::vector<float>& weights) {
  const Plan& plan = enhancer.plan();
  EngineResult result;
  result.outputs.resize(engine_case.cells.size());
  result.input_gradients.resize(engine_case.cells.size());
  result.weight_gradients.resize(weights.size());
  const auto inputs = spans_of<const float>(plan, engine_case.cells);
  result.mean_truth = enhancer.mean_truth(inputs);
  enhancer.forward(weights, inputs, spans_of<float>(plan, result.outputs));
  enhancer.backward(weights, inputs, spans_of<const float>(plan, engine_case.output_gradients),
                    spans_of<float>(plan, result.input_gradients), result.weight_gradients);
  return result;
}

EngineResult run(const EngineCase& engine_case, std::uint32_t threads) {
  const Knowledge knowledge = engine_case.knowledge();
  EnhanceOptions options = engine_case.options;
  options.threads = threads;
  options.gradients = true;
  Enhancer enhancer(Plan(knowledge, tables_of(knowledge, engine_case.world)), options);
  return run(enhancer, engine_case, engine_case.weights(knowledge));
}

std::string difference_in_groundings(const EngineCase& engine_case) {
  const Knowledge knowledge = engine_case.knowledge();
  const BruteForce oracle(knowledge, engine_case.world);
  const Plan plan(knowledge, tables_of(knowledge, engine_case.world));
  const std::vector<std::uint64_t> expected = oracle.groundings_of_clauses();
  const std::vector<std::uint64_t> actual = plan.groundings_of_clauses();
  std::ostringstream text;
  text << difference_in_tables(plan, oracle.tables());
  if (actual.size() != expected.size()) text << "counts for " << actual.size() << " clauses";
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i)
    if (actual[i] != expected[i])
      text << plan.clause_names()[i] << " has " << actual[i] << " groundings, expected " << expected[i]
           << "\n";
  if (plan.instances() != oracle.groundings().size())
    text << plan.instances() << " instances, expected " << oracle.groundings().size();
  return text.str();
}

std::string difference_in_results(const EngineCase& engine_case, Enumeration enumeration) {
  const Knowledge knowledge = engine_case.knowledge();
  const BruteForce oracle(knowledge, engine_case.world, enumeration);
  const EnhanceOptions& options = engine_case.options;
  const double rounding =
      engine_case.numbers == Numbers::grid && options.boost == Boost::godel && !options.center
          ? 0
          : float_rounding;
  const Semantics semantics{options.boost, options.order, options.layers, options.center, rounding};
  const std::vector<double> weights = doubles(engine_case.weights(knowledge));
  const std::vector<double> cells = doubles(engine_case.cells);
  const EngineResult actual = run(engine_case);
  if (!options.center || engine_case.numbers != Numbers::huge) {  // at 1e30 a mean says nothing of the others
    const std::string truth = difference_in_numbers("mean truth", actual.mean_truth,
                                                    estimate_of(oracle.mean_truth(cells, options.center)));
    if (!truth.empty()) return truth;
  }
  const Forward forward = oracle.forward(semantics, weights, cells);
  if (forward.ambiguous) return "";
  const std::string outputs = difference_in_numbers("outputs", actual.outputs, forward.output());
  if (!outputs.empty()) return outputs;
  const Backward backward =
      oracle.backward(semantics, weights, forward, doubles(engine_case.output_gradients));
  const std::string gradients =
      difference_in_numbers("input gradients", actual.input_gradients, backward.cells);
  if (!gradients.empty()) return gradients;
  return difference_in_numbers("weight gradients", actual.weight_gradients, backward.weights);
}

std::uint64_t any_seed() {
  return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
}

void check_cases(int cases, const std::function<EngineCase(std::uint64_t seed)>& random_case,
                 const std::function<std::string(const EngineCase&)>& difference) {
  const rc::detail::TestParams& parameters = rc::detail::configuration().testParams;
  const bool is_default = parameters.maxSuccess == rc::detail::TestParams().maxSuccess;
  const int count = is_default ? (cases + sanitizer_share - 1) / sanitizer_share : parameters.maxSuccess;
  Random seeds(parameters.seed ^ static_cast<std::uint64_t>(cases));
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = seeds.seed();
    ASSERT_EQ(report_of(random_case(seed), difference), "")
        << "case " << i << " with seed " << seed << "; again with RC_PARAMS=seed=" << parameters.seed;
  }
}

std::vector<float> enhanced(const std::string& text, const World& world, const std::vector<float>& weights,
                            const std::vector<float>& cells, const EnhanceOptions& options) {
  const Knowledge knowledge = Knowledge::from_text(text);
  const Plan plan(knowledge, tables_of(knowledge, world));
  std::vector<float> outputs(cells.size());
  enhance(plan, weights, spans_of<const float>(plan, cells), spans_of<float>(plan, outputs), options);
  return outputs;
}

}  // namespace kenn::test
