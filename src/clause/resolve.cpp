// Pass 3: names -> predicates, variables and constants; quantifiers go.
#include "clause/resolve.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/spelling.h"
#include "clause/interner.h"

namespace kenn::clause {

namespace {

using Kind = knowledge::syntax::Formula::Kind;

// Whether a formula is asserted, denied, or both (beside '<->').
enum class Polarity : std::uint8_t { positive, negative, both };

Polarity flipped(Polarity polarity) {
  if (polarity == Polarity::both) return polarity;
  return polarity == Polarity::positive ? Polarity::negative : Polarity::positive;
}

bool has_repeated_name(const std::vector<Variable>& variables) {
  std::unordered_set<std::string_view> names;
  return std::any_of(variables.begin(), variables.end(),
                     [&](const Variable& variable) { return !names.insert(variable.name).second; });
}

std::size_t hash_of(const Atom& atom) {
  std::size_t hash = atom.predicate;
  for (const Term& term : atom.arguments) {
    hash = hash * 1'000'003 + std::size_t{2} * term.index + static_cast<std::size_t>(term.kind);
  }
  return hash;
}

class Resolver {
 public:
  Resolver(const TemplateInstances& templates, const std::vector<PredicateIndex>& chosen,
           const Declarations& declarations, const knowledge::syntax::Tree& tree,
           base::Diagnostics& diagnostics)
      : templates_(templates),
        chosen_(chosen),
        declarations_(declarations),
        tree_(tree),
        diagnostics_(diagnostics) {}

  std::optional<ResolvedRule> run(const knowledge::syntax::Formula& formula) {
    result_.proposition = resolve_formula(formula, Polarity::positive);
    if (failed_) return std::nullopt;
    // Only a quantifier makes two variables of one name.
    result_.names_repeat = has_quantifier_ && has_repeated_name(result_.variables);
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void error(std::size_t offset, std::string message) {
    diagnostics_.error(offset, std::move(message));
    failed_ = true;
  }

  Proposition resolve_formula(const knowledge::syntax::Formula& formula, Polarity polarity) {
    switch (formula.kind) {
      case Kind::atom:
        return resolve_atom(formula);
      case Kind::equal:
        return resolve_equality(formula);
      case Kind::not_equal: {
        Proposition negation{Proposition::Kind::negation, 0, {}};
        negation.children.push_back(resolve_equality(formula));
        return negation;
      }
      case Kind::negation:
        return resolve_operator(Proposition::Kind::negation, formula, flipped(polarity), flipped(polarity));
      case Kind::conjunction:
        return resolve_operator(Proposition::Kind::conjunction, formula, polarity, polarity);
      case Kind::disjunction:
        return resolve_operator(Proposition::Kind::disjunction, formula, polarity, polarity);
      case Kind::implication:
        return resolve_operator(Proposition::Kind::implication, formula, flipped(polarity), polarity);
      case Kind::equivalence:
        return resolve_operator(Proposition::Kind::equivalence, formula, Polarity::both, Polarity::both);
      case Kind::forall:
      case Kind::exists:
        break;
    }
    return resolve_quantifier(formula, polarity);
  }

  Proposition resolve_operator(Proposition::Kind kind, const knowledge::syntax::Formula& formula,
                               Polarity polarity, Polarity last_polarity) {
    Proposition proposition{kind, 0, {}};
    proposition.children.reserve(formula.children.size());
    for (const knowledge::syntax::Formula& child : formula.children) {
      const bool is_last = &child == &formula.children.back();
      proposition.children.push_back(resolve_formula(child, is_last ? last_polarity : polarity));
    }
    return proposition;
  }

  Proposition resolve_quantifier(const knowledge::syntax::Formula& formula, Polarity polarity) {
    if (formula.kind == Kind::exists) {
      error(formula.name.offset, "'exists' is not supported yet; free variables mean 'for all'");
    } else if (polarity != Polarity::positive) {
      error(formula.name.offset,
            "'forall' under a negation, left of '->' or beside '<->' means 'exists', which is not "
            "supported yet");
    }
    has_quantifier_ = true;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> outer;  // names, and what they stood for outside
    std::vector<std::uint32_t> bound;
    for (const knowledge::syntax::Term& term : formula.terms) {
      reject_template_name(term.name);
      const std::uint32_t name = number_of_name(term.name.text);
      outer.emplace_back(name, meaning_[name]);
      bound.push_back(meaning_[name] = new_variable(term.name.text));
    }
    Proposition body = resolve_formula(formula.children.front(), polarity);
    for (std::size_t i = bound.size(); i-- > 0;) meaning_[outer[i].first] = outer[i].second;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      if (used_[bound[i]]) continue;
      const knowledge::syntax::Name& name = formula.terms[i].name;
      diagnostics_.warning(name.offset, "the variable " + base::in_quotes(name.text) + " is not used");
    }
    return body;
  }

  Proposition resolve_atom(const knowledge::syntax::Formula& formula) {
    Atom atom = resolve_arguments(formula);
    const knowledge::syntax::Name& name = formula.name;
    std::optional<PredicateIndex> predicate = template_predicate(name.text);
    const bool is_template = predicate.has_value();
    if (!is_template) predicate = find_predicate(name, declarations_, tree_, diagnostics_);
    if (!predicate) {
      failed_ = true;
      return {};
    }
    atom.predicate = *predicate;
    const Predicate& declared = declarations_.vocabulary.predicates[*predicate];
    const std::size_t expected = declared.argument_types.size();
    if (expected != atom.arguments.size()) {
      const std::string stands_for = is_template ? " (" + std::string(name.text) + " stands for it)" : "";
      error(name.offset, base::in_quotes(declared.name) + stands_for + " takes " + std::to_string(expected) +
                             (expected == 1 ? " argument" : " arguments") + ", not " +
                             std::to_string(atom.arguments.size()));
    }
    return intern(std::move(atom));
  }

  Proposition resolve_equality(const knowledge::syntax::Formula& formula) {
    Atom atom = resolve_arguments(formula);
    atom.predicate = equality;
    return intern(std::move(atom));
  }

  Atom resolve_arguments(const knowledge::syntax::Formula& formula) {
    Atom atom;
    atom.spelling = formula.terms;
    atom.arguments.reserve(formula.terms.size());
    for (const knowledge::syntax::Term& term : formula.terms) {
      atom.arguments.push_back(term.kind == knowledge::syntax::Term::Kind::variable
                                   ? variable(term.name)
                                   : constant(term.name.text));
    }
    return atom;
  }

  // The same atom twice is one atom.
  Proposition intern(Atom atom) {
    const auto known = atom_numbers_.find_or_add(hash_of(atom), [&](std::uint32_t number) {
      return result_.atoms[number].predicate == atom.predicate &&
             result_.atoms[number].arguments == atom.arguments;
    });
    if (known) return {Proposition::Kind::atom, *known, {}};
    result_.atoms.push_back(std::move(atom));
    return {Proposition::Kind::atom, static_cast<std::uint32_t>(result_.atoms.size() - 1), {}};
  }

  // A name that no quantifier around it binds is a variable of the whole rule.
  Term variable(const knowledge::syntax::Name& name) {
    const std::uint32_t number = number_of_name(name.text);
    if (meaning_[number] == none) {
      reject_template_name(name);
      meaning_[number] = new_variable(name.text);
    }
    used_[meaning_[number]] = true;
    return {Term::Kind::variable, meaning_[number]};
  }

  std::uint32_t number_of_name(std::string_view name) {
    const auto known = name_numbers_.find_or_add(
        std::hash<std::string_view>{}(name), [&](std::uint32_t number) { return names_[number] == name; });
    if (known) return *known;
    names_.push_back(name);
    meaning_.push_back(none);
    return static_cast<std::uint32_t>(names_.size() - 1);
  }

  Term constant(std::string_view text) {
    const auto known = constant_numbers_.find_or_add(
        std::hash<std::string_view>{}(text),
        [&](std::uint32_t number) { return result_.constants[number] == text; });
    if (known) return {Term::Kind::constant, *known};
    result_.constants.emplace_back(text);
    return {Term::Kind::constant, static_cast<std::uint32_t>(result_.constants.size() - 1)};
  }

  std::uint32_t new_variable(std::string_view name) {
    result_.variables.push_back({std::string(name), unknown_type});
    used_.push_back(false);
    return static_cast<std::uint32_t>(result_.variables.size() - 1);
  }

  [[nodiscard]] std::optional<PredicateIndex> template_predicate(std::string_view name) const {
    const auto& templates = templates_.templates();
    for (std::size_t i = 0; i < templates.size(); ++i) {
      if (templates[i].variable == name) return chosen_[i];
    }
    return std::nullopt;
  }

  void reject_template_name(const knowledge::syntax::Name& name) {
    if (template_predicate(name.text)) {
      error(name.offset, base::in_quotes(name.text) + " stands for a predicate, so it cannot be a variable");
    }
  }

  const TemplateInstances& templates_;
  const std::vector<PredicateIndex>& chosen_;
  const Declarations& declarations_;
  const knowledge::syntax::Tree& tree_;
  base::Diagnostics& diagnostics_;

  ResolvedRule result_;
  bool failed_ = false;
  bool has_quantifier_ = false;
  std::vector<std::string_view> names_;  // of variables
  std::vector<std::uint32_t> meaning_;   // the variable that each name stands for just now, or `none`
  std::vector<bool> used_;               // of the variables
  Interner name_numbers_;
  Interner constant_numbers_;
  Interner atom_numbers_;
};

}  // namespace

std::optional<ResolvedRule> resolve(const knowledge::syntax::RuleStatement& rule,
                                    const TemplateInstances& templates,
                                    const std::vector<PredicateIndex>& chosen,
                                    const Declarations& declarations, const knowledge::syntax::Tree& tree,
                                    base::Diagnostics& diagnostics) {
  return Resolver(templates, chosen, declarations, tree, diagnostics).run(rule.formula);
}

}  // namespace kenn::clause
