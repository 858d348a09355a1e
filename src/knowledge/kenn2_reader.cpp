// Text in the format of the KENN2 library -> syntax tree.
#include "knowledge/kenn2_reader.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "knowledge/found_token.h"
#include "knowledge/grammar.h"
#include "knowledge/nearest_name.h"
#include "knowledge/weight.h"

namespace kenn {

namespace {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, const char*>;

// -------------------------------------------------------------------------------------------------- grammar

using pegtl::at;
using pegtl::one;
using pegtl::opt;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct blanks : star<pegtl::blank> {};

template <typename... Rules>
struct token : seq<Rules..., blanks> {};

struct line_end : at<pegtl::eolf> {};
struct comma : token<one<','>> {};

struct declared_name : grammar::name {};
struct declaration_end : line_end {};
struct declaration
    : seq<pegtl::must<pegtl::list_must<token<declared_name>, comma>>, pegtl::must<declaration_end>> {};

struct weight : pegtl::plus<sor<pegtl::alnum, one<'.', '+', '-', '_'>>> {};
struct weight_colon : token<one<':'>> {};
struct literal_name : pegtl::identifier {};
struct argument : pegtl::identifier {};
struct dot : token<one<'.'>> {};
struct arguments_end : token<one<')'>> {};
struct arguments : pegtl::if_must<token<one<'('>>, token<argument>, opt<pegtl::if_must<dot, token<argument>>>,
                                  arguments_end> {};
struct literal : seq<token<literal_name>, opt<arguments>> {};
struct clause_end : line_end {};
struct clause : seq<pegtl::must<token<weight>>, pegtl::must<weight_colon>,
                    pegtl::must<pegtl::list_must<literal, comma>>, pegtl::must<clause_end>> {};

struct separator : token<one<'>'>> {};
struct separator_line : pegtl::if_must<separator, clause_end> {};
struct skipped_line : sor<line_end, seq<one<'#'>, pegtl::until<line_end>>> {};
struct rest_of_line : pegtl::until<pegtl::eolf> {};

template <typename Rule>
constexpr const char* expectation = nullptr;
template <typename Element, typename Separator>
constexpr const char* expectation<pegtl::list_must<Element, Separator>> = expectation<Element>;
template <>
constexpr const char* expectation<token<declared_name>> = "expected the name of a predicate";
template <>
constexpr const char* expectation<declaration_end> = "expected ',' or the end of the line";
template <>
constexpr const char* expectation<token<weight>> =
    "expected a weight: a number, or _ for one that is learned";
template <>
constexpr const char* expectation<weight_colon> = "expected ':' after the weight";
template <>
constexpr const char* expectation<literal> = "expected a literal such as Smoker(x) or nSmoker(x)";
template <>
constexpr const char* expectation<token<argument>> = "expected x or y";
template <>
constexpr const char* expectation<opt<pegtl::if_must<dot, token<argument>>>> = "expected '.' or ')'";
template <>
constexpr const char* expectation<arguments_end> = "expected ')'";
template <>
constexpr const char* expectation<clause_end> = "expected ',' or the end of the line";

// --------------------------------------------------------------------------------------------------- actions

struct LineError {
  std::size_t offset;
  std::string message;
};

struct RawLiteral {
  syntax::Name name;
  std::vector<syntax::Name> arguments;
};

// What the grammar has read of the line under way.
struct Line {
  const std::string& text;
  std::vector<syntax::Name> declared;
  syntax::Name weight;
  std::vector<RawLiteral> literals;
};

template <typename ActionInput>
syntax::Name name_of(const ActionInput& in, const Line& line) {
  return {in.string_view(), static_cast<std::size_t>(in.begin() - line.text.data())};
}

template <typename Rule>
struct action : pegtl::nothing<Rule> {};
template <>
struct action<declared_name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.declared.push_back(name_of(in, line));
  }
};
template <>
struct action<weight> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.weight = name_of(in, line);
  }
};
template <>
struct action<literal_name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.literals.push_back({name_of(in, line), {}});
  }
};
template <>
struct action<argument> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.literals.back().arguments.push_back(name_of(in, line));
  }
};

template <typename Rule>
struct control : pegtl::normal<Rule> {
  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput& in, const Line& line) {
    static_assert(expectation<Rule> != nullptr, "a rule that must match needs a message");
    const auto offset = static_cast<std::size_t>(in.current() - line.text.data());
    const bool at_end = in.empty() || *in.current() == '\n' || *in.current() == '\r';
    const std::string found = at_end ? "the end of the line" : describe_token(line.text, offset);
    throw LineError{offset, std::string(expectation<Rule>) + ", found " + found};
  }
};

// ----------------------------------------------------------------------------------- lines -> syntax tree

constexpr std::string_view object_type = "Object";
constexpr std::string_view pair_table = "Pair";

class Reader {
 public:
  Reader(const SourceText& source, Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  syntax::Tree read() {
    tree_.statements.emplace_back(syntax::TypeStatement{{{object_type, 0}}});
    Input input(text_.data(), text_.data() + text_.size(), "");
    pegtl::parse<opt<pegtl::utf8::bom>>(input);
    while (!input.empty()) {
      const std::string_view line = rest_of(input);
      pegtl::parse<rest_of_line>(input);
      Input one_line(line.data(), line.data() + line.size(), "");
      const int declaration_lines = declaration_lines_;
      try {
        read_line(one_line);
      } catch (const LineError& error) {
        diagnostics_.error(error.offset, error.message);
        if (declaration_lines_ > declaration_lines) keep_names(line);
      }
    }
    return std::move(tree_);
  }

 private:
  // The line that `input` stands at, without its end.
  static std::string_view rest_of(const Input& input) {
    const std::string_view rest(input.current(), input.size());
    std::string_view line = rest.substr(0, rest.find('\n'));
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
    pegtl::parse<blanks>(input);
    const std::size_t offset = static_cast<std::size_t>(input.current() - text_.data());
    if (pegtl::parse<skipped_line>(input)) return;
    const std::string_view rest(input.current(), input.size());
    if (pegtl::parse<separator_line, pegtl::nothing, control>(input, line)) {
      read_separator(offset);
    } else if (rest.find(':') != std::string_view::npos) {
      pegtl::parse<clause, action, control>(input, line);
      add_rule(line, offset);
    } else {
      ++declaration_lines_;
      pegtl::parse<declaration, action, control>(input, line);
      declare(line.declared);
    }
  }

  void read_separator(std::size_t offset) {
    if (binary_section_) throw LineError{offset, "a second line '>'"};
    binary_section_ = true;
  }

  void declare(const std::vector<syntax::Name>& names) {
    if (declaration_lines_ > 2 || rule_read_) {
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
      throw LineError{offset,
                      "this clause speaks of x and y but of no pair: it needs a literal such as R(x.y)"};
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
                             "'" + std::string(literal.text) +
                                 "' is read as the predicate of that name, not as the negation of '" +
                                 std::string(without_n) + "'");
      }
      return {literal.text, true};
    }
    if (negates) return {without_n, false};
    if (tree_.unreadable_names.contains(literal.text)) return {literal.text, true};
    if (tree_.unreadable_names.contains(without_n)) return {without_n, false};
    throw LineError{literal.offset, unknown_predicate(literal.text)};
  }

  std::string unknown_predicate(std::string_view spelling) {
    const bool looks_negated = spelling.starts_with('n') && spelling.size() > 1;
    const std::string_view meant = looks_negated ? spelling.substr(1) : spelling;
    std::string message = "unknown predicate '" + std::string(meant) + "'";
    if (!diagnostics_.may_suggest()) return message;
    std::vector<std::string_view> candidates;
    for (const auto& [name, arity] : arity_) candidates.push_back(name);
    std::sort(candidates.begin(), candidates.end());
    return message + suggestion(meant, candidates);
  }

  std::vector<syntax::Term> arguments_of(const RawLiteral& raw, std::string_view predicate) {
    std::vector<syntax::Term> terms;
    for (const syntax::Name& argument : raw.arguments) {
      if (argument.text != "x" && argument.text != "y") {
        throw LineError{argument.offset, "expected x or y, found '" + std::string(argument.text) + "'"};
      }
      terms.push_back({syntax::Term::Kind::variable, argument});
    }
    const auto declared = arity_.find(predicate);
    if (declared == arity_.end()) return terms;  // its declaration was not understood
    const std::string name(predicate);
    if (declared->second == 1) {
      if (terms.empty()) return {{syntax::Term::Kind::variable, {"x", raw.name.offset}}};
      if (terms.size() != 1) throw LineError{raw.name.offset, "'" + name + "' is unary: " + name + "(x)"};
      if (!binary_section_ && terms[0].name.text == "y") {
        throw LineError{raw.name.offset, "a unary clause speaks of x only; binary clauses follow a line '>'"};
      }
      return terms;
    }
    if (terms.size() != 2 || terms[0].name.text == terms[1].name.text) {
      throw LineError{raw.name.offset, "'" + name + "' is binary: " + name + "(x.y) or " + name + "(y.x)"};
    }
    if (!binary_section_) {
      throw LineError{raw.name.offset, "binary predicates belong into the clauses after a line '>'"};
    }
    return terms;
  }

  const std::string& text_;
  Diagnostics& diagnostics_;
  syntax::Tree tree_;
  std::unordered_map<std::string_view, std::size_t> arity_;
  int declaration_lines_ = 0;
  bool rule_read_ = false;
  bool binary_section_ = false;
};

}  // namespace

syntax::Tree parse_kenn2(const SourceText& source, Diagnostics& diagnostics) {
  return Reader(source, diagnostics).read();
}

}  // namespace kenn
