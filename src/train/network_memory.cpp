// Refuses networks that there is no memory for, before they are made.
#include "train/network_memory.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/file.h"
#include "base/free_memory.h"
#include "base/spelling.h"

namespace kenn::train {

namespace {

constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t left, std::uint64_t right) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? all : product;
}

std::uint64_t plus(std::uint64_t left, std::uint64_t right) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? all : sum;
}

std::uint64_t weight_count(std::size_t inputs, const ModelOptions& options, std::size_t outputs) {
  std::uint64_t count = 0;
  std::uint64_t before = inputs;
  for (const std::uint64_t width : options.hidden) {
    count = plus(count, times(before, width));
    before = width;
  }
  return plus(count, times(before, outputs));
}

std::string hidden_text(const ModelOptions& options) {
  std::string text;
  for (const auto width : options.hidden) text += (text.empty() ? "" : ",") + std::to_string(width);
  return text.empty() ? "no hidden layer" : "the hidden widths " + text;
}

}  // namespace

void require_network_memory(const Knowledge& knowledge, const std::vector<std::size_t>& input_widths,
                            const ModelOptions& options, std::uint64_t copies) {
  constexpr std::uint64_t always_there = std::uint64_t{1} << 24;
  std::uint64_t bytes = 0;
  std::size_t network = 0;
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (table.role != Role::predict) continue;
    const std::size_t inputs = input_widths[network++];
    const std::uint64_t weights = weight_count(inputs, options, table.columns.size());
    bytes = plus(bytes, times(weights, copies * sizeof(float)));
    if (bytes <= always_there) continue;
    const std::uint64_t free = base::free_memory();
    if (bytes <= free) continue;
    throw Error(ErrorKind::limit,
                "the network of " + base::in_quotes(table.name) + " with " + std::to_string(inputs) +
                    " features and " + base::shortened(hidden_text(options), 60) + " needs at least " +
                    base::bytes_to_text(bytes) + " of memory, but only " + base::bytes_to_text(free) +
                    " are free; it takes fewer features or narrower layers (--hidden)");
  }
}

}  // namespace kenn::train
