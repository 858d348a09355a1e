// Tests of data sets in folders: what is read from them, and which sources there are.
#include "dataset/dataset_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::describe;
using test::library;
using test::npy_matrix;
using test::Texts;
using test::to_texts;

const std::string papers =
    "type Paper predict AI(Paper), DB(Paper), ML(Paper), Long(Paper) exclusive AI, DB, ML given Cite(Paper, "
    "Paper) "
    "rule: AI(x) & Cite(x, y) -> AI(y)";

class DatasetFolder : public test::DataFolder {
 protected:
  DatasetParts read(const std::string& knowledge = papers) const {
    return read_dataset(Knowledge::from_text(knowledge), folder_);
  }
  Texts description(const std::string& knowledge = papers) const { return describe(read(knowledge)); }
};

TEST_F(DatasetFolder, HasTablesOfEveryKind) {
  for (const test::TextTable& table : test::library_tables()) write(table.name + ".csv", csv_of(table));
  const DatasetParts dataset = read(library);
  EXPECT_EQ(describe(dataset), test::library_description);
  EXPECT_EQ(to_texts(dataset.warnings),
            Texts{"0:0: warning: 1 line repeats a tuple that is listed already; each tuple counts once"});
  EXPECT_EQ(dataset.warnings[0].file, folder_ / "Cite.csv");
}

TEST_F(DatasetFolder, NeedsNothingButIds) {
  write("Paper.csv", "id\n7\n x \n\"y\"\n");
  write("Cite.csv", "from,to\n7,x\ny,7");
  EXPECT_EQ(description(), (Texts{"Paper: 7 x y", "Paper labels: ???? | ???? | ????", "Cite: (7,x) (y,7)"}));
}

TEST_F(DatasetFolder, MayBeEmpty) {
  write("Paper.csv", "id,label,split,length\n");
  write("Cite.csv", "x,y,truth\n");
  EXPECT_EQ(description(), (Texts{"Paper:", "Paper features dense 0x1:", "Paper labels:", "Cite:"}));
}

TEST_F(DatasetFolder, HasColumnsInAnyOrder) {
  write("Paper.csv", "f1,split,Long,label,f0,id\n1,test,0,ML,2,a\n3,,1,,4,b\n");
  write("Cite.csv", "truth,x,y\n0.5,a,b\n");
  EXPECT_EQ(description(), (Texts{"Paper: a b", "Paper features dense 2x2: 1 2 | 3 4",
                                  "Paper labels: 0010 test | ???1 -", "Cite: (a,b):0.5"}));
}

TEST_F(DatasetFolder, MayLabelExclusivePredicatesByColumns) {
  write("Paper.csv", "id,AI,DB,ML,Long\na,1,,,\nb,0,,,1\nc,0,0,1,0\nd,1,0,,\ne,0,1.0,0,\n");
  write("Cite.csv", "x,y\n");
  EXPECT_EQ(description()[1], "Paper labels: 100? | 0??1 | 0010 | 100? | 010?");
}

TEST_F(DatasetFolder, MayHaveLabelAndColumnsThatAgree) {
  write("Paper.csv", "id,label,AI,DB\na,AI,1,0\nb,DB,,\nc,,,1\nd,Long,,\n");
  write("Cite.csv", "x,y\n");
  EXPECT_EQ(description()[1], "Paper labels: 100? | 010? | 010? | ???1");
}

TEST_F(DatasetFolder, MayHaveDenseFeaturesInAFile) {
  write("Paper.csv", "id\na\nb\n");
  write("Cite.csv", "x,y\n");
  write("Paper.features.npy", npy_matrix<double>(3, {1, 2, 3, 4, 5, 6.5}));
  EXPECT_EQ(description()[1], "Paper features dense 2x3: 1 2 3 | 4 5 6.5");
  write("Paper.features.npy", npy_matrix<float>(1, {1, 2}));
  EXPECT_EQ(description()[1], "Paper features dense 2x1: 1 | 2");
}

TEST_F(DatasetFolder, MayHaveSparseFeaturesInAFile) {
  write("Paper.csv", "id\na\nb\nc\n");
  write("Cite.csv", "x,y\n");
  write("Paper.features.mtx",
        "%%MatrixMarket matrix coordinate real general\n3 4 3\n3 1 7\n1 4 0.5\n1 2 1\n");
  EXPECT_EQ(description()[1], "Paper features sparse 3x4: 1:1 3:0.5 | | 0:7");
}

TEST_F(DatasetFolder, MayLackWhatNoPredicateSpeaksOf) {
  const std::string knowledge = "type Paper, Ghost predict AI(Paper)";
  write("Paper.csv", "id\na\n");
  EXPECT_EQ(description(knowledge), (Texts{"Paper: a", "Ghost:", "Paper labels: ?"}));
  write("Ghost.csv", "id,weight\ng,2\n");
  EXPECT_EQ(description(knowledge),
            (Texts{"Paper: a", "Ghost: g", "Ghost features dense 1x1: 2", "Paper labels: ?"}));
}

TEST_F(DatasetFolder, MayLabelPredictedRelations) {
  const std::string knowledge = "type P predict F(P, P)";
  write("P.csv", "id\na\nb\n");
  write("F.csv", "x,y,label\na,b,1\nb,a,0\nb,b,\n");
  EXPECT_EQ(description(knowledge), (Texts{"P: a b", "F: (a,b) (b,a) (b,b)", "F labels: 1 | 0 | ?"}));
  write("F.csv", "F,truthful,y,distance\n1,a,b,0.5\n");
  EXPECT_EQ(description(knowledge),
            (Texts{"P: a b", "F: (a,b)", "F labels: 1", "F tuple features dense 1x1: 0.5"}));
}

TEST_F(DatasetFolder, IsReadForKnowledgeOfKenn2) {
  write("Object.csv", "id,A\na,1\nb,\n");
  write("Pair.csv", "x,y,R,S\na,b,1,0\nb,a,,1\n");
  EXPECT_EQ(description("A,B\nR,S\n\n>\n_:nA(x),nR(x.y),A(y)\n"),
            (Texts{"Object: a b", "Object labels: 1? | ??", "Pair: (a,b) (b,a)", "Pair labels: 10 | ?1"}));
}

TEST_F(DatasetFolder, MayHaveAColonInItsName) {
  const std::filesystem::path inside = folder_ / "mysql:x";
  std::filesystem::create_directory(inside);
  write("mysql:x/Paper.csv", "id\na\n");
  write("mysql:x/Cite.csv", "x,y\n");
  EXPECT_EQ(describe(read_dataset(Knowledge::from_text(papers), inside))[0], "Paper: a");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  EXPECT_EQ(describe(read_dataset(Knowledge::from_text(papers), "mysql:x"))[0], "Paper: a");
  std::filesystem::current_path(before);
}

TEST_F(DatasetFolder, MustBeThere) {
  const auto complaints = [](const std::string& source) {
    return complaints_of(ErrorKind::file, [&] { read_dataset(Knowledge::from_text(papers), source); });
  };
  const std::string known = "a folder, linqs:DIR, sqlite:FILE or postgres:URI";
  EXPECT_EQ(complaints("mysql:x"), Texts{"0:0: error: 'mysql' is no kind of data set; it can be " + known});
  EXPECT_EQ(complaints(""), Texts{"0:0: error: the data set has no name; it can be " + known});
  EXPECT_EQ(complaints(folder_ / "nowhere"), Texts{"0:0: error: there is no such folder"});
  EXPECT_EQ(complaints("./a:b"), Texts{"0:0: error: there is no such folder"});
  EXPECT_EQ(complaints(write("data.db", "")),
            Texts{"0:0: error: this is not a folder; a SQLite file is written sqlite:FILE"});
  EXPECT_EQ(complaints("sqlite:"), Texts{"0:0: error: which file? write sqlite:FILE"});
  EXPECT_EQ(complaints("postgres:"), Texts{"0:0: error: which database? write postgres:URI"});
}

}  // namespace
}  // namespace kenn::dataset
