// The actions of the grammar: what each rule, once matched, adds to the syntax tree.
#pragma once

#include <string>
#include <utility>

#include "knowledge/grammar.h"
#include "knowledge/parse_state.h"
#include "knowledge/parser.h"
#include "knowledge/weight.h"

namespace kenn::knowledge::parsing {

namespace pegtl = tao::pegtl;

// -------------------------------------------------------------------------------------------------- actions

template <typename Rule>
struct action : pegtl::nothing<Rule> {};

template <>
struct action<grammar::name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.last_name = {in.string_view(), state.offset_of(in.begin())};
  }
};

template <>
struct action<grammar::gap> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.gap_start = state.offset_of(in.begin());
  }
};

template <>
struct action<grammar::opening_quote> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.quote = state.offset_of(in.begin());
  }
};

inline std::string unescape(std::string_view spelling) {
  std::string text;
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] != '\\') {
      text += spelling[i];
      continue;
    }
    const char escaped = spelling[++i];
    text += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped;
  }
  return text;
}

template <>
struct action<grammar::string_content> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    std::string_view text = in.string_view();
    if (text.find('\\') != std::string_view::npos) text = state.tree.unescaped.emplace_back(unescape(text));
    state.last_name = {text, state.quote};
  }
};

// Rules that add the name read last to the list under way.
struct push_name {
  static void apply0(State& state) { state.names.push_back(state.last_name); }
};

template <>
struct action<grammar::type_name> : push_name {};
template <>
struct action<grammar::argument_type> : push_name {};
template <>
struct action<grammar::exclusive_member> : push_name {};
template <>
struct action<grammar::template_member> : push_name {};

template <>
struct action<grammar::declared_predicate> {
  static void apply0(State& state) { state.signatures.push_back({state.last_name, {}, {}}); }
};

template <>
struct action<grammar::signature> {
  static void apply0(State& state) {
    state.signatures.back().argument_types = std::exchange(state.names, {});
  }
};

template <>
struct action<grammar::type_statement> {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::TypeStatement{std::move(state.names)});
  }
};

template <Role role>
struct predicate_statement {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::PredicateStatement{role, std::move(state.signatures)});
  }
};

template <>
struct action<grammar::predict_statement> : predicate_statement<Role::predict> {};
template <>
struct action<grammar::given_statement> : predicate_statement<Role::given> {};

template <>
struct action<grammar::exclusive_statement> {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::ExclusiveStatement{std::move(state.names)});
  }
};

template <>
struct action<grammar::template_variable> {
  static void apply0(State& state) {
    state.before_rule_word = true;
    state.rule.templates.push_back({state.last_name, {}});
  }
};

template <>
struct action<grammar::template_set> {
  static void apply0(State& state) { state.rule.templates.back().members = std::exchange(state.names, {}); }
};

template <>
struct action<grammar::word_for> {
  static void apply0(State& state) { state.before_rule_word = true; }
};

template <>
struct action<grammar::word_rule> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.before_rule_word = false;
    state.rule.offset = state.offset_of(in.begin());
  }
};

template <>
struct action<grammar::rule_name> {
  static void apply0(State& state) {
    if (state.last_name.text.empty())
      state.diagnostics.error(state.last_name.offset, "a rule's name is empty");
    state.rule.name = state.last_name;
  }
};

template <>
struct action<grammar::weight_number> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    const syntax::Name number{in.string_view(), state.offset_of(in.begin())};
    state.rule.weight = read_weight(number, state.diagnostics);
  }
};

template <>
struct action<grammar::rule_statement> {
  static void apply0(State& state) {
    state.rule.formula = state.formulas.back();
    state.tree.statements.emplace_back(std::move(state.rule));
  }
};

// ------------------------------------------------------------------------------------------ formula actions

template <syntax::Term::Kind kind>
struct push_term {
  static void apply0(State& state) { state.terms.push_back({kind, state.last_name}); }
};

template <>
struct action<grammar::variable_term> : push_term<syntax::Term::Kind::variable> {};
template <>
struct action<grammar::constant_term> : push_term<syntax::Term::Kind::constant> {};
template <>
struct action<grammar::bound_variable> : push_term<syntax::Term::Kind::variable> {};

template <>
struct action<grammar::applied_predicate> {
  static void apply0(State& state) {
    state.formulas.push_back({syntax::Formula::Kind::atom, state.last_name, {}, {}});
  }
};

template <>
struct action<grammar::atom> {
  static void apply0(State& state) { state.finish_terms(); }
};

template <syntax::Formula::Kind kind>
struct start_comparison {
  static void apply0(State& state) {
    state.formulas.push_back({kind, {{}, state.terms.back().name.offset}, {}, {}});
  }
};

template <>
struct action<grammar::sign_equal> : start_comparison<syntax::Formula::Kind::equal> {};
template <>
struct action<grammar::sign_not_equal> : start_comparison<syntax::Formula::Kind::not_equal> {};
template <>
struct action<grammar::comparison> : action<grammar::atom> {};

// `negated` and `quantified` open a formula at their sign and get their body as its child at their end.
template <syntax::Formula::Kind kind>
struct open_formula {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.formulas.push_back({kind, {{}, state.offset_of(in.begin())}, {}, {}});
  }
};

struct close_formula {
  static void apply0(State& state) {
    const std::span<const syntax::Formula> body = state.tree.keep(state.operands(state.formulas.size() - 1));
    state.formulas.pop_back();
    state.formulas.back().children = body;
  }
};

template <>
struct action<grammar::sign_not> : open_formula<syntax::Formula::Kind::negation> {};
template <>
struct action<grammar::sign_forall> : open_formula<syntax::Formula::Kind::forall> {};
template <>
struct action<grammar::sign_exists> : open_formula<syntax::Formula::Kind::exists> {};
template <>
struct action<grammar::negated> : close_formula {};
template <>
struct action<grammar::quantified> : close_formula {};

template <>
struct action<grammar::quantifier_colon> : action<grammar::atom> {};

template <>
struct action<grammar::opening_group> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.open_parentheses.push_back(state.offset_of(in.begin()));
  }
};

template <>
struct action<grammar::closing_group> {
  static void apply0(State& state) { state.open_parentheses.pop_back(); }
};

// Operands pile up while the rule matches; two or more of them become the children of one formula.
template <syntax::Formula::Kind kind>
struct fold_operands : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename ParseInput>
  static bool match(ParseInput& in, State& state) {
    const std::size_t before = state.formulas.size();
    if (!pegtl::match<Rule, A, M, Action, Control>(in, state)) return false;
    if (state.formulas.size() - before < 2) return true;
    const std::span<const syntax::Formula> children = state.tree.keep(state.operands(before));
    state.formulas.resize(before);
    state.formulas.push_back({kind, {{}, children.front().name.offset}, {}, children});
    return true;
  }
};

template <>
struct action<grammar::conjunction> : fold_operands<syntax::Formula::Kind::conjunction> {};
template <>
struct action<grammar::disjunction> : fold_operands<syntax::Formula::Kind::disjunction> {};
template <>
struct action<grammar::implication> : fold_operands<syntax::Formula::Kind::implication> {};
template <>
struct action<grammar::formula> : fold_operands<syntax::Formula::Kind::equivalence> {};

// The one rule through which formulas nest.
template <>
struct action<grammar::unary> : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename ParseInput>
  static bool match(ParseInput& in, State& state) {
    if (state.nesting++ > deepest_nesting) {
      const std::size_t place = state.offset_of(in.current());
      throw SyntaxError{
          place, place,
          "this formula is nested more than " + std::to_string(deepest_nesting) + " levels deep"};
    }
    const bool matched = pegtl::match<Rule, A, M, Action, Control>(in, state);
    --state.nesting;
    return matched;
  }
};

}  // namespace kenn::knowledge::parsing
