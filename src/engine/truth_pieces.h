// Sums over all groundings of a round, in pieces that do not depend on the threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "engine/round.h"
#include "engine/schedule.h"

namespace kenn::engine {

// Positions of one list with about the same number of groundings.
struct TruthPiece {
  const kernels::ListView* list = nullptr;
  std::size_t first = 0;
  std::size_t last = 0;
};

// Pieces that together have every grounding of every clause of the round once.
std::vector<TruthPiece> truth_pieces(const Round& round);

// sums += what add(piece, sums, thread) adds for every piece: few pieces at a time, added in their order.
template <typename Add>
void add_pieces(base::ThreadPool& threads, const Round& round, std::span<double> sums, Add add) {
  constexpr std::size_t pieces_at_once = 64;
  const std::vector<TruthPiece> pieces = truth_pieces(round);
  const std::size_t width = sums.size();
  std::vector<double> piece_sums(std::min(pieces_at_once, pieces.size()) * width);
  for (std::size_t first = 0; first < pieces.size(); first += pieces_at_once) {
    const std::size_t count = std::min(pieces_at_once, pieces.size() - first);
    std::fill(piece_sums.begin(), piece_sums.end(), 0.0);
    threads.run(count, [&](std::size_t item, std::uint32_t thread) {
      add(pieces[first + item], &piece_sums[item * width], thread);
    });
    for (std::size_t i = 0; i < count * width; ++i) sums[i % width] += piece_sums[i];
  }
}

// target += the parts of a row that was cut, in their order.
void add_parts(const LongRow& row, std::size_t columns, const float* parts, float* target);

}  // namespace kenn::engine
