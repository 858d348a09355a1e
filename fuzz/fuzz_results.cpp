// libFuzzer target: any bytes as the files of an experiment's folder.
//
// Its description, results and times stand one after the other, with lines "---" between them.
#include "check_error.h"
#include "experiment/results.h"
#include "experiment/summary.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  static const ScratchFolder scratch;
  const auto parts = parts_of({reinterpret_cast<const char*>(data), size}, 3);
  const char* const names[] = {"experiment.json", "results.jsonl", "times.jsonl"};
  for (std::size_t i = 0; i < parts.size(); ++i) scratch.write(names[i], parts[i]);
  is_accepted([&] {
    const experiment::ExperimentFolder folder = experiment::read_experiment(scratch.path());
    require(experiment::experiment_from(to_text(folder.experiment)) == folder.experiment);
    for (const experiment::RunResult& result : folder.results)
      require(experiment::run_result_from(experiment::to_line(result)) == result);
    for (const experiment::RunTime& time : folder.times)
      require(experiment::run_time_from(experiment::to_line(time)) == time);
    static_cast<void>(experiment::summarise(folder.experiment, folder.results, folder.times));
  });
  return 0;
}
