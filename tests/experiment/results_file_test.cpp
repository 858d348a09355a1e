// Tests of the files that results are added to.
#include "experiment/results_file.h"

#include <gtest/gtest.h>
#include <kenn/error.h>

#include <fstream>
#include <sstream>

namespace kenn {
namespace {

class ResultsFileTest : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path) << text; }

  [[nodiscard]] std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "results_file_test.jsonl";
  void TearDown() override { std::filesystem::remove(path); }
};

TEST_F(ResultsFileTest, AddsLines) {
  {
    ResultsFile file(path);
    file.add({"one", "two"});
    file.add({});
    file.add({"three"});
  }
  ResultsFile(path).add({"four"});
  EXPECT_EQ(content(), "one\ntwo\nthree\nfour\n");
}

TEST_F(ResultsFileTest, DropsALineThatWasCutOff) {
  const std::string longest(10'000, 'x');
  for (const std::string& whole : {std::string(), std::string("one\n"), "one\n" + longest + "\n"}) {
    for (const std::string& cut : {std::string(), std::string("t"), longest, longest.substr(0, 4096)}) {
      write(whole + cut);
      ResultsFile(path).add({"new"});
      EXPECT_EQ(content(), whole + "new\n");
    }
  }
}

TEST_F(ResultsFileTest, IsForOneAtATime) {
  const ResultsFile file(path);
  EXPECT_THROW(ResultsFile{path}, Error);
}

TEST_F(ResultsFileTest, SaysWhenItCannotBeWritten) {
  EXPECT_THROW(ResultsFile(path.string() + "/none/file"), Error);
  ResultsFile full("/dev/full");
  EXPECT_THROW(full.add({"line"}), Error);
}

}  // namespace
}  // namespace kenn
