// What the machine can do at most, and what one enhancer layer needs: bytes, divisions and exponentials.
#include "driver/roofline.h"

#include <kenn/tables.h>
#include <algorithm>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "driver/bare_loops.h"
#include "driver/stopwatch.h"

namespace kenn::bench {
namespace {

constexpr std::uint64_t cache_line = 64;
constexpr std::size_t copied_floats = std::size_t{64} << 20;  // 256 MB, far more than any cache holds
constexpr std::size_t cached_floats = 2048;                   // 8 kB, in the first cache
constexpr int passes = 20'000;                                // over the cached numbers
constexpr int attempts = 5;

// The shortest time of several in which all threads have done `work(thread)`.
double shortest_seconds(std::uint32_t threads, const std::function<void(std::uint32_t)>& work) {
  double shortest = 1e30;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const Stopwatch stopwatch;
    std::vector<std::jthread> running;
    for (std::uint32_t thread = 1; thread < threads; ++thread) running.emplace_back(work, thread);
    work(0);
    for (std::jthread& thread : running) thread.join();
    shortest = std::min(shortest, stopwatch.seconds());
  }
  return shortest;
}

double copied_bytes_per_second(std::uint32_t threads) {
  const std::vector<float> source(copied_floats, 1.0F);
  std::vector<float> target(copied_floats);
  const double seconds = shortest_seconds(threads, [&](std::uint32_t thread) {
    const std::size_t begin = copied_floats * thread / threads;
    const std::size_t end = copied_floats * (thread + 1) / threads;
    std::memcpy(&target[begin], &source[begin], (end - begin) * sizeof(float));
  });
  return 2 * copied_floats * sizeof(float) / seconds;
}

double operations_per_second(std::uint32_t threads, void (*loop)(float*, std::size_t, int)) {
  std::vector<std::vector<float>> numbers(threads, std::vector<float>(cached_floats, 0.5F));
  const double seconds = shortest_seconds(
      threads, [&](std::uint32_t thread) { loop(numbers[thread].data(), cached_floats, passes); });
  return static_cast<double>(threads) * cached_floats * passes / seconds;
}

}  // namespace

Amounts Amounts::per(double seconds) const {
  return {bytes / seconds, divisions / seconds, exponentials / seconds};
}

void to_json(nlohmann::json& json, const Amounts& amounts) {
  json = {{"bytes", amounts.bytes}, {"divisions", amounts.divisions}, {"exponentials", amounts.exponentials}};
}

void from_json(const nlohmann::json& json, Amounts& amounts) {
  json.at("bytes").get_to(amounts.bytes);
  json.at("divisions").get_to(amounts.divisions);
  json.at("exponentials").get_to(amounts.exponentials);
}

Amounts needed(const Case& measured) {
  const std::uint64_t row_bytes = measured.rules * sizeof(float);
  const std::uint64_t row_lines = (row_bytes + cache_line - 1) / cache_line * cache_line;
  const std::uint64_t ends = 2 * measured.pairs;
  const std::uint64_t bytes = ends * (3 * row_lines + 2 * sizeof(Row)) + 5 * measured.rows * row_bytes;
  return {.bytes = static_cast<double>(bytes),
          .divisions = static_cast<double>(2 * ends * measured.rules),
          .exponentials = static_cast<double>(measured.values())};
}

Amounts measure_limits(std::uint32_t threads) {
  return {.bytes = copied_bytes_per_second(threads),
          .divisions = operations_per_second(threads, divide_loop),
          .exponentials = operations_per_second(threads, exponential_loop)};
}

}  // namespace kenn::bench
