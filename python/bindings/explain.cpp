// Explains predictions, with the lock of the interpreter released.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <utility>

#include "api/model_explainer.h"
#include "bindings/explained.h"
#include "bindings/models.h"
#include "dataset/split_choice.h"

namespace kenn::python {

namespace {

// What is known of rows in other splits is not looked at.
void keep_split(const std::string& word, std::vector<table::Labels>& labels) {
  const auto split = base::from_word<table::Split>(word);
  if (!split) return;
  for (table::Labels& table : labels) {
    const std::size_t width = table.splits.empty() ? 0 : table.atoms.size() / table.splits.size();
    for (std::size_t row = 0; row < table.splits.size(); ++row) {
      if (table.splits[row] == *split) continue;
      for (std::size_t i = row * width; i < (row + 1) * width; ++i) table.atoms[i] = table::Known::nothing;
    }
  }
}

// Rules on top of logits, with labels, both in the order of the predicted tables.
explain::Source source_of(const Knowledge& knowledge, const World& world, const std::vector<Matrix>& logits,
                          const std::vector<KnownAtoms>& known) {
  explain::Source source{knowledge, make_tables(knowledge, world), {}, {}, {}, {}};
  const std::vector<TableSchema>& schemas = source.tables.schema().tables;
  source.labels.resize(schemas.size());
  std::vector<std::vector<float>> values(schemas.size());
  std::vector<std::size_t> widths;
  std::size_t next = 0;
  for (TableIndex table = 0; table < schemas.size(); ++table) {
    widths.push_back(schemas[table].columns.size());
    if (schemas[table].role != Role::predict) continue;
    const Matrix& matrix = logits.at(next);
    if (matrix.size() != source.tables.row_count(table) * widths.back()) {
      throw Error(ErrorKind::data, "logits of '" + schemas[table].name + "': expected the shape [" +
                                       std::to_string(source.tables.row_count(table)) + ", " +
                                       std::to_string(widths.back()) + "], got [" +
                                       std::to_string(matrix.shape(0)) + ", " +
                                       std::to_string(matrix.shape(1)) + "]");
    }
    values[table].assign(matrix.data(), matrix.data() + matrix.size());
    if (!known.empty()) source.labels[table] = labels_of(known.at(next));
    ++next;
  }
  source.logits = [values = std::move(values), widths](TableIndex table, std::span<const Row> rows) {
    return explain::take_logits(values[table], widths[table], rows);
  };
  return source;
}

// Several threads may ask one after the other.
class SharedExplainer {
 public:
  explicit SharedExplainer(explain::Source source) : explainer_(std::move(source)) {}

  nb::dict explain(const std::string& object, std::uint32_t depth, std::vector<std::string> without,
                   std::vector<std::string> set) {
    const ExplainOptions options{.depth = depth, .without = std::move(without), .set = std::move(set)};
    return to_dict(computed([&] { return explainer_.explain(object, options); }));
  }

  // The answer, and what is predicted now.
  nb::tuple why_not(const std::string& object, const std::string& predicate) {
    const auto [found, now] = computed(
        [&] { return std::pair(explainer_.why_not(object, predicate), explainer_.explain(object, {})); });
    nb::dict row;
    row["table"] = now.table;
    row["objects"] = now.objects;
    row["rules"] = to_dict(now.rules, now.columns);
    return nb::make_tuple(to_dict(found, now.columns), row);
  }

  nb::dict audit() {
    return to_dict(computed([&] { return explainer_.audit(); }));
  }

 private:
  template <typename Work>
  std::invoke_result_t<Work> computed(const Work& work) {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return work();
  }

  Explainer explainer_;
  std::mutex mutex_;
};

}  // namespace

explain::Source LoadedModel::explain_source(DatasetParts dataset, std::optional<std::size_t> member,
                                            const std::string& split, std::uint64_t max_groundings) {
  const TrainedModel& model = trained();
  if (split != "all") dataset::complete_splits(dataset, model.choice.value_or(dataset::SplitChoice()));
  const std::lock_guard lock(mutex_);  // networks remember their last forward
  explain::Source source = api::explain_source(model, std::move(dataset), member);
  keep_split(split, source.labels);
  source.max_groundings = max_groundings;
  return source;
}

void bind_explain(nb::module_& module) {
  nb::class_<SharedExplainer>(module, "Explainer", "Safe to use from several threads.")
      .def_static(
          "on_logits",
          [](const Knowledge& knowledge, const World& world, const std::vector<Matrix>& logits,
             const std::vector<KnownAtoms>& known, const Degrees& weights, std::uint32_t layers,
             const std::string& boost, const std::string& order, bool center, std::uint32_t threads,
             std::uint64_t max_groundings) {
            const EnhanceOptions options = make_options(layers, boost, order, center, threads);
            const nb::gil_scoped_release release;
            explain::Source source = source_of(knowledge, world, logits, known);
            source.weights.assign(weights.data(), weights.data() + weights.size());
            source.options = options;
            source.max_groundings = max_groundings;
            return std::make_unique<SharedExplainer>(std::move(source));
          },
          nb::arg("knowledge"), nb::arg("world"), nb::arg("logits"), nb::arg("known"), nb::arg("weights"),
          nb::arg("layers"), nb::arg("boost"), nb::arg("order"), nb::arg("center"), nb::arg("threads"),
          nb::arg("max_groundings"))
      .def_static(
          "of_model",
          [](LoadedModel& model, const World& world, const FeatureTables& features,
             std::optional<std::size_t> member, std::uint64_t most) {
            const nb::gil_scoped_release release;
            return std::make_unique<SharedExplainer>(model.explain_source(
                dataset_of(model.trained().knowledge, world, features), member, "all", most));
          },
          nb::arg("model"), nb::arg("world"), nb::arg("features"), nb::arg("member").none(),
          nb::arg("max_groundings"))
      .def_static(
          "of_model_on_data",
          [](LoadedModel& model, const Dataset& data, std::optional<std::size_t> member,
             const std::string& split, std::uint64_t most) {
            const nb::gil_scoped_release release;
            return std::make_unique<SharedExplainer>(model.explain_source(data.parts(), member, split, most));
          },
          nb::arg("model"), nb::arg("data"), nb::arg("member").none(), nb::arg("split"),
          nb::arg("max_groundings"))
      .def("explain", &SharedExplainer::explain, nb::arg("object"), nb::arg("depth"), nb::arg("without"),
           nb::arg("set"))
      .def("why_not", &SharedExplainer::why_not, nb::arg("object"), nb::arg("predicate"))
      .def("audit", &SharedExplainer::audit);
}

}  // namespace kenn::python
