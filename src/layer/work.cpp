// The memory behind an Enhancer, all of it made before the first call.
#include "layer/work.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace kenn {

namespace {

constexpr std::size_t piece_values = 1 << 15;  // values in a piece of rows: enough work for a thread

std::vector<std::unique_ptr<Stage>> make_stages(const PlanData& plan, Order order) {
  std::vector<std::unique_ptr<Stage>> stages;
  const auto add = [&](auto is_in) {
    std::vector<bool> chosen;
    for (const GroundingGroup& group : plan.groups) chosen.push_back(is_in(group));
    if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) return;
    stages.push_back(std::make_unique<Stage>(plan, chosen));
  };
  if (order == Order::parallel) {
    add([](const GroundingGroup&) { return true; });
  } else {
    add([](const GroundingGroup& group) { return group.is_about_one_object; });
    add([](const GroundingGroup& group) { return !group.is_about_one_object; });
  }
  return stages;
}

std::uint32_t thread_count(std::uint32_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

std::vector<Buffer<float>> buffers_for(const std::vector<PredictedTable>& tables) {
  std::vector<Buffer<float>> buffers;
  buffers.reserve(tables.size());
  for (const PredictedTable& table : tables) buffers.emplace_back(table.size());
  return buffers;
}

}  // namespace

Enhancer::Work::Work(Plan plan, const EnhanceOptions& options)
    : plan_(std::move(plan)),
      options_(options),
      tables_(plan_.tables()),
      threads_(ThreadPool::shared(thread_count(options.threads))),
      stages_(make_stages(plan_.data(), options.order)),
      degrees_(plan_.data()) {
  make_pieces();
  make_memory();
  make_scratch();
}

void Enhancer::Work::make_pieces() {
  for (std::uint32_t table = 0; table < tables_.size(); ++table) {
    const std::size_t step =
        std::max<std::size_t>(1, piece_values / std::max<std::size_t>(1, columns(table)));
    for (std::size_t first = 0; first < tables_[table].rows; first += step) {
      pieces_.push_back({table, first, std::min(tables_[table].rows, first + step)});
    }
  }
}

void Enhancer::Work::make_memory() {
  const std::size_t passes = pass_count();
  if (is_softmax() && passes > 0) {
    const std::size_t kept = options_.gradients ? passes : 1;
    for (std::size_t i = 0; i < kept; ++i) memory_.emplace_back(plan_.data(), options_.gradients);
  }
  const std::size_t between = passes > 0 ? passes - 1 : 0;
  for (std::size_t i = 0; i < (options_.gradients ? between : std::min<std::size_t>(2, between)); ++i) {
    values_.push_back(buffers_for(tables_));
  }
  if (options_.gradients) {
    for (std::size_t i = 0; i < std::min<std::size_t>(2, between); ++i)
      gradients_.push_back(buffers_for(tables_));
  }
  std::size_t weights = 0;
  std::size_t parts = 0;
  std::size_t unit_gradients = 0;
  for (const auto& stage : stages_) {
    weights = std::max(weights, stage->clauses().size());
    parts = std::max(parts, stage->part_size());
    unit_gradients = std::max(unit_gradients, stage->units().size() * stage->clauses().size());
  }
  weights_ = Buffer<float>(weights);
  parts_ = Buffer<float>(parts);
  if (options_.gradients) unit_gradients_ = Buffer<double>(unit_gradients);

  inputs_.resize(tables_.size());
  outputs_.resize(tables_.size());
  output_gradients_.resize(tables_.size());
  input_gradients_.resize(tables_.size());
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    views_.emplace_back();
    views_.back().columns = columns(i);
  }
  for (std::size_t i = 0; i < plan_.data().degrees.size(); ++i) {
    views_.push_back(degrees_.view(plan_.data(), i));
  }
  pass_.tables = views_.data();
  pass_.weights = weights_.data();
  pass_.boost = is_softmax() ? kernels::Boost::softmax : kernels::Boost::godel;
}

void Enhancer::Work::make_scratch() {
  std::size_t sums = 0;
  std::size_t literals = 0;
  std::size_t clauses = 0;
  for (const auto& stage : stages_) {
    sums = std::max(sums, stage->sums_size());
    literals = std::max(literals, stage->most_literals());
    clauses = std::max(clauses, stage->widest_block());
  }
  for (std::uint32_t thread = 0; thread < threads_->threads(); ++thread) {
    scratch_sums_.emplace_back(sums + clauses);
    scratch_pointers_.emplace_back(4 * literals);
    const float** const pointers = scratch_pointers_.back().data();
    scratch_.push_back({scratch_sums_.back().data(), scratch_sums_.back().data() + sums, pointers,
                        pointers + literals, pointers + 2 * literals, pointers + 3 * literals});
  }
}

std::uint64_t Enhancer::Work::bytes() const {
  std::uint64_t sum = weights_.bytes() + parts_.bytes() + unit_gradients_.bytes();
  for (const PassMemory& memory : memory_) sum += memory.bytes();
  for (const auto& buffers : values_) {
    for (const auto& buffer : buffers) sum += buffer.bytes();
  }
  for (const auto& buffers : gradients_) {
    for (const auto& buffer : buffers) sum += buffer.bytes();
  }
  for (const auto& buffer : scratch_sums_) sum += buffer.bytes();
  return sum;
}

}  // namespace kenn
