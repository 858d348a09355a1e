// What the unit tests share: a text on its way through the stages, findings as text, random choices.
#pragma once

#include <gtest/gtest.h>
#include <kenn/kenn.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/read.h"
#include "knowledge/syntax_tree.h"

namespace kenn::test {

using Texts = std::vector<std::string>;

// A vocabulary of one line, so that the rule put after it stands in line 2.
inline const std::string vocabulary =
    "type Thing predict A(Thing), B(Thing), C(Thing), R(Thing, Thing) given G(Thing), L(Thing, Thing)\n";

// ------------------------------------------------------------------------------------------------- findings

// "2:7: error: message"
inline std::string to_text(const Diagnostic& diagnostic) {
  const std::string severity = diagnostic.severity == Severity::error ? "error" : "warning";
  return std::to_string(diagnostic.location.line) + ":" + std::to_string(diagnostic.location.column) + ": " +
         severity + ": " + diagnostic.message;
}

inline Texts to_texts(std::span<const Diagnostic> diagnostics) {
  Texts texts;
  for (const Diagnostic& diagnostic : diagnostics) texts.push_back(to_text(diagnostic));
  return texts;
}

// Everything that is said about a text that is refused.
inline Texts findings_of_rejected(const std::string& text, Syntax syntax = Syntax::automatic) {
  try {
    Knowledge::from_text(text, "test", syntax);
  } catch (const Error& error) {
    return to_texts(error.diagnostics());
  }
  return {"accepted"};
}

inline Texts warnings_of(const std::string& text, Syntax syntax = Syntax::automatic) {
  return to_texts(Knowledge::from_text(text, "test", syntax).warnings());
}

// The clauses of a rule over `vocabulary`.
inline Texts clauses_of(const std::string& rule) {
  const Knowledge knowledge = Knowledge::from_text(vocabulary + rule);
  Texts texts;
  for (const Clause& clause : knowledge.clauses()) texts.push_back(to_string(clause, knowledge.vocabulary()));
  return texts;
}

inline Texts names_of_clauses(const std::string& text) {
  const Knowledge knowledge = Knowledge::from_text(text);
  Texts names;
  for (const Clause& clause : knowledge.clauses()) names.push_back(clause.name);
  return names;
}

// The clauses without the places of their rules, for comparing two texts.
inline std::vector<Clause> without_locations(std::vector<Clause> clauses) {
  for (Clause& clause : clauses) clause.location = {};
  return clauses;
}

// --------------------------------------------------------------------------------------------------- syntax

// A text that has become a syntax tree.
struct Reading {
  explicit Reading(std::string text, Syntax syntax = Syntax::kenn)
      : source("test", std::move(text)),
        diagnostics(source),
        tree(knowledge::read_tree(source, syntax, diagnostics)) {}

  [[nodiscard]] Texts findings() const { return to_texts(diagnostics.in_order()); }

  template <typename Statement>
  [[nodiscard]] const Statement& statement(std::size_t index) const {
    return std::get<Statement>(tree.statements.at(index));
  }

  [[nodiscard]] const knowledge::syntax::RuleStatement& last_rule() const {
    return std::get<knowledge::syntax::RuleStatement>(tree.statements.back());
  }

  SourceText source;
  base::Diagnostics diagnostics;
  knowledge::syntax::Tree tree;
};

inline std::string to_text(std::span<const knowledge::syntax::Term> terms) {
  std::string text;
  for (const knowledge::syntax::Term& term : terms) {
    const std::string name(term.name.text);
    text += (text.empty() ? "" : ", ") +
            (term.kind == knowledge::syntax::Term::Kind::constant ? string_literal(name) : name);
  }
  return text;
}

// The tree with every operator before its operands: `(-> (& A(x) B(x)) (! C(x)))`.
inline std::string to_text(const knowledge::syntax::Formula& formula) {
  using Kind = knowledge::syntax::Formula::Kind;
  const std::string terms = to_text(formula.terms);
  if (formula.kind == Kind::atom) return std::string(formula.name.text) + "(" + terms + ")";
  static const char* const signs[] = {"", "=", "!=", "!", "&", "|", "->", "<->", "forall", "exists"};
  std::string text = "(" + std::string(signs[static_cast<int>(formula.kind)]);
  if (!terms.empty()) text += " " + terms;
  for (const knowledge::syntax::Formula& child : formula.children) text += " " + to_text(child);
  return text + ")";
}

// The tree of a formula, or what is wrong with it.
inline std::string tree_of(const std::string& formula) {
  const Reading reading("rule: " + formula);
  const Texts findings = reading.findings();
  return findings.empty() ? to_text(reading.last_rule().formula) : findings.front();
}

// -------------------------------------------------------------------------------------------------- texts

inline std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// "A(v1) & A(v2) & A(v3)": `pattern` with every % replaced by the numbers from `first` to `last`.
inline std::string chain(const std::string& pattern, const std::string& separator, int first, int last) {
  std::string result;
  for (int number = first; number <= last; ++number) {
    if (number > first) result += separator;
    for (const char letter : pattern)
      result += letter == '%' ? std::to_string(number) : std::string(1, letter);
  }
  return result;
}

// ----------------------------------------------------------------------------------------------- properties

// A number in [0, count), each as likely as the others whatever the size of the case; shrinks towards 0.
inline int below(int count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, count));
}

// True once in `times`; shrinks towards false.
inline bool once_in(int times) {
  return below(times) == times - 1;
}

template <typename Element>
Element one_of(const std::vector<Element>& elements) {
  return elements[static_cast<std::size_t>(below(static_cast<int>(elements.size())))];
}

// Checks a property on `cases` random cases (more, if RC_PARAMS says so).
template <typename Property>
void check_property(int cases, Property&& property) {
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test->test_suite_name()) + "/" + test->name();
  metadata.description = test->name();
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = std::max(parameters.maxSuccess, cases);
  parameters.maxDiscardRatio = 1;  // most cases must count
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, parameters);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

}  // namespace kenn::test
