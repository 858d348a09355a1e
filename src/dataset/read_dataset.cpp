// Reads data sets from wherever they are kept.
#include "dataset/read_dataset.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>

#include "base/output_target.h"
#include "base/spelling.h"
#include "dataset/csv_tables.h"
#include "dataset/linqs.h"
#include "dataset/object_table.h"
#include "dataset/postgres_tables.h"
#include "dataset/relation_table.h"
#include "dataset/split_choice.h"
#include "dataset/sqlite_tables.h"
#include "io/read_watch.h"

namespace kenn::dataset {

namespace {

namespace fs = std::filesystem;

// Reads the tables of a knowledge, wherever they are kept.
class Reader {
 public:
  Reader(const Knowledge& knowledge, io::TableSource& source)
      : knowledge_(knowledge), source_(source), dataset_{Tables(knowledge), {}, {}, {}, {}} {}

  DatasetParts read() {
    const std::vector<TableSchema>& tables = dataset_.tables.schema().tables;
    dataset_.features.resize(knowledge_.types().size());
    dataset_.tuple_features.resize(tables.size());
    dataset_.labels.resize(tables.size());
    for (TypeIndex type = 0; type < knowledge_.types().size(); ++type) {
      within_memory(knowledge_.types()[type].name, [&] { read_type(type); });
    }
    for (TableIndex table = 0; table < tables.size(); ++table) {
      if (!tables[table].holds_all_objects())
        within_memory(tables[table].name, [&] { read_relation(table); });
    }
    return std::move(dataset_);
  }

 private:
  // Says which table it is that there is no memory for.
  template <typename Action>
  void within_memory(const std::string& table, const Action& read_table) {
    try {
      read_table();
    } catch (const std::bad_alloc&) {
      const io::TableName place = source_.name_of(table);
      throw Error(ErrorKind::limit, place.prefix + "there is not enough memory left for what is in it",
                  place.file);
    }
  }

  void read_type(TypeIndex type) {
    const std::string& name = knowledge_.types()[type].name;
    const auto rows = source_.open(name);
    if (!rows && is_used(type)) {
      throw Error(ErrorKind::file, source_.missing(name, "the objects of type " + base::in_quotes(name)),
                  source_.name_of(name).file);
    }
    if (!rows) return dataset_.tables.resize(name, 0);
    const std::vector<TableSchema>& tables = dataset_.tables.schema().tables;
    const auto table = std::find_if(tables.begin(), tables.end(), [type](const TableSchema& each) {
      return each.holds_all_objects() && each.argument_types.front() == type;
    });
    ObjectTable objects =
        read_object_table(*rows, knowledge_.vocabulary(),
                          table == tables.end() ? std::span<const PredicateIndex>() : table->columns);
    if (table != tables.end()) {
      dataset_.labels[static_cast<std::size_t>(table - tables.begin())] = std::move(objects.labels);
    }
    dataset_.tables.name_objects(name, std::move(objects.ids));
    dataset_.features[type] = choose_features(type, std::move(objects.features));
  }

  [[nodiscard]] bool is_used(TypeIndex type) const {
    const std::vector<Predicate>& predicates = knowledge_.predicates();
    return std::any_of(predicates.begin(), predicates.end(), [type](const Predicate& predicate) {
      const std::vector<TypeIndex>& types = predicate.argument_types;
      return std::find(types.begin(), types.end(), type) != types.end();
    });
  }

  std::optional<table::Features> choose_features(TypeIndex type, std::optional<table::Features> columns) {
    const std::string& name = knowledge_.types()[type].name;
    std::optional<io::SeparateFeatures> separate = source_.separate_features(dataset_.tables, type);
    if (!separate) return columns;
    if (columns) {
      const io::TableName table = source_.name_of(name);
      throw Error(ErrorKind::data,
                  table.prefix + "there are features in columns here and also in " + separate->name +
                      "; they must be in one of the two",
                  table.file);
    }
    return std::move(separate->features);
  }

  void read_relation(TableIndex table) {
    const std::string& name = dataset_.tables.schema().tables[table].name;
    const auto rows = source_.open(name);
    const io::TableName place = source_.name_of(name);
    if (!rows) {
      throw Error(ErrorKind::file, source_.missing(name, "the tuples of " + base::in_quotes(name)),
                  place.file);
    }
    RelationTable relation = read_relation_table(*rows, dataset_.tables, table);
    dataset_.labels[table] = std::move(relation.labels);
    dataset_.tuple_features[table] = std::move(relation.features);
    try {
      const std::uint64_t repeated =
          dataset_.tables.list(name, std::move(relation.data.tuples), std::move(relation.data.truth));
      if (repeated > 0) warn_of_repeated(place, repeated, rows->unit());
    } catch (const Error& error) {
      throw Error(error.kind(), place.prefix + error.diagnostics().front().message, place.file);
    }
  }

  void warn_of_repeated(const io::TableName& place, std::uint64_t count, const std::string& unit) {
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = place.file;
    warning.message = place.prefix + std::to_string(count) + " " + unit +
                      (count == 1 ? " repeats" : "s repeat") +
                      " a tuple that is listed already; each tuple counts once";
    dataset_.warnings.push_back(std::move(warning));
  }

  const Knowledge& knowledge_;
  io::TableSource& source_;
  DatasetParts dataset_;
};

// The types, and the relations.
std::vector<std::string> table_names(const Knowledge& knowledge) {
  std::vector<std::string> names;
  for (const Type& type : knowledge.types()) names.push_back(type.name);
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (!table.holds_all_objects()) names.push_back(table.name);
  }
  return names;
}

[[noreturn]] void refuse(const std::string& source, const std::string& scheme) {
  const std::string known = "a folder, linqs:DIR, sqlite:FILE or postgres:URI";
  if (!scheme.empty()) {
    throw Error(ErrorKind::file, base::in_quotes(scheme) + " is no kind of data set; it can be " + known);
  }
  std::error_code ignored;
  if (source.empty()) throw Error(ErrorKind::file, "the data set has no name; it can be " + known);
  throw Error(ErrorKind::file,
              fs::exists(source, ignored) ? "this is not a folder; a SQLite file is written sqlite:FILE"
                                          : "there is no such folder",
              source);
}

}  // namespace

bool is_database(const std::string& source) {
  std::error_code ignored;
  const std::string scheme = kind_of_source(source);
  return (scheme == "sqlite" || is_postgres(scheme)) && !fs::is_directory(source, ignored);
}

DatasetParts read_dataset(const Knowledge& knowledge, const std::string& source, const ReadOptions& options) {
  std::error_code ignored;
  io::ReadWatch watch(options);
  const std::string scheme = kind_of_source(source);
  const std::string rest = scheme.empty() ? "" : source.substr(scheme.size() + 1);
  std::unique_ptr<io::TableSource> tables;
  try {
    if (fs::is_directory(source, ignored)) {
      tables = std::make_unique<CsvTables>(source);
    } else if (scheme == "linqs") {
      return read_linqs(knowledge, rest);
    } else if (scheme == "sqlite") {
      tables = std::make_unique<SqliteTables>(rest, watch);
    } else if (is_postgres(scheme)) {
      // In "postgres://host/name" the scheme belongs to the URI.
      tables = std::make_unique<PostgresTables>(rest.starts_with("//") ? source : rest, watch);
    } else {
      refuse(source, scheme);
    }
    return Reader(knowledge, *tables).read();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::file, "there is not enough memory left for the data set");
  }
}

std::vector<fs::path> files_of_dataset(const Knowledge& knowledge, const std::string& source) {
  std::error_code ignored;
  const std::string scheme = kind_of_source(source);
  const std::string rest = scheme.empty() ? "" : source.substr(scheme.size() + 1);
  std::vector<fs::path> files;
  if (fs::is_directory(source, ignored)) {
    for (const std::string& name : table_names(knowledge)) {
      for (const char* const ending : {".csv", ".features.npy", ".features.mtx"}) {
        files.push_back(fs::path(source) / (name + ending));
      }
    }
  } else if (scheme == "linqs") {
    for (const auto& entry : fs::directory_iterator(rest, ignored)) {
      const fs::path ending = entry.path().extension();
      if (ending == ".content" || ending == ".cites") files.push_back(entry.path());
    }
  } else if (scheme == "sqlite") {
    // SQLite names the files beside it after the file that a link leads to.
    for (const std::string& file : {rest, base::follow_links(rest).string()}) {
      for (const char* const ending : {"", "-journal", "-wal", "-shm"}) files.emplace_back(file + ending);
    }
  }
  return files;
}

}  // namespace kenn::dataset
