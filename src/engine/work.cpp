// The memory behind an Enhancer, all of it made before the first call.
#include "engine/work.h"

#include <algorithm>
#include <utility>

#include "base/thread_pool.h"
#include "engine/boost.h"

namespace kenn {

namespace {

constexpr std::size_t kernels_read_beyond = 16;  // floats, after the packed weights

// There is always one, even if it has nothing to do.
std::vector<std::unique_ptr<engine::Stage>> make_stages(const PlanData& plan, const EnhanceOptions& options) {
  std::vector<std::unique_ptr<engine::Stage>> stages;
  const auto add = [&](auto is_in) {
    std::vector<bool> chosen;
    for (const plan::GroundingGroup& group : plan.groups) chosen.push_back(is_in(group));
    stages.push_back(std::make_unique<engine::Stage>(plan, chosen, engine::kernel_boost(options.boost),
                                                     options.gradients));
  };
  const auto is_early = [](const plan::GroundingGroup& group) { return group.is_about_one_object; };
  const bool any_early = std::any_of(plan.groups.begin(), plan.groups.end(), is_early);
  const bool all_early = std::all_of(plan.groups.begin(), plan.groups.end(), is_early);
  if (options.order == Order::parallel || !any_early || all_early) {
    add([](const plan::GroundingGroup&) { return true; });
  } else {
    add(is_early);
    add([&](const plan::GroundingGroup& group) { return !is_early(group); });
  }
  return stages;
}

std::vector<base::Buffer<float>> buffers_for(const std::vector<PredictedTable>& tables) {
  std::vector<base::Buffer<float>> buffers;
  buffers.reserve(tables.size());
  for (const PredictedTable& table : tables) buffers.emplace_back(table.size());
  return buffers;
}

}  // namespace

Enhancer::Work::Work(Plan plan, const EnhanceOptions& options)
    : plan_(std::move(plan)),
      options_(options),
      tables_(plan_.tables()),
      threads_(base::ThreadPool::shared(base::thread_count(options.threads))),
      stages_(make_stages(plan_.data(), options)),
      degrees_(plan_.data()) {
  make_memory();
  make_scratch();
}

void Enhancer::Work::make_memory() {
  const std::size_t passes = pass_count();
  const std::size_t between = passes - 1;
  for (std::size_t i = 0; i < (options_.gradients ? between : std::min<std::size_t>(2, between)); ++i) {
    values_.push_back(buffers_for(tables_));
  }
  if (options_.gradients) {
    for (std::size_t i = 0; i < std::min<std::size_t>(2, between); ++i)
      gradients_.push_back(buffers_for(tables_));
  }
  centered_.resize(tables_.size());
  for (const plan::ExclusiveColumns& group : plan_.data().exclusive) {
    const PredictedTable& table = tables_[group.table];
    if (!options_.center || centered_[group.table].size() > 0 || table.rows == 0) continue;
    centered_[group.table] = base::Buffer<float>(table.size());
    centered_tables_.push_back({group.table, 0, table.columns.size()});
  }
  for (const engine::Columns& table : centered_tables_) {
    std::vector<bool> is_in_group(table.count);
    for (const plan::ExclusiveColumns& group : plan_.data().exclusive) {
      if (group.table != table.table) continue;
      for (const std::uint32_t column : group.columns) is_in_group[column] = true;
    }
    for (std::size_t first = 0; first < table.count;) {
      std::size_t last = first;
      while (last < table.count && !is_in_group[last]) ++last;
      if (last > first) centered_others_.push_back({table.table, first, last - first});
      first = last + 1;
    }
  }
  std::size_t weights = 0;
  std::size_t parts = 0;
  std::size_t unit_gradients = 0;
  std::size_t exponentials = 0;
  std::size_t large = 0;
  std::size_t windows = 0;
  for (const auto& stage : stages_) {
    const engine::Schedule& schedule = stage->schedule();
    weights = std::max(weights, stage->clauses().size());
    parts = std::max(parts, schedule.part_size);
    unit_gradients = std::max(unit_gradients, schedule.units.size() * stage->clauses().size());
    exponentials =
        std::max(exponentials, stage->most([](const engine::Round& round) { return round.memory_size(); }));
    large = std::max(large, stage->most([](const engine::Round& round) { return round.large_size(); }));
    windows =
        std::max(windows, stage->most([](const engine::Round& round) { return round.windows().size(); }));
  }
  const bool keeps = std::any_of(stages_.begin(), stages_.end(),
                                 [](const auto& stage) { return stage->keeps_exponentials(); });
  for (std::size_t i = 0; i < (keeps ? passes : 1); ++i) {
    memory_.push_back(
        {base::Buffer<float>(exponentials, 1.0F), base::Buffer<std::uint8_t>(large), false, false});
  }
  views_.resize(windows + plan_.data().degrees.size());
  weights_ = base::Buffer<float>(weights + kernels_read_beyond);
  parts_ = base::Buffer<float>(parts);
  if (options_.gradients) unit_gradients_ = base::Buffer<double>(unit_gradients);

  given_.resize(tables_.size());
  inputs_.resize(tables_.size());
  outputs_.resize(tables_.size());
  output_gradients_.resize(tables_.size());
  input_gradients_.resize(tables_.size());
  pass_.tables = views_.data();
  pass_.weights = weights_.data();
  pass_.boost = engine::kernel_boost(options_.boost);
}

void Enhancer::Work::make_scratch() {
  std::size_t sums = 0;
  std::size_t literals = 0;
  for (const auto& stage : stages_) {
    sums = std::max(sums, stage->most([](const engine::Round& round) { return round.sums_size(); }));
    literals =
        std::max(literals, stage->most([](const engine::Round& round) { return round.most_literals(); }));
  }
  for (std::uint32_t thread = 0; thread < threads_->threads(); ++thread) {
    scratch_sums_.emplace_back(kernels::collected_size + sums);
    scratch_pointers_.emplace_back(4 * literals);
    float* const floats = scratch_sums_.back().data();
    const float** const pointers = scratch_pointers_.back().data();
    scratch_.push_back({floats + kernels::collected_size, floats, pointers, pointers + literals,
                        pointers + 2 * literals, pointers + 3 * literals});
  }
}

std::uint64_t Enhancer::Work::bytes() const {
  std::uint64_t sum = weights_.bytes() + parts_.bytes() + unit_gradients_.bytes() + degrees_.bytes();
  for (const PassMemory& memory : memory_) sum += memory.exponentials.bytes() + memory.large.bytes();
  for (const auto& buffers : values_) {
    for (const auto& buffer : buffers) sum += buffer.bytes();
  }
  for (const auto& buffers : gradients_) {
    for (const auto& buffer : buffers) sum += buffer.bytes();
  }
  for (const auto& buffer : centered_) sum += buffer.bytes();
  for (const auto& buffer : scratch_sums_) sum += buffer.bytes();
  return sum;
}

}  // namespace kenn
