// Text in the format of the KENN2 library -> syntax tree.
#include "knowledge/kenn2_reader.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "knowledge/found_token.h"
#include "knowledge/kenn2_grammar.h"
#include "knowledge/weight.h"

namespace kenn::knowledge {

namespace {

namespace pegtl = tao::pegtl;

using kenn2::Input;
using kenn2::Line;
using kenn2::LineError;
using kenn2::RawLiteral;

constexpr std::string_view object_type = "Object";
constexpr std::string_view pair_table = "Pair";

class Reader {
 public:
  Reader(const SourceText& source, base::Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  syntax::Tree read() {
    tree_.statements.emplace_back(syntax::TypeStatement{{{object_type, 0}}});
    Input input(text_.data(), text_.data() + text_.size(), "");
    while (!input.empty()) {
      const std::string_view line = rest_of(input);
      pegtl::parse<kenn2::rest_of_line>(input);
      Input one_line(line.data(), line.data() + line.size(), "");
      const int declaration_lines = declaration_lines_;
      try {
        read_line(one_line);
      } catch (const LineError& error) {
        diagnostics_.error(error.offset, error.message);
        if (declaration_lines_ > declaration_lines) keep_names(line);
      }
    }
    if (declaration_lines_ == 0 && !rule_read_) return {};
    return std::move(tree_);
  }

 private:
  // The line that `input` stands at, without its end and its comment.
  static std::string_view rest_of(const Input& input) {
    const std::string_view rest(input.current(), input.size());
    std::string_view line = rest.substr(0, rest.find('\n'));
    line = line.substr(0, line.find('#'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // The words of a declaration that was not understood.
  void keep_names(std::string_view line) {
    for (std::size_t place = 0; place < line.size();) {
      const auto word = word_at(line, place);
      if (word) tree_.unreadable_names.insert(*word);
      place += word ? word->size() : 1;
    }
  }

  void read_line(Input& input) {
    Line line{text_, {}, {}, {}};
    pegtl::parse<kenn2::blanks>(input);
    const std::size_t offset = static_cast<std::size_t>(input.current() - text_.data());
    if (input.empty()) return;
    const std::string_view rest(input.current(), input.size());
    if (rest.front() == '>') {
      read_separator(offset);
      pegtl::parse<kenn2::separator_line, pegtl::nothing, kenn2::control>(input, line);
    } else if (is_clause(rest)) {
      pegtl::parse<kenn2::clause, kenn2::action, kenn2::control>(input, line);
      add_rule(line, offset);
    } else {
      ++declaration_lines_;
      pegtl::parse<kenn2::declaration, kenn2::action, kenn2::control>(input, line);
      declare(line.declared);
    }
  }

  // A line that has a colon, or that would need one: it starts with a weight, has arguments, or comes third.
  [[nodiscard]] bool is_clause(std::string_view line) const {
    const bool is_learned_weight = line.front() == '_' && word_at(line, 0)->size() == 1;
    const bool starts_with_weight = is_learned_weight || (line.front() >= '0' && line.front() <= '9');
    return line.find_first_of(":(") != std::string_view::npos || declaration_lines_ == 2 ||
           (declaration_lines_ == 1 && starts_with_weight);
  }

  void read_separator(std::size_t offset) {
    if (binary_section_) throw LineError{offset, "a second line '>'"};
    binary_section_ = true;
  }

  void declare(const std::vector<syntax::Name>& names) {
    if (rule_read_) {
      throw LineError{
          names.front().offset,
          "expected a clause such as _:nA(x),B(x); predicates are declared in the first two lines"};
    }
    syntax::PredicateStatement statement;
    for (const syntax::Name& name : names) {
      const bool is_binary = declaration_lines_ == 2;
      const syntax::Name type{object_type, name.offset};
      syntax::Signature signature{name, {type}, is_binary ? pair_table : object_type};
      if (is_binary) signature.argument_types.push_back(type);
      arity_.emplace(name.text, is_binary ? 2 : 1);
      statement.signatures.push_back(std::move(signature));
    }
    tree_.statements.emplace_back(std::move(statement));
  }

  void add_rule(const Line& line, std::size_t offset) {
    rule_read_ = true;
    syntax::RuleStatement rule;
    rule.offset = offset;
    if (line.weight.text != "_") rule.weight = read_weight(line.weight, diagnostics_);
    bool has_binary = false;
    bool has_y = false;
    std::vector<syntax::Formula> literals;
    for (const RawLiteral& raw : line.literals) {
      literals.push_back(literal_of(raw));
      has_binary = has_binary || raw.arguments.size() == 2;
      has_y = has_y || (raw.arguments.size() == 1 && raw.arguments[0].text == "y");
    }
    if (has_y && !has_binary) {
      throw LineError{offset, "this clause has x and y but no pair: it needs a literal such as R(x.y)"};
    }
    if (binary_section_ && !has_binary) {
      diagnostics_.warning(offset, "this clause has no binary predicate: it is applied once to every object");
    }
    if (literals.size() == 1) {
      rule.formula = literals.front();
    } else {
      rule.formula = {syntax::Formula::Kind::disjunction, {{}, offset}, {}, keep(literals)};
    }
    tree_.statements.emplace_back(std::move(rule));
  }

  syntax::Formula literal_of(const RawLiteral& raw) {
    const auto [name, positive] = resolve(raw.name);
    const syntax::Formula atom{
        syntax::Formula::Kind::atom, {name, raw.name.offset}, keep(arguments_of(raw, name)), {}};
    if (positive) return atom;
    return {syntax::Formula::Kind::negation, {{}, raw.name.offset}, {}, keep(std::vector{atom})};
  }

  template <typename Part>
  std::span<const Part> keep(const std::vector<Part>& parts) {
    return tree_.keep(std::span<const Part>(parts));
  }

  // A declared name means itself, even if it begins with n; otherwise the n is a negation.
  std::pair<std::string_view, bool> resolve(const syntax::Name& literal) {
    const std::string_view without_n = literal.text.substr(1);
    const bool negates = literal.text.starts_with('n') && arity_.contains(without_n);
    if (arity_.contains(literal.text)) {
      if (negates) {
        diagnostics_.warning(literal.offset,
                             base::in_quotes(literal.text) +
                                 " is read as the predicate of that name, not as the negation of " +
                                 base::in_quotes(without_n));
      }
      return {literal.text, true};
    }
    if (negates) return {without_n, false};
    if (tree_.unreadable_names.contains(literal.text)) return {literal.text, true};
    if (tree_.unreadable_names.contains(without_n)) return {without_n, false};
    throw LineError{literal.offset, unknown_predicate(literal.text)};
  }

  // Misspelt names are taken for the negation of one if that is what they resemble.
  std::string unknown_predicate(std::string_view spelling) {
    const std::string_view without_n = spelling.substr(1);
    const bool may_be_negated = spelling.starts_with('n') && !without_n.empty();
    const std::string negated = may_be_negated ? suggest(without_n) : "";
    if (!negated.empty()) return "unknown predicate " + base::in_quotes(without_n) + negated;
    return "unknown predicate " + base::in_quotes(spelling) + suggest(spelling);
  }

  std::string suggest(std::string_view name) {
    return diagnostics_.suggestion_for("predicate", name, [&] {
      std::vector<std::string_view> candidates;
      for (const auto& [declared, arity] : arity_) candidates.push_back(declared);
      std::sort(candidates.begin(), candidates.end());
      return base::suggestion(name, candidates);
    });
  }

  std::vector<syntax::Term> arguments_of(const RawLiteral& raw, std::string_view predicate) {
    std::vector<syntax::Term> terms;
    for (const syntax::Name& argument : raw.arguments) {
      if (argument.text != "x" && argument.text != "y") {
        throw LineError{argument.offset, "expected x or y, found " + base::in_quotes(argument.text)};
      }
      terms.push_back({syntax::Term::Kind::variable, argument});
    }
    const auto declared = arity_.find(predicate);
    if (declared == arity_.end()) return terms;  // its declaration was not understood
    const std::string name = base::shortened(predicate, 40);
    if (declared->second == 1) {
      if (terms.empty()) return {{syntax::Term::Kind::variable, {"x", raw.name.offset}}};
      if (terms.size() != 1)
        throw LineError{raw.name.offset, base::in_quotes(name) + " is unary: " + name + "(x)"};
      if (!binary_section_ && terms[0].name.text == "y") {
        throw LineError{raw.name.offset, "a unary clause has only x; binary clauses follow a line '>'"};
      }
      return terms;
    }
    if (terms.size() != 2) {
      throw LineError{raw.name.offset,
                      base::in_quotes(name) + " is binary: " + name + "(x.y) or " + name + "(y.x)"};
    }
    if (terms[0].name.text == terms[1].name.text) {
      throw LineError{terms[1].name.offset, "a pair is x.y or y.x; KENN2 has none of an object with itself"};
    }
    if (!binary_section_) {
      throw LineError{raw.name.offset, "binary predicates belong into the clauses after a line '>'"};
    }
    return terms;
  }

  const std::string& text_;
  base::Diagnostics& diagnostics_;
  syntax::Tree tree_;
  std::unordered_map<std::string_view, std::size_t> arity_;
  int declaration_lines_ = 0;
  bool rule_read_ = false;
  bool binary_section_ = false;
};

}  // namespace

syntax::Tree parse_kenn2(const SourceText& source, base::Diagnostics& diagnostics) {
  return Reader(source, diagnostics).read();
}

}  // namespace kenn::knowledge
