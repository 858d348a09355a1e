// Why a prediction is what it is: the contribution of every clause and grounding, and what would change it.
#pragma once

#include <kenn/enhance.h>
#include <kenn/knowledge.h>
#include <kenn/tables.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kenn {

namespace explain {
struct Source;
class Context;
}  // namespace explain

// A literal of a grounding, as its clause sees it.
struct ExplainedLiteral {
  std::string predicate;
  std::vector<std::string> objects;
  bool positive = true;  // as the clause has it: the conditions of a rule are negated
  bool is_given = false;
  double probability = 0;  // of the atom; of a given one its degree
  bool is_moved = false;   // it is about the row that is explained
};

struct ClauseContribution;

// What moved a row in one layer.
struct RowContributions {
  std::string table;
  std::vector<std::string> objects;
  std::vector<std::string> columns;
  std::uint32_t layer = 1;                  // counts from 1
  std::vector<ClauseContribution> clauses;  // the strongest first
};

struct ExplainedGrounding {
  std::vector<ExplainedLiteral> literals;
  std::vector<double> changes;  // of the logits, one per column
  // What moved the other predictions of the grounding in the layer before; as deep as was asked for.
  std::vector<RowContributions> before;
};

// What the groundings of one clause that touch a row add to its logits in one layer.
struct ClauseContribution {
  std::string clause;
  double weight = 0;
  std::vector<double> changes;                 // one per column: the sum over the groundings
  std::uint64_t grounding_count = 0;           // of them
  std::vector<ExplainedGrounding> groundings;  // the strongest first; all, if not fewer were asked for
};

// What is said of one row, without the reasons.
struct ExplainedPrediction {
  std::vector<double> logits;
  std::vector<double> probabilities;
  std::vector<std::string> predicates;  // that hold: of an exclusive group the most probable one
};

// `rules.logits` = `network.logits` + the sum of all contributions, computed in double.
struct Explanation {
  std::string table;
  std::vector<std::string> objects;  // one, or those of the tuple
  std::vector<std::string> columns;
  ExplainedPrediction network;
  ExplainedPrediction rules;
  std::vector<std::string> labels;             // predicates that are known to hold
  std::vector<double> changes;                 // the sum of all contributions
  std::vector<RowContributions> layers;        // one per layer; no clauses where nothing touches the row
  std::optional<ExplainedPrediction> what_if;  // with the changes that were asked for
  std::uint64_t rows = 0;                      // of the neighbourhood that was computed
  std::uint64_t groundings = 0;
};

inline constexpr std::size_t all_groundings = std::numeric_limits<std::size_t>::max();

struct ExplainOptions {
  std::uint32_t depth = 0;           // layers through which groundings are followed back
  std::vector<std::string> without;  // rules, clauses or listed facts: "Cite(paper 17, paper 92)"
  std::vector<std::string> set;      // what the network says instead: "AI(paper 92)=1"
  std::size_t top = all_groundings;  // how many groundings of each row and layer: the strongest
};

// What to take away so that a prediction becomes another one.
struct WhyNot {
  std::string predicate;
  bool found = false;
  std::vector<std::string> removed;  // rules, clauses and facts, the most effective first
  bool is_smallest = false;          // no smaller set does it
  std::size_t searched = 0;          // all sets of up to so many were tried
  std::size_t tried = 0;             // the size of the largest set that was tried at all
  std::size_t candidates = 0;        // rules, clauses and facts that have a say
  ExplainedPrediction prediction;    // without them, computed anew
};

// What one clause, or a rule with several clauses, does to all predictions: they are compared with those of
// the same model without it.
struct AuditedClause {
  std::string clause;             // its name, or that of the rule
  std::size_t clauses = 1;        // that are taken out together
  double weight = 0;              // the mean over the layers and clauses
  std::uint64_t moved = 0;        // rows of which a probability changes by more than `moved_from`
  std::uint64_t flipped = 0;      // predictions that become others
  std::uint64_t labelled = 0;     // of these, those with a label
  std::uint64_t right_by_it = 0;  // wrong without it, right with it
  std::uint64_t wrong_by_it = 0;  // the other way round
  double contribution = 0;        // the mean of what it adds to a logit it touches, without the sign
  struct Row {
    std::string row;
    double change = 0;  // of the probability of its label
  };
  std::vector<Row> helped;  // labelled rows, the most helped first
  std::vector<Row> hurt;
};

// Two clauses that move the same logits in opposite directions.
struct AuditedPair {
  std::string first;
  std::string second;
  std::uint64_t logits = 0;  // that they pull in opposite directions
  double cancelled = 0;      // the sum of what one takes back of the other
};

struct RuleAudit {
  static constexpr double moved_from = 0.01;
  std::vector<AuditedClause> rules;    // with several clauses each, the most harmful first
  std::vector<AuditedClause> clauses;  // the most harmful first
  std::vector<AuditedPair> pairs;      // those that cancel most first
  std::uint64_t rows = 0;
  std::uint64_t labels = 0;
};

// Only the neighbourhood of a row is computed. `Model::explainer` makes one for a trained model. Not for use
// by several threads at once.
class Explainer {
 public:
  // For logits of any model, one span per predicted table, and weights as `Enhancer::forward` takes them.
  // Throws `Error` when a size is wrong or a relation is missing.
  Explainer(const Knowledge& knowledge, const Tables& tables, std::vector<float> weights,
            TableValues<const float> logits, const EnhanceOptions& options = {});

  // For the library itself.
  explicit Explainer(explain::Source source);
  ~Explainer();
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  // `object` is an id, or a tuple of a predicted relation: "Cite(paper 1, paper 2)". Ids with commas are put
  // in double quotes. Throws `Error` (kind data) for what is not there, with the nearest name.
  [[nodiscard]] Explanation explain(const std::string& object, const ExplainOptions& options = {}) const;

  // The smallest set of rules, clauses and listed facts without which `predicate` holds: exact up to two of
  // them; beyond that the best that was found.
  [[nodiscard]] WhyNot why_not(const std::string& object, const std::string& predicate) const;

  // What each clause does to all predictions.
  [[nodiscard]] RuleAudit audit() const;

 private:
  std::unique_ptr<explain::Context> context_;
};

}  // namespace kenn
