// Tests of data sets in folders: what is said of wrong ones.
#include <cmath>
#include <limits>

#include "dataset/dataset_support.h"

namespace kenn::dataset {
namespace {

using test::library;
using test::npy_matrix;
using test::repeat;
using test::Texts;

class WrongFolder : public test::DataFolder {
 protected:
  void SetUp() override {
    DataFolder::SetUp();
    write("Paper.csv", "id\na\nb\n");
    write("Person.csv", "id\nanna\nbob\n");
    write("Cite.csv", "x,y\n");
    write("Famous.csv", "x\n");
    write("Wrote.csv", "x,y\n");
  }

  // What is said, and all of it about this file.
  Texts complaints(const std::string& file, ErrorKind kind = ErrorKind::data) const {
    return test::complaints_of(kind, [&] {
      try {
        read_dataset(Knowledge::from_text(library), folder_);
      } catch (const Error& error) {
        for (const Diagnostic& each : error.diagnostics()) EXPECT_EQ(each.file, folder_ / file);
        throw;
      }
    });
  }

  // The same after a file is written.
  Texts complaints(const std::string& file, const std::string& text, ErrorKind kind = ErrorKind::data) const {
    write(file, text);
    return complaints(file, kind);
  }
};

TEST_F(WrongFolder, IsRightToBeginWith) {
  EXPECT_NO_THROW(read_dataset(Knowledge::from_text(library), folder_));
}

TEST_F(WrongFolder, LacksAFile) {
  std::filesystem::remove(folder_ / "Cite.csv");
  EXPECT_EQ(complaints("Cite.csv", ErrorKind::file),
            Texts{"0:0: error: there is no such file for the tuples of 'Cite'"});
  std::filesystem::remove(folder_ / "Person.csv");
  EXPECT_EQ(complaints("Person.csv", ErrorKind::file),
            Texts{"0:0: error: there is no such file for the objects of type 'Person'"});
}

TEST_F(WrongFolder, HasEmptyFiles) {
  const Texts complaint = {"0:0: error: the file is empty; its first line must name the columns"};
  for (const char* const file : {"Paper.csv", "Cite.csv", "Wrote.csv"}) {
    const std::string before = test::content_of(folder_ / file);
    EXPECT_EQ(complaints(file, ""), complaint);
    write(file, before);
  }
  EXPECT_EQ(complaints("Paper.csv", "\nid\n"),
            Texts{"1:1: error: the first line is empty; it must name the columns"});
}

TEST_F(WrongFolder, HasAFolderForAFile) {
  std::filesystem::remove(folder_ / "Paper.csv");
  std::filesystem::create_directory(folder_ / "Paper.csv");
  EXPECT_EQ(complaints("Paper.csv", ErrorKind::file),
            Texts{"0:0: error: cannot read the file: Is a directory"});
}

TEST_F(WrongFolder, HasWrongColumns) {
  EXPECT_EQ(complaints("Paper.csv", "name,label\na,AI\n"), Texts{"1:11: error: there is no column 'id'"});
  EXPECT_EQ(complaints("Paper.csv", "id,label,id\na,,b\n"),
            Texts{"1:10: error: there is a column 'id' already"});
  EXPECT_EQ(complaints("Paper.csv", "id,,f\na,1,2\n"), Texts{"1:4: error: this column has no name"});
  EXPECT_EQ(complaints("Paper.csv", "1,2\n3,4\n"),
            Texts{"1:1: error: the first line must name the columns, but this looks like data"});
  EXPECT_EQ(
      complaints("Paper.csv", "id,Label,ai\na,AI,1\n"),
      (Texts{"1:4: error: a column 'Label' would be a feature; if it is meant as 'label', write it so, else "
             "give it another name",
             "1:10: error: a column 'ai' would be a feature; if it is meant as 'AI', write it so, else give "
             "it another name"}));
}

TEST_F(WrongFolder, HasRaggedLines) {
  EXPECT_EQ(complaints("Paper.csv", "id,label\na\nb,AI,1\n\nc,\n\"d,\n"),
            (Texts{"2:2: error: this line has 1 field, but the first line has 2",
                   "3:6: error: this line has 3 fields, but the first line has 2",
                   "4:1: error: this line is empty", "6:1: error: this quote never ends"}));
  write("Paper.csv", "id\na\nb\n");
  EXPECT_EQ(complaints("Cite.csv", "x,y\na\n"),
            Texts{"2:2: error: this line has 1 field, but the first line has 2"});
}

TEST_F(WrongFolder, HasWrongIds) {
  EXPECT_EQ(complaints("Paper.csv", "id,label\na,\n,\nb,\na,\n"),
            (Texts{"3:1: error: the id is empty", "5:1: error: the id 'a' is also in line 2"}));
  EXPECT_EQ(complaints("Paper.csv", "id\n\xff\n"), Texts{"2:1: error: the text is not UTF-8"});
}

TEST_F(WrongFolder, HasWrongLabels) {
  EXPECT_EQ(complaints("Paper.csv", "id,label\na,AJ\nb,Wrote\nc,Lon\nd,1\n"),
            (Texts{"2:3: error: there is no predicate 'AJ'; did you mean 'AI'?",
                   "3:3: error: there is no predicate 'Wrote'",
                   "4:3: error: there is no predicate 'Lon'; did you mean 'Long'?",
                   "5:3: error: there is no predicate '1'"}));
  EXPECT_EQ(complaints("Paper.csv", "id,Long\na,2\nb,yes\nc,nan\nd,0.5\n"),
            (Texts{"2:3: error: '2' is not 0, 1 or nothing", "3:3: error: 'yes' is not 0, 1 or nothing",
                   "4:3: error: 'nan' is not 0, 1 or nothing", "5:3: error: '0.5' is not 0, 1 or nothing"}));
}

TEST_F(WrongFolder, HasLabelsThatContradictEachOther) {
  const std::string complaint = "error: another column of this line says the opposite";
  EXPECT_EQ(
      complaints("Paper.csv", "id,label,AI,DB,Long\na,AI,0,,\nb,,1,1,\nc,AI,,1,\nd,Long,,,0\ne,AI,1,0,1\n"),
      (Texts{"2:6: " + complaint, "3:6: " + complaint, "4:7: " + complaint, "5:10: " + complaint}));
  EXPECT_EQ(complaints("Paper.csv", "id,AI,DB\na,0,0\n"),
            Texts{"2:5: error: one of the exclusive predicates must hold, but 'AI' and all others are 0"});
}

TEST_F(WrongFolder, HasWrongSplits) {
  EXPECT_EQ(complaints("Paper.csv", "id,split\na,train\nb,Test\nc,dev\n"),
            (Texts{"3:3: error: 'Test' is not train, valid or test",
                   "4:3: error: 'dev' is not train, valid or test"}));
  write("Paper.csv", "id\na\n");
  EXPECT_EQ(complaints("Wrote.csv", "x,y,split\nanna,a,training\n"),
            Texts{"2:8: error: 'training' is not train, valid or test"});
}

TEST_F(WrongFolder, HasWrongFeatures) {
  EXPECT_EQ(
      complaints("Paper.csv", "id,f,g\na,x,1\nb,,2\nc,nan,-inf\nd,1e39,1e999\n"),
      (Texts{"2:3: error: 'x' is not a number",
             "3:3: error: this field is empty; every feature needs a number",
             "4:3: error: 'nan' is not a finite number", "4:7: error: '-inf' is not a finite number",
             "5:3: error: '1e39' is too large for float32", "5:8: error: '1e999' is too large for float32"}));
  write("Paper.csv", "id\na\n");
  EXPECT_EQ(
      complaints("Wrote.csv", "x,y,f,Split\nanna,a,x,1\n"),
      Texts{"1:7: error: a column 'Split' would be a feature; if it is meant as 'split', write it so, else "
            "give it another name"});
  EXPECT_EQ(complaints("Wrote.csv", "x,y,f\nanna,a,x\n"), Texts{"2:8: error: 'x' is not a number"});
}

TEST_F(WrongFolder, HasFeaturesTwice) {
  write("Paper.csv", "id,f\na,1\nb,2\n");
  write("Paper.features.npy", npy_matrix<float>(1, {1, 2}));
  EXPECT_EQ(complaints("Paper.csv"), Texts{"0:0: error: there are features in columns here and also in "
                                           "Paper.features.npy; they must be in one of the two"});
  write("Paper.features.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
  EXPECT_EQ(complaints("Paper.features.mtx"),
            Texts{"0:0: error: there is also Paper.features.npy; the features must be in one of the two"});
  std::filesystem::remove(folder_ / "Paper.features.npy");
  EXPECT_EQ(complaints("Paper.csv"), Texts{"0:0: error: there are features in columns here and also in "
                                           "Paper.features.mtx; they must be in one of the two"});
}

TEST_F(WrongFolder, HasAWrongFileOfFeatures) {
  const std::string file = "Paper.features.npy";
  EXPECT_EQ(complaints(file, npy_matrix<float>(1, {1, 2, 3})),
            Texts{"0:0: error: there are 3 rows, but Paper has 2 objects"});
  EXPECT_EQ(complaints(file, npy_matrix<float>(2, {1, 2})),
            Texts{"0:0: error: there is 1 row, but Paper has 2 objects"});
  EXPECT_EQ(complaints(file, npy_matrix<float>(1, {1, std::nanf("")})),
            Texts{"0:0: error: row 1, column 0 (counting from 0) is not a number"});
  EXPECT_EQ(complaints(file, npy_matrix<double>(1, {1, std::numeric_limits<double>::infinity()})),
            Texts{"0:0: error: row 1, column 0 (counting from 0) is infinite"});
  EXPECT_EQ(complaints(file, "no array").size(), 1U);
  std::filesystem::remove(folder_ / file);
  EXPECT_EQ(complaints("Paper.features.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 0\n"),
            Texts{"2:1: error: there are 3 rows, but Paper has 2 objects"});
}

TEST_F(WrongFolder, HasWrongTuples) {
  EXPECT_EQ(complaints("Cite.csv", "x,y\na,c\naa,b\n,a\nanna,a\n"),
            (Texts{"2:3: error: Paper has no object with the id 'c'",
                   "3:1: error: Paper has no object with the id 'aa'; did you mean 'a'?",
                   "4:1: error: this field is empty", "5:1: error: Paper has no object with the id 'anna'"}));
  write("Cite.csv", "x,y\n");
  EXPECT_EQ(complaints("Wrote.csv", "x,y\na,anna\n"),
            (Texts{"2:1: error: Person has no object with the id 'a'",
                   "2:3: error: Paper has no object with the id 'anna'"}));
  EXPECT_EQ(
      complaints("Wrote.csv", "x,y\nanna,a\nbob,a\nanna,a\n"),
      Texts{"0:0: error: relation 'Wrote': (anna, a) is listed twice, as tuples 0 and 2 (counting from 0); a "
            "prediction has one row per tuple"});
}

TEST_F(WrongFolder, HasWrongDegrees) {
  EXPECT_EQ(
      complaints("Cite.csv", "x,y,truth\na,b,2\na,a,x\nb,b,\nb,a,nan\n"),
      (Texts{"2:5: error: the truth degree 2 is not between 0 and 1", "3:5: error: 'x' is not a number",
             "4:5: error: this field is empty", "5:5: error: the truth degree nan is not between 0 and 1"}));
  EXPECT_EQ(complaints("Cite.csv", "x,y,truth\na,b,1\na,b,0.5\n").size(), 1U);
  write("Cite.csv", "x,y\n");
  EXPECT_EQ(complaints("Wrote.csv", "x,y,truth\nanna,a,1\n"),
            Texts{"1:5: error: 'Wrote' is predicted and has no truth degrees"});
}

TEST_F(WrongFolder, HasWrongColumnsOfARelation) {
  const std::string two =
      "error: 'Cite' has 2 arguments, one column each and perhaps one named 'truth'; here ";
  EXPECT_EQ(complaints("Cite.csv", "x\na\n"), Texts{"1:2: " + two + "is 1 column"});
  EXPECT_EQ(complaints("Cite.csv", "x,truth\na,1\n"), Texts{"1:8: " + two + "is 1 column"});
  EXPECT_EQ(complaints("Cite.csv", "x,y,z\na,b,1\n"), Texts{"1:6: " + two + "are 3 columns"});
  EXPECT_EQ(complaints("Cite.csv", "x;y\na;b\n"),
            Texts{"1:4: " + two + "is 1 column (columns are separated by commas, not by semicolons)"});
  EXPECT_EQ(complaints("Cite.csv", "x,y,label\na,b,1\n"),
            Texts{"1:5: error: 'Cite' is given and has no column 'label'"});
  EXPECT_EQ(complaints("Cite.csv", "1,2\na,b\n"),
            Texts{"1:1: error: the first line must name the columns, but this looks like data"});
  write("Cite.csv", "x,y\n");
  EXPECT_EQ(complaints("Wrote.csv", "x,Wrote,split\nanna,1,\n"),
            Texts{"1:14: error: 'Wrote' has 2 arguments, one column each; here is 1 column"});
}

TEST_F(WrongFolder, HasWrongLabelsOfARelation) {
  EXPECT_EQ(complaints("Wrote.csv", "x,y,label\nanna,a,Wrote\nanna,b,-1\n"),
            (Texts{"2:8: error: 'Wrote' is not 0, 1 or nothing", "3:8: error: '-1' is not 0, 1 or nothing"}));
  EXPECT_EQ(complaints("Wrote.csv", "x,y,label,Wrote\nanna,a,1,0\n"),
            Texts{"2:10: error: another column of this line says the opposite"});
}

TEST_F(WrongFolder, IsNotReadForEver) {
  const Texts found = complaints("Paper.csv", "id,split\n" + repeat("a,x\n", 1000));
  ASSERT_EQ(found.size(), 21U);
  EXPECT_EQ(found.back(), "0:0: warning: only the first 20 errors are listed; there may be more in the file");
}

using WrongKenn2Folder = test::DataFolder;

TEST_F(WrongKenn2Folder, HasNoColumnLabelForSeveralPredicates) {
  write("Object.csv", "id\na\n");
  write("Pair.csv", "x,y,label\na,a,1\n");
  const auto knowledge = Knowledge::from_text("A\nR,S\n\n>\n_:nA(x),nR(x.y),A(y)\n");
  EXPECT_EQ(test::complaints_of(ErrorKind::data, [&] { read_dataset(knowledge, folder_); }),
            Texts{"1:5: error: this table has 2 predicates; their labels are in columns with their names"});
}

}  // namespace
}  // namespace kenn::dataset
