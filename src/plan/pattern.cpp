// Step 1 of a plan: what a clause matches, and what it touches there.
#include "plan/pattern.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/source.h"
#include "base/spelling.h"

namespace kenn::plan {

namespace {

constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

// What a slot is about, as a number: one of the variables, objects or atoms of its pattern. (The table
// follows: it is the atom's, or that of the object's type.)
std::uint64_t subject_of(const Slot& slot) {
  constexpr std::uint64_t is_atom = std::uint64_t{1} << 63;
  constexpr std::uint64_t is_variable = std::uint64_t{1} << 62;
  if (!slot.is_object) return is_atom | slot.atom;
  return slot.object.is_variable ? is_variable | slot.object.value
                                 : (std::uint64_t{slot.table} << 32) % is_variable | slot.object.value;
}

// Turns one clause into its pattern and its ground literals.
class ClausePattern {
 public:
  ClausePattern(const Knowledge& knowledge, const Tables& tables, std::size_t clause)
      : knowledge_(knowledge),
        tables_(tables),
        clause_index_(clause),
        clause_(knowledge.clauses()[clause]),
        numbers_(clause_.variables.size(), no_number) {
    check_data();
    number_variables();
    add_atoms();
    pattern_.is_about_one_object = is_about_one_object();
  }

  [[nodiscard]] const Pattern& pattern() const { return pattern_; }

  // Adds the clause to its group, with the slots that it needs.
  void add_to(PatternGroup& group) const {
    GroundClause ground{clause_index_, {}, numbers_};
    for (const Literal& literal : clause_.literals) {
      if (literal.is_equality() || is_folded(literal)) continue;
      const Place& place = tables_.schema().places[literal.predicate];
      Slot slot{place.table, is_object(literal), {}, 0};
      if (slot.is_object) {
        slot.object = term(literal, 0);
      } else {
        slot.atom = position_of(atom(literal));
      }
      const auto next = static_cast<std::uint32_t>(group.slots.size());
      const auto [entry, is_new] = group.slot_numbers.emplace(subject_of(slot), next);
      if (is_new) group.slots.push_back(slot);
      ground.literals.push_back({entry->second, place.column, literal.positive});
    }
    group.clauses.push_back(std::move(ground));
  }

 private:
  [[nodiscard]] const TableSchema& table_of(const Literal& literal) const {
    return tables_.schema().tables[tables_.schema().places[literal.predicate].table];
  }

  [[nodiscard]] bool is_object(const Literal& literal) const { return table_of(literal).holds_all_objects(); }

  // A `given` literal without degrees only decides which groundings there are.
  [[nodiscard]] bool is_folded(const Literal& literal) const {
    const Place& place = tables_.schema().places[literal.predicate];
    return table_of(literal).role == Role::given && tables_.listing(place.table).truth.empty();
  }

  void check_data() const {
    for (const Variable& variable : clause_.variables) check_size(variable.type);
    for (const Literal& literal : clause_.literals) {
      if (literal.is_equality() || is_object(literal)) continue;
      const TableIndex table = tables_.schema().places[literal.predicate].table;
      if (!tables_.is_listed(table))
        fail("relation " + base::in_quotes(table_of(literal).name) + " is not listed");
    }
  }

  void check_size(TypeIndex type) const {
    if (tables_.has_size(type)) return;
    fail("type " + base::in_quotes(knowledge_.types()[type].name) + " has no number of objects");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw clause_error(ErrorKind::data, knowledge_, clause_index_, message);
  }

  [[nodiscard]] bool is_about_one_object() const {
    const auto is_unary = [](const Literal& literal) {
      return !literal.is_equality() && literal.arguments.size() == 1;
    };
    // Types matter: the constant "0" can name an object of each.
    const auto type = [this](const Literal& literal) {
      return knowledge_.predicates()[literal.predicate].argument_types.front();
    };
    const Literal& first = clause_.literals.front();
    return is_unary(first) &&
           std::all_of(clause_.literals.begin(), clause_.literals.end(), [&](const Literal& literal) {
             return is_unary(literal) && literal.arguments == first.arguments && type(literal) == type(first);
           });
  }

  // The literals that make atoms, by table and use, so that their order in the rule does not matter.
  [[nodiscard]] std::vector<const Literal*> atom_literals() const {
    std::vector<const Literal*> literals;
    for (const Literal& literal : clause_.literals) {
      if (!literal.is_equality() && !is_object(literal)) literals.push_back(&literal);
    }
    const auto key = [this](const Literal* literal) {
      return std::pair(tables_.schema().places[literal->predicate].table, use_of(*literal));
    };
    std::stable_sort(literals.begin(), literals.end(),
                     [&](const Literal* left, const Literal* right) { return key(left) < key(right); });
    return literals;
  }

  [[nodiscard]] AtomUse use_of(const Literal& literal) const {
    if (table_of(literal).role == Role::predict) return AtomUse::predicted;
    return literal.positive ? AtomUse::excluded : AtomUse::required;
  }

  void number_variables() {
    for (const Literal* const literal : atom_literals()) number_variables_of(*literal);
    for (const Literal& literal : clause_.literals) number_variables_of(literal);
  }

  void number_variables_of(const Literal& literal) {
    for (const Term& argument : literal.arguments) {
      if (argument.kind == Term::Kind::constant || numbers_[argument.index] != no_number) continue;
      numbers_[argument.index] = static_cast<std::uint32_t>(pattern_.variable_types.size());
      pattern_.variable_types.push_back(clause_.variables[argument.index].type);
    }
  }

  void add_atoms() {
    for (const Literal* const literal : atom_literals()) {
      PatternAtom candidate = atom(*literal);
      if (position_of(candidate) == pattern_.atoms.size()) pattern_.atoms.push_back(std::move(candidate));
    }
    for (const Literal& literal : clause_.literals) {
      if (!literal.is_equality()) continue;
      const TypeIndex type = type_of_equality(literal);
      pattern_.different.emplace_back(term_of(literal.arguments[0], type),
                                      term_of(literal.arguments[1], type));
    }
  }

  [[nodiscard]] std::uint32_t position_of(const PatternAtom& atom) const {
    const auto found = std::find(pattern_.atoms.begin(), pattern_.atoms.end(), atom);
    return static_cast<std::uint32_t>(found - pattern_.atoms.begin());
  }

  [[nodiscard]] PatternAtom atom(const Literal& literal) const {
    PatternAtom result{tables_.schema().places[literal.predicate].table, use_of(literal), {}};
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) result.terms.push_back(term(literal, i));
    return result;
  }

  [[nodiscard]] PatternTerm term(const Literal& literal, std::size_t argument) const {
    return term_of(literal.arguments[argument],
                   knowledge_.predicates()[literal.predicate].argument_types[argument]);
  }

  // A constant has the type of the variable on the other side.
  [[nodiscard]] TypeIndex type_of_equality(const Literal& literal) const {
    for (const Term& argument : literal.arguments) {
      if (argument.kind == Term::Kind::variable) return clause_.variables[argument.index].type;
    }
    fail("an equality of two constants");
  }

  [[nodiscard]] PatternTerm term_of(const Term& argument, TypeIndex type) const {
    if (argument.kind == Term::Kind::variable) return {true, numbers_[argument.index]};
    const std::string& name = clause_.constants[argument.index];
    check_size(type);
    const auto row = tables_.row_of(type, name);
    if (row) return {false, *row};
    const std::string hint = tables_.has_names(type) ? "" : "; without ids its objects are called 0, 1, ...";
    fail(string_literal(name) + " is no object of type " + base::in_quotes(knowledge_.types()[type].name) +
         hint);
  }

  const Knowledge& knowledge_;
  const Tables& tables_;
  std::size_t clause_index_;
  const Clause& clause_;
  std::vector<std::uint32_t> numbers_;  // of the clause's variables, in the pattern
  Pattern pattern_;
};

// A pattern as a list of numbers, the same for equal patterns only.
struct PatternHash {
  std::size_t operator()(const Pattern& pattern) const {
    std::size_t hash = 2 * pattern.variable_types.size() + (pattern.is_about_one_object ? 1 : 0);
    const auto add = [&hash](std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15U; };
    for (const TypeIndex type : pattern.variable_types) add(type);
    for (const PatternAtom& atom : pattern.atoms) {
      add(atom.table);
      for (const PatternTerm& term : atom.terms) add(term.value);
    }
    return hash;
  }
};

// Where a place of a text begins, in bytes.
std::size_t offset_of(const std::string& text, const SourceLocation& place) {
  std::size_t offset = 0;
  for (std::uint32_t line = 1; line < place.line && offset < text.size(); ++line) {
    offset = std::min(text.size(), text.find('\n', offset)) + 1;
  }
  const auto is_start = [&](std::size_t index) {
    return (static_cast<unsigned char>(text[index]) & 0xC0U) != 0x80U;
  };
  for (std::uint32_t column = 1; column < place.column && offset < text.size(); ++column) {
    do ++offset;
    while (offset < text.size() && !is_start(offset));
  }
  return std::min(offset, text.size());
}

}  // namespace

Error clause_error(ErrorKind kind, const Knowledge& knowledge, std::size_t clause,
                   const std::string& message) {
  const Clause& about = knowledge.clauses()[clause];
  Diagnostic diagnostic;
  diagnostic.file = knowledge.name();
  diagnostic.location = about.location;
  diagnostic.message = "rule " + base::in_quotes(about.name) + ": " + message;
  const base::Excerpt excerpt =
      base::excerpt_at(knowledge.text(), offset_of(knowledge.text(), about.location));
  diagnostic.excerpt = excerpt.text;
  diagnostic.caret = excerpt.caret;
  return {kind, {diagnostic}};
}

std::vector<PatternGroup> group_by_pattern(const Knowledge& knowledge, const Tables& tables) {
  std::vector<PatternGroup> groups;
  std::unordered_map<Pattern, std::size_t, PatternHash> known;
  for (std::size_t clause = 0; clause < knowledge.clauses().size(); ++clause) {
    const ClausePattern pattern(knowledge, tables, clause);
    const auto [entry, is_new] = known.emplace(pattern.pattern(), groups.size());
    if (is_new) groups.push_back({pattern.pattern(), {}, {}, {}});
    pattern.add_to(groups[entry->second]);
  }
  return groups;
}

}  // namespace kenn::plan
