// Cuts the work of a stage into pieces of about the same size.
#include "layer/schedule.h"

#include <algorithm>

namespace kenn {

namespace {

constexpr std::uint64_t least_work = 4096;  // a unit with less is not worth a thread's time
constexpr std::size_t most_units = 256;
constexpr std::size_t least_units = 16;
constexpr std::size_t most_kept_gradients = 4'000'000;  // of all units together

// What one entry of a list costs, in vectors.
std::uint64_t cost_of(const kernels::ListView& list) {
  std::uint64_t cost = 1;
  for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
    const kernels::BlockView& block = list.group->blocks[i];
    cost += std::uint64_t{block.literal_count} * ((block.clause_count + 7) / 8);
  }
  return cost;
}

class Scheduler {
 public:
  Scheduler(const PlanData& plan, std::span<const std::vector<kernels::ListView>> lists)
      : plan_(plan), lists_(lists), costs_(plan.predicted.size()) {}

  Schedule run(std::size_t weight_count) {
    for (std::uint32_t table = 0; table < plan_.predicted.size(); ++table) measure(table);
    const std::size_t units =
        std::clamp(most_kept_gradients / std::max<std::size_t>(1, weight_count), least_units, most_units);
    unit_work_ = std::max(least_work, total_ / units);
    for (const Part& part : parts_) add_part(part);
    for (std::uint32_t table = 0; table < plan_.predicted.size(); ++table) add_rows(table);
    close_unit();
    return std::move(schedule_);
  }

 private:
  struct Part {
    WorkItem item;
    std::uint64_t cost = 0;
  };

  // The work of every row; long rows become parts.
  void measure(std::uint32_t table) {
    const PredictedTable& about = plan_.predicted[table];
    costs_[table].assign(about.rows, 1 + about.columns.size() / 8);
    for (const kernels::ListView& list : lists_[table]) {
      const std::uint64_t cost = cost_of(list);
      for (std::size_t position = 0; position < list.length; ++position) {
        const Row row = list.rows == nullptr ? static_cast<Row>(position) : list.rows[position];
        const std::uint64_t first = list.offsets == nullptr ? position : list.offsets[position];
        const std::uint64_t last = list.offsets == nullptr ? position + 1 : list.offsets[position + 1];
        if (list.kind == kernels::Entries::none) {
          costs_[table][row] += last > first ? cost : 0;
        } else if (last - first <= kernels::longest_row) {
          costs_[table][row] += cost * (last - first);
        } else {
          cut(table, list, position, first, last, cost);
        }
      }
    }
    for (const std::uint64_t cost : costs_[table]) total_ += cost;
  }

  void cut(std::uint32_t table, const kernels::ListView& list, std::size_t position, std::uint64_t first,
           std::uint64_t last, std::uint64_t cost) {
    const Row row = list.rows == nullptr ? static_cast<Row>(position) : list.rows[position];
    const std::size_t columns = plan_.predicted[table].columns.size();
    LongRow long_row{table, row, schedule_.part_size, 0};
    for (std::uint64_t entry = first; entry < last; entry += kernels::longest_row) {
      const std::uint64_t end = std::min(last, entry + kernels::longest_row);
      parts_.push_back({{table, &list, position, entry, end, schedule_.part_size}, cost * (end - entry)});
      schedule_.part_size += columns;
      ++long_row.part_count;
      total_ += cost * (end - entry);
    }
    schedule_.long_rows.push_back(long_row);
  }

  void add_part(const Part& part) {
    schedule_.items.push_back(part.item);
    add_work(part.cost);
  }

  void add_rows(std::uint32_t table) {
    const std::vector<std::uint64_t>& costs = costs_[table];
    for (std::size_t first = 0; first < costs.size();) {
      std::size_t last = first;
      std::uint64_t cost = 0;
      while (last < costs.size() && work_ + cost < unit_work_) cost += costs[last++];
      schedule_.items.push_back({table, nullptr, 0, first, last, 0});
      add_work(cost);
      first = last;
    }
  }

  void add_work(std::uint64_t cost) {
    work_ += cost;
    if (work_ >= unit_work_) close_unit();
  }

  void close_unit() {
    const std::size_t first = schedule_.units.empty() ? 0 : schedule_.units.back().last;
    if (first < schedule_.items.size()) schedule_.units.push_back({first, schedule_.items.size()});
    work_ = 0;
  }

  const PlanData& plan_;
  std::span<const std::vector<kernels::ListView>> lists_;
  std::vector<std::vector<std::uint64_t>> costs_;  // per table and row
  std::vector<Part> parts_;
  std::uint64_t total_ = 0;
  std::uint64_t unit_work_ = 0;
  std::uint64_t work_ = 0;  // of the unit that is being made
  Schedule schedule_;
};

}  // namespace

Schedule make_schedule(const PlanData& plan, std::span<const std::vector<kernels::ListView>> lists,
                       std::size_t weight_count) {
  return Scheduler(plan, lists).run(weight_count);
}

}  // namespace kenn
