// The memory and the steps behind an Enhancer.
#pragma once

#include <kenn/enhance.h>

#include <memory>
#include <vector>

#include "kernels/fast.h"
#include "layer/buffer.h"
#include "layer/pass_memory.h"
#include "layer/stage.h"
#include "layer/thread_pool.h"

namespace kenn {

// L layers of one or two stages are a sequence of passes; each sees what the one before gave.
class Enhancer::Work {
 public:
  Work(Plan plan, const EnhanceOptions& options);

  void forward(std::span<const float> weights, TableValues<const float> preactivations,
               TableValues<float> outputs);
  void backward(std::span<const float> weights, TableValues<const float> preactivations,
                TableValues<const float> output_gradients, TableValues<float> input_gradients,
                std::span<float> weight_gradients);
  [[nodiscard]] std::vector<double> mean_truth(TableValues<const float> preactivations);

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const EnhanceOptions& options() const { return options_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  // A whole table, cut into rows for one thread at a time.
  struct RowPiece {
    std::uint32_t table = 0;
    std::size_t first = 0;
    std::size_t last = 0;
  };

  // Pointers to the tables' values; sizes are those of the plan.
  using Inputs = std::vector<const float*>;
  using Outputs = std::vector<float*>;

  [[nodiscard]] std::size_t pass_count() const { return stages_.size() * options_.layers; }
  [[nodiscard]] const Stage& stage_of(std::size_t pass) const { return *stages_[pass % stages_.size()]; }
  [[nodiscard]] PassMemory& memory_of(std::size_t pass) { return memory_[options_.gradients ? pass : 0]; }
  [[nodiscard]] std::size_t columns(std::size_t table) const { return tables_[table].columns.size(); }
  [[nodiscard]] bool is_softmax() const { return options_.boost == Boost::softmax; }

  void make_pieces();
  void make_memory();
  void make_scratch();

  template <typename Number>
  void check_sizes(TableValues<Number> values, const char* what) const;
  void check_weights(std::span<const float> weights) const;
  void check_no_overlap(TableValues<const float> inputs, TableValues<float> outputs) const;
  [[noreturn]] void fail_not_finite() const;

  void point_to_inputs(std::size_t pass, TableValues<const float> preactivations);
  void pack_weights(const Stage& stage, std::span<const float> layer_weights);
  void prepare(std::size_t pass);
  void set_views(std::size_t pass);
  void copy_gradients(std::size_t pass);
  void forward_pass(std::size_t pass);
  void backward_pass(std::size_t pass, std::span<float> layer_gradients);
  void add_long_rows(const Stage& stage, const Outputs& targets);
  void sum_weight_gradients(const Stage& stage, std::span<float> layer_gradients);

  Plan plan_;
  EnhanceOptions options_;
  const std::vector<PredictedTable>& tables_;
  std::shared_ptr<ThreadPool> threads_;
  std::vector<std::unique_ptr<Stage>> stages_;
  std::vector<RowPiece> pieces_;

  std::vector<PassMemory> memory_;  // one per pass with gradients, else one
  DegreeMemory degrees_;
  std::vector<std::vector<Buffer<float>>> values_;     // between passes: [pass - 1][table], or two in turn
  std::vector<std::vector<Buffer<float>>> gradients_;  // between passes, two in turn
  Buffer<float> weights_;                              // packed, of one pass
  Buffer<float> parts_;                                // of long rows
  Buffer<double> unit_gradients_;                      // of the weights, per unit

  std::vector<Buffer<float>> scratch_sums_;  // per thread
  std::vector<std::vector<const float*>> scratch_pointers_;
  std::vector<kernels::Scratch> scratch_;

  // Of the call and the pass that run now.
  Inputs inputs_;
  Outputs outputs_;
  Inputs output_gradients_;
  Outputs input_gradients_;
  std::vector<kernels::TableView> views_;
  kernels::PassView pass_;
  bool was_forward_ = false;
};

}  // namespace kenn
