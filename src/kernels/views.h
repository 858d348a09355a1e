// What the kernels see of a plan and its values: pointers and sizes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kenn::kernels {

using Row = std::uint32_t;

// Exponentials are taken of preactivations limited to [-widest, widest]. A row with one beyond `usual` is
// "large". A grounding with at most one literal on a large row is exact with limited exponentials, up to
// exp(usual - widest) = 2e-15; the products of two factors that occur there stay below exp(usual + widest) =
// 2e37. Groundings with two such literals are computed from the preactivations.
inline constexpr float usual_preactivation = 26;
inline constexpr float widest_preactivation = 60;

// The columns of a table that a pass looks at: `values` and `large` in its rows, and per row of `stride`
// floats their exponentials and (at `gradient_offset`, when it is not 0) the gradients of what the pass gives
// for them.
struct TableView {
  const float* values = nullptr;  // of the first row, from the first of the columns on
  const float* values_end = nullptr;
  const float* exponentials = nullptr;  // readable 64 floats beyond the end, where literals are contiguous
  const std::uint8_t* large = nullptr;  // one per row
  std::size_t row_size = 0;             // from a row of values to the next
  std::size_t stride = 0;
  std::size_t gradient_offset = 0;
};

// The cells of one literal in the clauses of a block.
struct LiteralView {
  std::uint32_t slot = 0;
  float sign = 1;                          // -1 for a negated literal
  bool contiguous = false;                 // the columns are columns[0], columns[0] + 1, ...
  const std::uint32_t* columns = nullptr;  // one per clause, readable and valid up to a multiple of 16
};

struct BlockView {
  const LiteralView* literals = nullptr;
  std::uint32_t literal_count = 0;
  std::uint32_t clause_count = 0;
  std::size_t first_weight = 0;  // of its clauses, which lie side by side; readable up to a multiple of 16
  // Two contiguous literals on two varying slots: done from exponentials. Their columns are
  // among at most `most_collected_columns`, since the kernel writes whole vectors.
  bool is_pair = false;
  // Two literals of a clause are about the same column of one table, on different slots: where these have the
  // same row, the two are one atom.
  bool may_repeat = false;
};

struct SlotView {
  std::uint32_t table = 0;
  bool is_fixed = false;
  Row fixed = 0;
  std::uint32_t varying = 0;
};

struct GroupView {
  const SlotView* slots = nullptr;
  std::uint32_t varying_count = 0;
  const Row* tuples = nullptr;
  const BlockView* blocks = nullptr;
  std::uint32_t block_count = 0;
};

inline constexpr std::size_t rows_per_chunk = 128;
inline constexpr std::size_t entries_beyond = 32;

enum class Entries : std::uint8_t { none, other, indexed };

// The groundings of the rows of one slot; see plan/plan_data.h.
struct ListView {
  const GroupView* group = nullptr;
  std::uint32_t slot = 0;
  Entries kind = Entries::none;
  std::size_t length = 0;                  // how many rows it has
  const Row* rows = nullptr;               // null: row i is the i-th
  const Row* chunk_starts = nullptr;       // where the rows of each chunk of `rows_per_chunk` begin in `rows`
  const std::uint64_t* offsets = nullptr;  // null: one grounding each
  const Row* entries = nullptr;  // readable `entries_beyond` past the end; null: entry i is grounding i
};

enum class Boost : std::uint8_t { softmax, godel, residual };

// What all rows of a pass share.
struct PassView {
  const TableView* tables = nullptr;
  const float* weights = nullptr;  // packed by block; readable 16 floats beyond the end
  Boost boost = Boost::softmax;
  bool any_large = false;
};

// Sums of at most this many columns are collected for a chunk of rows before they go to the results.
inline constexpr std::size_t most_collected_columns = 64;
inline constexpr std::size_t collected_size = rows_per_chunk * most_collected_columns + 64;

// Room for one thread.
struct Scratch {
  float* sums = nullptr;                 // see `sums_size`
  float* collected = nullptr;            // `collected_size` floats, from a cache line on
  const float** exponentials = nullptr;  // one per literal of the longest clause
  const float** values = nullptr;
  const float** ends = nullptr;
  const float** gradients = nullptr;
};

}  // namespace kenn::kernels
