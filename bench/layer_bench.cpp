// layer-bench: one enhancer layer called from C++, bare and as a module of torch, to compare Python with.
//
// usage: layer-bench SHAPE THREADS REPETITIONS [FOLDER]
//
// With a folder, the inputs are written there for the others: z.npy, grad_out.npy, weights.npy, pairs.npy.
// Prints one JSON object with the times of forward and backward.
#include <kenn/torch.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "driver/engine_run.h"
#include "driver/npy_file.h"
#include "driver/stopwatch.h"

namespace {

using namespace kenn::bench;

void write_inputs(const std::filesystem::path& folder, const Case& measured) {
  const Inputs inputs(measured);
  write_npy(folder / "z.npy", inputs.preactivations, measured.rules);
  write_npy(folder / "grad_out.npy", inputs.output_gradients, measured.rules);
  write_npy(folder / "weights.npy", inputs.weights, 0);
  write_npy(folder / "pairs.npy", all_pairs(measured), 2);
}

// The median counts, and little else is steady enough; a tenth of the runs warms up.
template <typename Function>
std::vector<double> times(int repetitions, const Function& run) {
  for (int i = 0; i < repetitions / 10 + 1; ++i) run();
  std::vector<double> times_ms;
  for (int i = 0; i < repetitions; ++i) {
    const Stopwatch stopwatch;
    run();
    times_ms.push_back(1e3 * stopwatch.seconds());
  }
  return times_ms;
}

kenn::Knowledge knowledge_of(std::uint64_t rules) {
  std::string topics;
  std::string text = "type Paper given Cite(Paper, Paper)\n";
  for (std::uint64_t i = 0; i < rules; ++i) {
    text += "predict T" + std::to_string(i) + "(Paper)\n";
    topics += (i == 0 ? "T" : ", T") + std::to_string(i);
  }
  return kenn::Knowledge::from_text(text + "for T in {" + topics +
                                    "} rule \"same topic\": T(x) & Cite(x, y) -> T(y)\n");
}

std::vector<double> module_times(const Case& measured, int repetitions) {
  const kenn::Knowledge knowledge = knowledge_of(measured.rules);
  kenn::Tables tables(knowledge);
  tables.resize("Paper", measured.rows);
  tables.list("Cite", all_pairs(measured));
  const kenn::Plan plan(knowledge, tables);
  kenn::torch::Enhancer layer(knowledge, {.threads = measured.threads});
  Inputs inputs(measured);
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(measured.rows),
                                           static_cast<std::int64_t>(measured.rules)};
  torch::Tensor z = torch::from_blob(inputs.preactivations.data(), shape).clone().requires_grad_();
  const torch::Tensor gradient = torch::from_blob(inputs.output_gradients.data(), shape).clone();
  return times(repetitions, [&] {
    z.mutable_grad() = torch::Tensor();
    layer->weights.mutable_grad() = torch::Tensor();
    layer->forward(z, plan).backward(gradient);
  });
}

int run(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: layer-bench SHAPE THREADS REPETITIONS [FOLDER]\n";
    return 2;
  }
  const auto threads = static_cast<std::uint32_t>(std::stoul(argv[2]));
  const Case measured = cases_of(argv[1], threads).front();
  const int repetitions = std::stoi(argv[3]);
  torch::set_num_threads(static_cast<int>(threads));
  if (argc > 4) write_inputs(argv[4], measured);
  nlohmann::json report = {{"rows", measured.rows}, {"pairs", measured.pairs}, {"rules", measured.rules}};
  if (repetitions > 0) {
    EngineRun engine(measured);
    report["engine_ms"] = times(repetitions, [&] { engine.run(); });
    report["module_ms"] = module_times(measured, repetitions);
  }
  std::cout << report.dump() << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "layer-bench: " << error.what() << "\n";
    return 1;
  }
}
