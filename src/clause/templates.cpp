// Pass 2: templates -> instances.
#include "clause/templates.h"

#include <algorithm>
#include <unordered_set>

#include "base/spelling.h"

namespace kenn::clause {

namespace {

using knowledge::syntax::Formula;
using knowledge::syntax::Name;

bool uses_predicate(const Formula& formula, std::string_view name) {
  if (formula.kind == Formula::Kind::atom && formula.name.text == name) return true;
  return std::any_of(formula.children.begin(), formula.children.end(),
                     [&](const Formula& child) { return uses_predicate(child, name); });
}

// What is wrong with a template's name, given the ones before it; empty if nothing is.
std::string complaint(const Name& variable, const std::vector<TemplateInstances::Template>& before,
                      const knowledge::syntax::RuleStatement& rule, const Declarations& declarations) {
  const std::string name = base::in_quotes(variable.text);
  if (declarations.predicates.contains(variable.text)) {
    return "the template name " + name + " is also a predicate; choose another name";
  }
  const bool repeated = std::any_of(before.begin(), before.end(),
                                    [&](const auto& each) { return each.variable == variable.text; });
  if (repeated) return "the template name " + name + " is used twice";
  if (!uses_predicate(rule.formula, variable.text)) return "the rule does not use the template name " + name;
  return "";
}

}  // namespace

TemplateInstances::TemplateInstances(const knowledge::syntax::RuleStatement& rule,
                                     const Declarations& declarations, const knowledge::syntax::Tree& tree,
                                     base::Diagnostics& diagnostics) {
  bool correct = true;
  std::uint64_t product = 1;
  if (rule.templates.size() > most_templates) {
    diagnostics.error(rule.templates.front().variable.offset,
                      "this rule has more than " + std::to_string(most_templates) + " template names");
    return;
  }
  for (const knowledge::syntax::Template& each : rule.templates) {
    if (const auto message = complaint(each.variable, templates_, rule, declarations); !message.empty()) {
      diagnostics.error(each.variable.offset, message);
      correct = false;
    }
    Template looked_up{each.variable.text, {}};
    std::unordered_set<std::string_view> seen;
    for (const Name& member : each.members) {
      const auto index = find_predicate(member, declarations, tree, diagnostics);
      const bool is_new = seen.insert(member.text).second;
      if (!is_new) {
        diagnostics.error(member.offset, base::in_quotes(member.text) + " is in the set twice");
      }
      correct = correct && index && is_new;
      if (index) looked_up.members.push_back(*index);
    }
    templates_.push_back(std::move(looked_up));
    product *= each.members.size();
    if (product > most_instances) {
      diagnostics.error(rule.templates.front().variable.offset,
                        "this rule has more than " + std::to_string(most_instances) + " instances");
      correct = false;
      product = 1;
    }
  }
  const bool can_resolve = std::all_of(templates_.begin(), templates_.end(),
                                       [](const Template& each) { return !each.members.empty(); });
  if (!correct) product = can_resolve ? 1 : 0;
  count_ = product;
}

std::vector<PredicateIndex> TemplateInstances::choice(std::uint64_t instance) const {
  std::vector<PredicateIndex> chosen(templates_.size());
  for (std::size_t i = templates_.size(); i-- > 0;) {
    const auto& members = templates_[i].members;
    chosen[i] = members[instance % members.size()];
    instance /= members.size();
  }
  return chosen;
}

std::string TemplateInstances::suffix(std::uint64_t instance, const Vocabulary& vocabulary) const {
  std::string text;
  const auto chosen = choice(instance);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    text += (i == 0 ? "[" : ",") + std::string(templates_[i].variable) + "=" +
            vocabulary.predicates[chosen[i]].name;
  }
  return text.empty() ? text : text + "]";
}

}  // namespace kenn::clause
