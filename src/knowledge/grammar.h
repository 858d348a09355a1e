// The grammar of the knowledge language, and what each of its rules expected when it does not match.
//
// White space is part of the token before it, so every token starts where a person would point.
#pragma once

#include <tao/pegtl.hpp>

namespace kenn::knowledge::grammar {

namespace utf8 = tao::pegtl::utf8;
using tao::pegtl::alnum;
using tao::pegtl::at;
using tao::pegtl::eof;
using tao::pegtl::identifier;
using tao::pegtl::if_must;
using tao::pegtl::list_must;
using tao::pegtl::must;
using tao::pegtl::not_at;
using tao::pegtl::not_one;
using tao::pegtl::one;
using tao::pegtl::opt;
using tao::pegtl::plus;
using tao::pegtl::ranges;
using tao::pegtl::seq;
using tao::pegtl::sor;
using tao::pegtl::space;
using tao::pegtl::star;
using tao::pegtl::string;
using tao::pegtl::until;

// ---------------------------------------------------------------------------------------------- white space

struct comment : seq<one<'#'>, until<at<sor<one<'\r', '\n'>, eof>>>> {};
struct gap : star<sor<space, comment>> {};

template <typename... Rules>
struct token : seq<Rules..., gap> {};

// ---------------------------------------------------------------------------------------------------- words

struct word_type : TAO_PEGTL_KEYWORD("type") {};
struct word_predict : TAO_PEGTL_KEYWORD("predict") {};
struct word_given : TAO_PEGTL_KEYWORD("given") {};
struct word_exclusive : TAO_PEGTL_KEYWORD("exclusive") {};
struct word_for : TAO_PEGTL_KEYWORD("for") {};
struct word_in : TAO_PEGTL_KEYWORD("in") {};
struct word_rule : TAO_PEGTL_KEYWORD("rule") {};
struct word_weight : TAO_PEGTL_KEYWORD("weight") {};
struct word_or : TAO_PEGTL_KEYWORD("or") {};
struct word_and : TAO_PEGTL_KEYWORD("and") {};
struct word_not : TAO_PEGTL_KEYWORD("not") {};
struct word_forall : TAO_PEGTL_KEYWORD("forall") {};
struct word_exists : TAO_PEGTL_KEYWORD("exists") {};

// What a statement can start with; reading goes on there after a syntax error.
struct statement_word : sor<word_type, word_predict, word_given, word_exclusive, word_for, word_rule> {};
struct reserved
    : sor<statement_word, word_in, word_weight, word_or, word_and, word_not, word_forall, word_exists> {};

struct name : seq<not_at<reserved>, identifier> {};

// -------------------------------------------------------------------------------------------------- strings

struct escaped : one<'"', '\\', 'n', 'r', 't'> {};
struct escape : if_must<one<'\\'>, escaped> {};
struct string_byte : seq<not_at<ranges<0x00, 0x1f, 0x7f>>, not_one<'"', '\\'>> {};
struct string_content : star<sor<escape, string_byte>> {};
struct opening_quote : one<'"'> {};
struct closing_quote : one<'"'> {};
struct string_literal : if_must<opening_quote, string_content, closing_quote> {};

// ---------------------------------------------------------------------------------------------- punctuation

struct comma : token<one<','>> {};
struct opening_parenthesis : token<one<'('>> {};
struct opening_brace : token<one<'{'>> {};
struct closing_brace : token<one<'}'>> {};

// Signs that programmers double by habit must not match their first half.
struct sign_not : token<sor<seq<one<'!'>, not_at<one<'='>>>, utf8::one<U'¬'>, word_not>> {};
struct sign_and : token<sor<seq<one<'&'>, not_at<one<'&'>>>, utf8::one<U'∧'>, word_and>> {};
struct sign_or : token<sor<seq<one<'|'>, not_at<one<'|'>>>, utf8::one<U'∨'>, word_or>> {};
struct sign_implies : token<sor<string<'-', '>'>, utf8::one<U'→'>>> {};
struct sign_equivalent : token<sor<string<'<', '-', '>'>, utf8::one<U'↔'>>> {};
struct sign_forall : token<sor<word_forall, utf8::one<U'∀'>>> {};
struct sign_exists : token<sor<word_exists, utf8::one<U'∃'>>> {};
struct sign_equal : token<seq<one<'='>, not_at<one<'=', '>'>>>> {};
struct sign_not_equal : token<sor<string<'!', '='>, utf8::one<U'≠'>>> {};

// ------------------------------------------------------------------------------------------------- formulas

struct formula;
struct unary;

struct variable_term : token<name> {};
struct constant_term : token<string_literal> {};
struct term : sor<constant_term, variable_term> {};

struct applied_predicate : seq<token<name>, at<one<'('>>> {};
struct end_of_arguments : token<one<')'>> {};
struct atom : if_must<applied_predicate, opening_parenthesis, list_must<term, comma>, end_of_arguments> {};

struct comparison_sign : sor<sign_equal, sign_not_equal> {};
struct comparison : if_must<term, comparison_sign, term> {};

struct negated : if_must<sign_not, unary> {};
struct bound_variable : token<name> {};
struct quantifier_colon : token<one<':'>> {};
struct quantified
    : if_must<sor<sign_forall, sign_exists>, list_must<bound_variable, comma>, quantifier_colon, formula> {};
struct opening_group : token<one<'('>> {};
struct closing_group : token<one<')'>> {};
struct parenthesised : if_must<opening_group, formula, closing_group> {};

struct unary : sor<negated, quantified, parenthesised, atom, comparison> {};
struct conjunction : list_must<unary, sign_and> {};
struct disjunction : list_must<conjunction, sign_or> {};
struct implication : list_must<disjunction, sign_implies> {};
struct formula : list_must<implication, sign_equivalent> {};

// ----------------------------------------------------------------------------------------------- statements

struct type_name : token<name> {};
struct type_statement : if_must<token<word_type>, list_must<type_name, comma>> {};

struct declared_predicate : token<name> {};
struct argument_type : token<name> {};
struct signature
    : if_must<declared_predicate, opening_parenthesis, list_must<argument_type, comma>, end_of_arguments> {};
struct predict_statement : if_must<token<word_predict>, list_must<signature, comma>> {};
struct given_statement : if_must<token<word_given>, list_must<signature, comma>> {};

struct exclusive_member : token<name> {};
struct exclusive_statement : if_must<token<word_exclusive>, list_must<exclusive_member, comma>> {};

struct template_variable : token<name> {};
struct template_member : token<name> {};
struct not_empty : not_at<one<'}'>> {};
struct template_set : if_must<opening_brace, not_empty, list_must<template_member, comma>, closing_brace> {};
struct template_in : token<word_in> {};
struct template_binding : if_must<template_variable, template_in, template_set> {};
struct templates : if_must<token<word_for>, list_must<template_binding, comma>> {};

struct rule_word : token<word_rule> {};
struct rule_name : token<string_literal> {};
struct weight_number : plus<sor<alnum, one<'.', '+', '-', '_'>>> {};
struct rule_weight : if_must<token<word_weight>, token<weight_number>> {};
struct rule_colon : token<one<':'>> {};
struct rule_start : sor<rule_word, seq<templates, must<rule_word>>> {};
struct rule_statement : seq<rule_start, opt<rule_name>, opt<rule_weight>, must<rule_colon>, must<formula>> {};

struct statement
    : sor<rule_statement, type_statement, predict_statement, given_statement, exclusive_statement> {};

// ------------------------------------------------------------------------------------------- error messages

// What is said when a rule that must match does not. A text that starts with "expected" is completed with
// what was found instead. Every rule under a `must` has one: the parser does not compile without.
template <typename Rule>
inline constexpr const char* expectation = nullptr;

template <typename Element, typename Separator>
inline constexpr const char* expectation<list_must<Element, Separator>> = expectation<Element>;

template <>
inline constexpr const char* expectation<statement> =
    "expected a statement (type, predict, given, exclusive, for or rule)";
template <>
inline constexpr const char* expectation<type_name> = "expected the name of a type";
template <>
inline constexpr const char* expectation<signature> = "expected the name of a predicate";
template <>
inline constexpr const char* expectation<argument_type> = "expected the type of an argument";
template <>
inline constexpr const char* expectation<exclusive_member> = "expected the name of a predicate";
template <>
inline constexpr const char* expectation<template_binding> =
    "expected a name that will stand for the predicates of a set";
template <>
inline constexpr const char* expectation<template_in> = "expected 'in'";
template <>
inline constexpr const char* expectation<template_set> = "expected a set of predicates such as {A, B}";
template <>
inline constexpr const char* expectation<not_empty> =
    "this set is empty, so the rule would have no instances";
template <>
inline constexpr const char* expectation<template_member> = "expected the name of a predicate";
template <>
inline constexpr const char* expectation<closing_brace> = "expected ',' or '}'";
template <>
inline constexpr const char* expectation<rule_word> = "expected 'rule' (or ',' and another 'NAME in {...}')";
template <>
inline constexpr const char* expectation<token<weight_number>> = "expected a number";
template <>
inline constexpr const char* expectation<rule_colon> = "expected ':' before the rule's formula";
template <>
inline constexpr const char* expectation<formula> = "expected a formula";
template <>
inline constexpr const char* expectation<implication> = "expected a formula";
template <>
inline constexpr const char* expectation<disjunction> = "expected a formula";
template <>
inline constexpr const char* expectation<conjunction> = "expected a formula";
template <>
inline constexpr const char* expectation<unary> = "expected a formula";
template <>
inline constexpr const char* expectation<bound_variable> = "expected the name of a variable";
template <>
inline constexpr const char* expectation<quantifier_colon> = "expected ':' after the quantified variables";
template <>
inline constexpr const char* expectation<opening_parenthesis> = "expected '('";
template <>
inline constexpr const char* expectation<end_of_arguments> = "expected ',' or ')'";
template <>
inline constexpr const char* expectation<closing_group> = "expected an operator or ')'";
template <>
inline constexpr const char* expectation<term> = "expected a variable or a \"constant\"";
template <>
inline constexpr const char* expectation<comparison_sign> =
    "expected '(' after a predicate, or '=' or '!=' after a variable or constant";
template <>
inline constexpr const char* expectation<string_content> = "expected the text of a string";
template <>
inline constexpr const char* expectation<closing_quote> = "this string has no closing quote";
template <>
inline constexpr const char* expectation<escaped> =
    R"(a backslash in a string stands before ", \, n, r or t)";

}  // namespace kenn::knowledge::grammar
