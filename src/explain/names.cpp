// What a person calls things: objects, tuples, atoms, rules; and back.
#include "explain/names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"

namespace kenn::explain {

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::data, message);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Reads the arguments of an atom: `paper 1, "a, b"` -> `paper 1` and `a, b`. A quote inside quotes is
// doubled. Nothing where a quote does not end.
std::optional<std::vector<std::string>> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  while (true) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    std::string& argument = arguments.emplace_back();
    if (text.starts_with('"')) {
      for (text.remove_prefix(1); !text.empty() && (text[0] != '"' || text.starts_with("\"\""));
           text.remove_prefix(1)) {
        if (text[0] == '"') text.remove_prefix(1);
        argument += text[0];
      }
      if (text.empty()) return std::nullopt;
      text.remove_prefix(1);
      if (!without_blanks(text.substr(0, text.find(','))).empty()) return std::nullopt;
    } else {
      argument = without_blanks(text.substr(0, text.find(',')));
    }
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return arguments;
    text.remove_prefix(comma + 1);
  }
}

// `topic[T=AI]#2` -> `topic`
std::string_view name_of_rule(std::string_view clause) {
  const std::size_t number = clause.rfind('#');
  const auto is_digit = [](char character) { return character >= '0' && character <= '9'; };
  if (number != std::string_view::npos && number + 1 < clause.size() &&
      std::all_of(clause.begin() + static_cast<std::ptrdiff_t>(number) + 1, clause.end(), is_digit)) {
    clause = clause.substr(0, number);
  }
  if (clause.ends_with(']')) clause = clause.substr(0, clause.rfind('['));
  return clause;
}

std::vector<NamedRule> named_rules(const Knowledge& knowledge) {
  const std::vector<Clause>& clauses = knowledge.clauses();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> by_place;
  for (std::size_t clause = 0; clause < clauses.size(); ++clause) {
    by_place[{clauses[clause].location.line, clauses[clause].location.column}].push_back(clause);
  }
  std::vector<NamedRule> rules;
  for (const auto& [place, of_rule] : by_place) {
    const std::string name(name_of_rule(clauses[of_rule.front()].name));
    const bool share_it =
        of_rule.size() > 1 && std::all_of(of_rule.begin(), of_rule.end(), [&](std::size_t clause) {
          return name_of_rule(clauses[clause].name) == name;
        });
    if (share_it) rules.push_back({name, of_rule});
  }
  for (std::size_t clause = 0; clause < clauses.size(); ++clause)
    rules.push_back({clauses[clause].name, {clause}});
  return rules;
}

// As `split_arguments` reads it.
std::string written(const std::string& object) {
  const bool is_plain = !object.empty() && object.find_first_of(",\"") == std::string::npos &&
                        without_blanks(object).size() == object.size();
  if (is_plain) return object;
  std::string quoted = "\"";
  for (const char character : object) quoted += character == '"' ? "\"\"" : std::string(1, character);
  return quoted + "\"";
}

template <typename Element>
void insert_sorted(std::vector<Element>& elements, const Element& element) {
  const auto place = std::lower_bound(elements.begin(), elements.end(), element);
  if (place == elements.end() || *place != element) elements.insert(place, element);
}

}  // namespace

Names::Names(const Knowledge& knowledge, const Tables& tables)
    : vocabulary_(knowledge.vocabulary()), tables_(tables), rules_(named_rules(knowledge)) {}

std::optional<Names::Atom> Names::parse_atom(std::string_view text) {
  text = without_blanks(text);
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || open == 0 || !text.ends_with(')')) return std::nullopt;
  auto arguments = split_arguments(text.substr(open + 1, text.size() - open - 2));
  if (!arguments) return std::nullopt;
  return Atom{std::string(without_blanks(text.substr(0, open))), std::move(*arguments)};
}

std::optional<PredicateIndex> Names::predicate(std::string_view name) const {
  for (PredicateIndex i = 0; i < vocabulary_.predicates.size(); ++i) {
    if (vocabulary_.predicates[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<TableIndex> Names::table_of(std::string_view name) const {
  if (const auto known = predicate(name)) return tables_.schema().places[*known].table;
  return tables_.schema().find(name);
}

Row Names::object(TypeIndex type, const std::string& name) const {
  if (const auto row = tables_.row_of(type, name)) return *row;
  std::vector<std::string_view> names(tables_.names(type).begin(), tables_.names(type).end());
  fail("there is no " + type_name(type) + " " + base::in_quotes(name) + base::suggestion(name, names));
}

std::vector<Row> Names::objects_of(const Atom& atom, const std::vector<TypeIndex>& types) const {
  if (atom.objects.size() != types.size()) {
    fail(base::in_quotes(atom.name) + " speaks of " + std::to_string(types.size()) +
         (types.size() == 1 ? " object" : " objects") + ", not of " + std::to_string(atom.objects.size()) +
         "; put ids with commas in double quotes");
  }
  std::vector<Row> rows;
  for (std::size_t i = 0; i < types.size(); ++i) rows.push_back(object(types[i], atom.objects[i]));
  return rows;
}

std::optional<std::uint64_t> Names::tuple(TableIndex table, const std::vector<Row>& objects) const {
  if (!tables_.is_listed(table)) return std::nullopt;
  const Listing& listing = tables_.listing(table);
  for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
    if (std::equal(objects.begin(), objects.end(), &listing.tuples[tuple * listing.arity])) return tuple;
  }
  return std::nullopt;
}

std::uint64_t Names::listed(TableIndex table, const Atom& atom) const {
  const std::vector<Row> objects = objects_of(atom, tables_.schema().tables[table].argument_types);
  if (const auto found = tuple(table, objects)) return *found;
  std::string text;
  for (const std::string& object : atom.objects) text += (text.empty() ? "" : ", ") + written(object);
  fail(atom.name + "(" + text + ") is not listed");
}

RowOfTable Names::row(const std::string& text) const {
  std::vector<RowOfTable> found;
  const std::vector<TableSchema>& tables = tables_.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (!tables[table].holds_all_objects()) continue;
    if (const auto row = tables_.row_of(tables[table].argument_types.front(), text)) {
      found.push_back({table, *row});
    }
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    const std::string& first = tables[found.front().table].name;
    fail(base::in_quotes(text) + " is an object of " + first + " and of " + tables[found[1].table].name +
         "; say " + base::in_quotes(first + "(" + written(text) + ")"));
  }
  const auto atom = parse_atom(text);
  if (!atom) fail_unknown_object(text);
  const auto table = table_of(atom->name);
  if (!table) fail_unknown_predicate(atom->name);
  const TableSchema& schema = tables[*table];
  if (schema.role == Role::given) {
    fail(base::in_quotes(atom->name) +
         " is given: nothing is predicted of it, so there is nothing to explain");
  }
  if (schema.holds_all_objects()) return {*table, objects_of(*atom, schema.argument_types).front()};
  return {*table, static_cast<Row>(listed(*table, *atom))};
}

void Names::fail_unknown_object(const std::string& text) const {
  std::vector<std::string_view> names;
  std::string types;
  for (const TableSchema& table : tables_.schema().tables) {
    if (!table.holds_all_objects()) continue;
    types += (types.empty() ? "" : ", ") + table.name;
    const auto of_type = tables_.names(table.argument_types.front());
    names.insert(names.end(), of_type.begin(), of_type.end());
  }
  fail("there is no object " + base::in_quotes(text) + (types.empty() ? "" : " of " + types) +
       base::suggestion(text, names));
}

void Names::fail_unknown_predicate(const std::string& name) const {
  std::vector<std::string_view> names;
  for (const Predicate& each : vocabulary_.predicates) names.push_back(each.name);
  fail("there is no predicate " + base::in_quotes(name) + base::suggestion(name, names));
}

void Names::take_out(const std::string& text, Alterations& changes) const {
  for (const NamedRule& rule : rules_) {
    if (rule.name != text) continue;
    for (const std::size_t clause : rule.clauses) insert_sorted(changes.clauses, clause);
    return;
  }
  const auto atom = parse_atom(text);
  const auto known = atom ? table_of(atom->name) : std::nullopt;
  if (!known) {
    std::vector<std::string_view> names;
    for (const NamedRule& rule : rules_) names.push_back(rule.name);
    const std::string nearest = base::suggestion(text, names);
    fail("there is no rule " + base::in_quotes(text) +
         (nearest.empty() && !atom ? "; a fact is written as Cite(a, b)" : nearest));
  }
  if (tables_.schema().tables[*known].holds_all_objects()) {
    fail(base::in_quotes(text) +
         " is a prediction and not a listed fact; 'set' gives it another value: " + text + "=0");
  }
  insert_sorted(changes.facts, Fact{*known, listed(*known, *atom)});
}

SetAtom Names::set_atom(const std::string& text) const {
  const std::size_t sign = text.rfind('=');
  const auto atom = sign == std::string::npos ? std::nullopt : parse_atom(text.substr(0, sign));
  if (!atom) fail(base::in_quotes(text) + " is not of the form AI(a)=1");
  const auto known = predicate(atom->name);
  if (!known) fail_unknown_predicate(atom->name);
  const Place& place = tables_.schema().places[*known];
  const TableSchema& schema = tables_.schema().tables[place.table];
  if (schema.role == Role::given) {
    fail(base::in_quotes(atom->name) +
         " is given and not predicted: its facts can only be taken out (--without)");
  }
  SetAtom result{place.table, 0, place.column, 0};
  const std::string_view number = without_blanks(std::string_view(text).substr(sign + 1));
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), result.probability);
  const bool is_number = error == std::errc() && end == number.data() + number.size();
  if (!is_number || !(result.probability >= 0 && result.probability <= 1)) {
    fail(base::in_quotes(std::string(number)) + " is no probability between 0 and 1, in " +
         base::in_quotes(text));
  }
  result.row = schema.holds_all_objects() ? objects_of(*atom, schema.argument_types).front()
                                          : static_cast<Row>(listed(place.table, *atom));
  return result;
}

std::uint32_t Names::column(TableIndex table, const std::string& name) const {
  const TableSchema& schema = tables_.schema().tables[table];
  std::vector<std::string_view> names;
  for (std::uint32_t column = 0; column < schema.columns.size(); ++column) {
    const std::string& candidate = vocabulary_.predicates[schema.columns[column]].name;
    if (candidate == name) return column;
    names.push_back(candidate);
  }
  fail(base::in_quotes(name) + " is not predicted of " + schema.name + base::suggestion(name, names));
}

std::vector<std::string> Names::objects(TableIndex table, std::uint64_t row) const {
  const TableSchema& schema = tables_.schema().tables[table];
  if (schema.holds_all_objects()) {
    return {tables_.name_of(schema.argument_types.front(), static_cast<Row>(row))};
  }
  const Listing& listing = tables_.listing(table);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < listing.arity; ++i) {
    names.push_back(tables_.name_of(schema.argument_types[i], listing.tuples[row * listing.arity + i]));
  }
  return names;
}

std::string Names::text(TableIndex table, std::uint64_t row) const {
  const TableSchema& schema = tables_.schema().tables[table];
  return schema.holds_all_objects() ? objects(table, row).front() : fact_text(table, row);
}

std::string Names::fact_text(TableIndex table, std::uint64_t tuple) const {
  std::string text;
  for (const std::string& name : objects(table, tuple)) text += (text.empty() ? "" : ", ") + written(name);
  return tables_.schema().tables[table].name + "(" + text + ")";
}

}  // namespace kenn::explain
