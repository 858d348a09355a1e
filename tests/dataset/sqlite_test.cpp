// Tests of data sets in SQLite files.
#include "dataset/dataset_support.h"
#include "dataset/sqlite_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::describe;
using test::library;
using test::Texts;
using test::to_texts;

class SqliteFile : public test::DataFolder {
 protected:
  // A new file, made by these commands.
  void make(const std::string& commands) const {
    std::filesystem::remove(path());
    add(commands);
  }
  void add(const std::string& commands) const { test::run_in_sqlite(path(), commands); }

  [[nodiscard]] std::filesystem::path path() const { return folder_ / "data.db"; }
  DatasetParts read(const std::string& knowledge = library) const {
    return read_dataset(Knowledge::from_text(knowledge), "sqlite:" + path().string());
  }
  Texts complaints(ErrorKind kind = ErrorKind::data, const std::string& knowledge = library) const {
    return complaints_of(kind, [&] {
      try {
        read(knowledge);
      } catch (const Error& error) {
        EXPECT_EQ(error.file(), path());
        throw;
      }
    });
  }
};

const std::string papers = "type Paper predict AI(Paper), DB(Paper) exclusive AI, DB";

TEST_F(SqliteFile, HasTablesOfEveryKind) {
  make(sql_of(test::library_tables()));
  const DatasetParts dataset = read();
  EXPECT_EQ(describe(dataset), test::library_description);
  EXPECT_EQ(to_texts(dataset.warnings),
            Texts{"0:0: warning: table 'Cite': 1 row repeats a tuple that is listed "
                  "already; each tuple counts once"});
}

TEST_F(SqliteFile, HasRowsInTheOrderOfTheirNumbers) {
  make(
      "CREATE TABLE Paper (id TEXT, f REAL); INSERT INTO Paper (rowid, id, f) VALUES (3, 'c', 1), (1, 'z', "
      "2), "
      "(2, 'b', 3); CREATE INDEX i ON Paper (id, f);");
  EXPECT_EQ(describe(read(papers)),
            (Texts{"Paper: z b c", "Paper features dense 3x1: 2 | 3 | 1", "Paper labels: ?? | ?? | ??"}));
  make("CREATE TABLE Paper (id TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO Paper VALUES ('b'), ('a');");
  EXPECT_EQ(describe(read(papers))[0], "Paper: a b");
  make(
      "CREATE TABLE p (id TEXT); INSERT INTO p VALUES ('b'), ('a'); "
      "CREATE VIEW Paper AS SELECT id FROM p ORDER BY id");
  EXPECT_EQ(describe(read(papers))[0], "Paper: a b");
}

TEST_F(SqliteFile, MayHaveNumbersForIds) {
  make(
      "CREATE TABLE Paper (id INTEGER PRIMARY KEY, AI INTEGER, f REAL); "
      "INSERT INTO Paper VALUES (7, 1, 0.1), (-3, 0, 16777217.25), (12, NULL, 2)");
  EXPECT_EQ(describe(read(papers)),
            (Texts{"Paper: -3 7 12", "Paper features dense 3x1: 16777218 | 0.100000001 | 2",
                   "Paper labels: 0? | 10 | ??"}));
}

TEST_F(SqliteFile, MayHaveSparseFeatures) {
  make(
      "CREATE TABLE Paper (id TEXT); INSERT INTO Paper VALUES ('a'), ('b'), ('c');"
      "CREATE TABLE Paper_features (id TEXT, feature INTEGER, value REAL);"
      "INSERT INTO Paper_features VALUES ('c', 1, 0.5), ('a', 4, 1), ('a', 0, 2), ('b', 2, 0)");
  EXPECT_EQ(describe(read(papers))[1], "Paper features sparse 3x5: 0:2 4:1 | | 1:0.5");
}

TEST_F(SqliteFile, MayHaveARelationWithTheNameOfFeatures) {
  make(
      "CREATE TABLE Paper (id TEXT, f REAL); INSERT INTO Paper VALUES ('a', 1);"
      "CREATE TABLE Paper_features (x TEXT); INSERT INTO Paper_features VALUES ('a')");
  EXPECT_EQ(describe(read("type Paper predict AI(Paper) given Paper_features(Paper)")),
            (Texts{"Paper: a", "Paper features dense 1x1: 1", "Paper labels: ?", "Paper_features: (a)"}));
}

TEST_F(SqliteFile, MayBeEmpty) {
  make("CREATE TABLE Paper (id TEXT, f REAL)");
  EXPECT_EQ(describe(read(papers)), (Texts{"Paper:", "Paper features dense 0x1:", "Paper labels:"}));
}

TEST_F(SqliteFile, MayHaveAnyName) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  for (const char* const name : {":memory:", "file:a?mode=memory", "a b.db"}) {
    make("CREATE TABLE Paper (id TEXT); INSERT INTO Paper VALUES ('a')");
    std::filesystem::rename(path(), folder_ / name);
    EXPECT_EQ(describe(read_dataset(Knowledge::from_text(papers), std::string("sqlite:") + name))[0],
              "Paper: a");
  }
  std::filesystem::current_path(before);
}

TEST_F(SqliteFile, IsNotWrittenTo) {
  make("CREATE TABLE Paper (id TEXT)");
  const std::string content = test::content_of(path());
  read(papers);
  EXPECT_EQ(test::content_of(path()), content);
  EXPECT_EQ(test::names_in(folder_), Texts{"data.db"});
}

TEST_F(SqliteFile, MustBeOne) {
  EXPECT_EQ(complaints(ErrorKind::file), Texts{"0:0: error: there is no such file"});
  EXPECT_EQ(test::names_in(folder_), Texts{});
  write("data.db",
        "this is a text, and it is as long as it needs to be to look like something that it is not");
  EXPECT_EQ(complaints(ErrorKind::file),
            Texts{"0:0: error: cannot read the SQLite file: file is not a database"});
  std::filesystem::remove(path());
  std::filesystem::create_directory(path());
  EXPECT_EQ(complaints(ErrorKind::file), Texts{"0:0: error: this is a folder, not a SQLite file"});
}

TEST_F(SqliteFile, MayBeCutOff) {
  std::string commands = "CREATE TABLE Paper (id TEXT);";
  for (int i = 0; i < 2000; ++i) commands += "INSERT INTO Paper VALUES ('" + std::to_string(i) + "');";
  make("BEGIN;" + commands + "COMMIT");
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
  EXPECT_EQ(complaints(ErrorKind::file, papers),
            Texts{"0:0: error: cannot read the SQLite file: database disk image is malformed"});
}

TEST_F(SqliteFile, LacksATable) {
  make("CREATE TABLE Other (id TEXT)");
  EXPECT_EQ(complaints(ErrorKind::file, papers),
            Texts{"0:0: error: there is no table 'Paper' for the objects of type 'Paper'"});
  make("CREATE TABLE paper (id TEXT)");
  EXPECT_EQ(
      complaints(ErrorKind::file, papers),
      Texts{"0:0: error: there is no table 'Paper' for the objects of type 'Paper'; did you mean 'paper'?"});
  make("CREATE TABLE Paper (id TEXT)");
  EXPECT_EQ(complaints(ErrorKind::file, papers + " given Cite(Paper, Paper)"),
            Texts{"0:0: error: there is no table 'Cite' for the tuples of 'Cite'"});
}

TEST_F(SqliteFile, SaysWhereSomethingIsWrong) {
  make(
      "CREATE TABLE Paper (id TEXT, label TEXT, split TEXT, f); INSERT INTO Paper VALUES "
      "('a', 'AJ', 'train', 1), ('a', NULL, 'dev', 'x'), (NULL, '', '', NULL), ('d', 'AI', NULL, 9e999), "
      "(x'ff', 'AI', NULL, 1), (x'610062', 'AI', NULL, 1)");
  EXPECT_EQ(
      complaints(ErrorKind::data, papers),
      (Texts{
          "0:0: error: table 'Paper', row 1, column 'label': there is no predicate 'AJ'; did you mean 'AI'?",
          "0:0: error: table 'Paper', row 2, column 'id': the id 'a' is also in row 1",
          "0:0: error: table 'Paper', row 2, column 'split': 'dev' is not train, valid or test",
          "0:0: error: table 'Paper', row 2, column 'f': 'x' is not a number",
          "0:0: error: table 'Paper', row 3, column 'id': the id is empty",
          "0:0: error: table 'Paper', row 3, column 'f': this field is empty; every feature needs a number",
          "0:0: error: table 'Paper', row 4, column 'f': 'inf' is not a finite number",
          "0:0: error: table 'Paper', row 5, column 'id': the text is not UTF-8",
          "0:0: error: table 'Paper', row 6, column 'id': a zero byte; this is not text"}));
}

TEST_F(SqliteFile, SaysWhichColumnsAreWrong) {
  make("CREATE TABLE Paper (name TEXT, Label TEXT)");
  EXPECT_EQ(
      complaints(ErrorKind::data, papers),
      (Texts{
          "0:0: error: table 'Paper', column 'Label': a column 'Label' would be a feature; if it is meant as "
          "'label', write it so, else give it another name",
          "0:0: error: table 'Paper': there is no column 'id'"}));
  make("CREATE TABLE Paper (id TEXT); CREATE TABLE Cite (x TEXT)");
  EXPECT_EQ(
      complaints(ErrorKind::data, papers + " given Cite(Paper, Paper)"),
      Texts{
          "0:0: error: table 'Cite': 'Cite' has 2 arguments, one column each and perhaps one named 'truth'; "
          "here is 1 column"});
}

TEST_F(SqliteFile, HasWrongTuples) {
  make(
      "CREATE TABLE Paper (id TEXT); INSERT INTO Paper VALUES ('a');"
      "CREATE TABLE Cite (x TEXT, y TEXT); INSERT INTO Cite VALUES ('a', 'b')");
  EXPECT_EQ(complaints(ErrorKind::data, papers + " given Cite(Paper, Paper)"),
            Texts{"0:0: error: table 'Cite', row 1, column 'y': Paper has no object with the id 'b'"});
  add("DELETE FROM Cite; INSERT INTO Cite VALUES ('a', 'a'), ('a', 'a')");
  EXPECT_EQ(complaints(ErrorKind::data, papers + " predict Cite(Paper, Paper)"),
            Texts{"0:0: error: table 'Cite': relation 'Cite': (a, a) is listed twice, as tuples 0 and 1 "
                  "(counting from "
                  "0); a prediction has one row per tuple"});
}

TEST_F(SqliteFile, HasWrongSparseFeatures) {
  make(
      "CREATE TABLE Paper (id TEXT); INSERT INTO Paper VALUES ('a');"
      "CREATE TABLE Paper_features (id TEXT, feature INTEGER, value REAL);"
      "INSERT INTO Paper_features VALUES ('b', 0, 1), ('a', -1, 1), ('a', 1.5, 1), ('a', 1, NULL), "
      "('a', 4294967295, 1), ('a', NULL, 1)");
  const std::string table = "0:0: error: table 'Paper_features', ";
  EXPECT_EQ(complaints(ErrorKind::data, papers),
            (Texts{table + "row 1, column 'id': Paper has no object with the id 'b'",
                   table + "row 2, column 'feature': '-1' is not the number of a feature",
                   table + "row 3, column 'feature': '1.5' is not the number of a feature",
                   table + "row 4, column 'value': this field is empty; every feature needs a number",
                   table + "row 5, column 'feature': '4294967295' is not the number of a feature",
                   table + "row 6, column 'feature': '' is not the number of a feature"}));
  add("DELETE FROM Paper_features; INSERT INTO Paper_features VALUES ('a', 3, 1), ('a', 2, 1), ('a', 3, 0)");
  EXPECT_EQ(complaints(ErrorKind::data, papers),
            Texts{"0:0: error: table 'Paper_features': the object 'a' has the feature 3 twice"});
  add("DROP TABLE Paper_features; CREATE TABLE Paper_features (id TEXT, feature INTEGER)");
  EXPECT_EQ(complaints(ErrorKind::data, papers),
            Texts{"0:0: error: table 'Paper_features': there is no column 'value'"});
  add("DROP TABLE Paper_features; CREATE TABLE Paper_features (id TEXT, feature INTEGER, value REAL);"
      "ALTER TABLE Paper ADD COLUMN f REAL; UPDATE Paper SET f = 1");
  EXPECT_EQ(complaints(ErrorKind::data, papers),
            Texts{"0:0: error: table 'Paper': there are features in columns here and also in the table "
                  "'Paper_features'; they must be in one of the two"});
}

TEST_F(SqliteFile, IsNotReadForEver) {
  std::string commands = "CREATE TABLE Paper (id TEXT);";
  for (int i = 0; i < 100; ++i) commands += "INSERT INTO Paper VALUES ('a');";
  make("BEGIN;" + commands + "COMMIT");
  EXPECT_EQ(complaints(ErrorKind::data, papers).size(), 21U);
}

const std::string endless_rows =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id FROM c";

TEST_F(SqliteFile, HasRowsOfAsManyBytesAsALineOfCsv) {
  make("CREATE VIEW Paper AS SELECT hex(zeroblob(40000000)) AS id");
  EXPECT_EQ(complaints(ErrorKind::file, papers),
            Texts{"0:0: error: cannot read the SQLite file: string or blob too big"});
}

TEST_F(SqliteFile, ViewsThatGiveNoRowAreLeft) {
  make("CREATE VIEW Paper AS " + endless_rows + " WHERE x < 0");
  const Texts complaints = complaints_of(ErrorKind::limit, [&] {
    read_dataset(Knowledge::from_text(papers), "sqlite:" + path().string(), {0.2, {}});
  });
  EXPECT_EQ(complaints,
            Texts{"0:0: error: table 'Paper': after 0 rows no other came for 0.2 seconds; if this is a "
                  "view, it may have no end, else allow more time (--read-timeout)"});
}

TEST_F(SqliteFile, ReadingIsStoppedByAPerson) {
  for (const std::string condition : {"", " WHERE x < 0"}) {
    std::filesystem::remove(path());
    make("CREATE VIEW Paper AS " + endless_rows + condition);
    int asked = 0;
    const Texts complaints = complaints_of(ErrorKind::interrupted, [&] {
      read_dataset(Knowledge::from_text(papers), "sqlite:" + path().string(),
                   {3600, [&] { return ++asked == 3; }});
    });
    ASSERT_EQ(complaints.size(), 1U);
    EXPECT_NE(complaints[0].find("table 'Paper': reading was stopped after"), std::string::npos)
        << complaints[0];
  }
}

}  // namespace
}  // namespace kenn::dataset
