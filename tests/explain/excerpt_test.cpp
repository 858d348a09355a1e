// Excerpts: what they hold of a data set, and that rows in them are what they are in the whole of it.
#include "explain/excerpt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "explain/evaluation.h"
#include "support.h"

namespace kenn::explain {
namespace {

using test::EngineCase;

Source source_of(const EngineCase& engine_case) {
  const Knowledge knowledge = engine_case.knowledge();
  Tables tables = test::tables_of(knowledge, engine_case.world);
  std::vector<std::vector<float>> logits(tables.schema().tables.size());
  std::vector<std::size_t> widths;
  auto next = engine_case.cells.begin();
  for (TableIndex table = 0; table < logits.size(); ++table) {
    const TableSchema& schema = tables.schema().tables[table];
    widths.push_back(schema.columns.size());
    if (schema.role != Role::predict) continue;
    const auto last = next + static_cast<std::ptrdiff_t>(tables.row_count(table) * widths.back());
    logits[table].assign(next, last);
    next = last;
  }
  const auto logits_of = [logits, widths](TableIndex table, std::span<const Row> rows) {
    return take_logits(logits[table], widths[table], rows);
  };
  std::vector<float> weights = engine_case.weights(knowledge);
  return {knowledge, std::move(tables), {}, std::move(weights), engine_case.options, logits_of};
}

// The values of the first nodes after the last pass.
std::vector<double> results(const Source& source, const Neighbourhood& neighbourhood, Node node) {
  const NeighbourhoodValues evaluation(source, neighbourhood, network_logits(source, neighbourhood));
  const double* const first = evaluation.values()[neighbourhood.pass_count()][node];
  return {first, first + neighbourhood.width(node)};
}

std::string difference_in_excerpt(const EngineCase& engine_case) {
  const Context context(source_of(engine_case));
  test::Random random(engine_case.weight_seed);
  const std::size_t most = 1 + random.below(12);
  const Excerpt excerpt = take_excerpt(context, {}, {most, 100'000});
  if (excerpt.chosen != std::min<std::uint64_t>(most, excerpt.rows)) return "not as many rows as fit";
  for (Node node = 0; node < excerpt.chosen; ++node) {
    const NodeRow row = excerpt.neighbourhood.nodes()[node];
    const Neighbourhood alone(context.source, context.groundings, RowOfTable{row.table, row.row});
    const std::vector<double> expected = results(context.source, alone, 0);
    const std::vector<double> found = results(context.source, excerpt.neighbourhood, node);
    for (std::size_t i = 0; i < found.size(); ++i) {
      // Sums are in another order.
      if (std::abs(found[i] - expected[i]) > 1e-9 * (1 + std::abs(expected[i])))
        return context.names.text(row.table, row.row) + " is " + std::to_string(found[i]) + ", alone " +
               std::to_string(expected[i]);
    }
  }
  return "";
}

EngineCase random_case(std::uint64_t seed) {
  EngineCase result = test::random_engine_case(seed);
  // Huge numbers say nothing of the others of a row, and of equal ones rounding chooses.
  if (result.numbers == test::Numbers::huge) result.options.center = false;
  if (result.options.boost == Boost::godel) result.options.boost = Boost::softmax;
  return result;
}

TEST(ExcerptProperty, RowsAreWhatTheyAreAlone) {
  test::check_cases(300, random_case, difference_in_excerpt);
}

// A chain of papers that cite the next one.
struct Chain {
  Chain()
      : knowledge(Knowledge::from_text("type Paper predict AI(Paper) given Cite(Paper, Paper)\n"
                                       "rule weight 1: AI(x) & Cite(x, y) -> AI(y)")) {
    Tables tables(knowledge);
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.push_back("p" + std::to_string(i));
    tables.name_objects("Paper", names);
    std::vector<Row> pairs;
    for (Row i = 0; i + 1 < count; ++i) pairs.insert(pairs.end(), {i, i + 1});
    tables.list("Cite", pairs);
    const auto logits = [](TableIndex, std::span<const Row> rows) {
      return std::vector<float>(rows.size(), 1);
    };
    context.emplace(Source{knowledge, std::move(tables), {}, {1, 1}, {.layers = 2}, logits});
  }

  static constexpr int count = 100;
  Knowledge knowledge;
  std::optional<Context> context;
};

std::vector<std::string> chosen_names(const Context& context, const Excerpt& excerpt) {
  std::vector<std::string> names;
  for (Node node = 0; node < excerpt.chosen; ++node) {
    const NodeRow& row = excerpt.neighbourhood.nodes()[node];
    names.push_back(context.names.text(row.table, row.row));
  }
  return names;
}

TEST(Excerpt, HoldsAllRowsInTheirOrderWhenTheyFit) {
  const Chain chain;
  const Excerpt excerpt = take_excerpt(*chain.context, {});
  EXPECT_EQ(excerpt.chosen, 100U);
  EXPECT_EQ(excerpt.rows, 100U);
  EXPECT_EQ(chosen_names(*chain.context, excerpt)[7], "p7");
}

TEST(Excerpt, HoldsWhatIsNamedFirstAndThenTheSameSampleEveryTime) {
  const Chain chain;
  const auto take = [&] {
    return chosen_names(*chain.context, take_excerpt(*chain.context, {"p50", "p3", "p50"}, {10, 1000}));
  };
  const std::vector<std::string> names = take();
  ASSERT_EQ(names.size(), 10U);
  EXPECT_EQ(names[0], "p50");
  EXPECT_EQ(names[1], "p3");
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 10U);
  EXPECT_NE(names[2], "p0");  // drawn, not the first ones
  EXPECT_EQ(names, take());
}

TEST(Excerpt, HoldsWhatTheRowsDependOn) {
  const Chain chain;
  const Excerpt excerpt = take_excerpt(*chain.context, {"p50"}, {1, 1000});
  EXPECT_EQ(excerpt.neighbourhood.nodes().size(), 5U);  // two steps to both sides
}

TEST(Excerpt, TakesAsManyRowsAsTheirGroundingsAllow) {
  const Chain chain;
  const Excerpt excerpt = take_excerpt(*chain.context, {}, {100, 40});
  EXPECT_LE(excerpt.neighbourhood.instance_count(), 40U);
  EXPECT_GT(excerpt.chosen, 3U);
  EXPECT_LT(excerpt.chosen, 40U);
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.diagnostics().front().message;
  }
  return "accepted";
}

TEST(Excerpt, RefusesWhatDoesNotFitAndUnknownNames) {
  const Chain chain;
  EXPECT_EQ(refusal([&] {
              take_excerpt(*chain.context, {"p1", "p50", "p90"}, {10, 7});
            }),
            "the objects that are named depend on more than 7 groundings, which is too much for a page; name "
            "fewer");
  EXPECT_EQ(refusal([&] { take_excerpt(*chain.context, {"p123"}); }),
            "there is no object 'p123' of Paper; did you mean 'p12'?");
}

}  // namespace
}  // namespace kenn::explain
