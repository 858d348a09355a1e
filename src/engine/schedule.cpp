// Cuts the work of a pass into pieces of about the same size.
#include "engine/schedule.h"

#include <algorithm>

#include "kernels/fast.h"

namespace kenn::engine {

namespace {

constexpr std::uint64_t least_work = 1024;  // a unit with less is not worth a thread's time
constexpr std::size_t most_units = 256;
constexpr std::size_t least_units = 16;
constexpr std::size_t most_kept_gradients = 4'000'000;  // of all units together

// What one grounding of a group costs a list, in vectors.
std::uint64_t cost_of(const plan::GroundingGroup& group) {
  std::uint64_t cost = 1;
  for (const plan::ClauseBlock& block : group.blocks) {
    cost += std::uint64_t{block.literals.size()} * ((block.clauses.size() + 7) / 8);
  }
  return cost;
}

class Scheduler {
 public:
  Scheduler(const PlanData& plan, const std::vector<bool>& is_in)
      : plan_(plan), is_in_(is_in), costs_(plan.predicted.size()) {}

  Schedule run(std::size_t weight_count) {
    measure();
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

  // The work of every chunk of rows; long rows become parts.
  void measure() {
    for (std::size_t table = 0; table < plan_.predicted.size(); ++table) {
      const PredictedTable& about = plan_.predicted[table];
      costs_[table].resize((about.rows + plan::chunk_rows - 1) / plan::chunk_rows);
      for (std::size_t row = 0; row < about.rows; row += plan::chunk_rows) {
        const std::uint64_t rows = std::min(plan::chunk_rows, about.rows - row);
        costs_[table][row / plan::chunk_rows] = rows * (1 + about.columns.size() / 8);
      }
    }
    for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
      for (std::size_t i = 0; is_in_[group] && i < plan_.groups[group].lists.size(); ++i) measure(group, i);
    }
    for (const auto& costs : costs_) {
      for (const std::uint64_t cost : costs) total_ += cost;
    }
  }

  void measure(std::size_t group, std::size_t number) {
    const plan::IncidenceList& list = plan_.groups[group].lists[number];
    std::vector<std::uint64_t>& costs = costs_[plan_.groups[group].slots[list.slot].table];
    const std::uint64_t cost = cost_of(plan_.groups[group]);
    if (list.offsets.empty()) {
      for (std::uint64_t& each : costs) each += cost * plan::chunk_rows;
      return;
    }
    for (std::size_t position = 0; position + 1 < list.offsets.size(); ++position) {
      const std::uint64_t length = list.offsets[position + 1] - list.offsets[position];
      if (list.kind == plan::EntryKind::none) {
        costs[list.rows[position] / plan::chunk_rows] += cost;
      } else if (length <= kernels::longest_row) {
        costs[list.rows[position] / plan::chunk_rows] += cost * length;
      } else {
        cut(group, number, position, cost);
      }
    }
  }

  void cut(std::size_t group, std::size_t number, std::size_t position, std::uint64_t cost) {
    const plan::IncidenceList& list = plan_.groups[group].lists[number];
    const std::uint32_t table = plan_.groups[group].slots[list.slot].table;
    const std::uint64_t last = list.offsets[position + 1];
    LongRow long_row{table, list.rows[position], schedule_.part_size, 0};
    for (std::uint64_t entry = list.offsets[position]; entry < last; entry += kernels::longest_row) {
      const std::uint64_t end = std::min(last, entry + kernels::longest_row);
      parts_.push_back(
          {{table, group, number, position, list.rows[position], entry, end, schedule_.part_size},
           cost * (end - entry)});
      schedule_.part_size += part_stride(plan_.predicted[table].columns.size());
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
      WorkItem item;
      item.table = table;
      item.first = first * plan::chunk_rows;
      item.last = std::min(plan_.predicted[table].rows, last * plan::chunk_rows);
      schedule_.items.push_back(item);
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
  const std::vector<bool>& is_in_;
  std::vector<std::vector<std::uint64_t>> costs_;  // per table and chunk
  std::vector<Part> parts_;
  std::uint64_t total_ = 0;
  std::uint64_t unit_work_ = 0;
  std::uint64_t work_ = 0;  // of the unit that is being made
  Schedule schedule_;
};

}  // namespace

Schedule make_schedule(const PlanData& plan, const std::vector<bool>& is_in, std::size_t weight_count) {
  return Scheduler(plan, is_in).run(weight_count);
}

}  // namespace kenn::engine
