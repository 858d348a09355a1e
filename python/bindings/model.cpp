// Model files: those of `kenn train` and of `kenn enhance --fit`, and ours, which both can read.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>

#include "bindings/bindings.h"
#include "bindings/models.h"
#include "infer/enhancer_model.h"
#include "nn/probabilities.h"
#include "train/trained_model.h"

namespace kenn::python {

namespace {

// Sparse features: rows, columns, and where the numbers are (offsets, columns, values), as in SciPy.
using Offsets = nb::ndarray<nb::ro, const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Sparse = std::tuple<std::size_t, std::size_t, Offsets, Offsets, Degrees>;

table::Features features_of(const Matrix& matrix) {
  return {matrix.shape(0), matrix.shape(1), table::DenseRows{{matrix.data(), matrix.data() + matrix.size()}}};
}

table::Features features_of(const Sparse& sparse) {
  const auto& [rows, columns, offsets, places, values] = sparse;
  table::SparseRows all;
  all.offsets.assign(offsets.data(), offsets.data() + offsets.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    all.columns.push_back(static_cast<std::uint32_t>(places.data()[i]));
  all.values.assign(values.data(), values.data() + values.size());
  return {rows, columns, std::move(all)};
}

// How a file without networks says that it predicts.
constexpr const char* fitted = "fit";

// `trust` is a text of trust_json, or empty.
io::ModelFile fitted_file(const Knowledge& knowledge, const EnhanceOptions& options,
                          std::vector<float> weights, const std::string& trust) {
  io::ModelFile file;
  file.texts["method"] = fitted;
  if (!trust.empty()) file.texts["trust"] = trust;
  infer::store_enhancer(
      {knowledge, options.layers, options.boost, options.order, options.center, std::move(weights)}, file);
  return file;
}

// Matrices of a network, [outputs, inputs] as in torch, and their biases, in the order of the predicted
// tables.
using NetworkValues = std::vector<std::tuple<std::string, Matrix>>;

io::ModelFile network_file(const Knowledge& knowledge, const EnhanceOptions& enhance,
                           const std::vector<float>& weights, const std::vector<std::size_t>& widths,
                           const std::vector<std::uint32_t>& hidden, const NetworkValues& values) {
  train::ModelOptions options;
  options.hidden = hidden;
  options.enhance = enhance;
  train::RuleModel model(knowledge, widths, options, 0);
  std::vector<train::NamedValues> named;
  for (const auto& [name, matrix] : values) {
    train::NamedValues each{
        name, {matrix.shape(0), matrix.shape(1)}, {matrix.data(), matrix.data() + matrix.size()}};
    if (name.ends_with(".bias")) each.shape = {matrix.size()};
    named.push_back(std::move(each));
  }
  named.push_back({"enhancer.weights", {enhance.layers, knowledge.clauses().size()}, weights});
  model.set_values(named);
  io::ModelFile file = train::store_model(knowledge, widths, model);
  // `kenn predict` and `kenn evaluate` want to know how labels were chosen for training. Nobody knows here:
  // this is what `kenn train` writes when nothing was said.
  file.texts["training"] = R"({"paradigm":"transductive","train_fraction":null,"seed":0})";
  return file;
}

nb::object probabilities_of(const Knowledge& knowledge, const std::string& name, const Matrix& logits) {
  const Schema schema(knowledge.vocabulary());
  const auto table = schema.find(name);
  if (!table) throw Error(ErrorKind::data, "the knowledge has no table '" + name + "'");
  return to_array(
      nn::probabilities(knowledge.vocabulary(), schema.tables[*table], {logits.data(), logits.size()}),
      {logits.shape(0), logits.shape(1)});
}

}  // namespace

table::Labels labels_of(const KnownAtoms& known) {
  table::Labels labels;
  for (std::size_t i = 0; i < known.size(); ++i) labels.atoms.push_back(table::Known{known.data()[i]});
  labels.splits.assign(known.shape(0), table::Split::train);
  return labels;
}

DatasetParts dataset_of(const Knowledge& knowledge, const World& world, const FeatureTables& features) {
  DatasetParts dataset{make_tables(knowledge, world), {}, {}, {}, {}};
  const Schema& schema = dataset.tables.schema();
  dataset.features.resize(knowledge.types().size());
  dataset.tuple_features.resize(schema.tables.size());
  dataset.labels.resize(schema.tables.size());
  for (const auto& [name, values] : features.by_name) {
    const auto& types = knowledge.types();
    const auto type = std::find_if(types.begin(), types.end(),
                                   [&name = name](const Type& each) { return each.name == name; });
    if (type != types.end()) {
      dataset.features[static_cast<std::size_t>(type - types.begin())] = values;
      continue;
    }
    const auto table = schema.find(name);
    if (!table)
      throw Error(ErrorKind::data, "there are features of '" + name + "', which is no type and no relation");
    dataset.tuple_features[*table] = values;
  }
  for (const auto& [name, labels] : features.labels) dataset.labels[schema.find(name).value()] = labels;
  return dataset;
}

LoadedModel::LoadedModel(io::ModelFile file, const std::string& name, std::uint32_t threads)
    : file_(std::move(file)), rules_(infer::load_enhancer(file_, name)) {
  if (method() != fitted) {
    trained_.emplace(train::load_model(file_, name, threads));
  } else {
    train::check_fitted(file_, rules_, name);
  }
}

std::string LoadedModel::method() const {
  const auto found = file_.texts.find("method");
  return found == file_.texts.end() ? fitted : found->second;
}

std::vector<float> LoadedModel::weights() const {
  if (!trained_ || !trained_->model.options().map) return rules_.weights;
  const std::vector<train::NamedValues> values = trained_->model.values();
  return std::find_if(values.begin(), values.end(),
                      [](const train::NamedValues& each) { return each.name == "rules.weights"; })
      ->values;
}

std::string LoadedModel::trust() const {
  const auto found = file_.texts.find("trust");
  return found == file_.texts.end() ? "" : found->second;
}

std::vector<std::size_t> LoadedModel::widths() const {
  return trained_ ? trained_->widths : std::vector<std::size_t>();
}

TrainedModel& LoadedModel::trained() {
  if (!trained_) throw Error(ErrorKind::data, "the model has no network: it was made by a fit on logits");
  return *trained_;
}

LoadedModel::Arrays LoadedModel::predict(const DatasetParts& dataset, std::uint64_t max_groundings) {
  std::optional<train::Predictions> predictions;
  std::vector<PredictedTable> tables;
  {
    const nb::gil_scoped_release release;
    const dataset::Graph graph(trained().knowledge, dataset, {.max_groundings = max_groundings});
    tables = graph.plan.tables();
    const std::lock_guard lock(mutex_);  // networks remember their last forward
    predictions.emplace(trained().model.predict(graph));
  }
  Arrays arrays;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::vector<std::size_t> shape = {tables[i].rows, tables[i].columns.size()};
    arrays.first.push_back(to_array(std::move(predictions->before[i]), shape));
    arrays.second.push_back(to_array(std::move(predictions->after[i]), shape));
  }
  return arrays;
}

SplitAccuracy LoadedModel::evaluate(const Dataset& data, const std::string& split) {
  static_cast<void>(trained());
  const nb::gil_scoped_release release;
  return Model(train::load_model(file_, "model", 0)).evaluate(data, split);
}

nb::object to_array(std::vector<float> values, std::vector<std::size_t> shape) {
  auto* const kept = new std::vector<float>(std::move(values));
  const nb::capsule owner(kept,
                          [](void* pointer) noexcept { delete static_cast<std::vector<float>*>(pointer); });
  return nb::cast(nb::ndarray<nb::numpy, float>(kept->data(), shape.size(), shape.data(), owner));
}

void bind_model(nb::module_& module) {
  nb::class_<FeatureTables>(module, "Features")
      .def(nb::init<>())
      .def("add_dense", [](FeatureTables& self, const std::string& name,
                           const Matrix& matrix) { self.by_name[name] = features_of(matrix); })
      .def("add_sparse", [](FeatureTables& self, const std::string& name,
                            const Sparse& sparse) { self.by_name[name] = features_of(sparse); })
      .def("add_labels", [](FeatureTables& self, const std::string& name,
                            const KnownAtoms& known) { self.labels[name] = labels_of(known); })
      .def("add_splits", [](FeatureTables& self, const std::string& name, const Splits& splits) {
        std::vector<table::Split>& all = self.labels.at(name).splits;
        for (std::size_t i = 0; i < splits.size(); ++i) all.at(i) = table::Split{splits.data()[i]};
      });
  nb::class_<LoadedModel>(module, "Model")
      .def_static(
          "read",
          [](const std::filesystem::path& path, std::uint32_t threads) {
            return std::make_unique<LoadedModel>(io::read_model_file(path), path.string(), threads);
          },
          nb::arg("path"), nb::arg("threads"))
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes, std::uint32_t threads) {
            const std::string name = "model";
            return std::make_unique<LoadedModel>(
                io::model_file_from_bytes({bytes.c_str(), bytes.size()}, name), name, threads);
          },
          nb::arg("bytes"), nb::arg("threads"))
      .def_static(
          "fitted",
          [](const Knowledge& knowledge, std::uint32_t layers, const std::string& boost,
             const std::string& order, bool center, std::uint32_t threads, std::vector<float> weights,
             const std::string& trust) {
            const EnhanceOptions options = make_options(layers, boost, order, center, threads);
            return std::make_unique<LoadedModel>(fitted_file(knowledge, options, std::move(weights), trust),
                                                 "model", threads);
          },
          nb::arg("knowledge"), nb::arg("layers"), nb::arg("boost"), nb::arg("order"), nb::arg("center"),
          nb::arg("threads"), nb::arg("weights"), nb::arg("trust") = "")
      .def_static(
          "with_networks",
          [](const Knowledge& knowledge, std::uint32_t layers, const std::string& boost,
             const std::string& order, bool center, std::uint32_t threads, const std::vector<float>& weights,
             const std::vector<std::size_t>& widths, const std::vector<std::uint32_t>& hidden,
             const NetworkValues& values) {
            const EnhanceOptions options = make_options(layers, boost, order, center, threads);
            return std::make_unique<LoadedModel>(
                network_file(knowledge, options, weights, widths, hidden, values), "model", threads);
          },
          nb::arg("knowledge"), nb::arg("layers"), nb::arg("boost"), nb::arg("order"), nb::arg("center"),
          nb::arg("threads"), nb::arg("weights"), nb::arg("widths"), nb::arg("hidden"), nb::arg("values"))
      .def("write", [](const LoadedModel& self,
                       const std::filesystem::path& path) { io::write_model_file(path, self.file()); })
      .def("to_bytes",
           [](const LoadedModel& self) {
             const std::string bytes = io::model_file_to_bytes(self.file());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_prop_ro("method", &LoadedModel::method)
      .def_prop_ro("knowledge", [](const LoadedModel& self) { return self.rules().knowledge; })
      .def_prop_ro("layers", [](const LoadedModel& self) { return self.rules().layers; })
      .def_prop_ro("boost", [](const LoadedModel& self) { return std::string(name_of(self.rules().boost)); })
      .def_prop_ro("order", [](const LoadedModel& self) { return to_text(self.rules().order); })
      .def_prop_ro("center", [](const LoadedModel& self) { return self.rules().center; })
      .def_prop_ro("weights", &LoadedModel::weights)
      .def_prop_ro("trust", &LoadedModel::trust)
      .def_prop_ro("widths", &LoadedModel::widths)
      .def(
          "predict",
          [](LoadedModel& self, const World& world, const FeatureTables& features, std::uint64_t most) {
            return self.predict(dataset_of(self.trained().knowledge, world, features), most);
          },
          nb::arg("world"), nb::arg("features"), nb::arg("max_groundings"))
      .def(
          "predict_data",
          [](LoadedModel& self, const Dataset& data, std::uint64_t most) {
            return self.predict(data.parts(), most);
          },
          nb::arg("data"), nb::arg("max_groundings"))
      .def(
          "evaluate",
          [](LoadedModel& self, const Dataset& data, const std::string& split) {
            const SplitAccuracy accuracy = self.evaluate(data, split);
            return std::tuple(accuracy.labels, accuracy.network, accuracy.rules);
          },
          nb::arg("data"), nb::arg("split"));
  module.def("probabilities", &probabilities_of, nb::arg("knowledge"), nb::arg("table"), nb::arg("logits"));
}

}  // namespace kenn::python
