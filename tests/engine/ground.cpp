// The groundings of clauses as the definition has them: assignments are tried one after the other.
#include "engine/ground.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <unordered_map>

namespace kenn::test {

const ListedTable& World::table(const std::string& name) const {
  for (const ListedTable& table : listed)
    if (table.name == name) return table;
  throw std::logic_error("the test lists no table " + name);
}

namespace {

using Objects = std::vector<Row>;

// Where a table lists a tuple.
class TupleIndex {
 public:
  TupleIndex(const ListedTable& table, std::vector<std::size_t> counts)
      : table_(table), counts_(std::move(counts)) {
    std::uint64_t codes = 1;
    for (const std::size_t count : counts_) codes *= count;
    if (codes <= 4'096) dense_.assign(codes, unlisted);
    for (std::size_t i = 0; i < table.count(); ++i) add(i);
  }

  // The first place in the listing.
  [[nodiscard]] std::optional<std::size_t> find(const Objects& tuple) const {
    const std::uint64_t code = code_of(tuple);
    if (!dense_.empty()) {
      return dense_[code] == unlisted ? std::nullopt : std::optional<std::size_t>(dense_[code]);
    }
    const auto place = sparse_.find(code);
    return place == sparse_.end() ? std::nullopt : std::optional<std::size_t>(place->second);
  }

  // 0 for what is not listed.
  [[nodiscard]] double degree(const Objects& tuple) const {
    const std::optional<std::size_t> place = find(tuple);
    if (!place) return 0;
    return table_.degrees.empty() ? 1 : double{table_.degrees[*place]};
  }

  // The listed tuples, each once.
  [[nodiscard]] const std::vector<Objects>& tuples() const { return tuples_; }

 private:
  static constexpr std::uint32_t unlisted = static_cast<std::uint32_t>(-1);

  void add(std::size_t place) {
    const auto* const begin = table_.tuples.data() + place * table_.arity;
    const Objects tuple(begin, begin + table_.arity);
    if (find(tuple)) return;
    tuples_.push_back(tuple);
    if (dense_.empty()) {
      sparse_.emplace(code_of(tuple), place);
    } else {
      dense_[code_of(tuple)] = static_cast<std::uint32_t>(place);
    }
  }

  [[nodiscard]] std::uint64_t code_of(const Objects& tuple) const {
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < tuple.size(); ++i) code = code * counts_[i] + tuple[i];
    return code;
  }

  const ListedTable& table_;
  std::vector<std::size_t> counts_;
  std::vector<Objects> tuples_;
  std::vector<std::uint32_t> dense_;
  std::unordered_map<std::uint64_t, std::size_t> sparse_;
};

class Grounder {
 public:
  Grounder(const Knowledge& knowledge, const World& world, const std::vector<OracleTable>& tables)
      : knowledge_(knowledge), world_(world), tables_(tables) {
    for (const Predicate& predicate : knowledge.predicates()) {
      columns_.push_back(predicate.role == Role::predict ? column_of(predicate) : Column{});
      if (is_unary_prediction(predicate) || listings_.contains(predicate.table)) continue;
      std::vector<std::size_t> counts;
      for (const TypeIndex type : predicate.argument_types) counts.push_back(world.objects[type].count);
      listings_.emplace(predicate.table, TupleIndex(world.table(predicate.table), counts));
    }
  }

  std::vector<Grounding> ground(Enumeration enumeration) {
    for (clause_ = 0; clause_ < knowledge_.clauses().size(); ++clause_) {
      const Clause& clause = knowledge_.clauses()[clause_];
      const Literal* const literal =
          enumeration == Enumeration::listed_tuples ? needed_tuple(clause) : nullptr;
      if (literal != nullptr) {
        try_listed(clause, *literal);
      } else {
        Objects objects;
        try_all(clause, objects);
      }
    }
    return std::move(groundings_);
  }

 private:
  // The cells of a predicted predicate: the one of row 0, and how far apart they are.
  struct Column {
    std::size_t first_cell = 0;
    std::size_t stride = 0;
  };

  static bool is_unary_prediction(const Predicate& predicate) {
    return predicate.role == Role::predict && predicate.argument_types.size() == 1;
  }

  // A literal of all variables without which there is no grounding.
  const Literal* needed_tuple(const Clause& clause) const {
    for (const Literal& literal : clause.literals) {
      if (literal.is_equality()) continue;
      const Predicate& predicate = knowledge_.predicates()[literal.predicate];
      if (is_unary_prediction(predicate)) continue;
      if (predicate.role == Role::given && literal.positive) continue;
      std::vector<bool> bound(clause.variables.size());
      for (const Term& term : literal.arguments)
        if (term.kind == Term::Kind::variable) bound[term.index] = true;
      if (std::find(bound.begin(), bound.end(), false) == bound.end()) return &literal;
    }
    return nullptr;
  }

  // `objects` stand for the first variables; the others are tried out.
  void try_all(const Clause& clause, Objects& objects) {
    if (objects.size() == clause.variables.size()) return try_one(clause, objects);
    const TypeIndex type = clause.variables[objects.size()].type;
    for (Row object = 0; object < world_.objects[type].count; ++object) {
      objects.push_back(object);
      try_all(clause, objects);
      objects.pop_back();
    }
  }

  void try_listed(const Clause& clause, const Literal& literal) {
    for (const Objects& tuple : listings_.at(knowledge_.predicates()[literal.predicate].table).tuples()) {
      Objects objects(clause.variables.size());
      for (std::size_t i = 0; i < tuple.size(); ++i)
        if (literal.arguments[i].kind == Term::Kind::variable) objects[literal.arguments[i].index] = tuple[i];
      if (objects_of(clause, literal, objects) == tuple) try_one(clause, objects);
    }
  }

  void try_one(const Clause& clause, const Objects& objects) {
    Grounding grounding{clause_, {}};
    for (const Literal& literal : clause.literals) {
      const Objects arguments = objects_of(clause, literal, objects);
      if (literal.is_equality() ? arguments[0] == arguments[1] : !add(literal, arguments, grounding)) return;
    }
    groundings_.push_back(std::move(grounding));
  }

  // False when the literal rules the grounding out.
  bool add(const Literal& literal, const Objects& arguments, Grounding& grounding) const {
    const Predicate& predicate = knowledge_.predicates()[literal.predicate];
    const double sign = literal.positive ? 1 : -1;
    if (predicate.role == Role::given) {
      const TupleIndex& listing = listings_.at(predicate.table);
      const double degree = listing.degree(arguments);
      if (degree == (literal.positive ? 1 : 0)) return false;  // the literal is true, so is the clause
      if (degree > 0 && degree < 1) {
        const std::size_t given =
            *listing.find(arguments) * knowledge_.predicates().size() + literal.predicate;
        grounding.literals.push_back({no_cell, sign, sign * std::log(degree / (1 - degree)), given});
      }
      return true;
    }
    std::size_t row = arguments[0];
    if (!is_unary_prediction(predicate)) {
      const std::optional<std::size_t> place = listings_.at(predicate.table).find(arguments);
      if (!place) return false;
      row = *place;
    }
    const Column& column = columns_[literal.predicate];
    grounding.literals.push_back({column.first_cell + row * column.stride, sign, 0, 0});
    return true;
  }

  [[nodiscard]] Column column_of(const Predicate& predicate) const {
    const auto table = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const OracleTable& each) { return each.name == predicate.table; });
    const auto column = std::find(table->columns.begin(), table->columns.end(), predicate.name);
    return {table->first_cell + static_cast<std::size_t>(column - table->columns.begin()),
            table->columns.size()};
  }

  [[nodiscard]] Objects objects_of(const Clause& clause, const Literal& literal,
                                   const Objects& objects) const {
    Objects arguments;
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      const Term& term = literal.arguments[i];
      const bool is_variable = term.kind == Term::Kind::variable;
      arguments.push_back(is_variable ? objects[term.index]
                                      : constant(clause.constants[term.index], type_of(clause, literal, i)));
    }
    return arguments;
  }

  // The type of an argument; a constant that equals a variable has that variable's.
  [[nodiscard]] TypeIndex type_of(const Clause& clause, const Literal& literal, std::size_t argument) const {
    if (!literal.is_equality()) return knowledge_.predicates()[literal.predicate].argument_types[argument];
    return clause.variables[literal.arguments[1 - argument].index].type;
  }

  [[nodiscard]] Row constant(const std::string& id, TypeIndex type) const {
    const ObjectSet& objects = world_.objects[type];
    for (Row row = 0; row < objects.count; ++row)
      if ((objects.ids.empty() ? std::to_string(row) : objects.ids[row]) == id) return row;
    throw std::logic_error("the test has no object " + id);
  }

  const Knowledge& knowledge_;
  const World& world_;
  const std::vector<OracleTable>& tables_;
  std::vector<Column> columns_;  // one per predicate
  std::map<std::string, TupleIndex> listings_;
  std::size_t clause_ = 0;
  std::vector<Grounding> groundings_;
};

}  // namespace

std::vector<OracleTable> predicted_tables(const Knowledge& knowledge, const World& world) {
  std::vector<OracleTable> tables;
  for (const Predicate& predicate : knowledge.predicates()) {
    if (predicate.role == Role::given) continue;
    auto table = std::find_if(tables.begin(), tables.end(),
                              [&](const OracleTable& each) { return each.name == predicate.table; });
    if (table == tables.end()) {
      const bool is_unary = predicate.argument_types.size() == 1;
      const std::size_t rows =
          is_unary ? world.objects[predicate.argument_types[0]].count : world.table(predicate.table).count();
      tables.push_back({predicate.table, rows, {}, 0});
      table = tables.end() - 1;
    }
    table->columns.push_back(predicate.name);
  }
  std::size_t cells = 0;
  for (OracleTable& table : tables) {
    table.first_cell = cells;
    cells += table.size();
  }
  return tables;
}

std::vector<std::vector<std::size_t>> exclusive_cells(const Knowledge& knowledge,
                                                      const std::vector<OracleTable>& tables) {
  std::vector<std::vector<std::size_t>> groups;
  for (const OracleTable& table : tables) {
    for (std::uint32_t group = 0; group < knowledge.vocabulary().exclusive_groups.size(); ++group) {
      for (std::size_t row = 0; row < table.rows; ++row) {
        std::vector<std::size_t> cells;
        for (const Predicate& predicate : knowledge.predicates()) {
          if (predicate.exclusive_group != group || predicate.table != table.name) continue;
          const auto column = std::find(table.columns.begin(), table.columns.end(), predicate.name);
          cells.push_back(table.first_cell + row * table.columns.size() +
                          static_cast<std::size_t>(column - table.columns.begin()));
        }
        if (!cells.empty()) groups.push_back(std::move(cells));
      }
    }
  }
  return groups;
}

std::vector<Grounding> ground(const Knowledge& knowledge, const World& world,
                              const std::vector<OracleTable>& tables, Enumeration enumeration) {
  return Grounder(knowledge, world, tables).ground(enumeration);
}

}  // namespace kenn::test
