// Lists relations in tables from files.
#include "dataset/relation_files.h"

#include <algorithm>
#include <map>

#include "base/nearest_name.h"
#include "base/spelling.h"

namespace kenn::dataset {

namespace {

struct ReadRelation {
  TableIndex table = 0;
  const RelationFile* file = nullptr;
  RelationData data;
};

// The table of a relation; an error when there is none, or it is no relation.
TableIndex find_relation(const Tables& tables, const RelationFile& file) {
  const Schema& schema = tables.schema();
  const auto table = schema.find(file.relation);
  if (table && !schema.tables[*table].holds_all_objects()) return *table;
  if (table) {
    throw Error(ErrorKind::data,
                base::in_quotes(file.relation) + " is a type, not a relation; its objects are not listed",
                file.path.string());
  }
  std::vector<std::string_view> names;
  for (const TableSchema& each : schema.tables) {
    if (!each.holds_all_objects()) names.push_back(each.name);
  }
  throw Error(ErrorKind::data,
              "the knowledge has no relation " + base::in_quotes(file.relation) +
                  base::suggestion(file.relation, names),
              file.path.string());
}

std::vector<ReadRelation> read_all(const Tables& tables, std::span<const RelationFile> files,
                                   std::uint32_t threads) {
  std::vector<ReadRelation> relations;
  for (const RelationFile& file : files) {
    const TableIndex table = find_relation(tables, file);
    const auto same = std::find_if(relations.begin(), relations.end(),
                                   [&](const ReadRelation& other) { return other.table == table; });
    if (same != relations.end()) {
      throw Error(ErrorKind::data,
                  "relation " + base::in_quotes(file.relation) + " is given twice, here and as " +
                      same->file->path.string(),
                  file.path.string());
    }
    const auto truth =
        tables.schema().tables[table].role == Role::given ? TruthColumn::allowed : TruthColumn::refused;
    relations.push_back({table, &file,
                         read_relation(file.path, file.relation, arguments_of(tables, table), truth,
                                       {file.other_columns, threads})});
  }
  return relations;
}

// Types that nothing else gives a size have the objects that the relations name.
void size_by_use(Tables& tables, const std::vector<ReadRelation>& relations) {
  std::map<TypeIndex, std::size_t> counts;
  for (const ReadRelation& relation : relations) {
    const auto& types = tables.schema().tables[relation.table].argument_types;
    for (std::size_t argument = 0; argument < types.size(); ++argument) {
      if (tables.has_size(types[argument])) continue;
      std::size_t& count = counts[types[argument]];
      for (std::size_t i = argument; i < relation.data.tuples.size(); i += types.size()) {
        count = std::max(count, relation.data.tuples[i] + std::size_t{1});
      }
    }
  }
  for (const auto& [type, count] : counts) tables.resize(tables.vocabulary().types[type].name, count);
}

}  // namespace

ArgumentObjects objects_of(const Tables& tables, TypeIndex type) {
  ArgumentObjects objects;
  objects.type = tables.vocabulary().types[type].name;
  if (tables.has_size(type)) objects.count = tables.object_count(type);
  if (tables.has_names(type)) {
    objects.ids = tables.names(type);
    objects.rows_of_ids = [&tables, type](std::span<const std::string_view> ids, std::span<Row> rows) {
      tables.rows_of(type, ids, rows);
    };
  }
  return objects;
}

std::vector<ArgumentObjects> arguments_of(const Tables& tables, TableIndex table) {
  const std::vector<TypeIndex>& types = tables.schema().tables[table].argument_types;
  std::vector<ArgumentObjects> arguments;
  arguments.reserve(types.size());
  for (const TypeIndex type : types) arguments.push_back(objects_of(tables, type));
  return arguments;
}

std::vector<Diagnostic> list_relation_files(Tables& tables, std::span<const RelationFile> files,
                                            std::uint32_t threads) {
  std::vector<ReadRelation> relations = read_all(tables, files, threads);
  size_by_use(tables, relations);
  std::vector<Diagnostic> warnings;
  for (ReadRelation& relation : relations) {
    const std::string file = relation.file->path.string();
    try {
      const std::uint64_t merged = tables.list(relation.file->relation, std::move(relation.data.tuples),
                                               std::move(relation.data.truth));
      if (merged == 0) continue;
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.file = file;
      warning.message = std::to_string(merged) + (merged == 1 ? " line repeats" : " lines repeat") +
                        " a tuple that is listed already; each tuple counts once";
      warnings.push_back(std::move(warning));
    } catch (const Error& error) {
      throw Error(error.kind(), error.diagnostics().front().message, file);
    }
  }
  return warnings;
}

}  // namespace kenn::dataset
