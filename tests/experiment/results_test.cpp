// Tests of the lines and texts of experiments: every bit comes back, and what is refused.
#include "experiment/results.h"

#include <limits>

#include "base/data_support.h"
#include "experiment/random_results.h"

namespace kenn::experiment {
namespace {

using test::complaints_of;
using test::Texts;

const std::string line =
    R"({"fraction":0.1,"run":3,"method":"kenn","paradigm":"inductive","layers":1,"epochs":20,)"
    R"("tested_epoch":12,"splits":{"test":{"labels":40,"accuracy":0.75}},"weights":[[0.5,2.0]],)"
    R"("compliance":[0.25,null]})";

// The line with the first `from` replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = line;
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

Texts complaints_about(const std::string& text) {
  return complaints_of(ErrorKind::data, [&] { run_result_from(text); });
}

Texts complaint(const std::string& text) {
  return {"0:0: error: " + text};
}

// ----------------------------------------------------------------------------------------------------
// writing

TEST(RunResult, HasItsMembersAsKeysInTheirOrder) {
  const RunResult result = run_result_from(line);
  EXPECT_EQ(result.fraction, 0.1);
  EXPECT_EQ(result.run, 3U);
  EXPECT_EQ(result.splits.at("test"), (SplitScore{40, 0.75}));
  EXPECT_EQ(result.compliance, (std::vector<std::optional<double>>{0.25, std::nullopt}));
  EXPECT_FALSE(result.curve);
  EXPECT_EQ(to_line(result), line);
}

TEST(RunResult, ComesBackBitByBit) {
  test::check_property(300, [] {
    const RunResult result = test::any_result();
    const std::string text = to_line(result);
    RC_ASSERT(text.find('\n') == std::string::npos);
    const RunResult again = run_result_from(text);
    RC_ASSERT(again == result);
    RC_ASSERT(to_line(again) == text);
  });
}

TEST(RunResult, HasFindingsForEveryClause) {
  RunResult result = test::result_of(0.1, 0, "kenn", 0.5, 1);
  const std::size_t clauses = 2;
  result.weights = {std::vector<double>(clauses, 0.5)};
  const std::vector<double> zeros(clauses);
  result.rules = RuleFindings{zeros,
                              zeros,
                              std::vector<std::uint64_t>(clauses),
                              std::vector<std::uint64_t>(clauses),
                              zeros,
                              std::vector<std::string>(clauses, "trusted")};
  EXPECT_EQ(run_result_from(to_line(result)), result);
  result.rules->verdict.emplace_back("trusted");
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { to_line(result); }),
            complaint("'rules' has lists of another length than 'weights'"));
  result.rules->verdict.pop_back();
  result.rules->chance.front() = 1.5;
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { to_line(result); }),
            complaint("'rules.chance' is 1.5; it must be from 0 to 1"));
}

TEST(RunResult, KeepsTheHardestNumbers) {
  RunResult result = test::result_of(std::nullopt, 0, "nn", 0, 1);
  result.weights = {{0.1, -0.0, 5e-324, std::numeric_limits<double>::max(), 1.0 / 3, 1.2345678901234568e17}};
  const RunResult again = run_result_from(to_line(result));
  EXPECT_EQ(again, result);
  EXPECT_TRUE(std::signbit(again.weights[0][1]));
}

TEST(RunResult, IsNotWrittenWithNumbersThatAreNone) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const auto refused = [](const auto& change) {
    RunResult result = test::result_of(0.1, 0, "kenn", 0.5, 1);
    change(result);
    return complaints_of(ErrorKind::data, [&] { to_line(result); });
  };
  EXPECT_EQ(refused([&](RunResult& each) {
              each.weights = {{1, none}};
            }),
            complaint("'weights[0][1]' is not finite"));
  EXPECT_EQ(refused([&](RunResult& each) { each.fraction = infinite; }),
            complaint("'fraction' is not finite"));
  EXPECT_EQ(refused([&](RunResult& each) { each.splits["test"].accuracy = none; }),
            complaint("'splits.test.accuracy' is not finite"));
  EXPECT_EQ(refused([&](RunResult& each) { each.compliance = {none}; }),
            complaint("'compliance[0]' is not finite"));
  EXPECT_EQ(refused([&](RunResult& each) {
              each.curve = LearningCurve{{-infinite}, {0.5}, {}, {}};
            }),
            complaint("'curve.loss[0]' is not finite"));
  EXPECT_EQ(refused([&](RunResult& each) { each.splits["test"].accuracy = 1.5; }),
            complaint("'splits.test.accuracy' is 1.5; it must be from 0 to 1"));
}

TEST(RunTime, ComesBack) {
  const RunTime time{0.25, 7, "kenn-greedy", "transductive", 3, 12.75};
  const std::string text = to_line(time);
  EXPECT_EQ(text, R"({"fraction":0.25,"run":7,"method":"kenn-greedy","paradigm":"transductive","layers":3,)"
                  R"("seconds":12.75})");
  EXPECT_EQ(run_time_from(text), time);
  const RunTime negative{{}, 0, "nn", "", 0, -1};
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { to_line(negative); }), complaint("'seconds' is negative"));
}

TEST(Experiment, ComesBack) {
  const Experiment experiment = test::small_experiment();
  const std::string text = to_text(experiment);
  EXPECT_TRUE(text.starts_with("{\n  \"name\": \"citeseer\",\n"));
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_NE(text.find("\"0.25\": 0.702"), std::string::npos);
  EXPECT_EQ(experiment_from(text), experiment);
  EXPECT_EQ(experiment_from(to_text(Experiment())), Experiment());
}

TEST(Experiment, IsTextWhateverTheNamesOfFilesAre) {
  Experiment experiment = test::small_experiment();
  experiment.command = "kenn experiment \xff\n\"quoted\"";
  EXPECT_EQ(experiment_from(to_text(experiment)).command, "kenn experiment \xef\xbf\xbd\n\"quoted\"");
}

// ----------------------------------------------------------------------------------------------------
// reading

TEST(RunResult, MayHaveUnknownMethodsAndAnyOrder) {
  EXPECT_EQ(run_result_from(changed("\"kenn\"", "\"something else\"")).method, "something else");
  EXPECT_EQ(run_result_from(changed(R"("run":3,"method":"kenn",)", R"("method":"kenn", "run" : 3 ,)")),
            run_result_from(line));
  EXPECT_EQ(run_result_from(changed("0.1", "1")).fraction, 1);
  EXPECT_EQ(run_result_from(line + "\r").run, 3U);
}

TEST(RunResult, NeedsToBeJson) {
  EXPECT_EQ(complaints_about("")[0],
            "1:1: error: this is not JSON: unexpected end of input; expected '[', "
            "'{', or a literal");
  EXPECT_EQ(complaints_about("{\"run\": NaN}"), Texts{"1:9: error: this is not JSON: invalid literal"});
  EXPECT_EQ(complaints_about(line.substr(0, line.size() - 1)).size(), 1U);
  EXPECT_EQ(complaints_about(changed("0.1", "1e999")),
            Texts{"1:17: error: this is not JSON: number overflow parsing '1e999'"});
  EXPECT_EQ(complaints_about(line + "{}").size(), 1U);
  EXPECT_EQ(complaints_about(std::string(3, '\0')).size(), 1U);
  EXPECT_EQ(complaints_about("\"\xff\"").size(), 1U);
  EXPECT_EQ(complaints_about(test::repeat("[", 100'000)).size(), 1U);
  EXPECT_EQ(complaints_about(test::repeat("[", 100'000) + test::repeat("]", 100'000)),
            Texts{"1:101: error: this is nested more than 100 levels deep"});
}

TEST(RunResult, HasNoKeyTwice) {
  EXPECT_EQ(complaints_about(changed(R"("run":3,)", R"("run":3,"run":4,)")),
            complaint("the key 'run' is there twice"));
}

TEST(RunResult, SaysWhatIsMissingOrUnknown) {
  EXPECT_EQ(complaints_about("{}"), complaint("'fraction' is missing"));
  EXPECT_EQ(complaints_about(changed(R"("run":3,)", "")), complaint("'run' is missing"));
  EXPECT_EQ(complaints_about(changed(R"("labels":40,)", "")), complaint("'splits.test.labels' is missing"));
  EXPECT_EQ(complaints_about(changed(R"("run":3)", R"("run":3,"speed":1)")),
            complaint("'speed' is unknown to this version of kenn"));
  EXPECT_EQ(complaints_about(changed(R"("run":3)", R"("run":3,"curve":{})")),
            complaint("'curve.loss' is missing"));
}

TEST(RunResult, SaysWhatIsOfAnotherType) {
  EXPECT_EQ(complaints_about("[]"), complaint("the whole is not an object but a list"));
  EXPECT_EQ(complaints_about("3"), complaint("the whole is not an object but 3"));
  EXPECT_EQ(complaints_about(changed("0.1", "\"0.1\"")), complaint("'fraction' is not a number but a text"));
  EXPECT_EQ(complaints_about(changed("\"run\":3", "\"run\":3.5")),
            complaint("'run' is not a whole number from 0 but 3.5"));
  EXPECT_EQ(complaints_about(changed("\"run\":3", "\"run\":-3")),
            complaint("'run' is not a whole number from 0 but -3"));
  EXPECT_EQ(complaints_about(changed("\"run\":3", "\"run\":null")),
            complaint("'run' is not a whole number from 0 but null"));
  EXPECT_EQ(complaints_about(changed("\"run\":3", "\"run\":4294967296")),
            complaint("'run' is 4294967296; the largest is 4294967295"));
  EXPECT_EQ(complaints_about(changed("\"kenn\"", "true")),
            complaint("'method' is not a text but true or false"));
  EXPECT_EQ(complaints_about(changed("2.0", "{}")),
            complaint("'weights[0][1]' is not a number but an object"));
  EXPECT_EQ(complaints_about(changed("[0.25,null]", "7")), complaint("'compliance' is not a list but 7"));
  EXPECT_EQ(complaints_about(changed("\"run\":3", "\"run\":3,\"curve\":null")),
            complaint("'curve' is not an object but null"));
}

TEST(RunResult, SaysWhatIsOutOfRange) {
  EXPECT_EQ(complaints_about(changed("0.1", "1.5")), complaint("'fraction' is 1.5; it must be from 0 to 1"));
  EXPECT_EQ(complaints_about(changed("0.75", "-0.5")),
            complaint("'splits.test.accuracy' is -0.5; it must be from 0 to 1"));
  EXPECT_EQ(complaints_about(changed("0.25", "2")), complaint("'compliance' is 2.0; it must be from 0 to 1"));
  EXPECT_EQ(complaints_about(changed("12", "21")),
            complaint("'tested_epoch' is after the last of the epochs"));
  EXPECT_EQ(complaints_about(changed("\"test\"", "\"tset\"")), complaint("there is no split 'tset'"));
  EXPECT_EQ(complaints_about(changed("inductive", "seductive")),
            complaint("there is no paradigm 'seductive'"));
  EXPECT_EQ(complaints_about(changed("\"kenn\"", "\"\"")), complaint("'method' is empty"));
  EXPECT_EQ(complaints_about(changed("\"layers\":1", "\"layers\":2")),
            complaint("'weights' has another number of layers than 'layers'"));
  const std::string curve = R"("run":3,"curve":{"loss":[1,2],"accuracy":[0,1],"valid_loss":[1],)";
  EXPECT_EQ(complaints_about(changed(R"("run":3,)", curve + R"("valid_accuracy":[1]},)")),
            complaint("'curve' has other lengths for validation than for training"));
  EXPECT_EQ(complaints_about(changed(R"("run":3,)", curve + R"("valid_accuracy":[]},)")),
            complaint("'curve' has losses and accuracies of different lengths"));
}

// Whatever happens to a line, it is read or refused, and what is read can be written.
TEST(RunResult, SurvivesDamage) {
  test::check_property(2000, [] {
    std::string damaged = line;
    for (int changes = 1 + test::below(3); changes > 0; --changes) {
      const auto place = static_cast<std::size_t>(test::below(static_cast<int>(damaged.size())));
      if (test::once_in(3)) {
        damaged.erase(place, static_cast<std::size_t>(1 + test::below(8)));
      } else if (test::once_in(2)) {
        damaged.insert(place, line, static_cast<std::size_t>(test::below(100)), 12);
      } else {
        damaged[place] = test::one_of<char>({'0', '9', '-', 'e', '"', '{', ']', ',', '\0', '\xff', 'x'});
      }
      if (damaged.empty()) damaged = "x";
    }
    try {
      const RunResult result = run_result_from(damaged);
      RC_ASSERT(run_result_from(to_line(result)) == result);
    } catch (const Error& error) {
      RC_ASSERT(error.kind() == ErrorKind::data);
    }
  });
}

TEST(Experiment, SaysWhatIsWrong) {
  const std::string text = to_text(test::small_experiment());
  const auto complaints = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return complaints_of(ErrorKind::data, [&] { experiment_from(other); });
  };
  EXPECT_EQ(complaints("\"0.25\": 0.702", "\"a quarter\": 0.702"),
            complaint("'published[0].accuracy.a quarter' does not stand under a number"));
  EXPECT_EQ(complaints("\"0.25\": 0.702", "\"nan\": 0.702"),
            complaint("'published[0].accuracy.nan' does not stand under a number"));
  EXPECT_EQ(complaints("\"is_fixed\": true", "\"is_fixed\": 1"),
            complaint("'clauses[1].is_fixed' is not true or false but 1"));
  EXPECT_EQ(complaints("3312", "-3312"), complaint("'sizes.Paper' is not a whole number from 0 but -3312"));
  EXPECT_EQ(complaints("\"name\"", "name"), Texts{"2:4: error: this is not JSON: invalid literal"});
}

}  // namespace
}  // namespace kenn::experiment
