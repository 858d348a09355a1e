// Syntax tree -> text that shows it, one node per line with its place.
#include "knowledge/dump_tree.h"

#include "base/spelling.h"
#include "base/utf8.h"

namespace kenn::knowledge {

namespace {

constexpr std::size_t place_column = 48;

std::string join(const std::vector<syntax::Name>& names) {
  std::string text;
  for (const syntax::Name& name : names) text += (text.empty() ? "" : ", ") + std::string(name.text);
  return text;
}

std::string to_string(const syntax::Term& term) {
  if (term.kind == syntax::Term::Kind::variable) return std::string(term.name.text);
  return string_literal(std::string(term.name.text));
}

class Dumper {
 public:
  explicit Dumper(const SourceText& source) : cursor_(source.text()) {}

  std::string run(const syntax::Tree& tree) {
    for (const auto& statement : tree.statements) {
      std::visit([this](const auto& kind) { dump(kind); }, statement);
    }
    return std::move(text_);
  }

 private:
  void line(std::size_t depth, const std::string& content, std::size_t offset) {
    std::string node = std::string(2 * depth, ' ') + content;
    const std::size_t width = base::count_characters(node);
    node.append(width + 2 > place_column ? 2 : place_column - width, ' ');
    const SourceLocation location = cursor_.locate(offset);
    text_ += node + std::to_string(location.line) + ":" + std::to_string(location.column) + "\n";
  }

  void dump(const syntax::TypeStatement& statement) {
    for (const syntax::Name& type : statement.types) line(0, "type " + std::string(type.text), type.offset);
  }

  void dump(const syntax::PredicateStatement& statement) {
    for (const syntax::Signature& signature : statement.signatures) {
      const std::string role = statement.role == Role::predict ? "predict " : "given ";
      const std::string table = signature.table.empty() ? "" : " in table " + std::string(signature.table);
      line(0, role + std::string(signature.name.text) + "(" + join(signature.argument_types) + ")" + table,
           signature.name.offset);
    }
  }

  void dump(const syntax::ExclusiveStatement& statement) {
    line(0, "exclusive " + join(statement.predicates), statement.predicates.front().offset);
  }

  void dump(const syntax::RuleStatement& rule) {
    std::string content = "rule";
    if (rule.name) content += " " + string_literal(std::string(rule.name->text));
    if (!rule.weight.learned) content += " weight " + base::to_text(rule.weight.value);
    line(0, content, rule.offset);
    for (const syntax::Template& each : rule.templates) {
      line(1, "for " + std::string(each.variable.text) + " in {" + join(each.members) + "}",
           each.variable.offset);
    }
    dump(rule.formula, 1);
  }

  void dump(const syntax::Formula& formula, std::size_t depth) {
    using Kind = syntax::Formula::Kind;
    std::string content = kind_name(formula.kind);
    std::string terms;
    for (const syntax::Term& term : formula.terms) terms += (terms.empty() ? "" : ", ") + to_string(term);
    if (formula.kind == Kind::atom) {
      content += " " + std::string(formula.name.text) + "(" + terms + ")";
    } else if (!terms.empty()) {
      content += " " + terms;
    }
    line(depth, content, formula.name.offset);
    for (const syntax::Formula& child : formula.children) dump(child, depth + 1);
  }

  base::LocationCursor cursor_;
  std::string text_;
};

}  // namespace

const char* kind_name(syntax::Formula::Kind kind) {
  using Kind = syntax::Formula::Kind;
  switch (kind) {
    case Kind::atom:
      return "atom";
    case Kind::equal:
      return "equal";
    case Kind::not_equal:
      return "not equal";
    case Kind::negation:
      return "negation";
    case Kind::conjunction:
      return "conjunction";
    case Kind::disjunction:
      return "disjunction";
    case Kind::implication:
      return "implication";
    case Kind::equivalence:
      return "equivalence";
    case Kind::forall:
      return "forall";
    case Kind::exists:
      return "exists";
  }
  return "";
}

std::string dump_tree(const syntax::Tree& tree, const SourceText& source) {
  return Dumper(source).run(tree);
}

}  // namespace kenn::knowledge
