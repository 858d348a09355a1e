// How far the labels that a model learns from follow the rules.
#include "experiment/compliance.h"

#include "trust/evidence.h"

namespace kenn::experiment {

std::vector<std::optional<double>> compliance(const dataset::Graph& graph) {
  std::vector<std::optional<double>> shares;
  for (const trust::RuleEvidence& evidence : trust::evidence_of(graph))
    shares.push_back(evidence.compliance());
  return shares;
}

}  // namespace kenn::experiment
