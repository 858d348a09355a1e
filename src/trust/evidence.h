// How the labels speak of the rules: how often each is tested and holds, and what chance gives.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "dataset/graph.h"

namespace kenn::trust {

// Of one clause, over its groundings whose predicted atoms are all labelled.
//
// A clause with negated and positive predicted literals says "if all of these, then one of those": it is put
// to the test where all negated atoms hold, and it holds where a positive one does. `T(x) & Cite(x, y) ->
// T(y)` is tested by the labelled neighbours of papers on T. Chance is how often a positive literal holds in
// all labelled groundings, whatever the others say. Other clauses are tested by every labelled grounding;
// chance is what it would be if their literals were independent.
struct RuleEvidence {
  std::uint64_t groundings = 0;  // that test it
  std::uint64_t holds = 0;       // and in which it holds
  double chance = 0;             // the share in which it would hold by chance; meaningful with groundings

  [[nodiscard]] std::optional<double> compliance() const {
    if (groundings == 0) return std::nullopt;
    return static_cast<double>(holds) / static_cast<double>(groundings);
  }

  friend bool operator==(const RuleEvidence&, const RuleEvidence&) = default;
};

// What is known of the atoms of one predicted table: `Labels::atoms`, of the rows for which `is_in`.
struct EvidenceTable {
  const table::Labels* labels = nullptr;
  std::vector<bool> is_in;
};

// One per clause of the plan, with `tables` as the plan has them.
std::vector<RuleEvidence> evidence_of(const Plan& plan, const std::vector<EvidenceTable>& tables);

// From the labels for training.
std::vector<RuleEvidence> evidence_of(const dataset::Graph& graph);

enum class Verdict : std::uint8_t {
  trusted,              // it has a weight
  trusted_by_template,  // no label speaks of it, but of other instances of its template
  no_evidence,          // no label speaks of it
  contradicted,         // it holds less often than by chance, or pushes predictions away from the labels
  adds_nothing,         // it holds, but the network already knows
  not_supported,        // it holds no more often than by chance
  fixed,                // the knowledge says its weight
};

inline constexpr std::array all_verdicts = {
    Verdict::trusted,      Verdict::trusted_by_template, Verdict::no_evidence, Verdict::contradicted,
    Verdict::adds_nothing, Verdict::not_supported,       Verdict::fixed};

std::string_view words_for(Verdict verdict);

}  // namespace kenn::trust
