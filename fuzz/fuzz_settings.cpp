// libFuzzer target: any bytes as a TOML file of an experiment.
#include "check_error.h"
#include "experiment/settings_file.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  static const ScratchFolder folder;
  static const auto knowledge = folder.write("k.kenn", "type P\npredict A(P)\nrule: A(x)\n");
  const auto path = folder.write("e.toml", {reinterpret_cast<const char*>(data), size});
  is_accepted([&] {
    const experiment::ExperimentSettings settings = experiment::read_settings(path);
    const std::vector<experiment::ModelKindSettings> kinds = experiment::kinds_of(settings);
    for (const experiment::ModelKindSettings& kind : kinds) {
      for (const std::optional<double>& fraction : settings.fractions) {
        static_cast<void>(experiment::to_texts(experiment::training_for(settings, kind, fraction)));
      }
    }
    // What is written of it can be read.
    experiment::Experiment about;
    about.settings = experiment::to_texts(settings);
    about.fractions = settings.fractions;
    about.methods = settings.methods;
    about.paradigms = settings.paradigms;
    about.layers = settings.layers;
    about.published = settings.published;
    require(experiment::experiment_from(to_text(about)) == about);
  });
  return 0;
}
