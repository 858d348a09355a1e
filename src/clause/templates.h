// Pass 2: templates -> instances.
//
//     for T in {AI, ML}                            T = AI
//     rule "topic": T(x) & Cite(x, y) -> T(y)  ->  T = ML
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "clause/declarations.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

// How many instances the templates of one rule may give.
inline constexpr std::uint64_t most_instances = 1'000'000;
inline constexpr std::size_t most_templates = 100;

// The sets of one rule, looked up. Its instances are numbered; the last template changes fastest.
class TemplateInstances {
 public:
  struct Template {
    std::string_view variable;
    std::vector<PredicateIndex> members;
  };

  // Reports what is wrong with the templates of `rule`; there is then at most one instance, in which the rest
  // of the rule can be checked. A rule without templates has one instance.
  TemplateInstances(const knowledge::syntax::RuleStatement& rule, const Declarations& declarations,
                    const knowledge::syntax::Tree& tree, base::Diagnostics& diagnostics);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] const std::vector<Template>& templates() const { return templates_; }

  // The predicate that each template stands for in one instance.
  [[nodiscard]] std::vector<PredicateIndex> choice(std::uint64_t instance) const;

  // "[T=AI,S=ML]"; empty for a rule without templates.
  [[nodiscard]] std::string suffix(std::uint64_t instance, const Vocabulary& vocabulary) const;

 private:
  std::vector<Template> templates_;
  std::uint64_t count_ = 0;
};

}  // namespace kenn::clause
