// What a person calls things: objects, tuples, atoms, rules; and back.
#pragma once

#include <kenn/knowledge.h>
#include <kenn/tables.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/evaluation.h"

namespace kenn::explain {

// A rule with several clauses, or a clause: what --without can name.
struct NamedRule {
  std::string name;
  std::vector<std::size_t> clauses;
};

// Reads what a person wrote. Everything throws `Error` (kind data) for what is not there, with the nearest
// name where there is one.
class Names {
 public:
  Names(const Knowledge& knowledge, const Tables& tables);

  // An object of a type with predictions, or a tuple of a predicted relation: `paper 17`, `Paper(paper 17)`,
  // `Cite(paper 1, paper 2)`. Objects with commas or quotes in their ids are put in double quotes.
  [[nodiscard]] RowOfTable row(const std::string& text) const;

  // Adds a rule, a clause or a listed fact to what is taken out.
  void take_out(const std::string& text, Alterations& changes) const;

  // `AI(paper 92)=1`
  [[nodiscard]] SetAtom set_atom(const std::string& text) const;

  // A predicate of a table.
  [[nodiscard]] std::uint32_t column(TableIndex table, const std::string& predicate) const;

  // Rules with several clauses under their common name, then all clauses.
  [[nodiscard]] const std::vector<NamedRule>& rules() const { return rules_; }

  // The objects of a row; and how it is written: `paper 17`, or `Cite(paper 1, paper 2)`.
  [[nodiscard]] std::vector<std::string> objects(TableIndex table, std::uint64_t row) const;
  [[nodiscard]] std::string text(TableIndex table, std::uint64_t row) const;

  // How a listed tuple is written: `Cite(paper 1, paper 2)`.
  [[nodiscard]] std::string fact_text(TableIndex table, std::uint64_t tuple) const;

 private:
  struct Atom {
    std::string name;
    std::vector<std::string> objects;
  };

  [[nodiscard]] static std::optional<Atom> parse_atom(std::string_view text);
  [[nodiscard]] std::optional<PredicateIndex> predicate(std::string_view name) const;
  [[nodiscard]] std::optional<TableIndex> table_of(std::string_view name) const;  // or predicate
  [[nodiscard]] Row object(TypeIndex type, const std::string& name) const;
  [[nodiscard]] std::vector<Row> objects_of(const Atom& atom, const std::vector<TypeIndex>& types) const;
  [[nodiscard]] std::optional<std::uint64_t> tuple(TableIndex table, const std::vector<Row>& objects) const;
  [[nodiscard]] std::uint64_t listed(TableIndex table, const Atom& atom) const;
  [[nodiscard]] const std::string& type_name(TypeIndex type) const { return vocabulary_.types[type].name; }
  [[noreturn]] void fail_unknown_object(const std::string& text) const;
  [[noreturn]] void fail_unknown_predicate(const std::string& name) const;

  const Vocabulary& vocabulary_;
  const Tables& tables_;
  std::vector<NamedRule> rules_;
};

}  // namespace kenn::explain
