// Sums over all groundings of a round, in pieces that do not depend on the threads.
#include "engine/truth_pieces.h"

namespace kenn::engine {

namespace {

void cut_list(const kernels::ListView& list, std::vector<TruthPiece>& pieces) {
  constexpr std::uint64_t entries_per_piece = 1 << 16;
  const auto offset = [&](std::size_t position) {
    return list.offsets == nullptr ? std::uint64_t{position} : list.offsets[position];
  };
  for (std::size_t first = 0; first < list.length;) {
    std::size_t last = first + 1;
    while (last < list.length && offset(last + 1) - offset(first) <= entries_per_piece) ++last;
    pieces.push_back({&list, first, last});
    first = last;
  }
}

}  // namespace

std::vector<TruthPiece> truth_pieces(const Round& round) {
  std::vector<TruthPiece> pieces;
  for (const kernels::ListView* const list : round.covering_lists()) cut_list(*list, pieces);
  return pieces;
}

void add_parts(const LongRow& row, std::size_t columns, const float* parts, float* target) {
  const std::size_t stride = part_stride(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    double sum = 0;
    for (std::size_t part = 0; part < row.part_count; ++part) {
      sum += static_cast<double>(parts[row.first_part + part * stride + column]);
    }
    target[column] = static_cast<float>(static_cast<double>(target[column]) + sum);
  }
}

}  // namespace kenn::engine
