// Labels that rules complete, and how far the rules are trusted by them.
#include "infer/completion.h"

#include <algorithm>
#include <cmath>

#include "dataset/known_atoms.h"
#include "nn/column_groups.h"
#include "nn/probabilities.h"

namespace kenn::infer {

namespace {

constexpr double infinite_weight = 100;

double predicted_literals(const Knowledge& knowledge, const Clause& clause) {
  return static_cast<double>(
      std::count_if(clause.literals.begin(), clause.literals.end(), [&](const Literal& literal) {
        return !literal.is_equality() && knowledge.predicates()[literal.predicate].role == Role::predict;
      }));
}

}  // namespace

dataset::TableList completed_atoms(const dataset::Graph& graph, const dataset::TableList& preactivations,
                                   bool above_half) {
  dataset::TableList atoms;
  for (std::size_t i = 0; i < preactivations.size(); ++i) {
    const TableSchema& schema = graph.schema(i);
    const Vocabulary& vocabulary = graph.dataset.tables.vocabulary();
    const std::vector<float> degrees = nn::probabilities(vocabulary, schema, preactivations[i]);
    const std::vector<float> known = dataset::known_atoms(graph, i);
    std::vector<float>& of_table = atoms.emplace_back(degrees.size());
    const std::size_t width = schema.columns.size();
    for (const nn::ColumnGroup& group : nn::column_groups(vocabulary, schema)) {
      for (std::size_t first = 0; first < degrees.size(); first += width) {
        const std::uint32_t greatest = group.columns[nn::greatest_of(group, &degrees[first])];
        const bool holds = degrees[first + greatest] > 0.5F || (group.is_exclusive && !above_half);
        if (holds) of_table[first + greatest] = 1;
      }
    }
    for (std::size_t k = 0; k < known.size(); ++k) {
      if (known[k] >= 0) of_table[k] = known[k];
    }
  }
  return atoms;
}

std::vector<table::Labels> as_labels(const dataset::Graph& graph, const dataset::TableList& atoms) {
  std::vector<table::Labels> labels;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    table::Labels& of_table = labels.emplace_back();
    for (const float atom : atoms[i])
      of_table.atoms.push_back(atom > 0 ? table::Known::yes : table::Known::no);
    of_table.splits.assign(graph.plan.tables()[i].rows, table::Split::train);
  }
  return labels;
}

bool has_unlabelled_rows(const dataset::Graph& graph) {
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const std::vector<float> known = dataset::known_atoms(graph, i);
    if (std::any_of(known.begin(), known.end(), [](float atom) { return atom < 0; })) return true;
  }
  return false;
}

std::vector<float> closed_form_weights(const dataset::Graph& graph, const dataset::TableList& atoms,
                                       Conorm conorm, std::uint32_t threads) {
  RuleTruth rules(graph, conorm, RuleMean::assignments, threads);
  const std::vector<double> means = rules.means(atoms);
  std::vector<float> weights;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Clause& clause = graph.knowledge->clauses()[i];
    const double violated = rules.shares()[i];
    const double satisfied = std::exp2(predicted_literals(*graph.knowledge, clause)) - violated;
    const double weight = std::log(satisfied / violated) + std::log(means[i] / (1 - means[i]));
    weights.push_back(static_cast<float>(!clause.weight.learned  ? clause.weight.value
                                         : std::isfinite(weight) ? weight
                                                                 : infinite_weight));
  }
  return weights;
}

}  // namespace kenn::infer
