// `kenn explain`: why a prediction is what it is, and what the rules do to all of them.
#include "explain_run.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "common.h"
#include "explain_json.h"
#include "explain_text.h"
#include "json_output.h"
#include "stopwatch.h"

namespace kenn::cli {

namespace {

// Ends and begins with the time it took, after everything was read.
Json answer(const Explainer& explainer, const ExplainArguments& arguments, std::string& text) {
  if (arguments.rules) {
    const RuleAudit audit = explainer.audit();
    text = audit_text(audit);
    return to_json(audit);
  }
  ExplainOptions options = arguments.options;
  options.top = arguments.inputs.rules.json ? arguments.top.value_or(all_groundings)
                                            : std::max(arguments.top.value_or(default_top), most_before);
  const Explanation explanation = explainer.explain(arguments.object, options);
  text = explanation_text(explanation, arguments);
  Json json = to_json(explanation);
  if (!arguments.why_not.empty()) {
    const WhyNot why_not = explainer.why_not(arguments.object, arguments.why_not);
    text += why_not_text(why_not, explanation);
    json["why_not"] = to_json(why_not, explanation);
  }
  return json;
}

}  // namespace

void run_explain(const ExplainArguments& arguments, const EnhanceFiles& files) {
  Stopwatch stopwatch;
  ExplainSource read = read_explain_source(arguments.inputs, files);
  const double seconds = stopwatch.next();
  const Explainer explainer(std::move(read.source));
  std::string text;
  Json json = answer(explainer, arguments, text);
  json["seconds"] = {{"read", seconds}, {"explain", stopwatch.next()}};
  json["diagnostics"] = to_json(read.warnings);
  const bool is_json = arguments.inputs.rules.json;
  if (!is_json) print_findings(read.warnings);
  std::cout << (is_json ? to_line(json) : text);
}

}  // namespace kenn::cli
