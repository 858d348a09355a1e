// Knowledge: texts in, clauses and predicates out.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"

namespace kenn::python {

namespace {

Syntax syntax_of(const std::string& word) {
  if (word == "auto") return Syntax::automatic;
  if (word == "kenn") return Syntax::kenn;
  if (word == "kenn2") return Syntax::kenn2;
  throw Error(ErrorKind::data, "the syntax is 'auto', 'kenn' or 'kenn2', not '" + word + "'");
}

std::string word_of(Role role) {
  return role == Role::predict ? "predict" : "given";
}

std::vector<std::string> type_names(const Vocabulary& vocabulary, const std::vector<TypeIndex>& types) {
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const TypeIndex type : types) names.push_back(vocabulary.types[type].name);
  return names;
}

// Name, text, whether it is learned, weight, line, column.
using ClauseTuple = std::tuple<std::string, std::string, bool, double, std::uint32_t, std::uint32_t>;

std::vector<ClauseTuple> clauses(const Knowledge& knowledge) {
  std::vector<ClauseTuple> all;
  for (const Clause& clause : knowledge.clauses()) {
    all.emplace_back(clause.name, to_string(clause, knowledge.vocabulary()), clause.weight.learned,
                     clause.weight.value, clause.location.line, clause.location.column);
  }
  return all;
}

// Name, role, types of its arguments, table, exclusive group.
using PredicateTuple =
    std::tuple<std::string, std::string, std::vector<std::string>, std::string, std::optional<std::uint32_t>>;

std::vector<PredicateTuple> predicates(const Knowledge& knowledge) {
  std::vector<PredicateTuple> all;
  for (const Predicate& predicate : knowledge.predicates()) {
    all.emplace_back(predicate.name, word_of(predicate.role),
                     type_names(knowledge.vocabulary(), predicate.argument_types), predicate.table,
                     predicate.exclusive_group);
  }
  return all;
}

// Name, role, types of its arguments, columns.
using TableTuple = std::tuple<std::string, std::string, std::vector<std::string>, std::vector<std::string>>;

std::vector<TableTuple> tables(const Knowledge& knowledge) {
  std::vector<TableTuple> all;
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    std::vector<std::string> columns;
    for (const PredicateIndex column : table.columns) columns.push_back(knowledge.predicates()[column].name);
    all.emplace_back(table.name, word_of(table.role),
                     type_names(knowledge.vocabulary(), table.argument_types), std::move(columns));
  }
  return all;
}

std::vector<std::string> types(const Knowledge& knowledge) {
  std::vector<std::string> names;
  for (const Type& type : knowledge.types()) names.push_back(type.name);
  return names;
}

}  // namespace

void bind_knowledge(nb::module_& module) {
  nb::class_<Knowledge>(module, "Knowledge")
      .def_static(
          "from_text",
          [](std::string text, std::string name, const std::string& syntax) {
            return Knowledge::from_text(std::move(text), std::move(name), syntax_of(syntax));
          },
          nb::arg("text"), nb::arg("name"), nb::arg("syntax"))
      .def_static(
          "from_file",
          [](const std::filesystem::path& path, const std::string& syntax) {
            return Knowledge::from_file(path, syntax_of(syntax));
          },
          nb::arg("path"), nb::arg("syntax"))
      .def_prop_ro("name", &Knowledge::name)
      .def_prop_ro("text", &Knowledge::text)
      .def_prop_ro("syntax",
                   [](const Knowledge& self) {
                     return std::string(self.syntax() == Syntax::kenn2 ? "kenn2" : "kenn");
                   })
      .def_prop_ro("rule_count", &Knowledge::rule_count)
      .def_prop_ro("types", &types)
      .def_prop_ro("clauses", &clauses)
      .def_prop_ro("predicates", &predicates)
      .def_prop_ro("tables", &tables)
      .def_prop_ro("warnings", &Knowledge::warnings, nb::rv_policy::copy);
}

}  // namespace kenn::python
