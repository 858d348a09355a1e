// One enhancer layer of this library on a case: built once, then run as often as wanted.
#pragma once

#include <kenn/enhance.h>
#include <optional>
#include <vector>

#include "driver/random_inputs.h"
#include "driver/results.h"

namespace kenn::bench {

class EngineRun {
 public:
  explicit EngineRun(const Case& measured);

  // Forward and backward; the results are overwritten by the next call.
  Results run();

  [[nodiscard]] const Inputs& inputs() const { return *inputs_; }
  [[nodiscard]] double list_seconds() const { return list_seconds_; }
  [[nodiscard]] double plan_seconds() const { return plan_seconds_; }
  [[nodiscard]] std::uint64_t plan_bytes() const { return enhancer_->plan().bytes(); }
  [[nodiscard]] std::uint64_t work_bytes() const { return enhancer_->bytes(); }

 private:
  double list_seconds_ = 0;
  double plan_seconds_ = 0;
  std::optional<Enhancer> enhancer_;
  std::optional<Inputs> inputs_;
  std::vector<float> outputs_;
  std::vector<float> input_gradients_;
  std::vector<float> weight_gradients_;
};

}  // namespace kenn::bench
