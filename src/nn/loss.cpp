// How far predictions are from what is known: the loss of a table, and its gradient.
#include "nn/loss.h"

#include <algorithm>
#include <cmath>

#include "nn/column_groups.h"

namespace kenn::nn {

namespace {

// What the linear loss costs at most: the cross-entropy of a probability of 1e-7.
const double steepness = -std::log(1e-7);

struct LossValue {
  double loss = 0;
  double slope = 0;  // of the loss by log p, or rather minus that: what the gradient of -log p is times
};

LossValue loss_of(Loss loss, double log_probability) {
  if (loss == Loss::cross_entropy) return {-log_probability, 1.0};
  const double probability = std::exp(log_probability);
  return {steepness * -std::expm1(log_probability), steepness * probability};
}

double log_of_sum(std::span<const float> row, std::span<const std::uint32_t> columns) {
  float greatest = row[columns[0]];
  for (const std::uint32_t column : columns) greatest = std::max(greatest, row[column]);
  double sum = 0;
  for (const std::uint32_t column : columns) sum += std::exp(static_cast<double>(row[column] - greatest));
  return static_cast<double>(greatest) + std::log(sum);
}

double log_of_logistic(double z) {
  return z < 0 ? z - std::log1p(std::exp(z)) : -std::log1p(std::exp(-z));
}

}  // namespace

TableLoss::TableLoss(const Vocabulary& vocabulary, const TableSchema& table, const table::Labels& labels,
                     const std::vector<bool>& is_in)
    : width_(table.columns.size()) {
  for (const ColumnGroup& group : column_groups(vocabulary, table)) {
    if (group.is_exclusive) {
      add_group(labels, is_in, group.columns);
    } else {
      add_atoms(labels, is_in, group.columns.front());
    }
  }
}

void TableLoss::add_group(const table::Labels& labels, const std::vector<bool>& is_in,
                          std::vector<std::uint32_t> columns) {
  ExclusiveGroup group{std::move(columns), {}, {}};
  for (std::size_t row = 0; row < is_in.size(); ++row) {
    if (!is_in[row]) continue;
    for (std::uint32_t i = 0; i < group.columns.size(); ++i) {
      if (labels.atoms[row * width_ + group.columns[i]] != table::Known::yes) continue;
      group.rows.push_back(static_cast<Row>(row));
      group.targets.push_back(i);
      break;
    }
  }
  if (!group.rows.empty()) groups_.push_back(std::move(group));
}

void TableLoss::add_atoms(const table::Labels& labels, const std::vector<bool>& is_in, std::uint32_t column) {
  for (std::size_t row = 0; row < is_in.size(); ++row) {
    const table::Known known = labels.atoms[row * width_ + column];
    if (is_in[row] && known != table::Known::nothing) {
      atoms_.push_back({static_cast<Row>(row), column, known == table::Known::yes});
    }
  }
}

double TableLoss::add(Loss loss, std::span<const float> preactivations, std::span<float> gradients) const {
  double total = 0;
  for (const ExclusiveGroup& group : groups_) {
    const double share = 1.0 / static_cast<double>(group.rows.size());
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const std::size_t first = group.rows[i] * width_;
      const std::span<const float> row = preactivations.subspan(first, width_);
      const double log_sum = log_of_sum(row, group.columns);
      const std::uint32_t target = group.columns[group.targets[i]];
      const LossValue value = loss_of(loss, static_cast<double>(row[target]) - log_sum);
      total += value.loss * share;
      if (gradients.empty()) continue;
      for (const std::uint32_t column : group.columns) {
        const double probability = std::exp(static_cast<double>(row[column]) - log_sum);
        const double wanted = column == target ? 1.0 : 0.0;
        gradients[first + column] += static_cast<float>(share * value.slope * (probability - wanted));
      }
    }
  }
  for (const Atom& atom : atoms_) {
    const double share = 1.0 / static_cast<double>(atoms_.size());
    const double sign = atom.holds ? 1.0 : -1.0;
    const std::size_t place = atom.row * width_ + atom.column;
    const double log_probability = log_of_logistic(sign * static_cast<double>(preactivations[place]));
    const LossValue value = loss_of(loss, log_probability);
    total += value.loss * share;
    if (gradients.empty()) continue;
    gradients[place] += static_cast<float>(share * value.slope * sign * std::expm1(log_probability));
  }
  return total;
}

void TableLoss::add_rows(Loss loss, std::span<const float> preactivations, std::span<double> losses) const {
  for (const ExclusiveGroup& group : groups_) {
    const double share = 1.0 / static_cast<double>(group.rows.size());
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const std::span<const float> row = preactivations.subspan(group.rows[i] * width_, width_);
      const auto value = static_cast<double>(row[group.columns[group.targets[i]]]);
      losses[group.rows[i]] += share * loss_of(loss, value - log_of_sum(row, group.columns)).loss;
    }
  }
  for (const Atom& atom : atoms_) {
    const auto value = static_cast<double>(preactivations[atom.row * width_ + atom.column]);
    losses[atom.row] +=
        loss_of(loss, log_of_logistic(atom.holds ? value : -value)).loss / static_cast<double>(atoms_.size());
  }
}

TableLoss::Score TableLoss::score(std::span<const float> preactivations) const {
  Score score;
  for (const ExclusiveGroup& group : groups_) {
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const std::span<const float> row = preactivations.subspan(group.rows[i] * width_, width_);
      std::uint32_t greatest = 0;
      for (std::uint32_t k = 1; k < group.columns.size(); ++k) {
        if (row[group.columns[k]] > row[group.columns[greatest]]) greatest = k;
      }
      score.right += greatest == group.targets[i] ? 1 : 0;
    }
    score.known += group.rows.size();
  }
  for (const Atom& atom : atoms_) {
    const bool is_predicted = preactivations[atom.row * width_ + atom.column] > 0;
    score.right += is_predicted == atom.holds ? 1 : 0;
    score.positives += atom.holds ? 1 : 0;
    score.predicted += is_predicted ? 1 : 0;
    score.true_positives += is_predicted && atom.holds ? 1 : 0;
  }
  score.known += atoms_.size();
  return score;
}

bool TableLoss::is_empty() const {
  return groups_.empty() && atoms_.empty();
}

bool TableLoss::is_multi_label() const {
  if (!groups_.empty() || atoms_.empty()) return false;
  // Atoms are listed column by column.
  return atoms_.front().column != atoms_.back().column;
}

std::vector<bool> rows_in(const table::Labels& labels, std::size_t rows, table::Split split) {
  std::vector<bool> is_in(rows, labels.splits.empty() && split == table::Split::none);
  for (std::size_t row = 0; row < labels.splits.size(); ++row) is_in[row] = labels.splits[row] == split;
  return is_in;
}

}  // namespace kenn::nn
