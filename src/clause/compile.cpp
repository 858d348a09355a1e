// Runs the passes of this folder: syntax tree -> clauses.
#include "clause/compile.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/spelling.h"
#include "clause/declarations.h"
#include "clause/dropped_clauses.h"
#include "clause/duplicates.h"
#include "clause/infer_types.h"
#include "clause/names.h"
#include "clause/normal_form.h"
#include "clause/resolve.h"
#include "clause/simplify.h"
#include "clause/templates.h"
#include "clause/unused.h"

namespace kenn::clause {

namespace {

constexpr std::size_t longest_shown_clause = 200;

class Compiler {
 public:
  Compiler(const knowledge::syntax::Tree& tree, const SourceText& source, base::Diagnostics& diagnostics)
      : tree_(tree),
        diagnostics_(diagnostics),
        cursor_(source.text()),
        declarations_(declare(tree, diagnostics)) {}

  Compiled run() {
    for (const knowledge::syntax::Statement& statement : tree_.statements) {
      if (const auto* const rule = std::get_if<knowledge::syntax::RuleStatement>(&statement))
        compile_rule(*rule);
    }
    require_unique_names(clauses_, offsets_, diagnostics_);
    warn_unused(tree_, declarations_, clauses_, diagnostics_);
    return {std::move(declarations_.vocabulary), std::move(clauses_), rule_count_};
  }

 private:
  void compile_rule(const knowledge::syntax::RuleStatement& rule) {
    ++rule_count_;
    dropped_ = {};
    const bool is_named = rule.name && is_new_name(rule);
    const TemplateInstances templates(rule, declarations_, tree_, diagnostics_);
    for (std::uint64_t instance = 0; instance < templates.count(); ++instance) {
      if (!compile_instance(rule, templates, instance, is_named)) break;
    }
    dropped_.warn(rule, diagnostics_);
  }

  bool is_new_name(const knowledge::syntax::RuleStatement& rule) {
    const auto [known, is_new] = rule_names_.emplace(rule.name->text, rule.offset);
    if (is_new) return true;
    diagnostics_.error(rule.name->offset, "the rule name " +
                                              string_literal(base::shortened(rule.name->text, 40)) +
                                              " is already used in " + diagnostics_.line_of(known->second));
    return false;
  }

  // False when the rule is too large, which holds for all of its instances.
  bool compile_instance(const knowledge::syntax::RuleStatement& rule, const TemplateInstances& templates,
                        std::uint64_t instance, bool is_named) {
    auto resolved = resolve(rule, templates, templates.choice(instance), declarations_, tree_, diagnostics_);
    if (!resolved || !infer_types(*resolved, declarations_, diagnostics_)) return true;
    if (!require_size(normal_form_size(resolved->proposition), templates.count(), rule)) return false;
    const std::size_t first = clauses_.size();
    for (const Disjunction& disjunction : normal_form(resolved->proposition)) {
      add(simplify(disjunction, *resolved, declarations_.vocabulary), rule);
    }
    std::string base;
    if (is_named) base = std::string(rule.name->text) + templates.suffix(instance, declarations_.vocabulary);
    name_clauses(std::span(clauses_).subspan(first), base, declarations_.vocabulary);
    return true;
  }

  bool require_size(const NormalFormSize& size, std::uint64_t instances,
                    const knowledge::syntax::RuleStatement& rule) {
    struct Limit {
      std::uint64_t count;
      std::uint64_t most;
      const char* unit;
      bool is_of_all;  // instances together
    };
    const NormalFormSize all = size.times(instances);
    for (const Limit& limit : {Limit{size.clauses, most_clauses, "clauses", false},
                               Limit{size.literals, most_literals, "literals", false},
                               Limit{all.clauses, most_rule_clauses, "clauses", true},
                               Limit{all.literals, most_rule_literals, "literals", true}}) {
      if (limit.count <= limit.most) continue;
      const std::string what = limit.is_of_all ? "the " + std::to_string(instances) + " instances of " +
                                                     describe(rule) + " together have "
                                               : "the normal form of " + describe(rule) + " has ";
      const bool is_immense = limit.count == NormalFormSize::immense;
      diagnostics_.error(rule.offset, what + (is_immense ? "more than 10^19" : std::to_string(limit.count)) +
                                          " " + limit.unit + "; at most " + std::to_string(limit.most) +
                                          " are allowed");
      return false;
    }
    return true;
  }

  void add(Simplified simplified, const knowledge::syntax::RuleStatement& rule) {
    Clause& clause = simplified.clause;
    const auto text = [&] {
      return base::shortened(to_string(clause, declarations_.vocabulary), longest_shown_clause);
    };
    switch (simplified.verdict) {
      case Verdict::always_true:
        return dropped_.add(Reason::always_true, "");
      case Verdict::always_false:
        return dropped_.add(Reason::always_false, "");
      case Verdict::changes_nothing:
        return dropped_.add(Reason::changes_nothing, text());
      case Verdict::unanchored:
        return diagnostics_.error(rule.offset,
                                  "in the clause '" + text() + "' of this rule, '" +
                                      clause.variables[simplified.unanchored].name +
                                      "' occurs in no predicate and equals no variable that does");
      case Verdict::kept:
        break;
    }
    if (const auto earlier = duplicates_.find_or_add(clause, clauses_)) {
      const bool is_this_rule = offsets_[*earlier] == rule.offset;
      const std::string whose = is_this_rule ? "another one of this rule"
                                             : "one of the rule in line " +
                                                   std::to_string(clauses_[*earlier].location.line) +
                                                   ", whose weight counts";
      return dropped_.add(Reason::repeated, "the clause '" + text() + "' repeats " + whose);
    }
    clause.weight = rule.weight;
    clause.location = cursor_.locate(rule.offset);
    clauses_.push_back(std::move(clause));
    offsets_.push_back(rule.offset);
  }

  const knowledge::syntax::Tree& tree_;
  base::Diagnostics& diagnostics_;
  base::LocationCursor cursor_;
  Declarations declarations_;
  DuplicateFinder duplicates_;
  std::vector<Clause> clauses_;
  std::vector<std::size_t> offsets_;  // where the rule of each clause stands
  std::size_t rule_count_ = 0;
  std::unordered_map<std::string_view, std::size_t> rule_names_;  // and where each rule stands
  DroppedClauses dropped_;                                        // of the rule under way
};

}  // namespace

Compiled compile(const knowledge::syntax::Tree& tree, const SourceText& source,
                 base::Diagnostics& diagnostics) {
  return Compiler(tree, source, diagnostics).run();
}

}  // namespace kenn::clause
