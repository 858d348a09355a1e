// What came out, in a sentence or two.
#include "report/headline.h"

#include <algorithm>

#include "report/numbers.h"

namespace kenn::report {

namespace {

const KindSummary* best_improvement(const Content& content) {
  const KindSummary* best = nullptr;
  for (const KindSummary& kind : content.summary.kinds) {
    if (!kind.improvement || kind.improvement->difference.count == 0) continue;
    if (best == nullptr || kind.improvement->difference.mean > best->improvement->difference.mean)
      best = &kind;
  }
  return best;
}

const KindSummary* best_accuracy(const Content& content) {
  const KindSummary* best = nullptr;
  for (const KindSummary& kind : content.summary.kinds) {
    if (kind.accuracy.count == 0) continue;
    if (best == nullptr || kind.accuracy.mean > best->accuracy.mean) best = &kind;
  }
  return best;
}

std::string model_name(const Content& content, const ModelKind& kind) {
  const std::string name = label_of(kind.method, kind.paradigm);
  const bool has_sweep = content.experiment.layers.size() > 1 && kind.layers > 0;
  return has_sweep ? name + ", " + counted(kind.layers, "layer") : name;
}

std::string compared_text(const Content& content) {
  std::vector<std::string> labels;
  for (const Series& series : content.series) labels.push_back(series.label);
  std::string text = listed(labels);
  std::vector<std::string> shares;
  for (const auto& fraction : content.fractions) {
    if (fraction) shares.push_back(share_label(*fraction));
  }
  if (!shares.empty()) text += "; trained with " + listed(shares) + " of the labels";
  return text + "; " + counted(content.runs, "run") + (content.runs > 1 ? " of each." : ".");
}

std::string outcome_of(const Content& content, const KindSummary* improved, const KindSummary* best) {
  if (best == nullptr) return "There are no labels to test the models on.";
  if (improved == nullptr) {
    return model_name(content, best->kind) + " is right on " + percent(best->accuracy.mean) +
           " of the test labels.";
  }
  const PairedTest& test = *improved->improvement;
  const std::string gain = points(test.difference.mean) + " points";
  const std::string where = fraction_sentence(improved->kind.fraction);
  if (test.difference.mean <= 0) {
    return "The rules did not help: the best of the models with rules, " +
           model_name(content, improved->kind) + ", changes accuracy by " + gain + " " + where + ".";
  }
  const bool is_one = content.fractions.size() == 1;
  return (is_one ? "Rules help: " : "Rules help most " + where + ": ") + model_name(content, improved->kind) +
         " is right on " + percent(improved->accuracy.mean) + " of the test labels, " + gain +
         " against the network alone" +
         (test.difference.count > 1
              ? ", and better in " + grouped(test.better) + " of " + counted(test.difference.count, "run")
              : "") +
         ".";
}

}  // namespace

Headline headline_of(const Content& content) {
  const KindSummary* const improved = best_improvement(content);
  const KindSummary* const best = best_accuracy(content);
  Headline headline{compared_text(content), outcome_of(content, improved, best), {}};
  if (improved != nullptr) {
    const Estimate& difference = improved->improvement->difference;
    const std::string interval = points_interval(difference.interval);
    headline.figures.push_back({points(difference.mean) + " points",
                                "best mean improvement: " + model_name(content, improved->kind) + ", " +
                                    fraction_sentence(improved->kind.fraction) +
                                    (interval.empty() ? "" : "; 95 % interval " + interval) + "; " +
                                    counted(difference.count, "run")});
  }
  if (best != nullptr) {
    const std::string interval = percent_interval(best->accuracy.interval);
    headline.figures.push_back(
        {percent(best->accuracy.mean), "highest mean accuracy: " + model_name(content, best->kind) + ", " +
                                           fraction_sentence(best->kind.fraction) +
                                           (interval.empty() ? "" : "; 95 % interval " + interval) + "; " +
                                           counted(best->accuracy.count, "run")});
  }
  headline.figures.push_back(
      {grouped(content.results.size()),
       (content.results.size() == 1 ? "model was" : "models were") + std::string(" trained for this page")});
  return headline;
}

}  // namespace kenn::report
