// libFuzzer target: model files. What is loaded predicts.
#include "check_error.h"
#include "mutate_model_file.h"
#include "small_training.h"
#include "train/trained_model.h"

namespace kenn {
namespace {

// The rules on a world with two objects of every type and no facts.
void enhance_zeros(const infer::EnhancerModel& model) {
  Tables tables(model.knowledge);
  for (const Type& type : model.knowledge.types()) tables.resize(type.name, 2);
  const Plan plan(model.knowledge, tables, {.max_groundings = 10'000});
  EnhanceOptions options;
  options.layers = model.layers;
  options.boost = model.boost;
  options.order = model.order;
  options.center = model.center;
  options.threads = 1;
  dataset::TableList values;
  for (const PredictedTable& table : plan.tables()) values.emplace_back(table.size());
  dataset::TableList results = values;
  Enhancer(plan, options)
      .forward(model.weights, std::vector<std::span<const float>>(values.begin(), values.end()),
               std::vector<std::span<float>>(results.begin(), results.end()));
}

void predict(TrainedModel& trained) {
  constexpr std::uint32_t most_steps = 100;
  if (trained.model.options().map && trained.model.options().map->steps > most_steps) return;
  if (trained.knowledge.text() != small_data().knowledge.text()) return;
  const dataset::Graph graph(trained.knowledge, small_data().dataset);
  const train::Predictions predictions = trained.model.predict(graph);
  for (std::size_t i = 0; i < predictions.after.size(); ++i) {
    require(predictions.after[i].size() == graph.plan.tables()[i].size());
  }
}

void check(std::string_view bytes) {
  std::optional<io::ModelFile> file;
  if (!is_accepted([&] { file = io::model_file_from_bytes(bytes, "input"); })) return;
  std::optional<infer::EnhancerModel> rules;
  if (!is_accepted([&] { rules.emplace(infer::load_enhancer(*file, "input")); })) return;
  is_accepted([&] { enhance_zeros(*rules); });
  is_accepted([&] { train::check_fitted(*file, *rules, "input"); });
  is_accepted([&] {
    TrainedModel trained = train::load_model(*file, "input", 1);
    // What is stored again is the same.
    require(train::load_model(train::store_model(trained), "again", 1).model.values() ==
            trained.model.values());
    predict(trained);
  });
}

}  // namespace
}  // namespace kenn

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return kenn::mutate_model_file(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kenn::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
