// The public class: one context, and what can be asked of it.
#include <kenn/explain.h>

#include <algorithm>
#include <utility>

#include "explain/audit.h"
#include "explain/context.h"
#include "explain/explanation.h"
#include "explain/why_not.h"

namespace kenn {

namespace explain {

Context::Context(Source of)
    : source(std::move(of)),
      groundings(source.knowledge, source.tables, source.options.order),
      names(source.knowledge, source.tables) {
  const std::size_t needed = source.knowledge.clauses().size() * source.options.layers;
  if (source.weights.size() != needed) {
    throw Error(ErrorKind::usage, "there are " + std::to_string(source.weights.size()) + " weights, but " +
                                      std::to_string(needed) + " are needed");
  }
}

}  // namespace explain

namespace {

explain::Source source_of(const Knowledge& knowledge, const Tables& tables, std::vector<float> weights,
                          TableValues<const float> logits, const EnhanceOptions& options) {
  std::vector<std::vector<float>> values(tables.schema().tables.size());
  std::size_t next = 0;
  for (TableIndex table = 0; table < values.size(); ++table) {
    const TableSchema& schema = tables.schema().tables[table];
    if (schema.role != Role::predict) continue;
    const std::size_t size = tables.row_count(table) * schema.columns.size();
    if (next == logits.size() || logits[next].size() != size) {
      throw Error(ErrorKind::usage,
                  "the logits of '" + schema.name + "' must be " + std::to_string(size) + " numbers");
    }
    values[table].assign(logits[next].begin(), logits[next].end());
    ++next;
  }
  std::vector<std::size_t> widths;
  for (const TableSchema& schema : tables.schema().tables) widths.push_back(schema.columns.size());
  const auto logits_of = [values = std::move(values), widths](TableIndex table, std::span<const Row> rows) {
    return explain::take_logits(values[table], widths[table], rows);
  };
  return {knowledge, tables, {}, std::move(weights), options, logits_of, PlanOptions().max_groundings};
}

}  // namespace

Explainer::Explainer(const Knowledge& knowledge, const Tables& tables, std::vector<float> weights,
                     TableValues<const float> logits, const EnhanceOptions& options)
    : Explainer(source_of(knowledge, tables, std::move(weights), logits, options)) {}

Explainer::Explainer(explain::Source source)
    : context_(std::make_unique<explain::Context>(std::move(source))) {}

Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

Explanation Explainer::explain(const std::string& object, const ExplainOptions& options) const {
  return explain::explain_row(*context_, object, options);
}

WhyNot Explainer::why_not(const std::string& object, const std::string& predicate) const {
  return explain::find_why_not(*context_, object, predicate);
}

RuleAudit Explainer::audit() const {
  return explain::audit_rules(*context_);
}

}  // namespace kenn
