// The whole path from a text to its clauses.
#include "clause/compile.h"

#include <span>
#include <string>
#include <utility>

#include "clause/declarations.h"
#include "clause/duplicates.h"
#include "clause/infer_types.h"
#include "clause/names.h"
#include "clause/normal_form.h"
#include "clause/resolve.h"
#include "clause/simplify.h"
#include "clause/templates.h"
#include "clause/unused.h"

namespace kenn {

namespace {

std::string describe(const syntax::RuleStatement& rule) {
  return rule.name ? "rule " + string_literal(std::string(rule.name->text)) : "this rule";
}

// Clauses of one rule that were dropped for one reason: how many, and an example.
struct Dropped {
  std::size_t count = 0;
  std::string example;

  void add(std::string text) {
    if (count++ == 0) example = std::move(text);
  }

  [[nodiscard]] std::string others() const {
    return count > 1 ? " (and " + std::to_string(count - 1) + " more of this rule)" : "";
  }
};

class Compiler {
 public:
  Compiler(const syntax::Tree& tree, const SourceText& source, Diagnostics& diagnostics)
      : tree_(tree),
        diagnostics_(diagnostics),
        cursor_(source.text()),
        declarations_(declare(tree, diagnostics)) {}

  Compiled run() {
    for (const syntax::Statement& statement : tree_.statements) {
      if (const auto* const rule = std::get_if<syntax::RuleStatement>(&statement)) compile_rule(*rule);
    }
    require_unique_names(clauses_, offsets_, diagnostics_);
    warn_unused(tree_, declarations_, clauses_, diagnostics_);
    return {std::move(declarations_.vocabulary), std::move(clauses_), rule_count_};
  }

 private:
  void compile_rule(const syntax::RuleStatement& rule) {
    ++rule_count_;
    always_true_ = changes_nothing_ = repeated_ = {};
    const TemplateInstances templates(rule, declarations_, tree_, diagnostics_);
    for (std::uint64_t instance = 0; instance < templates.count(); ++instance) {
      compile_instance(rule, templates, instance);
    }
    warn_dropped(rule);
  }

  void compile_instance(const syntax::RuleStatement& rule, const TemplateInstances& templates,
                        std::uint64_t instance) {
    auto resolved = resolve(rule, templates, templates.choice(instance), declarations_, tree_, diagnostics_);
    if (!resolved || !infer_types(*resolved, declarations_, diagnostics_)) return;
    if (!fits(normal_form_size(resolved->proposition), rule)) return;
    const std::size_t first = clauses_.size();
    for (const Disjunction& disjunction : normal_form(resolved->proposition)) {
      add(simplify(disjunction, *resolved, declarations_.vocabulary), rule);
    }
    std::string base;
    if (rule.name) base = std::string(rule.name->text) + templates.suffix(instance, declarations_.vocabulary);
    name_clauses(std::span(clauses_).subspan(first), base, declarations_.vocabulary);
  }

  bool fits(const NormalFormSize& size, const syntax::RuleStatement& rule) {
    const bool too_many_clauses = size.clauses > most_clauses;
    if (!too_many_clauses && size.literals <= most_literals) return true;
    const std::uint64_t count = too_many_clauses ? size.clauses : size.literals;
    const std::uint64_t limit = too_many_clauses ? most_clauses : most_literals;
    const std::string number = count == NormalFormSize::immense ? "more than 10^19" : std::to_string(count);
    diagnostics_.error(rule.offset, "the normal form of " + describe(rule) + " has " + number +
                                        (too_many_clauses ? " clauses" : " literals") + "; at most " +
                                        std::to_string(limit) + " are allowed");
    return false;
  }

  void add(Simplified simplified, const syntax::RuleStatement& rule) {
    Clause& clause = simplified.clause;
    switch (simplified.verdict) {
      case Verdict::always_true:
        always_true_.add("");
        return;
      case Verdict::changes_nothing:
        changes_nothing_.add(to_string(clause, declarations_.vocabulary));
        return;
      case Verdict::unanchored:
        diagnostics_.error(rule.offset, "in the clause '" + to_string(clause, declarations_.vocabulary) +
                                            "' of this rule some variables occur beside '=' only");
        return;
      case Verdict::kept:
        break;
    }
    if (const auto earlier = duplicates_.find_or_add(clause, clauses_)) {
      repeated_.add("the clause '" + to_string(clause, declarations_.vocabulary) +
                    "' repeats one of the rule in line " + std::to_string(clauses_[*earlier].location.line) +
                    ", whose weight counts");
      return;
    }
    clause.weight = rule.weight;
    clause.location = cursor_.locate(rule.offset);
    clauses_.push_back(std::move(clause));
    offsets_.push_back(rule.offset);
  }

  void warn_dropped(const syntax::RuleStatement& rule) {
    if (always_true_.count > 0) {
      const std::string count = std::to_string(always_true_.count);
      diagnostics_.warning(rule.offset, count + (always_true_.count == 1 ? " clause of " : " clauses of ") +
                                            describe(rule) + (always_true_.count == 1 ? " is" : " are") +
                                            " always true; dropped");
    }
    if (changes_nothing_.count > 0) {
      diagnostics_.warning(rule.offset,
                           "the clause '" + changes_nothing_.example +
                               "' has no predicted predicate; dropped: it can never change a prediction" +
                               changes_nothing_.others());
    }
    if (repeated_.count > 0) {
      diagnostics_.warning(rule.offset, repeated_.example + "; dropped" + repeated_.others());
    }
  }

  const syntax::Tree& tree_;
  Diagnostics& diagnostics_;
  LocationCursor cursor_;
  Declarations declarations_;
  DuplicateFinder duplicates_;
  std::vector<Clause> clauses_;
  std::vector<std::size_t> offsets_;  // where the rule of each clause stands
  std::size_t rule_count_ = 0;
  Dropped always_true_;  // of the rule under way, as the next two
  Dropped changes_nothing_;
  Dropped repeated_;
};

}  // namespace

Compiled compile(const syntax::Tree& tree, const SourceText& source, Diagnostics& diagnostics) {
  return Compiler(tree, source, diagnostics).run();
}

}  // namespace kenn
