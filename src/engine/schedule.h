// Cuts the work of a pass into pieces of about the same size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/plan_data.h"

namespace kenn::engine {

// A row whose groundings in one list are too many for one piece of work; its pieces are added up afterwards.
struct LongRow {
  std::uint32_t table = 0;
  Row row = 0;
  std::size_t first_part = 0;  // in a buffer of partial rows
  std::size_t part_count = 0;
};

// A piece of work: a range of rows of a table, or some of the entries of a long row.
struct WorkItem {
  static constexpr std::size_t no_list = ~std::size_t{0};

  std::uint32_t table = 0;
  std::size_t group = 0;
  std::size_t list = no_list;  // of the group; `no_list`: a range of rows
  std::size_t position = 0;    // of the long row in its list
  Row row = 0;                 // the long row
  std::uint64_t first = 0;     // of the rows, or of the entries
  std::uint64_t last = 0;
  std::size_t part = 0;
};

// Items that one thread does in order. What units there are depends on the plan only, not on the threads, and
// so do the sums that each of them makes.
struct WorkUnit {
  std::size_t first = 0;
  std::size_t last = 0;
};

struct Schedule {
  std::vector<WorkItem> items;
  std::vector<WorkUnit> units;
  std::vector<LongRow> long_rows;
  std::size_t part_size = 0;  // floats in the buffer of partial rows
};

// Floats in a partial row, so that vectors that reach beyond it do not touch the next one.
constexpr std::size_t part_stride(std::size_t columns) {
  return (columns + 31) / 16 * 16;
}

// For the groups of the plan for which `is_in` is true. `weight_count` is what each unit keeps gradients for,
// so that there are fewer units when there are very many weights. Rows with more than `kernels::longest_row`
// groundings in one list are cut into parts. Ranges of rows begin at a chunk.
Schedule make_schedule(const PlanData& plan, const std::vector<bool>& is_in, std::size_t weight_count);

}  // namespace kenn::engine
