// Tests that ids are the same, or refused for the same reason, wherever they come from.
#include "dataset/dataset_support.h"
#include "dataset/postgres_server.h"
#include "dataset/sqlite_support.h"
#include "table/object_id.h"

namespace kenn::dataset {
namespace {

using namespace std::string_literals;
using test::in_double_quotes;
using test::PostgresServer;
using test::Texts;

struct IdCase {
  std::string name;
  std::string id;
  std::string refusal = "";  // part of the message; empty: the id is taken as it is
};

const std::vector<IdCase>& id_cases() {
  static const std::vector<IdCase> cases = {
      {"plain", "a"},
      {"letters of other alphabets", "zo\xc3\xab \xe7\x8c\xab"s},
      {"blanks around it", " a "},
      {"tab before it", "\ta"},
      {"carriage return behind it", "a\r"},
      {"two lines", "a\r\nb"},
      {"quotes around it", "\"a\""},
      {"comma and quote", "a,\"b"},
      {"formula", "=1+2"},
      {"byte order mark",
       "\xef\xbb\xbf"
       "a"},
      {"the longest", std::string(table::longest_id, 'x')},
      {"too long", std::string(table::longest_id + 1, 'x'),
       "the id has 65537 bytes; at most 65536 are possible"},
      {"a megabyte", std::string(1'000'000, 'x'), "the id has 1000000 bytes; at most 65536 are possible"},
      {"empty", "", "the id is empty"},
      {"zero byte", "a\0b"s, "a zero byte"},
      {"no UTF-8",
       "a\xff"
       "b",
       "the text is not UTF-8"},
      {"half of a character", "a\xc3", "the text is not UTF-8"},
      {"a surrogate", "\xed\xa0\x80", "the text is not UTF-8"},
  };
  return cases;
}

std::string hexadecimal(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

class Ids : public test::DataFolder {
 protected:
  // Paper has the objects "first" and the id, and Cite the pair of them.
  void expect_as_said(const IdCase& about, const std::string& source) const {
    const Knowledge knowledge = Knowledge::from_text("type Paper predict AI(Paper) given Cite(Paper, Paper)");
    try {
      const DatasetParts dataset = read_dataset(knowledge, source);
      EXPECT_EQ(about.refusal, "") << about.name << " is accepted";
      EXPECT_EQ(dataset.tables.name_of(0, 1), about.id) << about.name;
      EXPECT_EQ(dataset.tables.listing(*dataset.tables.schema().find("Cite")).tuples,
                (std::vector<Row>{0, 1}))
          << about.name;
    } catch (const Error& error) {
      EXPECT_NE(about.refusal, "") << about.name << " is refused: " << error.what();
      EXPECT_NE(std::string(error.what()).find(about.refusal), std::string::npos) << error.what();
    }
  }

  static std::string in_sql(const IdCase& about, const std::string& id) {
    return "CREATE TABLE \"Paper\" (n integer PRIMARY KEY, id text);"
           "INSERT INTO \"Paper\" VALUES (1, 'first'), (2, " +
           id + "); CREATE TABLE \"Cite\" (x text, y text);" +
           (about.refusal.empty() ? "INSERT INTO \"Cite\" VALUES ('first', " + id + ");" : "");
  }
};

TEST_F(Ids, OfCsvFilesFollowTheRules) {
  for (const IdCase& about : id_cases()) {
    const std::string id = in_double_quotes(about.id);
    write("Paper.csv", "\xef\xbb\xbfid\r\nfirst\r\n" + id + "\r\n");
    write("Cite.csv", "x,y\r\n" + (about.refusal.empty() ? "first," + id + "\r\n" : ""));
    expect_as_said(about, folder_);
  }
}

// Words between blanks: what has a blank in it, or nothing, cannot be written.
TEST_F(Ids, OfLinqsFollowTheRules) {
  for (const IdCase& about : id_cases()) {
    if (about.id.empty() || about.id.find_first_of(" \t\r\n") != std::string::npos) continue;
    write("a.content",
          "\xef\xbb\xbf"
          "first 1 AI\r\n" +
              about.id + "\t0\tAI\r\n");
    write("a.cites", "\xef\xbb\xbf" + (about.refusal.empty() ? "first " + about.id + "\r\n" : ""s));
    expect_as_said(about, "linqs:" + folder_.string());
  }
}

TEST_F(Ids, OfSqliteFollowTheRules) {
  for (const IdCase& about : id_cases()) {
    std::filesystem::remove(folder_ / "a.db");
    test::run_in_sqlite(folder_ / "a.db", in_sql(about, "CAST(X'" + hexadecimal(about.id) + "' AS TEXT)"));
    expect_as_said(about, "sqlite:" + (folder_ / "a.db").string());
  }
}

TEST_F(Ids, ThatAreNumbersAreWrittenAsUsual) {
  test::run_in_sqlite(folder_ / "a.db", R"(CREATE TABLE "Paper" (id); CREATE TABLE "Cite" (x, y);
      INSERT INTO "Paper" VALUES (100000.0), (7), (-3e6), (0.5); INSERT INTO "Cite" VALUES (100000, 7.0), ('0.5', -3000000))");
  const DatasetParts dataset =
      read_dataset(Knowledge::from_text("type Paper predict AI(Paper) given Cite(Paper, Paper)"),
                   "sqlite:" + (folder_ / "a.db").string());
  EXPECT_EQ(dataset.tables.name_of(0, 0), "100000");
  EXPECT_EQ(dataset.tables.name_of(0, 2), "-3000000");
  EXPECT_EQ(dataset.tables.listing(1).tuples, (std::vector<Row>{0, 1, 3, 2}));
}

TEST_F(Ids, OfProgramsFollowTheRules) {
  for (const IdCase& about : id_cases()) {
    Tables tables(Knowledge::from_text("type Paper predict AI(Paper)"));
    try {
      tables.name_objects("Paper", {"first", about.id});
      EXPECT_EQ(about.refusal, "") << about.name;
      EXPECT_EQ(tables.row_of(0, about.id), 1U) << about.name;
    } catch (const Error& error) {
      EXPECT_NE(about.refusal, "") << about.name << " is refused: " << error.what();
      EXPECT_NE(std::string(error.what()).find(about.refusal), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("object 1 of type 'Paper'"), std::string::npos)
          << error.what();
    }
  }
}

using PostgresIds = Ids;

// Bytes that are no UTF-8 are only in databases without an encoding; zero bytes in none.
TEST_F(PostgresIds, FollowTheRules) {
  const std::string uri = PostgresServer::shared().new_database();
  PostgresServer::execute(
      uri, "CREATE DATABASE bytes ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
  const std::string bytes = PostgresServer::shared().uri("bytes");
  for (IdCase about : id_cases()) {
    if (about.id.find('\0') != std::string::npos) continue;
    const bool is_text = table::text_complaint(about.id).empty();
    if (!is_text) about.refusal = "UTF";  // in the words of the server
    const std::string& database = is_text ? uri : bytes;
    const std::string hex = "'\\x" + hexadecimal(about.id) + "'::bytea";
    PostgresServer::execute(database, "DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    PostgresServer::execute(database, in_sql(about, is_text ? "convert_from(" + hex + ", 'UTF8')"
                                                            : "convert_from(" + hex + ", 'SQL_ASCII')"));
    expect_as_said(about, "postgres:" + database);
  }
}

TEST_F(PostgresIds, OfPaddedColumnsLoseThePadding) {
  const std::string uri = PostgresServer::shared().new_database();
  PostgresServer::execute(uri,
                          R"(CREATE TABLE "Paper" (id char(8)); INSERT INTO "Paper" VALUES (' a'), ('b c  ');
      CREATE TABLE "Cite" (x text, y char(20)); INSERT INTO "Cite" VALUES ('b c', ' a'))");
  const DatasetParts dataset = read_dataset(
      Knowledge::from_text("type Paper predict AI(Paper) given Cite(Paper, Paper)"), "postgres:" + uri);
  EXPECT_EQ(dataset.tables.name_of(0, 0), " a");
  EXPECT_EQ(dataset.tables.name_of(0, 1), "b c");
  EXPECT_EQ(dataset.tables.listing(1).tuples, (std::vector<Row>{1, 0}));
}

}  // namespace
}  // namespace kenn::dataset
