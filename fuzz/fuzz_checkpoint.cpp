// libFuzzer target: checkpoints. A training that goes on from one comes to its end.
#include "check_error.h"
#include "mutate_model_file.h"
#include "small_training.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return kenn::mutate_model_file(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::optional<train::TrainingState> state;
  is_accepted([&] {
    state = train::load_training(io::model_file_from_bytes(bytes, "input"), settings_of_checkpoint, "input");
  });
  for (const bool cross_fits : {true, false}) {
    if (!state) break;
    is_accepted([&] {
      train::TrainingRun training = small_training(cross_fits);
      training.restore(*state);
      while (!training.is_finished()) training.run_epoch();
      static_cast<void>(training.finish().predict(*small_graph()));
    });
  }
  return 0;
}
