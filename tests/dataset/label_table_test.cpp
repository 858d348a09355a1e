// Tests of tables of labels: what they mean, and what is said of wrong ones.
#include "dataset/label_table.h"

#include "base/data_support.h"
#include "io/csv_rows.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::Texts;

constexpr auto yes = table::Known::yes;
constexpr auto no = table::Known::no;
constexpr auto open = table::Known::nothing;

class LabelTable : public test::DataFolder {
 protected:
  void SetUp() override {
    DataFolder::SetUp();
    tables_.name_objects("P", {"a", "b", "c"});
    tables_.list("Knows", {0, 1, 2, 0});
  }

  table::Labels read(const std::string& text, const char* table = "P") {
    return read_labels(*io::open_csv_table(write("labels.csv", text)), tables_,
                       *tables_.schema().find(table));
  }

  Texts complaints(const std::string& text, const char* table = "P") {
    return complaints_of(ErrorKind::data, [&] { read(text, table); });
  }

  Knowledge knowledge_ = Knowledge::from_text(
      "type P\npredict A(P), B(P), C(P), Knows(P, P)\nexclusive A, B\nrule: A(x) & Knows(x, y) -> C(y)\n");
  Tables tables_{knowledge_};
};

TEST_F(LabelTable, SaysWhatHolds) {
  const table::Labels labels = read("id,label,split\nc,A,test\na,C,\n");
  EXPECT_EQ(labels.atoms, (std::vector<table::Known>{open, open, yes, open, open, open, yes, no, open}));
  EXPECT_EQ(labels.splits,
            (std::vector<table::Split>{table::Split::train, table::Split::none, table::Split::test}));
}

TEST_F(LabelTable, MayHaveAColumnPerPredicate) {
  const table::Labels labels = read("C,id,B\n1,b,0\n,a,1\n");
  EXPECT_EQ(labels.atoms, (std::vector<table::Known>{no, yes, open, open, no, yes, open, open, open}));
  EXPECT_EQ(labels.splits,
            (std::vector<table::Split>{table::Split::train, table::Split::train, table::Split::none}));
}

TEST_F(LabelTable, CanBeAboutTuples) {
  const table::Labels labels = read("x,y,Knows\nc,a,1\na,b,0\n", "Knows");
  EXPECT_EQ(labels.atoms, (std::vector<table::Known>{no, yes}));
}

TEST_F(LabelTable, IsRefusedWithEverythingThatIsWrong) {
  EXPECT_EQ(complaints("id,label\nz,A\na,AA\nb,A\nb,B\n"),
            (Texts{"2:1: error: P has no object with the id 'z'",
                   "3:3: error: there is no predicate 'AA'; did you mean 'A'?",
                   "5:1: error: line 4 is about the same, and only one can be"}));
  EXPECT_EQ(complaints("id,label,A\na,A,0\nb,,2\n"),
            (Texts{"2:5: error: another column of this line says the opposite",
                   "3:4: error: '2' is not 0, 1 or nothing"}));
  EXPECT_EQ(complaints("id,label,split\na,A,trian\n"),
            Texts{"2:5: error: 'trian' is not train, valid or test"});
  EXPECT_EQ(complaints("name,label\na,A\n").size(), 2U);
  EXPECT_EQ(complaints("id\na\n").size(), 1U);
  EXPECT_EQ(complaints("id,labels\na,A\n").size(), 2U);
  EXPECT_EQ(complaints("").size(), 1U);
  EXPECT_EQ(complaints("id,label\na\n").size(), 1U);
  EXPECT_EQ(complaints("x,y,Knows\nb,a,1\n", "Knows"),
            Texts{"2:1: error: the relation does not list this tuple"});
}

}  // namespace
}  // namespace kenn::dataset
