// The objects that `--json` prints.
#include "json_output.h"

#include "check_report.h"
#include "knowledge/dump_tree.h"

namespace kenn::cli {

namespace {

Json location(const SourceLocation& place) {
  return {{"line", place.line}, {"column", place.column}};
}

Json strings(const std::vector<knowledge::syntax::Name>& names) {
  Json array = Json::array();
  for (const knowledge::syntax::Name& name : names) array.push_back(name.text);
  return array;
}

// Nodes of the syntax tree as objects; `kind` says what each one is, `line` and `column` where it starts.
class TreeWriter {
 public:
  explicit TreeWriter(const SourceText& source) : cursor_(source.text()) {}

  Json operator()(const knowledge::syntax::TypeStatement& statement) {
    Json node = start("type", statement.types.front().offset);
    node["types"] = strings(statement.types);
    return node;
  }

  Json operator()(const knowledge::syntax::PredicateStatement& statement) {
    Json node = start(statement.role == Role::predict ? "predict" : "given",
                      statement.signatures.front().name.offset);
    node["predicates"] = Json::array();
    for (const knowledge::syntax::Signature& signature : statement.signatures) {
      node["predicates"].push_back(
          {{"name", signature.name.text}, {"types", strings(signature.argument_types)}});
    }
    return node;
  }

  Json operator()(const knowledge::syntax::ExclusiveStatement& statement) {
    Json node = start("exclusive", statement.predicates.front().offset);
    node["predicates"] = strings(statement.predicates);
    return node;
  }

  Json operator()(const knowledge::syntax::RuleStatement& rule) {
    Json node = start("rule", rule.offset);
    if (rule.name) node["name"] = rule.name->text;
    if (!rule.weight.learned) node["weight"] = rule.weight.value;
    for (const knowledge::syntax::Template& each : rule.templates) {
      node["for"].push_back({{"name", each.variable.text}, {"in", strings(each.members)}});
    }
    node["formula"] = formula(rule.formula);
    return node;
  }

 private:
  Json start(const char* kind, std::size_t offset) {
    Json node = {{"kind", kind}};
    node.update(location(cursor_.locate(offset)));
    return node;
  }

  Json formula(const knowledge::syntax::Formula& each) {
    Json node = start(knowledge::kind_name(each.kind), each.name.offset);
    if (each.kind == knowledge::syntax::Formula::Kind::atom) node["predicate"] = each.name.text;
    for (const knowledge::syntax::Term& term : each.terms) {
      const bool is_variable = term.kind == knowledge::syntax::Term::Kind::variable;
      node["terms"].push_back({{is_variable ? "variable" : "constant", term.name.text}});
    }
    for (const knowledge::syntax::Formula& child : each.children) node["children"].push_back(formula(child));
    return node;
  }

  base::LocationCursor cursor_;
};

Json literal_to_json(const Literal& literal, const Clause& clause, const Vocabulary& vocabulary) {
  Json arguments = Json::array();
  for (const Term& term : literal.arguments) {
    const bool is_variable = term.kind == Term::Kind::variable;
    arguments.push_back(is_variable ? Json{{"variable", clause.variables[term.index].name}}
                                    : Json{{"constant", clause.constants[term.index]}});
  }
  return {{"predicate", literal.is_equality() ? "=" : vocabulary.predicates[literal.predicate].name},
          {"positive", literal.positive},
          {"arguments", std::move(arguments)}};
}

Json clause_to_json(const Clause& clause, const Vocabulary& vocabulary) {
  Json literals = Json::array();
  for (const Literal& literal : clause.literals)
    literals.push_back(literal_to_json(literal, clause, vocabulary));
  Json variables = Json::array();
  for (const Variable& variable : clause.variables) {
    variables.push_back({{"name", variable.name}, {"type", vocabulary.types[variable.type].name}});
  }
  Json json = {{"name", clause.name},
               {"text", to_string(clause, vocabulary)},
               {"weight", {{"learned", clause.weight.learned}, {"value", clause.weight.value}}},
               {"literals", std::move(literals)},
               {"variables", std::move(variables)}};
  json.update(location(clause.location));
  return json;
}

}  // namespace

Json to_json(const std::vector<Diagnostic>& diagnostics) {
  Json array = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    Json json = {{"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
                 {"file", diagnostic.file}};
    if (diagnostic.location.line != 0) json.update(location(diagnostic.location));
    json["message"] = diagnostic.message;
    array.push_back(std::move(json));
  }
  return array;
}

Json to_json(const Knowledge& knowledge) {
  const Vocabulary& vocabulary = knowledge.vocabulary();
  Json types = Json::array();
  for (const Type& type : vocabulary.types) types.push_back(type.name);
  Json predicates = Json::array();
  for (const Predicate& predicate : vocabulary.predicates) {
    Json arguments = Json::array();
    for (const TypeIndex type : predicate.argument_types) arguments.push_back(vocabulary.types[type].name);
    predicates.push_back({{"name", predicate.name},
                          {"role", predicate.role == Role::predict ? "predict" : "given"},
                          {"types", std::move(arguments)},
                          {"table", predicate.table}});
  }
  Json groups = Json::array();
  for (const auto& group : vocabulary.exclusive_groups) {
    Json members = Json::array();
    for (const PredicateIndex member : group) members.push_back(vocabulary.predicates[member].name);
    groups.push_back(std::move(members));
  }
  const WeightCounts weights = count_weights(knowledge);
  return {{"syntax", knowledge.syntax() == Syntax::kenn2 ? "kenn2" : "kenn"},
          {"types", std::move(types)},
          {"predicates", std::move(predicates)},
          {"exclusive", std::move(groups)},
          {"rule_count", knowledge.rule_count()},
          {"clause_count", knowledge.clauses().size()},
          {"weight_count", {{"learned", weights.learned}, {"fixed", weights.fixed}}}};
}

Json clauses_to_json(const Knowledge& knowledge) {
  Json array = Json::array();
  for (const Clause& clause : knowledge.clauses())
    array.push_back(clause_to_json(clause, knowledge.vocabulary()));
  return array;
}

Json tree_to_json(const knowledge::syntax::Tree& tree, const SourceText& source) {
  TreeWriter writer(source);
  Json array = Json::array();
  for (const knowledge::syntax::Statement& statement : tree.statements)
    array.push_back(std::visit(writer, statement));
  return array;
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kenn::cli
