// Cuts the work of a stage into pieces of about the same size.
#pragma once

#include <span>
#include <vector>

#include "layer/stage.h"

namespace kenn {

struct Schedule {
  std::vector<WorkItem> items;
  std::vector<WorkUnit> units;
  std::vector<LongRow> long_rows;
  std::size_t part_size = 0;
};

// `lists` are those of every predicted table; `weight_count` is what each unit keeps gradients for, so that
// there are fewer units when there are very many weights. Rows with more than `kernels::longest_row`
// groundings in one list are cut into parts.
Schedule make_schedule(const PlanData& plan, std::span<const std::vector<kernels::ListView>> lists,
                       std::size_t weight_count);

}  // namespace kenn
