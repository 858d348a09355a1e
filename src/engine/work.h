// The memory and the steps behind an Enhancer.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/thread_pool.h"
#include "engine/degree_memory.h"
#include "engine/stage.h"
#include "kernels/fast.h"

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
  // The exponentials of all rounds of a pass, and gradients.
  struct PassMemory {
    base::Buffer<float> exponentials;
    base::Buffer<std::uint8_t> large;  // marks of rows
    bool any_large = false;
    bool is_kept = false;  // the exponentials are those of the last forward

    void forget() { any_large = is_kept = false; }
  };

  // Pointers to the tables' values; sizes are those of the plan.
  using Inputs = std::vector<const float*>;
  using Outputs = std::vector<float*>;

  [[nodiscard]] std::size_t pass_count() const { return stages_.size() * options_.layers; }
  [[nodiscard]] const engine::Stage& stage_of(std::size_t pass) const {
    return *stages_[pass % stages_.size()];
  }
  [[nodiscard]] PassMemory& memory_of(std::size_t pass) { return memory_[pass % memory_.size()]; }
  [[nodiscard]] std::size_t columns(std::size_t table) const { return tables_[table].columns.size(); }
  [[nodiscard]] bool from_exponentials() const { return options_.boost != Boost::godel; }

  void make_memory();
  void make_scratch();

  template <typename Number>
  void check_sizes(TableValues<Number> values, const char* what) const;
  void check_weights(std::span<const float> weights) const;
  void check_no_overlap(TableValues<const float> inputs, TableValues<float> outputs) const;
  [[noreturn]] void fail_not_finite() const;

  // Calls body(group, table) in parallel for pieces of the rows of all exclusive groups.
  template <typename Body>
  void for_groups(Body body);
  void center(TableValues<const float> preactivations);
  void restore(TableValues<float> outputs);
  void center_gradients(TableValues<const float> output_gradients, TableValues<float> input_gradients);

  void point_to_inputs(std::size_t pass, TableValues<const float> preactivations);
  void pack_weights(const engine::Stage& stage, std::span<const float> layer_weights);
  enum class Check : std::uint8_t { none, finite };

  // What `prepare` is to do.
  struct Preparation {
    bool exponentials = false;
    bool gradients = false;
    Check check = Check::none;
  };

  // Calls body(each, first row, last row) in parallel for pieces of all these columns or windows.
  template <typename Each, typename Body>
  void for_pieces(std::span<const Each> all, Body body);
  [[nodiscard]] kernels::Cells cells(const float* table, const engine::Columns& columns, std::size_t first,
                                     std::size_t last) const;
  void copy_untouched(std::span<const engine::Columns> untouched, const Inputs& from, const Outputs& to,
                      Check check);
  void prepare(const engine::Rounds& rounds, PassMemory& memory, const Preparation& wanted);
  void set_views(const engine::Round& round, const PassMemory& memory);

  // Calls rows(range, window, unit, scratch) and entries(item, place of its list, unit, scratch) for the work
  // of a round, units in parallel.
  template <typename Rows, typename Entries>
  void for_items(const engine::Stage& stage, const engine::Round& round, Rows rows, Entries entries);
  void forward_pass(std::size_t pass);
  void backward_pass(std::size_t pass, std::span<float> layer_gradients);
  void add_long_rows(const engine::Stage& stage, const Outputs& targets);
  void sum_weight_gradients(const engine::Stage& stage, std::span<float> layer_gradients);
  void add_truths(const engine::Round& round, std::span<double> sums);

  Plan plan_;
  EnhanceOptions options_;
  const std::vector<PredictedTable>& tables_;
  std::shared_ptr<base::ThreadPool> threads_;
  std::vector<std::unique_ptr<engine::Stage>> stages_;

  std::vector<PassMemory> memory_;  // one per pass where exponentials are kept, else one
  engine::DegreeMemory degrees_;
  std::vector<std::vector<base::Buffer<float>>> values_;  // between passes: [pass - 1][table], or two in turn
  std::vector<std::vector<base::Buffer<float>>> gradients_;  // between passes, two in turn
  std::vector<base::Buffer<float>> centered_;     // per table; empty for tables that are not centred
  std::vector<engine::Columns> centered_others_;  // their columns outside of exclusive groups
  std::vector<engine::Columns> centered_tables_;  // those that are centred, whole
  bool is_centered_ = false;                      // `centered_` is that of the last forward
  base::Buffer<float> weights_;                   // packed, of one pass
  base::Buffer<float> parts_;                     // of long rows
  base::Buffer<double> unit_gradients_;           // of the weights, per unit

  std::vector<base::Buffer<float>> scratch_sums_;  // per thread
  std::vector<std::vector<const float*>> scratch_pointers_;
  std::vector<kernels::Scratch> scratch_;

  // Of the call and the pass that run now.
  Inputs given_;  // what the caller passed
  Inputs inputs_;
  Outputs outputs_;
  Inputs output_gradients_;
  Outputs input_gradients_;
  std::vector<kernels::TableView> views_;
  kernels::PassView pass_;
  bool was_forward_ = false;
};

}  // namespace kenn
