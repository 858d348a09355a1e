// Tests of data sets in the layout of LINQS.
#include <cstdlib>

#include "dataset/dataset_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::describe;
using test::Texts;
using test::to_texts;

const std::string topics =
    "type Paper predict Agents(Paper), AI(Paper), DB(Paper), HCI(Paper), IR(Paper), ML(Paper) "
    "exclusive Agents, AI, DB, HCI, IR, ML given Cite(Paper, Paper)";

class LinqsFolder : public test::DataFolder {
 protected:
  DatasetParts read(const std::string& knowledge = topics) const {
    return read_dataset(Knowledge::from_text(knowledge), "linqs:" + folder_.string());
  }
  Texts complaints(const std::string& knowledge = topics, ErrorKind kind = ErrorKind::data) const {
    return complaints_of(kind, [&] { read(knowledge); });
  }
};

TEST_F(LinqsFolder, HasContentAndPairs) {
  write("small.content", "p1\t0\t1\t0\tAI\np2\t1\t0\t2.5\tDB\np3 0  0\t0.0 ML \r\n\n");
  write("small.cites", "p1\tp2\r\np3 p3\n\n");
  write("readme.txt", "");
  const DatasetParts dataset = read();
  EXPECT_EQ(describe(dataset), (Texts{"Paper: p1 p2 p3", "Paper features sparse 3x3: 1:1 | 0:1 2:2.5 |",
                                      "Paper labels: 010000 | 001000 | 000001", "Cite: (p1,p2) (p3,p3)"}));
  EXPECT_TRUE(dataset.warnings.empty());
}

TEST_F(LinqsFolder, HasFeaturesOfAnyNumber) {
  for (const int width : {1, 7, 8, 9, 15, 16, 17, 40}) {
    std::string zeros;
    std::string last = "0";
    for (int i = 0; i < width; ++i) zeros += "\t0";
    write("a.content", "x" + zeros + "\tAI\ny" + zeros.substr(0, zeros.size() - 2) + "\t1\tAI\n");
    write("a.cites", "");
    EXPECT_EQ(describe(read())[1],
              "Paper features sparse 2x" + std::to_string(width) + ": | " + std::to_string(width - 1) + ":1");
  }
}

TEST_F(LinqsFolder, MayHaveNothing) {
  write("a.content", "");
  write("a.cites", "");
  EXPECT_EQ(describe(read()), (Texts{"Paper:", "Paper labels:", "Cite:"}));
  write("a.content", "x AI\n");
  EXPECT_EQ(describe(read()), (Texts{"Paper: x", "Paper labels: 010000", "Cite:"}));
}

TEST_F(LinqsFolder, NeedsNoPairsWhenNothingIsSaidOfThem) {
  write("a.content", "x 1 AI\n");
  EXPECT_EQ(describe(read("type Paper predict AI(Paper)")),
            (Texts{"Paper: x", "Paper features sparse 1x1: 0:1", "Paper labels: 1"}));
}

TEST_F(LinqsFolder, CountsWhatItLeavesOut) {
  write("a.content", "x 1 AI\ny 1 AI\n");
  write("a.cites", "x z\nz x\nz z\nx y\nx y\ny x\n");
  const DatasetParts dataset = read();
  EXPECT_EQ(describe(dataset).back(), "Cite: (x,y) (y,x)");
  EXPECT_EQ(to_texts(dataset.warnings),
            (Texts{"0:0: warning: 3 pairs have an id without content; they are left out",
                   "0:0: warning: 1 line repeats a tuple that is listed already; each tuple counts once"}));
  EXPECT_EQ(dataset.warnings[0].file, folder_ / "a.cites");
}

TEST_F(LinqsFolder, NeedsItsFiles) {
  const auto linqs = [&](const std::string& folder) {
    return complaints_of(ErrorKind::file,
                         [&] { read_dataset(Knowledge::from_text(topics), "linqs:" + folder); });
  };
  EXPECT_EQ(linqs(folder_ / "nowhere"),
            Texts{"0:0: error: cannot read the folder: No such file or directory"});
  EXPECT_EQ(linqs(folder_), Texts{"0:0: error: there is no file *.content"});
  write("a.content", "x 1 AI\n");
  EXPECT_EQ(linqs(folder_),
            Texts{"0:0: error: there is no file 'a.cites' with the pairs beside 'a.content'"});
  std::filesystem::create_directory(folder_ / "a.cites");
  EXPECT_EQ(linqs(folder_),
            Texts{"0:0: error: there is no file 'a.cites' with the pairs beside 'a.content'"});
  std::filesystem::remove(folder_ / "a.cites");
  write("b.cites", "");
  EXPECT_EQ(linqs(folder_),
            Texts{"0:0: error: 'a.content' and 'b.cites' have different names; the pairs must be "
                  "in 'a.cites'"});
  write("a.cites", "");
  EXPECT_EQ(linqs(folder_),
            Texts{"0:0: error: there are several files *.cites: 'a.cites', 'b.cites'; each data "
                  "set must be in a folder of its own"});
  write("b.content", "");
  EXPECT_EQ(linqs(folder_),
            Texts{"0:0: error: there are several files *.content: 'a.content', 'b.content'; each "
                  "data set must be in a folder of its own"});
}

TEST_F(LinqsFolder, NeedsFilesWithNames) {
  write(".content", "x 1 AI\n");
  write(".cites", "");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read(); }),
            Texts{"0:0: error: the file '.content' has only an ending; its name must be NAME.content"});
}

TEST_F(LinqsFolder, SaysWhatIsWrongWithTheContent) {
  write("a.cites", "");
  write("a.content", "p1 0 1 AI\np2\np3 0 AI\np1 0 0 AI\np5 x nan AI\np6 0 1 AJ\np7 0 1 0 AI\n\xff 0 0 AI\n");
  EXPECT_EQ(complaints(),
            (Texts{"2:1: error: a line needs an id, features and a label",
                   "3:1: error: this line has 1 feature, but the first has 2",
                   "4:1: error: the id 'p1' is also in line 1", "5:4: error: 'x' is not a number",
                   "5:6: error: 'nan' is not a finite number",
                   "6:8: error: there is no predicate 'AJ'; did you mean 'AI'?",
                   "7:1: error: this line has 3 features, but the first has 2",
                   "8:1: error: the text is not UTF-8"}));
}

TEST_F(LinqsFolder, SaysWhatIsWrongWithThePairs) {
  write("a.content", "x 1 AI\n");
  write("a.cites", "x\nx x x\nx x\n");
  EXPECT_EQ(complaints(), (Texts{"1:1: error: a line needs two ids", "2:1: error: a line needs two ids"}));
}

TEST_F(LinqsFolder, FitsFewKnowledges) {
  write("a.content", "x 1 AI\n");
  write("a.cites", "");
  const Texts complaint = {
      "0:0: error: LINQS data is about one type with predictions and at most one relation, a given one of "
      "pairs; "
      "this knowledge has others"};
  for (const char* const rest : {"given G(Paper)", "given C(Paper, Paper), D(Paper, Paper)",
                                 "predict F(Paper, Paper)", "given T(Paper, Paper, Paper)", "type Other"}) {
    EXPECT_EQ(complaints(std::string("type Paper predict AI(Paper) ") + rest), complaint) << rest;
  }
  EXPECT_EQ(complaints("type Paper given Cite(Paper, Paper)"), complaint);
}

TEST(Linqs, HasCiteseer) {
  const char* const folder = std::getenv("KENN_CITESEER");
  if (folder == nullptr || !std::filesystem::is_directory(folder)) {
    GTEST_SKIP() << "no Citeseer: KENN_CITESEER must be the folder with citeseer.content and citeseer.cites";
  }
  const DatasetParts dataset = read_dataset(Knowledge::from_text(topics), std::string("linqs:") + folder);
  ASSERT_TRUE(dataset.features[0]);
  const table::Features& features = *dataset.features[0];
  EXPECT_EQ(features.rows, 3312U);
  EXPECT_EQ(features.columns, 3703U);
  ASSERT_TRUE(features.is_sparse());
  const auto& sparse = std::get<table::SparseRows>(features.values);
  EXPECT_EQ(sparse.values.size(), 105165U);
  EXPECT_TRUE(
      std::all_of(sparse.values.begin(), sparse.values.end(), [](float value) { return value == 1; }));
  EXPECT_EQ(dataset.tables.row_count(1), 4714U);
  std::vector<int> counts(6);
  for (std::size_t i = 0; i < dataset.labels[0].atoms.size(); ++i) {
    EXPECT_NE(dataset.labels[0].atoms[i], table::Known::nothing);
    counts[i % 6] += dataset.labels[0].atoms[i] == table::Known::yes ? 1 : 0;
  }
  EXPECT_EQ(counts, (std::vector<int>{596, 249, 701, 508, 668, 590}));
}

}  // namespace
}  // namespace kenn::dataset
