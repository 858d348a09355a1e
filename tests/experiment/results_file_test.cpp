// Tests of the files that results are added to.
#include "experiment/results_file.h"

#include <sys/resource.h>

#include <csignal>

#include "base/data_support.h"

namespace kenn::experiment {
namespace {

class ResultsFileTest : public test::DataFolder {
 protected:
  void SetUp() override {
    test::DataFolder::SetUp();
    path = folder_ / "results.jsonl";
  }

  [[nodiscard]] std::string content() const { return test::content_of(path); }

  std::filesystem::path path;
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
      write(path.filename(), whole + cut);
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
  EXPECT_THROW(ResultsFile("/dev/full"), Error);  // it needs a file
  ResultsFile full(path);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = 2;
  void (*const handler)(int) = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_THROW(full.add({"line"}), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
}

// As on a full disk: another thread may add its lines after that.
TEST_F(ResultsFileTest, LeavesNoHalfOfALine) {
  ResultsFile file(path);
  file.add({"one"});
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{10, limit.rlim_max};
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(file.add({"two", "a line that is too long"}), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, before);
  file.add({"three"});
  EXPECT_EQ(content(), "one\nthree\n");
}

}  // namespace
}  // namespace kenn::experiment
