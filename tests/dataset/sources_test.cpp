// Tests that every source gives the same data set: folders, SQLite, PostgreSQL and LINQS.
#include <algorithm>
#include <set>

#include "dataset/dataset_support.h"
#include "dataset/postgres_server.h"
#include "dataset/sqlite_support.h"

namespace kenn::dataset {
namespace {

using test::below;
using test::Cell;
using test::describe;
using test::once_in;
using test::one_of;
using test::Texts;
using test::TextTable;

// Features of papers that are not columns.
struct SparseFeatures {
  struct Entry {
    std::size_t row, column;
    std::string value;
  };

  std::size_t width = 0;  // the last column has an entry
  std::vector<Entry> entries;
};

struct World {
  std::vector<TextTable> tables;
  std::optional<SparseFeatures> features;  // of Paper, whose table is the first
};

// ------------------------------------------------------------------------------------------- random worlds

std::string any_number() {
  return one_of<std::string>(
      {"0", "1", "-1", "0.1", "3.25", "1e-3", "-2.5e10", "16777217", "0.30000000000000004"});
}

// Different ids, sorted by their bytes as PostgreSQL does it.
Texts any_ids(const Texts& parts) {
  std::set<std::string> ids;
  const int count = below(6);
  for (int i = 0; i < count; ++i) ids.insert(one_of(parts) + one_of(parts));
  return {ids.begin(), ids.end()};
}

SparseFeatures any_sparse_features(std::size_t rows) {
  SparseFeatures features;
  std::set<std::pair<std::size_t, std::size_t>> places;
  for (int i = below(12); i > 0 && rows > 0; --i) {
    places.emplace(below(static_cast<int>(rows)), below(20));
  }
  for (const auto& [row, column] : places) {
    features.entries.push_back({row, column, any_number()});
    features.width = std::max(features.width, column + 1);
  }
  return features;
}

std::vector<std::vector<Cell>> any_pairs(const Texts& left, const Texts& right) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (int i = below(8); i > 0 && !left.empty() && !right.empty(); --i)
    pairs.emplace(one_of(left), one_of(right));
  std::vector<std::vector<Cell>> rows;
  for (const auto& [x, y] : pairs) rows.push_back({x, y});
  return rows;
}

// A column of its own in a table that has its first columns.
template <typename AnyCell>
void add_column(TextTable& table, const std::string& name, const std::string& type, AnyCell any_cell) {
  table.columns.emplace_back(name, type);
  for (auto& row : table.rows) row.push_back(any_cell());
}

Cell any_of_or_nothing(const Texts& texts) {
  return once_in(3) ? Cell() : Cell(one_of(texts));
}

World any_world() {
  const Texts parts = {"a", "b", "Z", "10", "9", " ", "\"", "'", ",", "\n", "\xc3\xa9", "\xf0\x9f\x93\x84"};
  const Texts papers = any_ids(parts);
  const Texts persons = any_ids(parts);
  TextTable paper{"Paper", {{"id", "text"}}, {}};
  for (const std::string& id : papers) paper.rows.push_back({id});
  TextTable person{"Person", {{"id", "text"}}, {}};
  for (const std::string& id : persons) person.rows.push_back({id});
  const auto truth = [] { return any_of_or_nothing({"0", "1"}); };
  const auto split = [] { return any_of_or_nothing({"train", "valid", "test"}); };
  if (once_in(2)) add_column(paper, "Long", "integer", truth);
  if (once_in(2)) add_column(paper, "label", "text", [] { return any_of_or_nothing({"AI", "DB"}); });
  if (once_in(2)) add_column(paper, "split", "text", split);
  World world;
  if (once_in(2)) {
    world.features = any_sparse_features(papers.size());
  } else {
    for (int i = below(4); i > 0; --i) {
      add_column(paper, "f" + std::to_string(i), "double precision", [] { return Cell(any_number()); });
    }
  }
  TextTable cite{"Cite", {{"x", "text"}, {"y", "text"}}, any_pairs(papers, papers)};
  if (once_in(2)) {
    add_column(cite, "truth", "double precision", [] {
      return Cell(one_of<std::string>({"0", "1", "0.5", "0.3"}));
    });
  }
  TextTable wrote{"Wrote", {{"x", "text"}, {"y", "text"}}, any_pairs(persons, papers)};
  if (once_in(2)) add_column(wrote, one_of<std::string>({"Wrote", "label"}), "integer", truth);
  if (once_in(2)) add_column(wrote, "split", "text", split);
  if (once_in(2)) add_column(wrote, "weight", "double precision", [] { return Cell(any_number()); });
  TextTable famous{"Famous", {{"x", "text"}}, {}};
  for (const std::string& id : persons) {
    if (once_in(2)) famous.rows.push_back({id});
  }
  world.tables = {paper, person, cite, wrote, famous};
  return world;
}

// One that LINQS can express: labels and whole ids everywhere, no splits, no degrees.
World any_linqs_world() {
  const Texts papers = any_ids({"a", "b", "Z", "10", "9", "\"", ",", "\xc3\xa9"});
  TextTable paper{"Paper", {{"id", "text"}, {"label", "text"}}, {}};
  for (const std::string& id : papers) paper.rows.push_back({id, one_of<std::string>({"AI", "DB"})});
  World world;
  const SparseFeatures features = any_sparse_features(papers.size());
  if (features.width > 0) world.features = features;
  world.tables = {paper, {"Cite", {{"x", "text"}, {"y", "text"}}, any_pairs(papers, papers)}};
  return world;
}

// ------------------------------------------------------------------------------------------------- sources

std::string matrix_market_of(const SparseFeatures& features, std::size_t rows) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(rows) + " " +
                     std::to_string(features.width) + " " + std::to_string(features.entries.size()) + "\n";
  for (const auto& [row, column, value] : features.entries) {
    text += std::to_string(row + 1) + " " + std::to_string(column + 1) + " " + value + "\n";
  }
  return text;
}

std::string commands_of(const World& world) {
  std::string commands = sql_of(world.tables);
  if (!world.features) return commands;
  TextTable table{
      "Paper_features", {{"id", "text"}, {"feature", "integer"}, {"value", "double precision"}}, {}};
  for (const auto& [row, column, value] : world.features->entries) {
    table.rows.push_back({world.tables[0].rows[row][0], std::to_string(column), value});
  }
  return commands + sql_of(table);
}

std::string content_of(const World& world) {
  std::string text;
  const TextTable& papers = world.tables[0];
  for (std::size_t row = 0; row < papers.rows.size(); ++row) {
    Texts values(world.features ? world.features->width : 0, "0");
    for (const auto& entry :
         world.features ? world.features->entries : std::vector<SparseFeatures::Entry>()) {
      if (entry.row == row) values[entry.column] = entry.value;
    }
    text += *papers.rows[row][0];
    for (const std::string& value : values) text += "\t" + value;
    text += "\t" + *papers.rows[row][1] + "\n";
  }
  return text;
}

class PostgresAndOthers : public test::DataFolder {
 protected:
  void SetUp() override {
    DataFolder::SetUp();
    uri_ = test::PostgresServer::shared().new_database();
  }

  Texts from_folder(const Knowledge& knowledge, const World& world) const {
    const std::filesystem::path folder = folder_ / "folder";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    for (const TextTable& table : world.tables) write("folder/" + table.name + ".csv", csv_of(table));
    if (world.features) {
      write("folder/Paper.features.mtx", matrix_market_of(*world.features, world.tables[0].rows.size()));
    }
    return describe(read_dataset(knowledge, folder));
  }

  Texts from_sqlite(const Knowledge& knowledge, const World& world) const {
    const std::filesystem::path file = folder_ / "data.db";
    std::filesystem::remove(file);
    test::run_in_sqlite(file, "PRAGMA synchronous = OFF; BEGIN;" + commands_of(world) + "COMMIT");
    return describe(read_dataset(knowledge, "sqlite:" + file.string()));
  }

  Texts from_postgres(const Knowledge& knowledge, const World& world) const {
    test::PostgresServer::execute(uri_,
                                  "DROP SCHEMA public CASCADE; CREATE SCHEMA public;" + commands_of(world));
    return describe(read_dataset(knowledge, "postgres:" + uri_));
  }

  Texts from_linqs(const Knowledge& knowledge, const World& world) const {
    std::filesystem::create_directory(folder_ / "linqs");
    write("linqs/a.content", content_of(world));
    std::string pairs;
    for (const auto& row : world.tables[1].rows) pairs += *row[0] + "\t" + *row[1] + "\n";
    write("linqs/a.cites", pairs);
    return describe(read_dataset(knowledge, "linqs:" + (folder_ / "linqs").string()));
  }

  std::string uri_;
};

TEST_F(PostgresAndOthers, GiveTheSame) {
  const Knowledge knowledge = Knowledge::from_text(test::library);
  test::check_property(60, [&] {
    const World world = any_world();
    const Texts expected = from_folder(knowledge, world);
    RC_ASSERT(from_sqlite(knowledge, world) == expected);
    RC_ASSERT(from_postgres(knowledge, world) == expected);
  });
}

TEST_F(PostgresAndOthers, GiveTheSameAsLinqs) {
  const Knowledge knowledge = Knowledge::from_text(
      "type Paper predict AI(Paper), DB(Paper) exclusive AI, DB given Cite(Paper, Paper)");
  test::check_property(60, [&] {
    const World world = any_linqs_world();
    const Texts expected = from_folder(knowledge, world);
    RC_ASSERT(from_linqs(knowledge, world) == expected);
    RC_ASSERT(from_sqlite(knowledge, world) == expected);
    RC_ASSERT(from_postgres(knowledge, world) == expected);
  });
}

}  // namespace
}  // namespace kenn::dataset
