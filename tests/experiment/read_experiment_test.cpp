// Tests of reading an experiment's folder: whole ones, interrupted ones and damaged ones.
#include "base/data_support.h"
#include "experiment/random_results.h"
#include "experiment/results.h"

namespace kenn::experiment {
namespace {

using test::complaints_of;
using test::Texts;

class ReadExperiment : public test::DataFolder {
 protected:
  void SetUp() override {
    test::DataFolder::SetUp();
    write("experiment.json", to_text(test::small_experiment()));
  }

  Texts complaints() const {
    return complaints_of(ErrorKind::data, [&] { read_experiment(folder_); });
  }

  const RunResult first_ = test::result_of(0.1, 0, "nn", 0.5);
  const RunResult second_ = test::result_of(0.1, 1, "nn", 0.25);
  const RunTime time_{0.1, 0, "nn", "", 0, 2.5};
};

TEST_F(ReadExperiment, GivesWhatWasWritten) {
  write("results.jsonl", to_line(first_) + "\n" + to_line(second_) + "\n");
  write("times.jsonl", to_line(time_) + "\n");
  const ExperimentFolder found = read_experiment(folder_);
  EXPECT_EQ(found.experiment, test::small_experiment());
  EXPECT_EQ(found.results, (std::vector<RunResult>{first_, second_}));
  EXPECT_EQ(found.times, std::vector<RunTime>{time_});
}

TEST_F(ReadExperiment, MayHaveNoResultsYet) {
  EXPECT_TRUE(read_experiment(folder_).results.empty());
  write("results.jsonl", "");
  EXPECT_TRUE(read_experiment(folder_).results.empty());
}

TEST_F(ReadExperiment, LeavesOutALastLineThatIsNotWhole) {
  const std::string lines = to_line(first_) + "\n" + to_line(second_) + "\n";
  for (std::size_t length = 0; length <= lines.size(); ++length) {
    write("results.jsonl", lines.substr(0, length));
    const std::size_t whole = length == lines.size() ? 2 : length > to_line(first_).size() ? 1 : 0;
    EXPECT_EQ(read_experiment(folder_).results.size(), whole) << length;
  }
}

TEST_F(ReadExperiment, NamesTheLineOfADamagedOne) {
  write("results.jsonl", to_line(first_) + "\nbroken\n\n{}\n" + to_line(second_) + "\n");
  const Texts found = complaints();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "2:1: error: this is not JSON: invalid literal");
  EXPECT_TRUE(found[1].starts_with("3:1: error: this is not JSON: unexpected end of input"));
  EXPECT_EQ(found[2], "4:1: error: 'fraction' is missing");
  try {
    read_experiment(folder_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), (folder_ / "results.jsonl").string());
    EXPECT_EQ(error.line(), 2U);
  }
}

TEST_F(ReadExperiment, RefusesAModelThatIsThereTwice) {
  write("results.jsonl", to_line(first_) + "\n" + to_line(second_) + "\n" + to_line(first_) + "\n");
  EXPECT_EQ(complaints(), Texts{"3:1: error: this model is listed twice; first in line 1"});
  write("results.jsonl", "");
  write("times.jsonl", to_line(time_) + "\n" + to_line(time_) + "\n");
  EXPECT_EQ(complaints(), Texts{"2:1: error: this model is listed twice; first in line 1"});
}

TEST_F(ReadExperiment, RefusesOtherClauses) {
  RunResult weights = test::result_of(0.1, 0, "kenn", 0.5, 1, "inductive");
  weights.weights = {{1, 2, 3}};
  RunResult compliance = first_;
  compliance.compliance = {0.5};
  write("results.jsonl", to_line(weights) + "\n" + to_line(compliance) + "\n");
  EXPECT_EQ(complaints(),
            (Texts{"1:1: error: 'weights' has 3 numbers for a layer, but the experiment has 2 clauses",
                   "2:1: error: 'compliance' has 1 numbers, but the experiment has 2 clauses"}));
}

TEST_F(ReadExperiment, StopsAtTwentyErrors) {
  write("results.jsonl", test::repeat("x\n", 1'000));
  EXPECT_EQ(complaints().size(), 21U);
}

TEST_F(ReadExperiment, NamesADamagedDescription) {
  write("experiment.json", "{\n  \"name\": oops\n}\n");
  try {
    read_experiment(folder_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), (folder_ / "experiment.json").string());
    EXPECT_EQ(error.line(), 2U);
  }
}

TEST_F(ReadExperiment, NeedsADescription) {
  std::filesystem::remove(folder_ / "experiment.json");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_experiment(folder_); }),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
  std::filesystem::create_directory(folder_ / "experiment.json");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_experiment(folder_); }),
            Texts{"0:0: error: cannot read the file: Is a directory"});
}

}  // namespace
}  // namespace kenn::experiment
