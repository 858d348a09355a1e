// Reads what `kenn enhance` works on: logits, ids and relations, each NAME=FILE.
#include "enhance_inputs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "dataset/object_ids.h"
#include "dataset/relation_files.h"
#include "io/npy.h"

namespace kenn::cli {

namespace {

[[noreturn]] void fail(const std::string& message, const std::string& file) {
  throw Error(ErrorKind::data, message, file);
}

// The predicates of a table in the order of its columns: "Agents, AI, DB".
std::string column_names(const TableSchema& table, const Vocabulary& vocabulary) {
  std::string text;
  for (const PredicateIndex column : table.columns) {
    text += (text.empty() ? "" : ", ") + vocabulary.predicates[column].name;
  }
  return base::shortened(text, 200);
}

class InputReader {
 public:
  InputReader(const Knowledge& knowledge, const EnhanceFiles& files)
      : knowledge_(knowledge), files_(files), inputs_{Tables(knowledge), {}, {}} {}

  EnhanceInputs read() {
    read_logits();
    name_objects();
    size_object_tables();
    list_relations();
    check_relations();
    order_logits();
    return std::move(inputs_);
  }

 private:
  [[nodiscard]] const Schema& schema() const { return inputs_.tables.schema(); }

  void read_logits() {
    for (const NamedFile& named : files_.logits) {
      const auto table = schema().find(named.name);
      if (!table || schema().tables[*table].role != Role::predict) fail_no_table(named);
      const auto [known, is_new] = matrices_.emplace(*table, Logits{named.file, {}});
      if (!is_new) {
        fail("the logits of " + base::in_quotes(named.name) + " are given twice, here and as " +
                 known->second.file,
             named.file);
      }
      known->second.matrix = io::read_npy_matrix(named.file, names_of(schema().tables[*table]));
      check_columns(known->second.matrix, schema().tables[*table], named.file);
    }
  }

  [[nodiscard]] io::MatrixNames names_of(const TableSchema& table) const {
    io::MatrixNames names{table.name, {}};
    for (const PredicateIndex column : table.columns)
      names.columns.push_back(knowledge_.predicates()[column].name);
    return names;
  }

  [[noreturn]] void fail_no_table(const NamedFile& named) const {
    for (const Predicate& predicate : knowledge_.predicates()) {
      if (predicate.name != named.name) continue;
      const std::string name = base::in_quotes(named.name);
      if (predicate.role == Role::given)
        fail(name + " is given and has no logits; its tuples are a --relation", named.file);
      fail(name + " is a column of the logits of " + base::in_quotes(predicate.table) + ": --logits " +
               predicate.table + "=FILE",
           named.file);
    }
    std::vector<std::string_view> names;
    for (const TableSchema& table : schema().tables) {
      if (table.role == Role::predict) names.push_back(table.name);
    }
    fail("the knowledge predicts no table " + base::in_quotes(named.name) +
             base::suggestion(named.name, names),
         named.file);
  }

  void check_columns(const io::Matrix& matrix, const TableSchema& table, const std::string& file) const {
    if (matrix.columns == table.columns.size()) return;
    fail("the logits of " + base::in_quotes(table.name) + " have " + std::to_string(matrix.columns) +
             (matrix.columns == 1 ? " column" : " columns") + ", but the knowledge predicts " +
             std::to_string(table.columns.size()) + ": " + column_names(table, knowledge_.vocabulary()),
         file);
  }

  void name_objects() {
    std::map<std::string, std::string> seen;
    for (const NamedFile& named : files_.ids) {
      const auto [known, is_new] = seen.emplace(named.name, named.file);
      if (!is_new) {
        fail("the ids of " + base::in_quotes(named.name) + " are given twice, here and as " + known->second,
             named.file);
      }
      std::vector<std::string> ids = dataset::read_ids(named.file);
      try {
        inputs_.tables.name_objects(named.name, std::move(ids));
      } catch (const Error& error) {
        fail(error.diagnostics().front().message, named.file);
      }
    }
  }

  // The rows of a type's logits are its objects.
  void size_object_tables() {
    for (const auto& [table, logits] : matrices_) {
      const TableSchema& about = schema().tables[table];
      if (!about.holds_all_objects()) continue;
      const TypeIndex type = about.argument_types.front();
      if (inputs_.tables.has_size(type) && inputs_.tables.object_count(type) != logits.matrix.rows) {
        fail("the logits of " + base::in_quotes(about.name) + " have " + std::to_string(logits.matrix.rows) +
                 " rows, but there are " + std::to_string(inputs_.tables.object_count(type)) + " ids",
             logits.file);
      }
      inputs_.tables.resize(knowledge_.types()[type].name, logits.matrix.rows);
    }
  }

  void list_relations() {
    std::vector<dataset::RelationFile> files;
    files.reserve(files_.relations.size());
    for (const NamedFile& named : files_.relations) files.push_back({named.name, named.file});
    inputs_.warnings = dataset::list_relation_files(inputs_.tables, files, files_.threads);
  }

  // Whether a rule speaks of a table.
  [[nodiscard]] bool is_used(TableIndex table) const {
    for (const Clause& clause : knowledge_.clauses()) {
      for (const Literal& literal : clause.literals) {
        if (!literal.is_equality() && schema().places[literal.predicate].table == table) return true;
      }
    }
    return false;
  }

  void check_relations() const {
    for (TableIndex table = 0; table < schema().tables.size(); ++table) {
      const TableSchema& about = schema().tables[table];
      const auto logits = matrices_.find(table);
      const bool has_logits = logits != matrices_.end();
      const bool needs_listing = !about.holds_all_objects() && (has_logits || is_used(table));
      if (needs_listing && !inputs_.tables.is_listed(table)) {
        fail("relation " + base::in_quotes(about.name) + " is missing: --relation " + about.name + "=FILE",
             knowledge_.name());
      }
      if (about.role == Role::predict && !has_logits && is_used(table)) {
        fail(
            "the logits of " + base::in_quotes(about.name) + " are missing: --logits " + about.name + "=FILE",
            knowledge_.name());
      }
      if (has_logits && logits->second.matrix.rows != inputs_.tables.row_count(table)) {
        fail("the logits of " + base::in_quotes(about.name) + " have " +
                 std::to_string(logits->second.matrix.rows) + " rows, but the relation lists " +
                 std::to_string(inputs_.tables.row_count(table)) + " tuples",
             logits->second.file);
      }
    }
  }

  void order_logits() {
    for (TableIndex table = 0; table < schema().tables.size(); ++table) {
      const TableSchema& about = schema().tables[table];
      if (about.role != Role::predict) continue;
      TableLogits logits{about.name, "", {}};
      if (const auto found = matrices_.find(table); found != matrices_.end()) {
        logits.file = found->second.file;
        logits.values = std::move(found->second.matrix.values);
      } else {
        // No rule speaks of it; what is not there is not changed.
        logits.values.resize(inputs_.tables.row_count(table) * about.columns.size());
      }
      inputs_.logits.push_back(std::move(logits));
    }
  }

  struct Logits {
    std::string file;
    io::Matrix matrix;
  };

  const Knowledge& knowledge_;
  const EnhanceFiles& files_;
  EnhanceInputs inputs_;
  std::map<TableIndex, Logits> matrices_;
};

}  // namespace

NamedFile named_file(const std::string& option, const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
    throw CLI::ValidationError(option, "'" + text + "' is not NAME=FILE");
  }
  return {text.substr(0, sign), text.substr(sign + 1)};
}

EnhanceInputs read_enhance_inputs(const Knowledge& knowledge, const EnhanceFiles& files) {
  return InputReader(knowledge, files).read();
}

}  // namespace kenn::cli
