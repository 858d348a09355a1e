// Data sets, and training on them.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <kenn/train.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "bindings/bindings.h"
#include "bindings/models.h"
#include "dataset/dataset.h"
#include "io/json_text.h"
#include "methods/describe_options.h"
#include "train/trained_model.h"

namespace kenn::python {

namespace {

using Json = nlohmann::ordered_json;

// Options as Python has them: an object of names and values.
Options options_from(const std::string& text) {
  Options options;
  const Json json = io::parse_json(text);
  for (const auto& [name, value] : json.items()) {
    const train::Option* const option = train::find_option(name);
    if (option == nullptr) {
      std::vector<std::string> names;
      for (const train::Option& each : train::option_table()) {
        names.push_back(each.name);
        std::replace(names.back().begin(), names.back().end(), '-', '_');
      }
      const std::vector<std::string_view> candidates(names.begin(), names.end());
      throw Error(ErrorKind::usage,
                  "there is no option " + base::in_quotes(name) + base::suggestion(name, candidates));
    }
    train::set_option(options, *option, value);
  }
  return options;
}

std::string options_to_json(const Options& options) {
  Json all = Json::object();
  for (const train::Option& option : train::option_table()) {
    if (train::is_set(options, option)) all[option.name] = train::option_json(options, option);
  }
  return all.dump();
}

// Calls Python after every epoch. What it raises, and Ctrl-C, stops the training, and goes on when that has
// stopped.
class Watcher {
 public:
  explicit Watcher(nb::object on_epoch) : on_epoch_(std::move(on_epoch)) {}

  bool show(const TrainProgress& now) {
    const nb::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (on_epoch_.is_none()) return true;
      const Epoch& epoch = now.epoch;
      on_epoch_(epoch.number, now.most_epochs, now.is_in_folds, epoch.loss, epoch.accuracy, epoch.valid_loss,
                epoch.valid_accuracy);
      return true;
    } catch (nb::python_error& error) {
      raised_.emplace(error);
      return false;
    }
  }

  void raise() {
    if (raised_) throw nb::python_error(*raised_);
  }

 private:
  nb::object on_epoch_;
  std::optional<nb::python_error> raised_;
};

std::unique_ptr<LoadedModel> run(Training& training, nb::object on_epoch) {
  Watcher watcher(std::move(on_epoch));
  try {
    std::optional<io::ModelFile> file;
    {
      const nb::gil_scoped_release release;
      file = train::store_model(
          training.run([&](const TrainProgress& now) { return watcher.show(now); }).trained());
    }
    return std::make_unique<LoadedModel>(std::move(*file), "model", 0);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) watcher.raise();
    throw;
  }
}

// Ctrl-C, and what a handler of signals raises, ends the reading of a database.
Dataset open_dataset(const std::string& source, const Knowledge& knowledge, double most_seconds) {
  std::optional<nb::python_error> raised;
  const auto is_stopped = [&] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) raised.emplace();
    return raised.has_value();
  };
  try {
    const nb::gil_scoped_release release;
    return Dataset::open(source, knowledge, {most_seconds, is_stopped});
  } catch (const Error&) {
    if (raised) throw nb::python_error(*raised);
    throw;
  }
}

}  // namespace

void bind_training(nb::module_& module) {
  nb::class_<Dataset>(module, "Dataset")
      .def_static("open", &open_dataset, nb::arg("source"), nb::arg("knowledge"), nb::arg("most_seconds"))
      .def_static(
          "make",
          [](const Knowledge& knowledge, const World& world, const FeatureTables& features) {
            return Dataset(dataset_of(knowledge, world, features), "data");
          },
          nb::arg("knowledge"), nb::arg("world"), nb::arg("features"))
      .def_prop_ro("name", &Dataset::name)
      .def_prop_ro("warnings", [](const Dataset& self) { return self.warnings(); })
      .def(
          "ids",
          [](const Dataset& self, const std::string& type) {
            const Tables& tables = self.parts().tables;
            const std::vector<Type>& types = tables.vocabulary().types;
            for (TypeIndex i = 0; i < types.size(); ++i) {
              if (types[i].name != type) continue;
              std::vector<std::string> ids;
              for (Row row = 0; row < tables.object_count(i); ++row) ids.push_back(tables.name_of(i, row));
              return ids;
            }
            throw Error(ErrorKind::data, "the knowledge has no type " + base::in_quotes(type));
          },
          nb::arg("type"));
  nb::class_<Training>(module, "Training")
      .def(
          "__init__",
          [](Training* self, const Knowledge& knowledge, const Dataset& data, const std::string& options) {
            const Options given = options_from(options);
            const nb::gil_scoped_release release;
            new (self) Training(knowledge, data, given);
          },
          nb::arg("knowledge"), nb::arg("data"), nb::arg("options"))
      .def("use_checkpoint", &Training::use_checkpoint, nb::arg("path"))
      .def("resume", &Training::resume)
      .def("run", &run, nb::arg("on_epoch").none())
      .def("remove_checkpoint", &Training::remove_checkpoint)
      .def("release_checkpoint", &Training::release_checkpoint)
      .def_prop_ro("options", [](const Training& self) { return options_to_json(self.options()); })
      .def_prop_ro("warnings", [](const Training& self) { return self.warnings(); });
  module.def("options", [] { return methods::options_json().dump(); });
}

}  // namespace kenn::python
