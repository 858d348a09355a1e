// Weights of rules from labels, and the folds that labelled rows are cut into.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

#include "bindings/bindings.h"
#include "nn/loss.h"
#include "trust/seen_labels.h"
#include "trust/trust.h"
#include "trust/trust_json.h"

namespace kenn::python {

namespace {

// Logits, what is known of them, and the logits without each fold; none: the rules run on the logits.
using LabelledTable = std::tuple<Matrix, KnownAtoms, std::vector<Matrix>>;

// The predicted tables of a knowledge, and their labels. Every row takes part; those without labels are in no
// fold.
class LabelledTables {
 public:
  LabelledTables(const Knowledge& knowledge, const std::vector<KnownAtoms>& known)
      : schema_(knowledge.vocabulary()) {
    std::size_t i = 0;
    labels_.reserve(known.size());
    for (const TableSchema& table : schema_.tables) {
      if (table.role != Role::predict) continue;
      const KnownAtoms& atoms = known.at(i++);
      table::Labels& labels = labels_.emplace_back();
      labels.atoms.reserve(atoms.size());
      for (std::size_t k = 0; k < atoms.size(); ++k) labels.atoms.push_back(table::Known{atoms.data()[k]});
      tables_.push_back({&table, &labels, std::vector<bool>(atoms.shape(0), true)});
    }
  }

  [[nodiscard]] const std::vector<trust::FoldTable>& tables() const { return tables_; }

 private:
  Schema schema_;
  std::vector<table::Labels> labels_;
  std::vector<trust::FoldTable> tables_;
};

// Runs the work beside this thread, which looks for Ctrl-C meanwhile. The work ends soon after `stop` is
// true.
template <typename Work>
auto run_until_interrupted(Work work, std::atomic<bool>& stop) {
  std::future<decltype(work())> result = std::async(std::launch::async, work);
  bool is_interrupted = false;
  while (!is_interrupted) {
    {
      const nb::gil_scoped_release release;
      if (result.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
    }
    is_interrupted = PyErr_CheckSignals() != 0;
  }
  if (is_interrupted) {
    stop = true;
    {
      const nb::gil_scoped_release release;
      result.wait();
    }
    throw nb::python_error();
  }
  return result.get();
}

// Weights, the trust as trust_json has it, (labelled rows, rows that are right, whether the logits look as if
// they had seen the labels).
using Fitted = std::tuple<std::vector<float>, std::string, std::tuple<std::uint64_t, std::uint64_t, bool>>;

Fitted fit(const Knowledge& knowledge, const Plan& plan, const std::vector<LabelledTable>& tables,
           const EnhanceOptions& enhance, nn::Loss loss, const trust::TrustOptions& options,
           std::uint64_t seed) {
  std::vector<KnownAtoms> known;
  for (const LabelledTable& table : tables) known.push_back(std::get<1>(table));
  const LabelledTables labelled(knowledge, known);
  std::vector<trust::TrustTable> to_trust;
  bool has_labels = false;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const trust::FoldTable& table = labelled.tables()[i];
    const Matrix& logits = std::get<0>(tables[i]);
    to_trust.push_back({table.schema, table.labels, table.is_in, {logits.data(), logits.size()}});
    for (const Matrix& each : std::get<2>(tables[i])) {
      to_trust.back().by_fold.emplace_back(each.data(), each.size());
    }
    has_labels = has_labels ||
                 !nn::TableLoss(knowledge.vocabulary(), *table.schema, *table.labels, table.is_in).is_empty();
  }
  if (!has_labels) throw Error(ErrorKind::data, "there is no label to learn from");
  const trust::Folds folds = trust::choose_folds(labelled.tables(), options.folds, seed);
  std::atomic<bool> stop = false;
  const trust::Trust trust = run_until_interrupted(
      [&] { return trust::find_trust_on(plan, knowledge, to_trust, folds, enhance, loss, options, &stop); },
      stop);
  const trust::RowsRight count = trust::rows_right(knowledge.vocabulary(), to_trust);
  return {trust.weights, to_text(trust), {count.rows, count.right, count.look_seen()}};
}

}  // namespace

void bind_fit(nb::module_& module) {
  module.attr("MOST_FOLDS") = trust::most_folds;
  module.def(
      "fit",
      [](const Knowledge& knowledge, const Plan& plan, const std::vector<LabelledTable>& tables,
         std::uint32_t layers, const std::string& boost, const std::string& order, bool center,
         std::uint32_t threads, const std::string& loss, std::uint32_t folds, std::uint64_t seed,
         double prior, std::optional<double> strength) {
        if (loss != "cross-entropy" && loss != "linear") {
          throw Error(ErrorKind::data, "loss is 'cross-entropy' or 'linear', not '" + loss + "'");
        }
        trust::TrustOptions options;
        options.folds = folds;
        options.strength = strength;
        options.prior = prior;
        return fit(knowledge, plan, tables, make_options(layers, boost, order, center, threads),
                   loss == "linear" ? nn::Loss::linear : nn::Loss::cross_entropy, options, seed);
      },
      nb::arg("knowledge"), nb::arg("plan"), nb::arg("tables"), nb::arg("layers"), nb::arg("boost"),
      nb::arg("order"), nb::arg("center"), nb::arg("threads"), nb::arg("loss"), nb::arg("folds"),
      nb::arg("seed"), nb::arg("prior"), nb::arg("strength").none());
  module.def(
      "choose_folds",
      [](const Knowledge& knowledge, const std::vector<KnownAtoms>& known, std::uint32_t wanted,
         std::uint64_t seed) {
        const trust::Folds folds =
            trust::choose_folds(LabelledTables(knowledge, known).tables(), wanted, seed);
        std::vector<std::vector<int>> of_rows;
        for (const std::vector<std::uint8_t>& table : folds.of_rows) {
          std::vector<int>& numbers = of_rows.emplace_back();
          for (const std::uint8_t fold : table) numbers.push_back(fold == trust::no_fold ? -1 : fold);
        }
        return std::tuple(folds.count, of_rows);
      },
      nb::arg("knowledge"), nb::arg("known"), nb::arg("wanted"), nb::arg("seed"),
      "How many folds there are, and the fold of every row of every predicted table; -1 for rows without "
      "labels.");
}

}  // namespace kenn::python
