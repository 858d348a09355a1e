// The steps of an Enhancer: forward and backward, pass by pass.
#include <algorithm>
#include <atomic>

#include "engine/truth_pieces.h"
#include "engine/work.h"
#include "kernels/center.h"

namespace kenn {

// ---------------------------------------------------------------------------------------------- every pass

// Where a pass reads: from the caller (centred, where that is wanted), or from what the pass before wrote.
void Enhancer::Work::point_to_inputs(std::size_t pass, TableValues<const float> preactivations) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    given_[i] = preactivations[i].data();
    const float* const first = centered_[i].size() > 0 ? centered_[i].data() : given_[i];
    inputs_[i] = pass == 0 ? first : values_[(pass - 1) % values_.size()][i].data();
  }
}

void Enhancer::Work::pack_weights(const engine::Stage& stage, std::span<const float> layer_weights) {
  const auto clauses = stage.clauses();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    weights_.data()[i] = clauses[i] == engine::Stage::no_clause ? 0.0F : layer_weights[clauses[i]];
  }
}

template <typename Each, typename Body>
void Enhancer::Work::for_pieces(std::span<const Each> all, Body body) {
  constexpr std::size_t least_values = 1 << 10;  // enough work for a thread
  constexpr std::size_t most_pieces = 1 << 10;   // of a table
  const auto step = [&](const engine::Columns& columns) {
    const std::size_t least_rows = least_values / std::max<std::size_t>(1, columns.count);
    return std::max<std::size_t>({1, least_rows, tables_[columns.table].rows / most_pieces});
  };
  const auto pieces = [&](const engine::Columns& columns) {
    return (tables_[columns.table].rows + step(columns) - 1) / step(columns);
  };
  std::size_t count = 0;
  for (const Each& each : all) count += pieces(columns_of(each));
  threads_->run(count, [&](std::size_t piece, std::uint32_t) {
    std::size_t number = 0;
    while (piece >= pieces(columns_of(all[number]))) piece -= pieces(columns_of(all[number++]));
    const engine::Columns& columns = columns_of(all[number]);
    const std::size_t first = piece * step(columns);
    body(all[number], first, std::min(tables_[columns.table].rows, first + step(columns)));
  });
}

kernels::Cells Enhancer::Work::cells(const float* table, const engine::Columns& columns, std::size_t first,
                                     std::size_t last) const {
  const std::size_t row_size = this->columns(columns.table);
  return {table + first * row_size + columns.first, table + tables_[columns.table].size(), last - first,
          columns.count, row_size};
}

void Enhancer::Work::copy_untouched(std::span<const engine::Columns> untouched, const Inputs& from,
                                    const Outputs& to, Check check) {
  std::atomic<bool> all_finite{true};
  for_pieces(untouched, [&](const engine::Columns& columns, std::size_t first, std::size_t last) {
    const kernels::Cells source = cells(from[columns.table], columns, first, last);
    if (check == Check::finite && !kernels::all_finite(source)) all_finite = false;
    float* const target = to[columns.table] + first * source.row_size + columns.first;
    for (std::size_t row = 0; row < source.rows; ++row) {
      std::copy_n(source.values + row * source.row_size, source.columns, target + row * source.row_size);
    }
  });
  if (!all_finite) fail_not_finite();
}

// Exponentials and gradients for all rounds. The caller's values are checked on the way.
void Enhancer::Work::prepare(const engine::Rounds& rounds, PassMemory& memory, const Preparation& wanted) {
  std::atomic<bool> any_large{degrees_.any_large()};
  std::atomic<bool> all_finite{true};
  const auto prepare_window = [&](const engine::Window& window, std::size_t first, std::size_t last) {
    const std::uint32_t table = window.columns.table;
    const kernels::Cells values = cells(inputs_[table], window.columns, first, last);
    float* const target = memory.exponentials.data() + window.place + first * window.stride;
    std::uint8_t* const large = memory.large.data() + window.large_place + first;
    kernels::Prepared found;
    if (wanted.exponentials && wanted.gradients) {
      found =
          kernels::prepare_lines(values, cells(output_gradients_[table], window.columns, first, last),
                                 {target, window.stride, window.gradient_offset, large, rounds.exceed_cache});
    } else if (wanted.exponentials) {
      found = kernels::prepare_rows(values, target, window.stride, large);
    } else if (wanted.gradients) {
      kernels::pack_rows(cells(output_gradients_[table], window.columns, first, last),
                         target + window.gradient_offset, window.stride);
    } else if (wanted.check == Check::finite) {
      found.all_finite = kernels::all_finite(values);
    }
    if (found.any_large) any_large = true;
    if (!found.all_finite) all_finite = false;
  };
  for_pieces(std::span(rounds.tables), [&](const auto& table, std::size_t first, std::size_t last) {
    for (const engine::Window& window : table.windows) prepare_window(window, first, last);
    if (rounds.exceed_cache) kernels::finish_lines();
  });
  if (wanted.check == Check::finite && !all_finite) fail_not_finite();
  if (wanted.exponentials) memory.any_large = any_large;
}

void Enhancer::Work::set_views(const engine::Round& round, const PassMemory& memory) {
  pass_.any_large = memory.any_large;
  std::size_t number = 0;
  for (const engine::Window& window : round.windows()) {
    const std::uint32_t table = window.columns.table;
    kernels::TableView& view = views_[number++];
    view.values = inputs_[table] + window.columns.first;
    view.values_end = inputs_[table] + tables_[table].size();
    view.row_size = columns(table);
    view.exponentials = memory.exponentials.data() + window.place;
    view.large = memory.large.data() + window.large_place;
    view.stride = window.stride;
    view.gradient_offset = window.gradient_offset;
  }
  for (std::size_t i = 0; i < plan_.data().degrees.size(); ++i) {
    views_[number++] = degrees_.view(plan_.data(), i);
  }
}

template <typename Rows, typename Entries>
void Enhancer::Work::for_items(const engine::Stage& stage, const engine::Round& round, Rows rows,
                               Entries entries) {
  const engine::Schedule& schedule = stage.schedule();
  threads_->run(schedule.units.size(), [&](std::size_t unit, std::uint32_t thread) {
    for (std::size_t i = schedule.units[unit].first; i < schedule.units[unit].last; ++i) {
      const engine::WorkItem& item = schedule.items[i];
      if (item.list != engine::WorkItem::no_list) {
        for (const engine::Round::ListPlace& place : round.views_of(item.group, item.list)) {
          entries(item, place, unit, scratch_[thread]);
        }
        continue;
      }
      for (std::size_t window = 0; window < round.windows().size(); ++window) {
        const engine::Columns& columns = round.windows()[window].columns;
        if (columns.table != item.table) continue;
        rows(kernels::RowRange{round.lists(window), item.first, item.last, columns.first, columns.count,
                               this->columns(item.table)},
             round.windows()[window], unit, scratch_[thread]);
      }
    }
  });
}

// Adds the parts of rows that were cut, in their order.
void Enhancer::Work::add_long_rows(const engine::Stage& stage, const Outputs& targets) {
  for (const engine::LongRow& row : stage.schedule().long_rows) {
    add_parts(row, columns(row.table), parts_.data(), targets[row.table] + row.row * columns(row.table));
  }
}

// -------------------------------------------------------------------------------------------------- center

template <typename Body>
void Enhancer::Work::for_groups(Body body) {
  for_pieces(std::span<const engine::Columns>(centered_tables_), [&](const engine::Columns& columns,
                                                                     std::size_t first, std::size_t last) {
    for (const plan::ExclusiveColumns& group : plan_.data().exclusive) {
      if (group.table != columns.table) continue;
      body(kernels::GroupRows{group.columns.data(), group.columns.size(), columns.count, first, last},
           columns.table);
    }
  });
}

// Other columns of these tables are in `centered_`, too.
void Enhancer::Work::center(TableValues<const float> preactivations) {
  std::atomic<bool> all_finite{true};
  for_pieces(std::span<const engine::Columns>(centered_others_), [&](const engine::Columns& columns,
                                                                     std::size_t first, std::size_t last) {
    const kernels::Cells source = cells(preactivations[columns.table].data(), columns, first, last);
    float* const target = centered_[columns.table].data() + first * source.row_size + columns.first;
    for (std::size_t row = 0; row < source.rows; ++row) {
      std::copy_n(source.values + row * source.row_size, source.columns, target + row * source.row_size);
    }
  });
  for_groups([&](const kernels::GroupRows& group, std::size_t table) {
    if (!kernels::center_rows(group, preactivations[table].data(), centered_[table].data())) {
      all_finite = false;
    }
  });
  if (!all_finite) fail_not_finite();
  is_centered_ = true;
}

void Enhancer::Work::restore(TableValues<float> outputs) {
  for_groups([&](const kernels::GroupRows& group, std::size_t table) {
    kernels::restore_rows(group, given_[table], centered_[table].data(), outputs[table].data());
  });
}

void Enhancer::Work::center_gradients(TableValues<const float> output_gradients,
                                      TableValues<float> input_gradients) {
  for_groups([&](const kernels::GroupRows& group, std::size_t table) {
    kernels::center_gradients(group, output_gradients[table].data(), input_gradients[table].data());
  });
}

// ------------------------------------------------------------------------------------------------- forward

void Enhancer::Work::forward_pass(std::size_t pass) {
  const engine::Stage& stage = stage_of(pass);
  const Check check = pass == 0 ? Check::finite : Check::none;
  PassMemory& memory = memory_of(pass);
  memory.forget();
  // A single pass adds its changes to what the caller gave: nothing has to be moved back.
  const Inputs& bases = pass_count() == 1 ? given_ : inputs_;
  copy_untouched(stage.forward().untouched, bases, outputs_, check);
  std::fill_n(parts_.data(), stage.schedule().part_size, 0.0F);
  prepare(stage.forward(), memory, {from_exponentials(), false, check});
  for (const auto& round : stage.forward().rounds) {
    set_views(*round, memory);
    for_items(
        stage, *round,
        [&](const kernels::RowRange& range, const engine::Window& window, std::size_t,
            const kernels::Scratch& scratch) {
          const std::uint32_t table = window.columns.table;
          const float* const base = window.is_first ? bases[table] : outputs_[table];
          kernels::forward_rows(pass_, range, {base + range.first_column, range.row_size}, outputs_[table],
                                scratch);
        },
        [&](const engine::WorkItem& item, const engine::Round::ListPlace& place, std::size_t,
            const kernels::Scratch& scratch) {
          float* const part = parts_.data() + item.part + round->windows()[place.window].columns.first;
          kernels::forward_entries(pass_, *place.list, item.position, item.first, item.last, part, scratch);
        });
  }
  add_long_rows(stage, outputs_);
  memory.is_kept = stage.keeps_exponentials();
}

void Enhancer::Work::forward(std::span<const float> weights, TableValues<const float> preactivations,
                             TableValues<float> outputs) {
  check_sizes(preactivations, "preactivations");
  check_sizes(outputs, "outputs");
  check_weights(weights);
  check_no_overlap(preactivations, outputs);
  was_forward_ = false;
  for (PassMemory& memory : memory_) memory.forget();
  point_to_inputs(0, preactivations);
  center(preactivations);
  const std::size_t passes = pass_count();
  const std::size_t clauses = plan_.weights().size();
  for (std::size_t pass = 0; pass < passes; ++pass) {
    point_to_inputs(pass, preactivations);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      outputs_[i] = pass + 1 == passes ? outputs[i].data() : values_[pass % values_.size()][i].data();
    }
    pack_weights(stage_of(pass), weights.subspan(pass / stages_.size() * clauses, clauses));
    forward_pass(pass);
  }
  if (passes > 1) restore(outputs);
  was_forward_ = true;
}

// ------------------------------------------------------------------------------------------------ backward

void Enhancer::Work::backward_pass(std::size_t pass, std::span<float> layer_gradients) {
  const engine::Stage& stage = stage_of(pass);
  PassMemory& memory = memory_of(pass);
  if (!memory.is_kept) memory.forget();
  const std::size_t weight_count = stage.clauses().size();
  copy_untouched(stage.backward().untouched, output_gradients_, input_gradients_, Check::none);
  std::fill_n(parts_.data(), stage.schedule().part_size, 0.0F);
  std::fill_n(unit_gradients_.data(), stage.schedule().units.size() * weight_count, 0.0);
  prepare(stage.backward(), memory,
          {from_exponentials() && !memory.is_kept, from_exponentials(), Check::none});
  for (const auto& round : stage.backward().rounds) {
    set_views(*round, memory);
    for_items(
        stage, *round,
        [&](const kernels::RowRange& range, const engine::Window& window, std::size_t unit,
            const kernels::Scratch& scratch) {
          const std::uint32_t table = window.columns.table;
          kernels::Base base{input_gradients_[table] + range.first_column, range.row_size};
          if (window.is_first && window.gradient_offset > 0) {  // there they are already in the cache
            base = {memory.exponentials.data() + window.place + window.gradient_offset, window.stride};
          } else if (window.is_first) {
            base.cells = output_gradients_[table] + range.first_column;
          }
          kernels::backward_rows(pass_, range,
                                 {output_gradients_[table], base, input_gradients_[table],
                                  unit_gradients_.data() + unit * weight_count},
                                 scratch);
        },
        [&](const engine::WorkItem& item, const engine::Round::ListPlace& place, std::size_t unit,
            const kernels::Scratch& scratch) {
          const std::size_t column = round->windows()[place.window].columns.first;
          kernels::backward_entries(pass_, *place.list, item.position, item.first, item.last,
                                    output_gradients_[item.table] + item.row * columns(item.table) + column,
                                    parts_.data() + item.part + column,
                                    unit_gradients_.data() + unit * weight_count, scratch);
        });
  }
  add_long_rows(stage, input_gradients_);
  sum_weight_gradients(stage, layer_gradients);
}

void Enhancer::Work::sum_weight_gradients(const engine::Stage& stage, std::span<float> layer_gradients) {
  const auto clauses = stage.clauses();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i] == engine::Stage::no_clause) continue;
    double sum = 0;
    for (std::size_t unit = 0; unit < stage.schedule().units.size(); ++unit) {
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
  check_no_overlap(preactivations, input_gradients);
  if (!is_centered_) {
    point_to_inputs(0, preactivations);
    center(preactivations);
  }
  const std::size_t passes = pass_count();
  const std::size_t clauses = plan_.weights().size();
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
    backward_pass(pass, weight_gradients.subspan(layer, clauses));
  }
  center_gradients(output_gradients, input_gradients);
}

}  // namespace kenn
