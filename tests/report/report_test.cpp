// Tests of whole reports: which charts there are, what the tables say, and that names stay names.
#include "report/report.h"

#include <gtest/gtest.h>
#include <kenn/error.h>

#include <algorithm>
#include <cmath>

#include "report/report_support.h"

namespace kenn::test {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

TEST(Report, NoResultIsAnError) {
  try {
    static_cast<void>(make_report(Experiment{}, {}, {}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_NE(std::string(error.what()).find("there is no result to report"), std::string::npos);
  }
}

TEST(Report, AllCharts) {
  Case made = make_case({0.1, 0.5}, 6, {"nn", "kenn"}, {1, 2});
  made.results.front().curve = LearningCurve{{2, 1}, {0.1, 0.9}, {}, {}};
  EXPECT_EQ(names_of(made.report().charts),
            (Names{"accuracy.vl.json", "improvement.vl.json", "depth.vl.json", "accuracy-histogram.vl.json",
                   "improvement-histogram.vl.json", "weights-kenn-transductive.vl.json",
                   "learning-accuracy.vl.json", "learning-loss.vl.json"}));
}

TEST(Report, ChartsThatMakeNoSenseAreLeftOut) {
  EXPECT_EQ(names_of(make_case({0.1}, 1).report().charts),
            (Names{"accuracy.vl.json", "improvement.vl.json", "weights-kenn-transductive.vl.json"}))
      << "one run: no histograms, one depth: no sweep, no curves";
  EXPECT_EQ(names_of(make_case({0.1, 0.5}, 1, {"nn"}).report().charts), (Names{"accuracy.vl.json"}))
      << "no rules: nothing about weights";
  EXPECT_EQ(names_of(make_case({std::nullopt}, 1, {"kenn"}).report().charts),
            (Names{"weights-kenn-transductive.vl.json"}))
      << "one model: nothing to compare";
  EXPECT_EQ(names_of(make_case({std::nullopt}, 1, {"nn"}).report().charts), Names{});
}

TEST(Report, LinesOverFractionsAndPointsForOne) {
  const auto marks = [](const Report& report) {
    Names names;
    const Json spec = Json::parse(text_of(report.charts, "accuracy.vl.json"));
    for (const Json& layer : spec["layer"]) names.push_back(layer["mark"]["type"]);
    return names;
  };
  EXPECT_EQ(marks(make_case({0.1, 0.5}, 3).report()), (Names{"area", "line", "point"}));
  EXPECT_EQ(marks(make_case({0.1}, 3).report()), (Names{"tick", "rule", "point", "text"}));
}

TEST(Report, TablesHaveTheNumbers) {
  const Report report = make_case({0.1}, 3).report();  // 0.50, 0.52, 0.54 and 0.60, 0.62, 0.64
  const std::string csv = text_of(report.tables, "results.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "method,paradigm,layers,fraction,runs,accuracy,accuracy_low,accuracy_high,accuracy_deviation,"
            "improvement,improvement_low,improvement_high,better_runs,p_value,epochs,seconds");
  const std::string markdown = text_of(report.tables, "results.md");
  EXPECT_NE(markdown.find("| Network alone | | | 10\u00a0% | 3 | 52.0\u00a0% |"), std::string::npos)
      << markdown;
  EXPECT_NE(markdown.find("| KENN | transductive | 1 | 10\u00a0% | 3 | 62.0\u00a0% |"), std::string::npos);
  EXPECT_NE(markdown.find("| +10.0 |"), std::string::npos);
  EXPECT_NE(markdown.find("| 3 of 3 |"), std::string::npos);
  EXPECT_NE(text_of(report.tables, "improvement.csv").find("0.1,transductive,KENN,0."), std::string::npos);
  EXPECT_NE(report.html.find("+10.0 points"), std::string::npos);
}

TEST(Report, PublishedValuesBesideOurs) {
  Case made = make_case({0.1}, 2);
  made.experiment.published = {{"NN", "", {{0.1, 0.5}}},
                               {"KENN", "transductive", {{0.1, 0.58}, {0.9, 0.9}}},
                               {"SBR", "transductive", {{0.1, 0.7}}},
                               {"Other", "transductive", {{0.1, 0.8}}},
                               {"NN of SBR and RNM", "transductive", {{0.1, 0.64}}}};
  const Report report = made.report();
  const std::string markdown = text_of(report.tables, "published.md");
  // Ours: 0.51 and 0.61.
  EXPECT_NE(markdown.find("| Network alone | | 10\u00a0% | 50.0\u00a0% | 51.0\u00a0% | +1.0 | | | |"),
            std::string::npos)
      << markdown;
  EXPECT_NE(
      markdown.find("| KENN | transductive | 10\u00a0% | 58.0\u00a0% | 61.0\u00a0% | +3.0 | +8.0 | +10.0 | "
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
  const Report report = make_case({0.1}, 2).report();
  EXPECT_EQ(text_of(report.tables, "published.md"), "");
  EXPECT_EQ(report.html.find("Published"), std::string::npos);
  EXPECT_EQ(report.html.find("(published)"), std::string::npos);
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
  const Report report = made.report();
  EXPECT_EQ(report.html.find("<script>alert"), std::string::npos);
  EXPECT_NE(report.html.find("&lt;script&gt;alert"), std::string::npos);
  for (const ReportFile& table : report.tables) {
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

TEST(Report, ChartsAreJsonWithoutNumbersThatAreNone) {
  Case made = make_case({0.1}, 6);
  made.results.back().curve = LearningCurve{{std::nan(""), 1}, {0.1, 0.9}, {}, {}};
  for (const ReportFile& chart : made.report().charts) {
    EXPECT_TRUE(Json::accept(chart.text)) << chart.name;
    EXPECT_EQ(chart.text.find("nan"), std::string::npos) << chart.name;
    EXPECT_EQ(chart.text.find("inf,"), std::string::npos) << chart.name;
  }
}

TEST(Report, ManyPointsAreThinnedAndTheCaptionSaysSo) {
  const Report report = make_case({0.1}, 1000).report();
  const Json spec = Json::parse(text_of(report.charts, "weights-kenn-transductive.vl.json"));
  EXPECT_EQ(spec["data"]["values"].size(), 600U);
  EXPECT_NE(report.html.find("Points of the first 300 runs are drawn."), std::string::npos);
  EXPECT_NE(text_of(report.tables, "weights-kenn-transductive.csv").find(",2000\n"), std::string::npos)
      << "the correlation is of all";
  EXPECT_LT(report.html.size(), 3'000'000U);
}

TEST(Report, ManyGroupsShareTheLastColour) {
  Case made = make_case({0.1}, 2);
  made.experiment.clauses.clear();
  for (int i = 0; i < 20; ++i)
    made.experiment.clauses.push_back({"rule " + std::to_string(i), "group " + std::to_string(i), false});
  for (RunResult& result : made.results) {
    if (result.layers == 0) continue;
    result.weights = {std::vector<double>(20, 0.5)};
    result.compliance.assign(20, 0.5);
  }
  const Json spec = Json::parse(text_of(made.report().charts, "weights-kenn-transductive.vl.json"));
  const Json domain = spec["layer"][0]["encoding"]["color"]["scale"]["domain"];
  EXPECT_EQ(domain.size(), 8U);
  EXPECT_EQ(domain.back(), "other rules");
}

TEST(Report, UsualDepthIsTheOneWithMostResults) {
  Case made = make_case({0.1, 0.5}, 3, {"nn", "kenn"}, {1, 2});
  std::erase_if(made.results,
                [](const RunResult& result) { return result.layers == 1 && result.fraction == 0.5; });
  const Report report = made.report();
  EXPECT_NE(text_of(report.tables, "depth.csv"), "");
  EXPECT_NE(text_of(report.tables, "rules.csv").find("weight_2"), std::string::npos);
}

TEST(Report, ShowsTheEvidenceForEveryRule) {
  Case made = make_case({0.1}, 3);
  EXPECT_EQ(text_of(made.report().tables, "evidence.csv"), "") << "nothing is cross-fitted";
  for (RunResult& result : made.results) {
    if (result.method == "nn") continue;
    result.rules =
        RuleFindings{{0.3, 0.5}, {0.5, 0.7}, {10, 0}, {8, 0}, {0.2, 0}, {"trusted", "no evidence"}};
  }
  made.results.back().rules->verdict[0] = "contradicted";
  const std::string csv = text_of(made.report().tables, "evidence.csv");
  EXPECT_NE(csv.find("trusted in 2 of 3 runs"), std::string::npos) << csv;
  EXPECT_NE(csv.find("no evidence in 3 of 3 runs"), std::string::npos) << csv;
  EXPECT_NE(made.report().html.find("Evidence for the rules"), std::string::npos);
  std::erase_if(made.results, [](const RunResult& result) { return result.run > 0; });
  const std::string single = text_of(made.report().tables, "evidence.csv");
  EXPECT_NE(single.find("0.3,0.5,10,0.8,0.2,trusted\n"), std::string::npos) << single;
}

TEST(Report, WithoutLabelsForTesting) {
  Case made = make_case({0.1}, 1, {"kenn"});
  made.results.front().splits.erase("test");
  EXPECT_NE(made.report().html.find("There are no labels to test the models on."), std::string::npos);
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
