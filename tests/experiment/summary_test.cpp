// Tests of the statistics of an experiment: what is put together, compared and left out.
#include "experiment/summary.h"

#include "experiment/random_results.h"

namespace kenn::experiment {
namespace {

using test::result_of;
using test::small_experiment;

KindSummary find(const Summary& summary, const ModelKind& kind) {
  for (const KindSummary& each : summary.kinds) {
    if (each.kind == kind) return each;
  }
  throw std::out_of_range("no such kind");
}

TEST(Summary, OfNothingIsEmpty) {
  const Summary summary = summarise(small_experiment(), {}, {});
  EXPECT_TRUE(summary.kinds.empty());
  EXPECT_TRUE(summary.compliance.empty());
}

TEST(Summary, PutsKindsTogether) {
  const Summary summary =
      summarise(small_experiment(),
                {result_of(0.1, 0, "nn", 0.5), result_of(0.1, 1, "nn", 0.25), result_of(0.25, 0, "nn", 0.75)},
                {{0.1, 0, "nn", "", 0, 2}, {0.1, 1, "nn", "", 0, 4}, {0.1, 1, "kenn", "", 0, 4}});
  ASSERT_EQ(summary.kinds.size(), 2U);
  const KindSummary& first = summary.kinds[0];
  EXPECT_EQ(first.kind, (ModelKind{0.1, "nn", "", 0}));
  EXPECT_EQ(first.accuracy.count, 2U);
  EXPECT_EQ(first.accuracy.mean, 0.375);
  EXPECT_EQ(first.epochs.mean, 10.5);
  EXPECT_FALSE(first.improvement);
  EXPECT_EQ(first.seconds->mean, 3);
  EXPECT_FALSE(summary.kinds[1].seconds);
}

TEST(Summary, HasTheOrderOfTheExperiment) {
  std::vector<RunResult> results;
  for (const auto& fraction : {std::optional<double>(), std::optional(0.25), std::optional(0.1)}) {
    for (const char* method : {"other", "kenn-greedy", "kenn"}) {
      for (const char* paradigm : {"inductive", "transductive"}) {
        for (const std::uint32_t layers : {1U, 2U, 3U}) {
          results.push_back(result_of(fraction, 0, method, 0.5, layers, paradigm));
        }
      }
    }
    results.push_back(result_of(fraction, 0, "nn", 0.5));
  }
  const Summary summary = summarise(small_experiment(), results, {});
  ASSERT_EQ(summary.kinds.size(), 57U);
  EXPECT_EQ(summary.kinds[0].kind, (ModelKind{0.1, "nn", "", 0}));
  EXPECT_EQ(summary.kinds[2].kind, (ModelKind{{}, "nn", "", 0}));
  EXPECT_EQ(summary.kinds[3].kind, (ModelKind{0.1, "kenn", "transductive", 3}));
  EXPECT_EQ(summary.kinds[4].kind, (ModelKind{0.25, "kenn", "transductive", 3}));
  EXPECT_EQ(summary.kinds[6].kind, (ModelKind{0.1, "kenn", "transductive", 1}));
  EXPECT_EQ(summary.kinds[9].kind, (ModelKind{0.1, "kenn", "transductive", 2}));  // not listed
  EXPECT_EQ(summary.kinds[12].kind, (ModelKind{0.1, "kenn", "inductive", 3}));
  EXPECT_EQ(summary.kinds[21].kind, (ModelKind{0.1, "kenn-greedy", "transductive", 3}));
  EXPECT_EQ(summary.kinds[39].kind, (ModelKind{0.1, "other", "transductive", 3}));
}

TEST(Summary, DoesNotDependOnTheOrderOfTheResults) {
  std::vector<RunResult> results;
  for (std::uint32_t run = 0; run < 8; ++run) {
    results.push_back(result_of(0.1, run, "nn", 0.25 + run / 64.0));
    results.push_back(result_of(0.1, run, "kenn", 0.5 + run % 3 / 8.0, 1, "inductive"));
  }
  const Summary forward = summarise(small_experiment(), results, {});
  std::reverse(results.begin(), results.end());
  const Summary backward = summarise(small_experiment(), results, {});
  ASSERT_EQ(backward.kinds.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(forward.kinds[i].kind, backward.kinds[i].kind);
    EXPECT_NEAR(forward.kinds[i].accuracy.mean, backward.kinds[i].accuracy.mean, 1e-15);
  }
  EXPECT_NEAR(*forward.kinds[1].improvement->p_value, *backward.kinds[1].improvement->p_value, 1e-12);
}

TEST(Summary, ComparesRunByRun) {
  const ModelKind kind{0.1, "kenn", "transductive", 3};
  std::vector<RunResult> results = {result_of(0.1, 0, "nn", 0.5), result_of(0.1, 1, "nn", 0.25),
                                    result_of(0.1, 2, "nn", 0.5),
                                    result_of(0.25, 0, "nn", 0.125)};  // another fraction
  for (const auto& [run, accuracy] : {std::pair(1U, 0.5), std::pair(0U, 0.625), std::pair(2U, 0.5)}) {
    results.push_back(result_of(0.1, run, "kenn", accuracy, 3, "transductive"));
  }
  const PairedTest test = *find(summarise(small_experiment(), results, {}), kind).improvement;
  EXPECT_EQ(test.difference.count, 3U);
  EXPECT_EQ(test.difference.mean, 0.125);
  EXPECT_EQ(test.better, 2U);
  EXPECT_NEAR(*test.p_value, 0.11270166537925831, 1e-14);
}

TEST(Summary, LeavesOutRunsThatLackOneSide) {
  const ModelKind kind{0.1, "kenn", "inductive", 1};
  std::vector<RunResult> results = {result_of(0.1, 0, "nn", 0.5),
                                    result_of(0.1, 1, "nn", 0.5),
                                    result_of(0.1, 5, "nn", 0.5),
                                    result_of(0.1, 0, "kenn", 0.75, 1, "inductive"),
                                    result_of(0.1, 1, "kenn", 0.75, 1, "inductive"),
                                    result_of(0.1, 9, "kenn", 0.25, 1, "inductive")};
  const Summary summary = summarise(small_experiment(), results, {});
  EXPECT_EQ(find(summary, kind).accuracy.count, 3U);
  EXPECT_EQ(find(summary, kind).improvement->difference.count, 2U);
  EXPECT_EQ(find(summary, kind).improvement->difference.mean, 0.25);

  results[1].splits.clear();  // without labels for testing
  const Summary without = summarise(small_experiment(), results, {});
  EXPECT_EQ(find(without, kind).improvement->difference.count, 1U);
  EXPECT_FALSE(find(without, kind).improvement->p_value);
  EXPECT_EQ(find(without, {0.1, "nn", "", 0}).accuracy.count, 2U);
  EXPECT_EQ(find(without, {0.1, "nn", "", 0}).epochs.count, 3U);

  results.erase(results.begin(), results.begin() + 3);
  EXPECT_FALSE(find(summarise(small_experiment(), results, {}), kind).improvement);
}

// Methods are compared with each other only, on the runs that both have.
TEST(Summary, ComparesMethodsThatUseTheRules) {
  std::vector<RunResult> results;
  for (std::uint32_t run = 0; run < 3; ++run) {
    for (const double fraction : {0.25, 0.1}) {
      results.push_back(result_of(fraction, run, "nn", 0.25));
      results.push_back(result_of(fraction, run, "rnm", 0.5 + run / 8.0, 0, "transductive"));
      results.push_back(result_of(fraction, run, "kenn", 0.5, 1, "transductive"));
      results.push_back(result_of(fraction, run, "kenn", 0.5, 3, "transductive"));
      results.push_back(result_of(fraction, run, "kenn-greedy", 0.75, 3, "transductive"));
      results.push_back(result_of(fraction, run, "kenn", 0.5, 3, "inductive"));
    }
  }
  results.push_back(result_of(0.1, 7, "rnm", 1, 0, "transductive"));  // the others have no run 7
  results.push_back(result_of(0.1, 8, "rnm", 1, 0, "inductive"));     // no run in common
  const Summary summary = summarise(small_experiment(), results, {});
  // kenn with 3 and 1 layers against rnm, kenn-greedy against rnm, and kenn against kenn-greedy, 3 layers.
  ASSERT_EQ(summary.comparisons.size(), 8U);
  const auto kinds = [&](std::size_t i) {
    return std::pair(summary.comparisons[i].first, summary.comparisons[i].second);
  };
  const ModelKind kenn{0.1, "kenn", "transductive", 3};
  const ModelKind greedy{0.1, "kenn-greedy", "transductive", 3};
  const ModelKind rnm{0.1, "rnm", "transductive", 0};
  EXPECT_EQ(kinds(0), std::pair(kenn, greedy));
  EXPECT_EQ(kinds(1).first.fraction, 0.25);
  EXPECT_EQ(kinds(2), std::pair(kenn, rnm));
  EXPECT_EQ(kinds(4), std::pair((ModelKind{0.1, "kenn", "transductive", 1}), rnm));
  EXPECT_EQ(kinds(6), std::pair(greedy, rnm));
  const PairedTest& test = summary.comparisons[2].test;
  EXPECT_EQ(test.difference.count, 3U);
  EXPECT_EQ(test.difference.mean, 0.125);
  EXPECT_EQ(test.better, 2U);
  EXPECT_NEAR(*test.two_sided, 2 * *test.p_value, 1e-15);
  EXPECT_EQ(summary.comparisons[6].test.difference.mean, -0.125);
}

// Clause 0 is learned, clause 1 is fixed.
RunResult with_weights(std::uint32_t run, std::optional<double> compliance, double low, double high) {
  RunResult result = result_of(0.1, run, "kenn", 0.5, 2, "inductive");
  result.weights = {{low, 100}, {high, 100}};
  result.compliance = {compliance, 0.5};
  return result;
}

TEST(Summary, ComparesComplianceWithTheMeanOfTheWeights) {
  const Summary summary = summarise(
      small_experiment(),
      {result_of(0.1, 0, "nn", 0.5), with_weights(0, 0.25, 1, 3), with_weights(1, 0.5, 2, 4),
       with_weights(2, 0.75, 0, 8), with_weights(3, 1.0, 5, 5), with_weights(4, std::nullopt, 77, 77)},
      {});
  ASSERT_EQ(summary.compliance.size(), 1U);
  EXPECT_EQ(summary.compliance[0].kind, (ModelKind{0.1, "kenn", "inductive", 2}));
  EXPECT_EQ(summary.compliance[0].correlation.count, 4U);
  EXPECT_NEAR(*summary.compliance[0].correlation.r, 1, 1e-15);  // 2, 3, 4, 5
}

TEST(Summary, HasNoComplianceWithoutAny) {
  RunResult without = with_weights(0, std::nullopt, 1, 1);
  EXPECT_TRUE(summarise(small_experiment(), {without}, {}).compliance.empty());
  without.compliance.clear();
  EXPECT_TRUE(summarise(small_experiment(), {without}, {}).compliance.empty());
}

}  // namespace
}  // namespace kenn::experiment
