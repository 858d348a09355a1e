// What `kenn explain` prints for people: one prediction.
#include "explain_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_columns = 8;
constexpr std::size_t longest_name = 60;
constexpr double smallest_shown = 0.0005;

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t length = base::count_characters(text);
  return text + std::string(length < width ? width - length : 0, ' ');
}

std::string in_column(const std::string& text, std::size_t width) {
  const std::size_t length = base::count_characters(text);
  return std::string(length < width ? width - length : 0, ' ') + text;
}

std::string name_of(const std::string& name) {
  return base::shortened(base::printable(name), longest_name);
}

std::string signed_number(double value) {
  return (value < 0 ? "" : "+") + fixed(value, 3);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& each : texts) text += (text.empty() ? "" : ", ") + name_of(each);
  return text;
}

std::string row_text(const std::string& table, const std::vector<std::string>& objects) {
  return objects.size() == 1 ? name_of(objects.front()) : name_of(table) + "(" + joined(objects) + ")";
}

// The columns that are most worth showing, in their order: what is predicted, what is true, what moved.
std::vector<std::size_t> shown_columns(const Explanation& explanation) {
  std::vector<std::size_t> columns(explanation.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  if (columns.size() <= most_columns) return columns;
  const auto is_in = [&](const std::vector<std::string>& names, std::size_t column) {
    return std::find(names.begin(), names.end(), explanation.columns[column]) != names.end();
  };
  const auto worth = [&](std::size_t column) {
    const bool is_named = is_in(explanation.rules.predicates, column) ||
                          is_in(explanation.network.predicates, column) || is_in(explanation.labels, column);
    return std::abs(explanation.changes[column]) + (is_named ? 1e6 : 0);
  };
  std::stable_sort(columns.begin(), columns.end(),
                   [&](std::size_t left, std::size_t right) { return worth(left) > worth(right); });
  columns.resize(most_columns);
  std::sort(columns.begin(), columns.end());
  return columns;
}

// "DB 0.551, AI 0.312, IR 0.061": the likeliest first.
std::string prediction_text(const ExplainedPrediction& prediction, const std::vector<std::string>& columns) {
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return prediction.probabilities[left] > prediction.probabilities[right];
  });
  std::string text;
  for (std::size_t i = 0; i < order.size() && i < 4; ++i) {
    text += (i == 0 ? "" : ", ") + name_of(columns[order[i]]) + " " +
            fixed(prediction.probabilities[order[i]], 3);
  }
  return text + (order.size() > 4 ? ", ..." : "");
}

// The waterfall: logits of the network, what each clause adds, and the sum.
class Waterfall {
 public:
  explicit Waterfall(const Explanation& explanation)
      : explanation_(explanation), columns_(shown_columns(explanation)) {}

  [[nodiscard]] std::string text() const {
    std::string text =
        line("logits", [&](std::size_t column) { return name_of(explanation_.columns[column]); });
    text +=
        line("network", [&](std::size_t column) { return fixed(explanation_.network.logits[column], 3); });
    for (const RowContributions& layer : explanation_.layers) {
      for (const ClauseContribution& clause : layer.clauses) {
        text += line(layer_name(layer) + name_of(clause.clause), [&](std::size_t column) {
          const double change = clause.changes[column];
          return std::abs(change) < smallest_shown ? std::string(".") : signed_number(change);
        });
      }
    }
    text +=
        line("with rules", [&](std::size_t column) { return fixed(explanation_.rules.logits[column], 3); });
    if (columns_.size() < explanation_.columns.size()) {
      text += "  (" + std::to_string(columns_.size()) + " of " + std::to_string(explanation_.columns.size()) +
              " predicates; --json has all)\n";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string layer_name(const RowContributions& layer) const {
    return explanation_.layers.size() == 1 ? "" : "layer " + std::to_string(layer.layer) + "  ";
  }

  [[nodiscard]] std::size_t first_width() const {
    std::size_t width = 10;
    for (const RowContributions& layer : explanation_.layers) {
      for (const ClauseContribution& clause : layer.clauses) {
        width = std::max(width, base::count_characters(layer_name(layer) + name_of(clause.clause)));
      }
    }
    return width;
  }

  template <typename Cell>
  [[nodiscard]] std::string line(const std::string& name, const Cell& cell) const {
    std::string text = "  " + padded(name, first_width());
    for (const std::size_t column : columns_) {
      const std::size_t width =
          std::max<std::size_t>(7, base::count_characters(name_of(explanation_.columns[column])));
      text += "  " + in_column(cell(column), width);
    }
    return text + "\n";
  }

  const Explanation& explanation_;
  std::vector<std::size_t> columns_;
};

// A grounding of a list over all clauses and layers.
struct ListedGrounding {
  std::uint32_t layer = 1;
  const ClauseContribution* clause = nullptr;
  const ExplainedGrounding* grounding = nullptr;
  double strength = 0;
};

double size_of(const ExplainedGrounding& grounding) {
  double sum = 0;
  for (const double change : grounding.changes) sum += std::abs(change);
  return sum;
}

std::vector<ListedGrounding> strongest(const std::vector<const RowContributions*>& layers, std::size_t most,
                                       const std::function<double(const ExplainedGrounding&)>& strength_of) {
  std::vector<ListedGrounding> all;
  for (const RowContributions* const layer : layers) {
    for (const ClauseContribution& clause : layer->clauses) {
      for (const ExplainedGrounding& grounding : clause.groundings) {
        const double strength = strength_of(grounding);
        if (strength >= smallest_shown) all.push_back({layer->layer, &clause, &grounding, strength});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const ListedGrounding& left, const ListedGrounding& right) {
    return left.strength > right.strength;
  });
  if (all.size() > most) all.resize(most);
  return all;
}

// "AI +0.420, DB -0.100"
std::string changes_text(const ExplainedGrounding& grounding, const std::vector<std::string>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (std::abs(grounding.changes[i]) < smallest_shown) continue;
    text += (text.empty() ? "" : ", ") + name_of(columns[i]) + " " + signed_number(grounding.changes[i]);
  }
  return text;
}

// "AI(paper 92) 0.930, Cite(paper 92, paper 17)": the literals that are about something else. Without any,
// the literals themselves.
std::string literals_text(const ExplainedGrounding& grounding) {
  const bool has_others = std::any_of(grounding.literals.begin(), grounding.literals.end(),
                                      [](const ExplainedLiteral& literal) { return !literal.is_moved; });
  std::string text;
  for (const ExplainedLiteral& literal : grounding.literals) {
    if (has_others && literal.is_moved) continue;
    const bool is_certain = literal.is_given && (literal.probability == 0 || literal.probability == 1);
    text += (text.empty() ? "" : ", ") + std::string(is_certain && literal.probability == 0 ? "not " : "") +
            name_of(literal.predicate) + "(" + joined(literal.objects) + ")";
    if (!is_certain) text += " " + fixed(literal.probability, 3);
  }
  return text;
}

// How far `change` moves one of the predictions of its row that the literals of `grounding` speak of.
double moves_a_literal(const ExplainedGrounding& change, const RowContributions& row,
                       const ExplainedGrounding& grounding) {
  double most = 0;
  for (const ExplainedLiteral& literal : grounding.literals) {
    if (literal.is_given || literal.objects != row.objects) continue;
    const auto column = std::find(row.columns.begin(), row.columns.end(), literal.predicate);
    if (column == row.columns.end()) continue;
    most = std::max(most, std::abs(change.changes[static_cast<std::size_t>(column - row.columns.begin())]));
  }
  return most;
}

std::string before_text(const ExplainedGrounding& grounding, std::size_t indent) {
  std::string text;
  for (const RowContributions& row : grounding.before) {
    const std::vector<ListedGrounding> listed =
        strongest({&row}, most_before,
                  [&](const ExplainedGrounding& change) { return moves_a_literal(change, row, grounding); });
    if (listed.empty()) continue;
    text += std::string(indent, ' ') + row_text(row.table, row.objects) + " in layer " +
            std::to_string(row.layer) + ":\n";
    for (const ListedGrounding& each : listed) {
      text += std::string(indent + 2, ' ') + changes_text(*each.grounding, row.columns) + "  by " +
              literals_text(*each.grounding) + "\n" + before_text(*each.grounding, indent + 4);
    }
  }
  return text;
}

std::string groundings_text(const Explanation& explanation, std::size_t most) {
  std::vector<const RowContributions*> layers;
  std::uint64_t count = 0;
  for (const RowContributions& layer : explanation.layers) {
    layers.push_back(&layer);
    for (const ClauseContribution& clause : layer.clauses) count += clause.grounding_count;
  }
  const std::vector<ListedGrounding> listed = strongest(layers, most, size_of);
  std::string text = "\nwhat moved it, strongest first";
  if (listed.size() < count) {
    text += " (" + std::to_string(listed.size()) + " of " + counted(count, "grounding") + ")";
  }
  text += "\n";
  for (const ListedGrounding& each : listed) {
    const std::string layer =
        explanation.layers.size() == 1 ? "" : "layer " + std::to_string(each.layer) + "  ";
    text += "  " + layer + changes_text(*each.grounding, explanation.columns) + "  by " +
            literals_text(*each.grounding) + "  [" + name_of(each.clause->clause) + "]\n";
    text += before_text(*each.grounding, 6);
  }
  return text;
}

std::string what_if_text(const Explanation& explanation, const ExplainArguments& arguments) {
  std::string text = "\nwhat if\n";
  for (const std::string& each : arguments.options.without)
    text += "  without " + base::printable(each) + "\n";
  for (const std::string& each : arguments.options.set) text += "  " + base::printable(each) + "\n";
  const bool is_same = explanation.what_if->logits == explanation.rules.logits;
  return text + "  then: " + prediction_text(*explanation.what_if, explanation.columns) +
         (is_same ? " (nothing changes: that has no say in this prediction)\n" : "\n");
}

}  // namespace

std::string explanation_text(const Explanation& explanation, const ExplainArguments& arguments) {
  std::string text = row_text(explanation.table, explanation.objects) +
                     (explanation.objects.size() == 1 ? " of " + explanation.table : "") + "\n";
  text += "  network alone  " + prediction_text(explanation.network, explanation.columns) + "\n";
  const bool is_touched = std::any_of(explanation.layers.begin(), explanation.layers.end(),
                                      [](const RowContributions& layer) { return !layer.clauses.empty(); });
  if (is_touched)
    text += "  with rules     " + prediction_text(explanation.rules, explanation.columns) + "\n";
  if (!explanation.labels.empty()) text += "  label          " + joined(explanation.labels) + "\n";
  if (is_touched) {
    text += "\n" + Waterfall(explanation).text() +
            groundings_text(explanation, arguments.top.value_or(default_top));
  } else {
    text += "\nNo rule speaks of it; the prediction is the network's.\n";
  }
  return text + (explanation.what_if ? what_if_text(explanation, arguments) : "");
}

std::string why_not_text(const WhyNot& why_not, const Explanation& explanation) {
  const std::string searched = "all sets of up to " + std::to_string(why_not.searched) + " of the " +
                               std::to_string(why_not.candidates) + " rules and facts that matter were tried";
  std::string text = "\nwhy not " + name_of(why_not.predicate) + "\n";
  if (!why_not.found) {
    text += "  none found up to size " + std::to_string(why_not.searched) + ": " + searched;
    if (why_not.tried > why_not.searched) {
      text += ", and the " + std::to_string(why_not.tried) + " that help most alone together";
    }
    return text + "\n";
  }
  text += "  it would be " + prediction_text(why_not.prediction, explanation.columns) + " without\n";
  for (const std::string& removed : why_not.removed) text += "    " + base::printable(removed) + "\n";
  return text + (why_not.is_smallest
                     ? "  No smaller set does it.\n"
                     : "  Not proven smallest: " + searched + ", larger ones only in part.\n");
}

}  // namespace kenn::cli
