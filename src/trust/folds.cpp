// Cuts labelled rows into folds, for predictions that have not seen the labels they are judged by.
#include "trust/folds.h"

#include <algorithm>

#include "base/random.h"
#include "base/random_streams.h"
#include "nn/loss.h"

namespace kenn::trust {

namespace {

// Rows for which the same is known, as far as it matters for dealing them out.
class Strata {
 public:
  explicit Strata(const FoldTable& table)
      : labels_(*table.labels), width_(table.schema->columns.size()), positives_(width_) {
    for (std::size_t row = 0; row < table.is_in.size(); ++row) {
      if (!table.is_in[row] || !is_labelled(row)) continue;
      rows.push_back(static_cast<Row>(row));
      for (std::size_t column = 0; column < width_; ++column) {
        if (holds(row, column)) ++positives_[column];
      }
    }
  }

  // The rarest column that holds, or one behind the last for rows in which none does.
  [[nodiscard]] std::size_t of(Row row) const {
    std::size_t rarest = width_;
    for (std::size_t column = 0; column < width_; ++column) {
      if (!holds(row, column)) continue;
      if (rarest == width_ || positives_[column] < positives_[rarest]) rarest = column;
    }
    return rarest;
  }

  std::vector<Row> rows;  // the labelled ones

 private:
  [[nodiscard]] bool holds(std::size_t row, std::size_t column) const {
    return labels_.atoms[row * width_ + column] == table::Known::yes;
  }
  [[nodiscard]] bool is_labelled(std::size_t row) const {
    const auto first = labels_.atoms.begin() + static_cast<std::ptrdiff_t>(row * width_);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(width_),
                       [](table::Known known) { return known != table::Known::nothing; });
  }

  const table::Labels& labels_;
  std::size_t width_;
  std::vector<std::size_t> positives_;  // per column
};

}  // namespace

Folds choose_folds(const std::vector<FoldTable>& tables, std::uint32_t wanted, std::uint64_t seed) {
  std::vector<Strata> strata;
  std::size_t labelled = 0;
  for (const FoldTable& table : tables) labelled += strata.emplace_back(table).rows.size();
  Folds folds;
  folds.count = static_cast<std::uint32_t>(std::min<std::size_t>({wanted, most_folds, labelled / 2}));
  std::size_t dealt = 0;  // over all tables, so that small ones do not all begin with the same fold
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::vector<std::uint8_t>& of_rows = folds.of_rows.emplace_back(tables[i].is_in.size(), no_fold);
    if (folds.count < 2) continue;
    base::Random random(seed, base::random_stream::folds + static_cast<std::uint32_t>(i));
    std::vector<Row> rows = strata[i].rows;
    random.shuffle(rows);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](Row first, Row second) { return strata[i].of(first) < strata[i].of(second); });
    for (const Row row : rows) of_rows[row] = static_cast<std::uint8_t>(dealt++ % folds.count);
  }
  return folds;
}

Folds choose_folds(const dataset::Graph& graph, std::uint32_t wanted, std::uint64_t seed) {
  std::vector<FoldTable> tables;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    tables.push_back({&graph.schema(i), &graph.labels(i),
                      nn::rows_in(graph.labels(i), graph.plan.tables()[i].rows, table::Split::train)});
  }
  return choose_folds(tables, wanted, seed);
}

dataset::Graph without_fold(const dataset::Graph& graph, const Folds& folds, std::uint32_t fold) {
  dataset::Graph rest = graph;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    std::vector<table::Split>& splits = rest.dataset.labels[graph.predicted[i]].splits;
    for (std::size_t row = 0; row < splits.size(); ++row) {
      if (folds.of_rows[i][row] == fold) splits[row] = table::Split::none;
    }
  }
  return rest;
}

}  // namespace kenn::trust
