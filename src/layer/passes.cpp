// The steps of an Enhancer: forward and backward, pass by pass.
#include <algorithm>
#include <atomic>

#include "layer/work.h"

namespace kenn {

// ---------------------------------------------------------------------------------------------- every pass

// Where a pass reads: from the caller, or from what the pass before wrote.
void Enhancer::Work::point_to_inputs(std::size_t pass, TableValues<const float> preactivations) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    inputs_[i] = pass == 0 ? preactivations[i].data() : values_[(pass - 1) % values_.size()][i].data();
  }
}

void Enhancer::Work::pack_weights(const Stage& stage, std::span<const float> layer_weights) {
  const auto clauses = stage.clauses();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    weights_.data()[i] = clauses[i] == Stage::no_clause ? 0.0F : layer_weights[clauses[i]];
  }
}

// Exponentials of what the pass reads. The caller's values are checked on the way.
void Enhancer::Work::prepare(std::size_t pass) {
  std::atomic<bool> any_large{degrees_.any_large()};
  std::atomic<bool> all_finite{true};
  const Stage& stage = stage_of(pass);
  threads_->run(pieces_.size(), [&](std::size_t item, std::uint32_t) {
    const RowPiece& piece = pieces_[item];
    const std::size_t width = columns(piece.table);
    const float* const values = inputs_[piece.table] + piece.first * width;
    const std::size_t rows = piece.last - piece.first;
    if (!is_softmax() || !stage.uses(piece.table)) {
      if (pass == 0 && !kernels::all_finite(values, rows * width)) all_finite = false;
      return;
    }
    PassMemory& memory = memory_of(pass);
    const std::size_t stride = memory.stride(piece.table);
    const kernels::Prepared found =
        kernels::prepare_rows(values, rows, width, memory.exponentials(piece.table) + piece.first * stride,
                              stride, memory.large(piece.table) + piece.first);
    if (found.any_large) any_large = true;
    if (!found.all_finite) all_finite = false;
  });
  if (!all_finite) fail_not_finite();
  if (is_softmax()) memory_of(pass).any_large = any_large;
}

void Enhancer::Work::set_views(std::size_t pass) {
  pass_.any_large = is_softmax() && memory_of(pass).any_large;
  for (std::uint32_t i = 0; i < tables_.size(); ++i) {
    kernels::TableView& view = views_[i];
    view.values = inputs_[i];
    view.values_end = inputs_[i] + tables_[i].size();
    if (!is_softmax()) continue;
    PassMemory& memory = memory_of(pass);
    view.exponentials = memory.exponentials(i);
    view.large = memory.large(i);
    view.stride = memory.stride(i);
    view.gradient_offset = memory.gradient_offset(i);
  }
}

// Adds the parts of rows that were cut, in their order.
void Enhancer::Work::add_long_rows(const Stage& stage, const Outputs& targets) {
  for (const LongRow& row : stage.long_rows()) {
    const std::size_t width = columns(row.table);
    float* const target = targets[row.table] + row.row * width;
    for (std::size_t column = 0; column < width; ++column) {
      double sum = 0;
      for (std::size_t part = 0; part < row.part_count; ++part) {
        sum += static_cast<double>(parts_.data()[row.first_part + part * width + column]);
      }
      target[column] = static_cast<float>(static_cast<double>(target[column]) + sum);
    }
  }
}

// ------------------------------------------------------------------------------------------------- forward

void Enhancer::Work::forward_pass(std::size_t pass) {
  const Stage& stage = stage_of(pass);
  threads_->run(stage.units().size(), [&](std::size_t number, std::uint32_t thread) {
    const WorkUnit& unit = stage.units()[number];
    for (std::size_t i = unit.first; i < unit.last; ++i) {
      const WorkItem& item = stage.items()[i];
      const std::size_t width = columns(item.table);
      if (item.list == nullptr) {
        kernels::forward_rows(pass_, {stage.lists(item.table), item.first, item.last, width},
                              inputs_[item.table], outputs_[item.table], scratch_[thread]);
        continue;
      }
      float* const part = parts_.data() + item.part;
      std::fill_n(part, width, 0.0F);
      kernels::forward_entries(pass_, *item.list, item.position, item.first, item.last, part,
                               scratch_[thread]);
    }
  });
  add_long_rows(stage, outputs_);
}

void Enhancer::Work::forward(std::span<const float> weights, TableValues<const float> preactivations,
                             TableValues<float> outputs) {
  check_sizes(preactivations, "preactivations");
  check_sizes(outputs, "outputs");
  check_weights(weights);
  check_no_overlap(preactivations, outputs);
  was_forward_ = false;
  const std::size_t passes = pass_count();
  if (passes == 0) {
    point_to_inputs(0, preactivations);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (!kernels::all_finite(inputs_[i], tables_[i].size())) fail_not_finite();
      std::copy_n(inputs_[i], tables_[i].size(), outputs[i].data());
    }
  }
  const std::size_t clauses = plan_.weights().size();
  for (std::size_t pass = 0; pass < passes; ++pass) {
    point_to_inputs(pass, preactivations);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      outputs_[i] = pass + 1 == passes ? outputs[i].data() : values_[pass % values_.size()][i].data();
    }
    pack_weights(stage_of(pass), weights.subspan(pass / stages_.size() * clauses, clauses));
    prepare(pass);
    set_views(pass);
    forward_pass(pass);
  }
  was_forward_ = true;
}

// ------------------------------------------------------------------------------------------------ backward

// Puts the gradients of the pass's outputs beside the exponentials.
void Enhancer::Work::copy_gradients(std::size_t pass) {
  if (!is_softmax()) return;
  threads_->run(pieces_.size(), [&](std::size_t item, std::uint32_t) {
    const RowPiece& piece = pieces_[item];
    if (!stage_of(pass).uses(piece.table)) return;
    PassMemory& memory = memory_of(pass);
    const std::size_t width = columns(piece.table);
    const std::size_t stride = memory.stride(piece.table);
    float* const target = memory.exponentials(piece.table) + memory.gradient_offset(piece.table);
    for (std::size_t row = piece.first; row < piece.last; ++row) {
      std::copy_n(output_gradients_[piece.table] + row * width, width, target + row * stride);
    }
  });
}

void Enhancer::Work::backward_pass(std::size_t pass, std::span<float> layer_gradients) {
  const Stage& stage = stage_of(pass);
  const std::size_t weight_count = stage.clauses().size();
  threads_->run(stage.units().size(), [&](std::size_t number, std::uint32_t thread) {
    const WorkUnit& unit = stage.units()[number];
    double* const weight_gradients = unit_gradients_.data() + number * weight_count;
    std::fill_n(weight_gradients, weight_count, 0.0);
    for (std::size_t i = unit.first; i < unit.last; ++i) {
      const WorkItem& item = stage.items()[i];
      const std::size_t width = columns(item.table);
      const float* const gradients = output_gradients_[item.table];
      if (item.list == nullptr) {
        kernels::backward_rows(pass_, {stage.lists(item.table), item.first, item.last, width}, gradients,
                               input_gradients_[item.table], weight_gradients, scratch_[thread]);
        continue;
      }
      const Row row =
          item.list->rows == nullptr ? static_cast<Row>(item.position) : item.list->rows[item.position];
      float* const part = parts_.data() + item.part;
      std::fill_n(part, width, 0.0F);
      kernels::backward_entries(pass_, *item.list, item.position, item.first, item.last,
                                gradients + row * width, part, weight_gradients, scratch_[thread]);
    }
  });
  add_long_rows(stage, input_gradients_);
  sum_weight_gradients(stage, layer_gradients);
}

void Enhancer::Work::sum_weight_gradients(const Stage& stage, std::span<float> layer_gradients) {
  const auto clauses = stage.clauses();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i] == Stage::no_clause) continue;
    double sum = 0;
    for (std::size_t unit = 0; unit < stage.units().size(); ++unit) {
      sum += unit_gradients_.data()[unit * clauses.size() + i];
    }
    layer_gradients[clauses[i]] = static_cast<float>(sum);
  }
}

void Enhancer::Work::backward(std::span<const float> weights, TableValues<const float> preactivations,
                              TableValues<const float> output_gradients, TableValues<float> input_gradients,
                              std::span<float> weight_gradients) {
  if (!options_.gradients) throw Error(ErrorKind::data, "backward needs an Enhancer with gradients");
  if (!was_forward_) throw Error(ErrorKind::data, "backward needs a forward before it");
  check_sizes(preactivations, "preactivations");
  check_sizes(output_gradients, "output gradients");
  check_sizes(input_gradients, "input gradients");
  check_weights(weights);
  if (weight_gradients.size() != weights.size()) {
    throw Error(ErrorKind::data, std::to_string(weight_gradients.size()) + " weight gradients for " +
                                     std::to_string(weights.size()) + " weights");
  }
  check_no_overlap(output_gradients, input_gradients);
  const std::size_t passes = pass_count();
  const std::size_t clauses = plan_.weights().size();
  if (passes == 0) {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      std::copy(output_gradients[i].begin(), output_gradients[i].end(), input_gradients[i].begin());
    }
  }
  for (std::size_t pass = passes; pass-- > 0;) {
    point_to_inputs(pass, preactivations);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      output_gradients_[i] = pass + 1 == passes ? output_gradients[i].data()
                                                : gradients_[(pass + 1) % gradients_.size()][i].data();
      input_gradients_[i] =
          pass == 0 ? input_gradients[i].data() : gradients_[pass % gradients_.size()][i].data();
    }
    const std::size_t layer = pass / stages_.size() * clauses;
    pack_weights(stage_of(pass), weights.subspan(layer, clauses));
    set_views(pass);
    copy_gradients(pass);
    backward_pass(pass, weight_gradients.subspan(layer, clauses));
  }
}

}  // namespace kenn
