// The optimisers of a model: one Adam for every list of numbers that is learned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/adam.h"
#include "train/model_parts.h"
#include "train/train_options.h"

namespace kenn::train {

class Optimisers {
 public:
  // The parameters must stay.
  Optimisers(std::vector<Parameter> parameters, const TrainOptions& options);

  // One step of everything that the phase learns. `gradients` has a list for each parameter.
  void step(const Phase& phase, const std::vector<std::vector<float>>& gradients, base::ThreadPool* threads);

  // Forgets all steps.
  void restart();

  // What the next step depends on, parameter by parameter.
  [[nodiscard]] std::vector<std::vector<float>> first_moments() const;
  [[nodiscard]] std::vector<std::vector<float>> second_moments() const;
  [[nodiscard]] std::uint64_t steps() const;  // the most that any parameter has made
  void restore(std::vector<std::vector<float>> first, std::vector<std::vector<float>> second,
               std::uint64_t steps);

 private:
  [[nodiscard]] bool is_learned(const Parameter& parameter, const Phase& phase) const;

  std::vector<Parameter> parameters_;
  TrainOptions options_;
  std::vector<nn::Adam> all_;
};

}  // namespace kenn::train
