// Weights from labels, on top of predictions that stay as they are.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "methods/fit_weights.h"

namespace kenn::python {

namespace {

// Logits, what is known of them, and whether a row is for training (0) or validation (1).
using Flags = nb::ndarray<nb::ro, const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using LabelledTable = std::tuple<Matrix, KnownAtoms, Flags>;

Labels labels_of(const LabelledTable& table) {
  const auto& [logits, known, is_valid] = table;
  Labels labels;
  for (std::size_t i = 0; i < known.size(); ++i) labels.atoms.push_back(Known{known.data()[i]});
  for (std::size_t i = 0; i < is_valid.size(); ++i)
    labels.splits.push_back(is_valid.data()[i] != 0 ? Split::valid : Split::train);
  return labels;
}

using Fitted =
    std::tuple<std::vector<float>, std::vector<std::tuple<std::uint32_t, double, double>>, std::uint32_t>;

// The weights, (epoch, loss, validation loss) of every epoch, and the epoch that was kept. Looks for Ctrl-C
// after each.
Fitted fit(const Knowledge& knowledge, const Plan& plan, const std::vector<LabelledTable>& tables,
           const FitOptions& options) {
  std::vector<FitTable> fit_tables;
  std::size_t i = 0;
  for (const TableSchema& schema : Schema(knowledge.vocabulary()).tables) {
    if (schema.role != Role::predict) continue;
    const LabelledTable& table = tables.at(i++);
    const Labels labels = labels_of(table);
    const Matrix& logits = std::get<0>(table);
    const auto loss_of = [&](Split split) {
      return TableLoss(knowledge.vocabulary(), schema, labels, rows_in(labels, labels.splits.size(), split));
    };
    fit_tables.push_back({{logits.data(), logits.size()}, loss_of(Split::train), loss_of(Split::valid)});
  }
  bool is_interrupted = false;
  const auto after_epoch = [&](const FitEpoch&) {
    const nb::gil_scoped_acquire acquire;
    is_interrupted = PyErr_CheckSignals() != 0;
    return !is_interrupted;
  };
  FitResult result;
  {
    const nb::gil_scoped_release release;
    result = fit_weights(plan, fit_tables, options, after_epoch);
  }
  if (is_interrupted) throw nb::python_error();
  Fitted fitted{std::move(result.weights), {}, result.best_epoch};
  for (const FitEpoch& epoch : result.epochs)
    std::get<1>(fitted).emplace_back(epoch.epoch, epoch.loss, epoch.valid_loss);
  return fitted;
}

}  // namespace

void bind_fit(nb::module_& module) {
  module.def(
      "fit",
      [](const Knowledge& knowledge, const Plan& plan, const std::vector<LabelledTable>& tables,
         std::uint32_t layers, const std::string& boost, const std::string& order, std::uint32_t threads,
         const std::string& loss, double learning_rate, std::uint32_t epochs) {
        if (loss != "cross-entropy" && loss != "linear") {
          throw Error(ErrorKind::data, "loss is 'cross-entropy' or 'linear', not '" + loss + "'");
        }
        FitOptions options;
        options.enhance = make_options(layers, boost, order, threads);
        options.loss = loss == "linear" ? Loss::linear : Loss::cross_entropy;
        options.learning_rate = learning_rate;
        options.epochs = epochs;
        return fit(knowledge, plan, tables, options);
      },
      nb::arg("knowledge"), nb::arg("plan"), nb::arg("tables"), nb::arg("layers"), nb::arg("boost"),
      nb::arg("order"), nb::arg("threads"), nb::arg("loss"), nb::arg("learning_rate"), nb::arg("epochs"));
}

}  // namespace kenn::python
