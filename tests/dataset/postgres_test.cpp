// Tests of data sets in PostgreSQL databases, with a real server.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "dataset/dataset_support.h"
#include "dataset/postgres_server.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::describe;
using test::library;
using test::Texts;
using test::to_texts;

class Postgres : public ::testing::Test {
 protected:
  // A new database, made by these commands.
  void make(const std::string& commands) {
    uri_ = test::PostgresServer::shared().new_database();
    test::PostgresServer::execute(uri_, commands);
  }

  DatasetParts read(const std::string& knowledge = library) const {
    return read_dataset(Knowledge::from_text(knowledge), "postgres:" + uri_);
  }
  Texts complaints(ErrorKind kind, const std::string& knowledge) const {
    return complaints_of(kind, [&] { read(knowledge); });
  }

  std::string uri_;
};

const std::string papers = "type Paper predict AI(Paper), DB(Paper) exclusive AI, DB";

TEST_F(Postgres, HasTablesOfEveryKind) {
  make(sql_of(test::library_tables()));
  const DatasetParts dataset = read();
  EXPECT_EQ(describe(dataset), test::library_description);
  EXPECT_EQ(to_texts(dataset.warnings),
            Texts{"0:0: warning: table 'Cite': 1 row repeats a tuple that is listed "
                  "already; each tuple counts once"});
}

TEST_F(Postgres, IsNamedByAUriInEitherWay) {
  make(R"(CREATE TABLE "Paper" (id text); INSERT INTO "Paper" VALUES ('a'))");
  const Knowledge knowledge = Knowledge::from_text(papers);
  EXPECT_EQ(describe(read_dataset(knowledge, uri_))[0], "Paper: a");
  const std::string rest = uri_.substr(uri_.find(':'));
  EXPECT_EQ(describe(read_dataset(knowledge, "postgres" + rest))[0], "Paper: a");
  const std::size_t question = uri_.find('?');
  const std::string folder = uri_.substr(question + 6, uri_.find('&') - question - 6);
  EXPECT_EQ(describe(read_dataset(knowledge, "postgres:host=" + folder +
                                                 " user=kenn dbname=" + uri_.substr(14, question - 14)))[0],
            "Paper: a");
}

TEST_F(Postgres, HasRowsInTheOrderOfTheKeyOrOfIds) {
  make(R"(CREATE TABLE "Paper" (id text COLLATE "und-x-icu", f real);
          INSERT INTO "Paper" VALUES ('b', 1), ('B', 2), ('a', 3))");
  EXPECT_EQ(describe(read(papers)),
            (Texts{"Paper: B a b", "Paper features dense 3x1: 2 | 3 | 1", "Paper labels: ?? | ?? | ??"}));
  make(
      R"(CREATE TABLE "Paper" (id int, f int, PRIMARY KEY (f, id)); INSERT INTO "Paper" VALUES (10, 2), (9, 3), (8, 2))");
  EXPECT_EQ(describe(read(papers))[0], "Paper: 8 10 9");
  make(R"(CREATE TABLE "Paper" (id int); INSERT INTO "Paper" VALUES (10), (9), (100))");
  EXPECT_EQ(describe(read(papers))[0], "Paper: 9 10 100");
  make(R"(CREATE TABLE "Paper" (id text); INSERT INTO "Paper" VALUES ('a'), ('b');
          CREATE TABLE "F" (x text, y text); INSERT INTO "F" VALUES ('b', 'a'), ('a', 'b'), ('a', 'a'))");
  EXPECT_EQ(describe(read("type Paper predict F(Paper, Paper)"))[1], "F: (a,a) (a,b) (b,a)");
}

TEST_F(Postgres, MayHaveViewsSchemasAndDroppedColumns) {
  make(R"(CREATE SCHEMA s; CREATE TABLE s.p (gone int, id text); ALTER TABLE s.p DROP gone;
          INSERT INTO s.p VALUES ('b'), ('a'); CREATE VIEW "Paper" AS SELECT * FROM s.p)");
  EXPECT_EQ(describe(read(papers))[0], "Paper: a b");
}

TEST_F(Postgres, MayHaveTruthValues) {
  make(R"(CREATE TABLE "Paper" (id bigint, "AI" boolean, "DB" boolean);
          INSERT INTO "Paper" VALUES (1, true, false), (2, false, NULL), (3, NULL, NULL))");
  EXPECT_EQ(describe(read(papers))[1], "Paper labels: 10 | 0? | ??");
}

TEST_F(Postgres, MayHaveNumbersOfAnyType) {
  make(R"(CREATE TABLE "Paper" (id int, a real, b double precision, c numeric, d smallint);
          INSERT INTO "Paper" VALUES (1, 0.1, 16777217.25, 1.50, -3))");
  EXPECT_EQ(describe(read(papers))[1], "Paper features dense 1x4: 0.100000001 16777218 1.5 -3");
}

TEST_F(Postgres, MayHaveSparseFeatures) {
  make(R"(CREATE TABLE "Paper" (id text); INSERT INTO "Paper" VALUES ('a'), ('b'), ('c');
          CREATE TABLE "Paper_features" (id text, feature int, value real);
          INSERT INTO "Paper_features" VALUES ('c', 1, 0.5), ('a', 4, 1), ('a', 0, 2), ('b', 2, 0))");
  EXPECT_EQ(describe(read(papers))[1], "Paper features sparse 3x5: 0:2 4:1 | | 1:0.5");
}

TEST_F(Postgres, MayHaveMoreRowsThanComeAtOnce) {
  make(R"(CREATE TABLE "Paper" (id int PRIMARY KEY, f int); INSERT INTO "Paper" SELECT i, i % 7 FROM
          generate_series(1, 200000) i; CREATE TABLE "Cite" (x int, y int);
          INSERT INTO "Cite" SELECT i, i + 1 FROM generate_series(1, 199999) i)");
  const DatasetParts dataset = read(papers + " given Cite(Paper, Paper)");
  EXPECT_EQ(dataset.tables.object_count(0), 200000U);
  EXPECT_EQ(dataset.tables.row_count(1), 199999U);
  const auto& values = std::get<table::DenseRows>(dataset.features.at(0)->values).values;
  ASSERT_EQ(values.size(), 200000U);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], static_cast<float>((i + 1) % 7));
}

TEST_F(Postgres, MayBeEmpty) {
  make(R"(CREATE TABLE "Paper" (id text, f real))");
  EXPECT_EQ(describe(read(papers)), (Texts{"Paper:", "Paper features dense 0x1:", "Paper labels:"}));
}

TEST_F(Postgres, MayNotBeThere) {
  const auto says = [](const std::string& source, const std::string& text) {
    const Texts said =
        complaints_of(ErrorKind::file, [&] { read_dataset(Knowledge::from_text(papers), source); });
    const bool fits = said.size() == 1 && said[0].starts_with("0:0: error: cannot connect to PostgreSQL: ") &&
                      said[0].find(text) != std::string::npos &&
                      said[0].find("secret") == std::string::npos && said[0].find('\n') == std::string::npos;
    return fits ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << said[0];
  };
  EXPECT_TRUE(says("postgres:postgresql:///x?host=/nowhere", "No such file or directory"));
  EXPECT_TRUE(says("postgres://kenn:secret@127.0.0.1:1/x", "Connection refused"));
  EXPECT_TRUE(says("postgres:" + test::PostgresServer::shared().uri("nowhere"),
                   "database \"nowhere\" does not exist"));
  EXPECT_TRUE(says("postgres:host=a secret", "missing \"=\" after \"...\" in connection info string"));
  EXPECT_TRUE(says("postgres://kenn:secret@[::1", "matching \"]\" in IPv6 host address in URI: \"...\""));
  EXPECT_TRUE(says("postgres://localhost/?secret=1", "invalid URI query parameter: \"...\""));
  EXPECT_TRUE(says("postgres://kenn:secr%zzet@localhost/x", "invalid percent-encoded token: \"...\""));
  EXPECT_TRUE(says("postgres://localhost:secret/x", "the port in the URI is not a number"));
  EXPECT_TRUE(says("postgres://kenn:s@secret@localhost/x", "the URI has an '@' too many"));
  EXPECT_TRUE(says("postgres://kenn:1/secret@localhost/x", "the URI has an '@' too many"));
  EXPECT_TRUE(says("postgres:kenn:secret@localhost/x", "a URI starts with postgres://"));
  EXPECT_TRUE(says("postgres:host=/nowhere dbname=postgres://kenn:secret@h/x", "a URI stands alone"));
  EXPECT_TRUE(says("postgres:" + test::PostgresServer::shared().uri("secret") + "&password=secret",
                   "database \"...\" does not exist"));
}

// Letters that no other part of an address has, and what confuses readers of addresses.
std::string some_password() {
  const std::string letters =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("XZJ@:/?#&=%'\" [],;+\\")));
  return "ZX" + letters + "XJ";
}

// Neither whole nor in pieces, in whatever way it is wrong.
RC_GTEST_PROP(PostgresPasswords, AreNeverShown, ()) {
  const std::string socket = test::PostgresServer::shared().uri("nowhere");
  const std::string folder =
      socket.substr(socket.find("host=") + 5, socket.find('&') - socket.find("host=") - 5);
  const std::string password = some_password();
  const std::vector<std::string> sources = {
      "postgres://kenn:" + password + "@127.0.0.1:1/x",
      "postgresql://kenn:" + password + "@[::1/x",
      "postgres://:" + password + "@127.0.0.1:1",
      "postgres:///nowhere?host=" + folder + "&user=kenn&password=" + password,
      "postgres:///nowhere?password=" + password + "&host=" + folder + "&user=kenn&nonsense=1",
      "postgres:host=" + folder + " user=kenn dbname=nowhere password='" + password + "'",
      "postgres:host=" + folder + " user=kenn dbname=nowhere password=" + password,
      "postgres:kenn:" + password + "@127.0.0.1/x"};
  const std::string source = *rc::gen::elementOf(sources);
  try {
    read_dataset(Knowledge::from_text(papers), source);
    RC_FAIL("there is no such database");
  } catch (const Error& error) {
    std::string said = error.what();
    const std::size_t place = said.find(folder);  // which has a name of random letters
    if (place != std::string::npos) said.erase(place, folder.size());
    RC_ASSERT(said.find_first_of("XZJ") == std::string::npos);
  }
}

TEST_F(Postgres, LacksATable) {
  make("CREATE TABLE Paper (id text)");
  EXPECT_EQ(
      complaints(ErrorKind::file, papers),
      Texts{"0:0: error: there is no table 'Paper' for the objects of type 'Paper'; did you mean 'paper'?"});
  make(R"(CREATE TABLE "Paper" (id text))");
  EXPECT_EQ(complaints(ErrorKind::file, papers + " given Cite(Paper, Paper)"),
            Texts{"0:0: error: there is no table 'Cite' for the tuples of 'Cite'"});
}

TEST_F(Postgres, SaysWhereSomethingIsWrong) {
  make(R"(CREATE TABLE "Paper" (key serial PRIMARY KEY, id text, label text, split text, f double precision);
          INSERT INTO "Paper" (id, label, split, f) VALUES ('a', 'AJ', 'train', 1), ('a', NULL, 'dev', 2),
          (NULL, '', '', NULL), ('d', 'AI', NULL, 'Infinity'), ('e', 'AI', NULL, 'NaN'))");
  EXPECT_EQ(
      complaints(ErrorKind::data, papers),
      (Texts{
          "0:0: error: table 'Paper', row 1, column 'label': there is no predicate 'AJ'; did you mean 'AI'?",
          "0:0: error: table 'Paper', row 2, column 'id': the id 'a' is also in row 1",
          "0:0: error: table 'Paper', row 2, column 'split': 'dev' is not train, valid or test",
          "0:0: error: table 'Paper', row 3, column 'id': the id is empty",
          "0:0: error: table 'Paper', row 3, column 'f': this field is empty; every feature needs a number",
          "0:0: error: table 'Paper', row 4, column 'f': 'Infinity' is not a finite number",
          "0:0: error: table 'Paper', row 5, column 'f': 'NaN' is not a finite number"}));
  const std::string database = uri_.substr(14, uri_.find('?') - 14);
  try {
    read(papers);
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), "postgres:" + database);
  }
}

TEST_F(Postgres, IsNotReadForEver) {
  make(R"(CREATE TABLE "Paper" (id text); INSERT INTO "Paper" SELECT 'a' FROM generate_series(1, 100000))");
  EXPECT_EQ(complaints(ErrorKind::data, papers).size(), 21U);
}

TEST_F(Postgres, PassesOnWhatTheServerSays) {
  make(R"(CREATE VIEW "Paper" AS SELECT 1 / (i - 3) AS id FROM generate_series(1, 5) i)");
  EXPECT_EQ(complaints(ErrorKind::file, papers), Texts{"0:0: error: PostgreSQL: ERROR: division by zero"});
}

const std::string endless_rows = R"(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
    SELECT x::text AS id FROM c)";

// Whether the server still works for somebody on an endless view.
bool is_busy(const std::string& uri) {
  try {
    test::PostgresServer::execute(
        uri, R"(DO $$ BEGIN IF EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active'
        AND pid <> pg_backend_pid() AND query LIKE '%kenn_%') THEN RAISE EXCEPTION 'busy'; END IF; END $$)");
    return false;
  } catch (const std::runtime_error&) {
    return true;
  }
}

TEST_F(Postgres, ViewsThatGiveNoRowAreLeft) {
  make(R"(CREATE VIEW "Paper" AS )" + endless_rows + " WHERE x < 0");
  const Texts complaints = complaints_of(ErrorKind::limit, [&] {
    read_dataset(Knowledge::from_text(papers), "postgres:" + uri_, {0.2, {}});
  });
  EXPECT_EQ(complaints,
            Texts{"0:0: error: table 'Paper': after 0 rows no other came for 0.2 seconds; if this is a "
                  "view, it may have no end, else allow more time (--read-timeout)"});
  EXPECT_FALSE(is_busy(uri_)) << "the query is cancelled";
}

TEST_F(Postgres, ReadingIsStoppedByAPerson) {
  make(R"(CREATE VIEW "Paper" AS )" + endless_rows);
  int asked = 0;
  const Texts complaints = complaints_of(ErrorKind::interrupted, [&] {
    read_dataset(Knowledge::from_text(papers), "postgres:" + uri_, {3600, [&] { return ++asked == 3; }});
  });
  EXPECT_EQ(complaints, Texts{"0:0: error: table 'Paper': reading was stopped after 0 rows"});
  EXPECT_FALSE(is_busy(uri_)) << "the query is cancelled";
}

}  // namespace
}  // namespace kenn::dataset
