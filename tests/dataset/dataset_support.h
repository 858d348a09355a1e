// What the tests of data sets share: a knowledge, data sets as text, tables to be written to every source.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/data_support.h"
#include "dataset/read_dataset.h"

namespace kenn::test {

// Two types, an exclusive group, a free predicate, a given relation, a given unary predicate, and a predicted
// relation.
inline const std::string library =
    "type Paper, Person\n"
    "predict AI(Paper), DB(Paper), Long(Paper), Wrote(Person, Paper)\n"
    "given Cite(Paper, Paper), Famous(Person)\n"
    "exclusive AI, DB\n"
    "rule: AI(x) & Cite(x, y) & Long(x) -> AI(y)\n"
    "rule: Famous(p) & Wrote(p, x) -> DB(x)\n";

// --------------------------------------------------------------------------------------- data sets as text

inline std::string number_text(float number) {
  std::ostringstream out;
  out.precision(9);
  out << number;
  return out.str();
}

// "dense 2x2: 0.5 1 | 2 3", "sparse 2x3: 0:0.5 2:1 |"
inline std::string to_text(const table::Features& features) {
  std::string text = (features.is_sparse() ? "sparse " : "dense ") + std::to_string(features.rows) + "x" +
                     std::to_string(features.columns) + ":";
  for (std::size_t row = 0; row < features.rows; ++row) {
    if (row > 0) text += " |";
    if (const auto* const sparse = std::get_if<table::SparseRows>(&features.values)) {
      EXPECT_EQ(sparse->offsets.size(), features.rows + 1);
      for (auto i = sparse->offsets.at(row); i < sparse->offsets.at(row + 1); ++i) {
        text += " " + std::to_string(sparse->columns.at(i)) + ":" + number_text(sparse->values.at(i));
      }
    } else {
      const auto& values = std::get<table::DenseRows>(features.values).values;
      EXPECT_EQ(values.size(), features.rows * features.columns);
      for (std::size_t i = 0; i < features.columns; ++i) {
        text += " " + number_text(values.at(row * features.columns + i));
      }
    }
  }
  return text;
}

// "10? train | ??? -"
inline std::string to_text(const table::Labels& labels, std::size_t rows, std::size_t columns) {
  EXPECT_EQ(labels.atoms.size(), rows * columns);
  EXPECT_TRUE(labels.splits.empty() || labels.splits.size() == rows);
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    text += row > 0 ? " | " : " ";
    for (std::size_t i = 0; i < columns; ++i) {
      const table::Known known = labels.atoms.at(row * columns + i);
      text += known == table::Known::yes ? '1' : known == table::Known::no ? '0' : '?';
    }
    static const char* const splits[] = {" -", " train", " valid", " test"};
    if (!labels.splits.empty()) text += splits[static_cast<int>(labels.splits[row])];
  }
  return text;
}

inline std::string to_text(const Tables& tables, TableIndex table) {
  const Listing& listing = tables.listing(table);
  std::string text;
  for (std::size_t i = 0; i < listing.count(); ++i) {
    text += " (";
    for (std::size_t argument = 0; argument < listing.arity; ++argument) {
      const TypeIndex type = tables.schema().tables[table].argument_types[argument];
      text += (argument > 0 ? "," : "") + tables.name_of(type, listing.tuples[i * listing.arity + argument]);
    }
    text += ")";
    if (!listing.truth.empty()) text += ":" + number_text(listing.truth[i]);
  }
  return text;
}

// A line for everything that is there; warnings are not part of it.
inline Texts describe(const DatasetParts& dataset) {
  const Tables& tables = dataset.tables;
  Texts lines;
  EXPECT_EQ(dataset.features.size(), tables.vocabulary().types.size());
  for (TypeIndex type = 0; type < dataset.features.size(); ++type) {
    const std::string& name = tables.vocabulary().types[type].name;
    std::string ids;
    for (const std::string& id : tables.names(type)) ids += " " + id;
    lines.push_back(name + ":" + ids);
    if (dataset.features[type]) lines.push_back(name + " features " + to_text(*dataset.features[type]));
  }
  EXPECT_EQ(dataset.labels.size(), tables.schema().tables.size());
  EXPECT_EQ(dataset.tuple_features.size(), tables.schema().tables.size());
  for (TableIndex table = 0; table < dataset.labels.size(); ++table) {
    const TableSchema& schema = tables.schema().tables[table];
    if (!schema.holds_all_objects()) lines.push_back(schema.name + ":" + to_text(tables, table));
    if (schema.role == Role::given) {
      EXPECT_EQ(dataset.labels[table], table::Labels()) << schema.name;
    } else {
      lines.push_back(schema.name + " labels:" +
                      to_text(dataset.labels[table], static_cast<std::size_t>(tables.row_count(table)),
                              schema.columns.size()));
    }
    const auto& features = dataset.tuple_features[table];
    if (features) lines.push_back(schema.name + " tuple features " + to_text(*features));
  }
  return lines;
}

// ------------------------------------------------------------------------------------ tables for every
// source

// A cell; nothing is an empty field of a CSV file and NULL in a database.
using Cell = std::optional<std::string>;

struct TextTable {
  std::string name;
  std::vector<std::pair<std::string, std::string>> columns;  // names and their types in a database
  std::vector<std::vector<Cell>> rows;
};

inline std::string in_double_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) result += letter == '"' ? "\"\"" : std::string(1, letter);
  return result + "\"";
}

inline std::string csv_of(const TextTable& table) {
  std::string text;
  for (const auto& column : table.columns) text += (text.empty() ? "" : ",") + in_double_quotes(column.first);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += (i == 0 ? "\n" : ",") + (row[i] ? in_double_quotes(*row[i]) : "");
    }
  }
  return text + "\n";
}

// Commands that every database understands.
inline std::string sql_of(const TextTable& table) {
  std::string columns;
  for (const auto& [name, type] : table.columns) {
    columns += (columns.empty() ? "" : ", ") + in_double_quotes(name) + " " + type;
  }
  std::string text = "CREATE TABLE " + in_double_quotes(table.name) + " (" + columns + ");\n";
  for (const auto& row : table.rows) {
    std::string values;
    for (const Cell& cell : row) {
      values += values.empty() ? "" : ", ";
      if (!cell) {
        values += "NULL";
        continue;
      }
      values += "'";
      for (const char letter : *cell) values += letter == '\'' ? "''" : std::string(1, letter);
      values += "'";
    }
    text += "INSERT INTO " + in_double_quotes(table.name) + " VALUES (" + values + ");\n";
  }
  return text;
}

inline std::string sql_of(const std::vector<TextTable>& tables) {
  std::string text;
  for (const TextTable& table : tables) text += sql_of(table);
  return text;
}

// The library as tables, with everything that a data set can say; ids are in their order.
inline std::vector<TextTable> library_tables() {
  return {
      {"Paper",
       {{"id", "text"},
        {"label", "text"},
        {"split", "text"},
        {"Long", "integer"},
        {"pages", "double precision"},
        {"year", "integer"}},
       {{"a", "AI", "train", "1", "3.5", "1999"},
        {"b", "DB", "valid", "0", "0.1", "2004"},
        {"c", std::nullopt, "test", std::nullopt, "-1e-3", "0"},
        {"d \"e\", f", "AI", std::nullopt, "1", "1e10", "7"}}},
      {"Person", {{"id", "text"}}, {{"anna"}, {"bob"}, {"zo\xc3\xab's"}}},
      {"Cite",
       {{"x", "text"}, {"y", "text"}, {"truth", "double precision"}},
       {{"a", "b", "1"}, {"a", "c", "0.25"}, {"a", "c", "0.25"}, {"b", "b", "0"}, {"d \"e\", f", "a", "1"}}},
      {"Famous", {{"who", "text"}}, {{"bob"}}},
      {"Wrote",
       {{"person", "text"}, {"paper", "text"}, {"Wrote", "integer"}, {"split", "text"}, {"order", "integer"}},
       {{"anna", "a", "1", "train", "1"},
        {"anna", "b", "0", "test", "2"},
        {"bob", "a", std::nullopt, std::nullopt, "3"},
        {"zo\xc3\xab's", "d \"e\", f", "1", "valid", "4"}}},
  };
}

inline const Texts library_description = {
    "Paper: a b c d \"e\", f",
    "Paper features dense 4x2: 3.5 1999 | 0.100000001 2004 | -0.00100000005 0 | 1e+10 7",
    "Person: anna bob zo\xc3\xab's",
    "Paper labels: 101 train | 010 valid | ??? test | 101 -",
    "Wrote: (anna,a) (anna,b) (bob,a) (zo\xc3\xab's,d \"e\", f)",
    "Wrote labels: 1 train | 0 test | ? - | 1 valid",
    "Wrote tuple features dense 4x1: 1 | 2 | 3 | 4",
    "Cite: (a,b):1 (a,c):0.25 (d \"e\", f,a):1",
    "Famous: (bob)",
};

}  // namespace kenn::test
