// What the grammar's actions have read of the statement under way, and how they stop it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <tao/pegtl.hpp>

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge::parsing {

using Input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*>;

// Thrown by the grammar; it ends the statement. (PEGTL's own exception counts lines up to the place each
// time, which makes many errors quadratic.)
struct SyntaxError {
  std::size_t place;   // where reading stopped
  std::size_t offset;  // what is shown
  std::string message;
};

// What the actions have read of the statement under way.
struct State {
  State(const SourceText& source_, syntax::Tree& tree_, base::Diagnostics& diagnostics_)
      : source(source_), tree(tree_), diagnostics(diagnostics_) {}

  [[nodiscard]] std::size_t offset_of(const char* place) const {
    return static_cast<std::size_t>(place - source.text().data());
  }

  void start_statement() {
    names.clear();
    signatures.clear();
    terms.clear();
    formulas.clear();
    open_parentheses.clear();
    rule = {};
    nesting = 0;
    before_rule_word = false;
  }

  // Gives the terms read so far to the formula read last.
  void finish_terms() {
    formulas.back().terms = tree.keep(std::span<const syntax::Term>(terms));
    terms.clear();
  }

  // The formulas from number `first` on.
  [[nodiscard]] std::span<const syntax::Formula> operands(std::size_t first) const {
    return std::span(formulas).subspan(first);
  }

  const SourceText& source;
  syntax::Tree& tree;
  base::Diagnostics& diagnostics;

  syntax::Name last_name;     // the word or string read last
  std::size_t gap_start = 0;  // where the white space read last starts: the end of the token before it
  std::size_t quote = 0;      // where the string read last starts
  int nesting = 0;
  bool before_rule_word = false;  // inside `for ...`, whose `rule` is still to come

  std::vector<syntax::Name> names;
  std::vector<syntax::Signature> signatures;
  std::vector<syntax::Term> terms;
  std::vector<syntax::Formula> formulas;  // finished operands, innermost last
  std::vector<std::size_t> open_parentheses;
  syntax::RuleStatement rule;
};

}  // namespace kenn::knowledge::parsing
