// Tests of whole reports: which tables there are, what they say, and that names stay names.
#include "report/report.h"

#include <gtest/gtest.h>
#include <kenn/error.h>

#include <algorithm>
#include <cmath>

#include "experiment/summary.h"
#include "report/report_support.h"

namespace kenn::test {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

TEST(Report, NoResultIsAnError) {
  try {
    static_cast<void>(report::make_report(experiment::Experiment{}, {}, {}, method_names));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_NE(std::string(error.what()).find("there is no result to report"), std::string::npos);
  }
}

TEST(Report, TablesOfAllCharts) {
  Case made = make_case({0.1, 0.5}, 6, {"nn", "kenn"}, {1, 2});
  made.results.front().curve = experiment::LearningCurve{{2, 1}, {0.1, 0.9}, {}, {}};
  EXPECT_EQ(
      table_names(made.document()),
      (Names{"results", "rules", "accuracy", "improvement", "depth", "accuracy-histogram",
             "improvement-histogram", "weights-kenn-transductive", "learning-accuracy", "learning-loss"}));
}

TEST(Report, ChartsThatMakeNoSenseHaveNoTable) {
  EXPECT_EQ(table_names(make_case({0.1}, 1).document()),
            (Names{"results", "splits", "rules", "accuracy", "improvement", "weights-kenn-transductive"}))
      << "one run: no histograms, one depth: no sweep, no curves";
  EXPECT_EQ(table_names(make_case({0.1, 0.5}, 1, {"nn"}).document()),
            (Names{"results", "splits", "accuracy"}))
      << "no rules: nothing about weights";
  EXPECT_EQ(table_names(make_case({std::nullopt}, 1, {"kenn"}).document()),
            (Names{"results", "splits", "rules", "weights-kenn-transductive"}))
      << "one model: nothing to compare";
}

// Every statistic of the document is that of `summarise`, to the last bit.
TEST(Report, NumbersAreThoseOfTheSummary) {
  const Case made = make_case({0.1, std::nullopt}, 4, {"nn", "kenn", "sbr"}, {1, 2});
  const experiment::Summary summary = experiment::summarise(made.experiment, made.results, {});
  const Json document = made.document();
  for (std::size_t i = 0; i < summary.kinds.size(); ++i) {
    const experiment::KindSummary& kind = summary.kinds[i];
    const auto value = [&](const char* key) { return cell(document, "results", i, key); };
    EXPECT_EQ(value("fraction"), kind.kind.fraction ? Json(*kind.kind.fraction) : Json());
    EXPECT_EQ(value("runs"), kind.accuracy.count);
    EXPECT_EQ(value("accuracy"), kind.accuracy.mean);
    EXPECT_EQ(value("accuracy_low"), kind.accuracy.interval->low);
    EXPECT_EQ(value("accuracy_high"), kind.accuracy.interval->high);
    EXPECT_EQ(value("accuracy_deviation"), kind.accuracy.deviation);
    EXPECT_EQ(value("epochs"), kind.epochs.mean);
    EXPECT_EQ(value("improvement"), kind.improvement ? Json(kind.improvement->difference.mean) : Json());
    if (!kind.improvement) continue;
    EXPECT_EQ(value("improvement_high"), kind.improvement->difference.interval->high);
    EXPECT_EQ(value("better_runs"), Json({kind.improvement->better, kind.improvement->difference.count}));
    EXPECT_EQ(value("p_value"), *kind.improvement->p_value);
  }
  ASSERT_FALSE(summary.comparisons.empty());
  EXPECT_EQ(cell(document, "comparisons", 0, "difference"), summary.comparisons[0].test.difference.mean);
  EXPECT_EQ(cell(document, "comparisons", 0, "p_value"), *summary.comparisons[0].test.two_sided);
  EXPECT_EQ(cell(document, "weights-kenn-transductive", 0, "r"), *summary.compliance[0].correlation.r);
}

TEST(Report, LabelsOfMethodsComeWithTheData) {
  const Json document = make_case({0.1}, 2, {"nn", "kenn", "other"}).document();
  EXPECT_EQ(document["models"][0]["label"], "No rules");
  EXPECT_TRUE(document["models"][0]["is_baseline"].get<bool>());
  EXPECT_EQ(document["models"][1]["label"], "Ruled (transductive)");
  EXPECT_EQ(document["models"][2]["label"], "other (transductive)") << "one that nobody knows";
  EXPECT_FALSE(document["models"][2]["is_baseline"].get<bool>());
}

TEST(Report, TablesHaveTheNumbers) {
  const report::Report report = make_case({0.1}, 3).report();  // 0.50, 0.52, 0.54 and 0.60, 0.62, 0.64
  const std::string csv = text_of(report.tables, "results.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "method,paradigm,layers,fraction,runs,accuracy,accuracy_low,accuracy_high,accuracy_deviation,"
            "improvement,improvement_low,improvement_high,better_runs,p_value,epochs,seconds");
  const std::string markdown = text_of(report.tables, "results.md");
  EXPECT_NE(markdown.find("| No rules | | | 10\u00a0% | 3 | 52.0\u00a0% |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| Ruled | transductive | 1 | 10\u00a0% | 3 | 62.0\u00a0% |"), std::string::npos);
  EXPECT_NE(markdown.find("| +10.0 |"), std::string::npos);
  EXPECT_NE(markdown.find("| 3 of 3 |"), std::string::npos);
  EXPECT_NE(text_of(report.tables, "improvement.csv").find("0.1,transductive,Ruled,0."), std::string::npos);
}

TEST(Report, PublishedValuesBesideOurs) {
  Case made = make_case({0.1}, 2);
  made.experiment.published = {{"NN", "", {{0.1, 0.5}}},
                               {"KENN", "transductive", {{0.1, 0.58}, {0.9, 0.9}}},
                               {"SBR", "transductive", {{0.1, 0.7}}},
                               {"Other", "transductive", {{0.1, 0.8}}},
                               {"NN of SBR and RNM", "transductive", {{0.1, 0.64}}}};
  const report::Report report = made.report();
  const std::string markdown = text_of(report.tables, "published.md");
  // Ours: 0.51 and 0.61.
  EXPECT_NE(markdown.find("| No rules | | 10\u00a0% | 50.0\u00a0% | 51.0\u00a0% | +1.0 | | | |"),
            std::string::npos)
      << markdown;
  EXPECT_NE(
      markdown.find("| Ruled | transductive | 10\u00a0% | 58.0\u00a0% | 61.0\u00a0% | +3.0 | +8.0 | +10.0 | "
                    "+2.0 |"),
      std::string::npos)
      << markdown;
  EXPECT_NE(markdown.find("| SBR | transductive | 10\u00a0% | 70.0\u00a0% | | | +6.0 | | |"),
            std::string::npos);
  EXPECT_NE(markdown.find("| Other | transductive | 10\u00a0% | 80.0\u00a0% | | | | | |"), std::string::npos)
      << "whose network is not known";
  EXPECT_EQ(markdown.find("90\u00a0%"), std::string::npos) << "a share of labels that we do not have";
  const std::string improvement = text_of(report.tables, "improvement.csv");
  EXPECT_NE(improvement.find("SBR (published)"), std::string::npos);
  EXPECT_EQ(improvement.find("Other"), std::string::npos);
}

TEST(Report, NothingPublishedNothingCompared) {
  const report::Report report = make_case({0.1}, 2).report();
  EXPECT_EQ(text_of(report.tables, "published.md"), "");
  EXPECT_EQ(report.json.find("(published)"), std::string::npos);
}

TEST(Report, NamesAreEscapedEverywhere) {
  const std::string name = "<script>alert('x')</script>\", |\n";
  Case made = make_case({0.1, 0.5}, 6, {"nn", "kenn", name});
  made.experiment.name = made.experiment.command = made.experiment.data = made.experiment.knowledge = name;
  made.experiment.choices = {name};
  made.experiment.machine = made.experiment.settings = {{name, name}};
  made.experiment.sizes = {{name, 1}};
  made.experiment.clauses = {{name, name, false}, {name + "2", name + "2", false}};
  made.experiment.published = {{name, "", {{0.1, 0.5}}}};
  const report::Report report = made.report();
  EXPECT_EQ(report.html.find("<script>alert"), std::string::npos);
  const std::size_t start = report.html.find("id=\"report\">");
  EXPECT_EQ(report.html.substr(0, start).find("alert"), std::string::npos)
      << "names stand in the document alone";
  EXPECT_EQ(Json::parse(report.json)["about"]["name"], name) << "the document has the name itself";
  for (const report::ReportFile& table : report.tables) {
    EXPECT_EQ(table.name.find_first_of("<>/ \n"), std::string::npos) << table.name;
    if (!table.name.ends_with(".md")) continue;
    const std::string head = table.text.substr(table.text.find("\n\n") + 2);
    const auto bars = [](const std::string& line) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++count;
      }
      return count;
    };
    std::size_t start = 0;
    const std::size_t wanted = bars(head.substr(0, head.find('\n')));
    while (start < head.size()) {
      const std::size_t end = head.find('\n', start);
      EXPECT_EQ(bars(head.substr(start, end - start)), wanted) << table.name;
      start = end + 1;
    }
  }
}

TEST(Report, NumbersThatAreNoneAreNull) {
  Case made = make_case({0.1}, 6);
  made.results.back().curve = experiment::LearningCurve{{std::nan(""), 1}, {0.1, 0.9}, {}, {}};
  const Json document = made.document();
  EXPECT_EQ(document["curves"][0]["loss"], Json({nullptr, 1.0}));
  EXPECT_EQ(document["curves"][0]["valid_loss"], Json::array());
}

TEST(Report, ManyPointsAreThinnedAndTheDocumentSaysSo) {
  const report::Report report = make_case({0.1}, 1000).report();
  const Json panel = Json::parse(report.json)["weights"][0]["panels"][0];
  EXPECT_EQ(panel["points"].size(), 600U);
  EXPECT_EQ(panel["runs"], 300);
  EXPECT_FALSE(panel["is_all"].get<bool>());
  EXPECT_NE(text_of(report.tables, "weights-kenn-transductive.csv").find(",2000\n"), std::string::npos)
      << "the correlation is of all";
  EXPECT_LT(report.html.size(), 3'000'000U);
}

TEST(Report, UsualDepthIsTheOneWithMostResults) {
  Case made = make_case({0.1, 0.5}, 3, {"nn", "kenn"}, {1, 2});
  std::erase_if(made.results, [](const experiment::RunResult& result) {
    return result.layers == 1 && result.fraction == 0.5;
  });
  const report::Report report = made.report();
  EXPECT_NE(text_of(report.tables, "depth.csv"), "");
  EXPECT_NE(text_of(report.tables, "rules.csv").find("weight_2"), std::string::npos);
}

TEST(Report, ShowsTheEvidenceForEveryRule) {
  Case made = make_case({0.1}, 3);
  EXPECT_EQ(text_of(made.report().tables, "evidence.csv"), "") << "nothing is cross-fitted";
  for (experiment::RunResult& result : made.results) {
    if (result.method == "nn") continue;
    result.rules = experiment::RuleFindings{{0.3, 0.5}, {0.5, 0.7}, {10, 0},
                                            {8, 0},     {0.2, 0},   {"trusted", "no evidence"}};
  }
  made.results.back().rules->verdict[0] = "contradicted";
  const std::string csv = text_of(made.report().tables, "evidence.csv");
  EXPECT_NE(csv.find("trusted in 2 of 3 runs"), std::string::npos) << csv;
  EXPECT_NE(csv.find("no evidence in 3 of 3 runs"), std::string::npos) << csv;
  std::erase_if(made.results, [](const experiment::RunResult& result) { return result.run > 0; });
  const std::string single = text_of(made.report().tables, "evidence.csv");
  EXPECT_NE(single.find("0.3,0.5,10,0.8,0.2,trusted\n"), std::string::npos) << single;
}

TEST(Report, WithoutLabelsForTesting) {
  Case made = make_case({0.1}, 1, {"kenn"});
  made.results.front().splits.erase("test");
  const Json document = made.document();
  EXPECT_TRUE(cell(document, "results", 0, "accuracy").is_null());
  EXPECT_TRUE(document["samples"][0]["accuracy"].empty());
}

TEST(Report, ATrainingIsADocumentOfItsOwn) {
  const report::Report report = report::make_report(make_training(), method_names);
  const Json document = Json::parse(report.json);
  EXPECT_EQ(document["kind"], "training");
  EXPECT_EQ(table_names(document),
            (Names{"splits", "rules", "weights-kenn-transductive", "learning-accuracy", "learning-loss"}));
  EXPECT_EQ(document["about"]["seed"], "18446744073709551615") << "more than a number in JavaScript holds";
  EXPECT_EQ(document["training"]["seconds"], 1.5);
  EXPECT_EQ(cell(document, "splits", 1, "split"), "test");
  EXPECT_EQ(cell(document, "splits", 1, "network"), 0.6);
  EXPECT_EQ(cell(document, "splits", 1, "accuracy"), 0.7);
  EXPECT_EQ(cell(document, "rules", 0, "weight_2"), 0.4);
  EXPECT_TRUE(cell(document, "rules", 0, "model").is_null()) << "there is one model";
  const Json points = document["weights"][0]["panels"][0]["points"];
  ASSERT_EQ(points.size(), 1U) << "one has no compliance, one is fixed";
  EXPECT_EQ(points[0][0], 0);
  EXPECT_DOUBLE_EQ(points[0][2], 0.3);
}

TEST(Report, ATrainingOfANetworkAlone) {
  const Json document = Json::parse(report::make_report(make_training("nn"), method_names).json);
  EXPECT_EQ(table_names(document), (Names{"splits", "learning-accuracy", "learning-loss"}));
  EXPECT_TRUE(document["clauses"].empty());
  EXPECT_TRUE(cell(document, "splits", 0, "network").is_null());
}

TEST(Report, ThePageLoadsNothing) {
  const std::string html = make_case({0.1, 0.5}, 6).report().html;
  for (const char* const text : {"src=\"", "<link", "@import", "url("}) {
    EXPECT_EQ(html.substr(0, html.rfind("<script>")).find(text), std::string::npos) << text;
  }
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Report, TheSameInputGivesTheSameBytes) {
  const Case made = make_case({0.1, 0.5}, 6);
  EXPECT_EQ(made.report().html, made.report().html);
}

}  // namespace
}  // namespace kenn::test
