// The SIMD kernels of fuzzy truth, compiled for every instruction set, and the choice between them.
#include "kernels/fuzzy.h"

#include <algorithm>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/fuzzy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// How true and how false the literals are.
class LiteralTruths {
 public:
  LiteralTruths(const BlockView& block, const Scratch& scratch)
      : block_(block), rows_(scratch.values), ends_(scratch.ends) {}

  [[nodiscard]] V Truth(std::uint32_t literal, std::size_t first) const {
    return block_.literals[literal].sign > 0 ? Degree(literal, first) : Rest(literal, first);
  }

  [[nodiscard]] V Falsity(std::uint32_t literal, std::size_t first) const {
    return block_.literals[literal].sign > 0 ? Rest(literal, first) : Degree(literal, first);
  }

  [[nodiscard]] std::uint32_t literal_count() const { return block_.literal_count; }

 private:
  [[nodiscard]] V Degree(std::uint32_t literal, std::size_t first) const {
    return load_cells_before(block_.literals[literal], rows_[literal], first, ends_[literal]);
  }

  [[nodiscard]] V Rest(std::uint32_t literal, std::size_t first) const {
    return hn::Sub(hn::Set(D(), 1.0F), Degree(literal, first));
  }

  const BlockView& block_;
  const float* const* rows_;
  const float* const* ends_;
};

// Each has Start, Truth of the clauses and Share, the slope by a literal's truth.
class Lukasiewicz {
 public:
  Lukasiewicz(const BlockView& block, const Scratch& scratch) : literals_(block, scratch) {}

  void Start(std::size_t first) {
    sum_ = literals_.Truth(0, first);
    for (std::uint32_t i = 1; i < literals_.literal_count(); ++i)
      sum_ = hn::Add(sum_, literals_.Truth(i, first));
  }

  [[nodiscard]] V Truth(std::size_t) const { return hn::Min(hn::Set(D(), 1.0F), sum_); }

  [[nodiscard]] V Share(std::uint32_t, std::size_t) const {
    const V one = hn::Set(D(), 1.0F);
    return hn::IfThenElseZero(hn::Lt(sum_, one), one);
  }

 private:
  LiteralTruths literals_;
  V sum_ = hn::Zero(D());
};

class Product {
 public:
  Product(const BlockView& block, const Scratch& scratch) : literals_(block, scratch) {}

  void Start(std::size_t) {}

  [[nodiscard]] V Truth(std::size_t first) const {
    return hn::Sub(hn::Set(D(), 1.0F), Others(literals_.literal_count(), first));
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t first) const { return Others(literal, first); }

 private:
  // The product of all 1 - t but that of `left_out`.
  [[nodiscard]] V Others(std::uint32_t left_out, std::size_t first) const {
    V product = hn::Set(D(), 1.0F);
    for (std::uint32_t i = 0; i < literals_.literal_count(); ++i) {
      if (i != left_out) product = hn::Mul(product, literals_.Falsity(i, first));
    }
    return product;
  }

  LiteralTruths literals_;
};

class Godel {
 public:
  Godel(const BlockView& block, const Scratch& scratch) : literals_(block, scratch) {}

  void Start(std::size_t first) {
    const D d;
    greatest_ = literals_.Truth(0, first);
    chosen_ = hn::Zero(d);
    for (std::uint32_t i = 1; i < literals_.literal_count(); ++i) {
      const V truth = literals_.Truth(i, first);
      chosen_ = hn::IfThenElse(hn::Gt(truth, greatest_), hn::Set(d, static_cast<float>(i)), chosen_);
      greatest_ = hn::Max(greatest_, truth);
    }
  }

  [[nodiscard]] V Truth(std::size_t) const { return greatest_; }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t) const {
    const D d;
    return hn::IfThenElseZero(hn::Eq(chosen_, hn::Set(d, static_cast<float>(literal))), hn::Set(d, 1.0F));
  }

 private:
  LiteralTruths literals_;
  V greatest_ = hn::Zero(D());
  V chosen_ = hn::Zero(D());  // the number of the truest literal
};

// Calls run.operator()<class>() with the class of a conorm.
template <class Run>
HWY_INLINE void with_conorm(Conorm conorm, Run run) {
  switch (conorm) {
    case Conorm::lukasiewicz:
      return run.template operator()<Lukasiewicz>();
    case Conorm::product:
      return run.template operator()<Product>();
    case Conorm::godel:
      return run.template operator()<Godel>();
  }
}

template <class Fuzzy>
HWY_INLINE void add_block_truth(const PassView& pass, const BlockView& block, const RowEntries& at,
                                double* sums, const Scratch& scratch) {
  const D d;
  const BlockSums buffer = sums_in(scratch, block);
  std::fill_n(buffer.shares, buffer.width, 0.0F);
  for_entries(at, [&](std::uint64_t entry) {
    find_rows(pass, block, at, entry, scratch);
    Fuzzy fuzzy(block, scratch);
    for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
      fuzzy.Start(first);
      float* const target = buffer.shares + first;
      hn::StoreU(hn::Add(fuzzy.Truth(first), hn::LoadU(d, target)), d, target);
    }
  });
  const auto times = static_cast<double>(times_of(at));
  for (std::uint32_t k = 0; k < block.clause_count; ++k) {
    sums[block.first_weight + k] += times * static_cast<double>(buffer.shares[k]);
  }
}

void add_fuzzy_truth(const PassView& pass, Conorm conorm, const ListView& list, std::size_t first,
                     std::size_t last, double* sums, const Scratch& scratch) {
  with_conorm(conorm, [&]<class Fuzzy>() {
    for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
      for (std::size_t position = first; position < last; ++position) {
        for_parts(entries_at(list, position), [&](const RowEntries& part) {
          add_block_truth<Fuzzy>(pass, list.group->blocks[i], part, sums, scratch);
        });
      }
    }
  });
}

// output_row[column] += sign * weight * sum of slopes
template <class Fuzzy>
HWY_INLINE void add_row_slopes(const PassView& pass, const BlockView& block, const RowEntries& at,
                               float* output_row, const Scratch& scratch) {
  const BlockSums sums = sums_in(scratch, block);
  const std::size_t size = literals_on(block, at.list.slot) * sums.width;
  for_parts(at, [&](const RowEntries& part) {
    std::fill_n(sums.shares, size, 0.0F);
    for_entries(part, [&](std::uint64_t entry) {
      find_rows(pass, block, part, entry, scratch);
      add_shares<Fuzzy>(block, at.list.slot, times_of(part), scratch, sums);
    });
    add_changes(pass, block, at.list.slot, sums, output_row);
  });
}

void add_fuzzy_slopes(const PassView& pass, Conorm conorm, const RowRange& range, float* output,
                      const Scratch& scratch) {
  with_conorm(conorm, [&]<class Fuzzy>() {
    for_blocks(range.lists, [&](const ListView& list, const BlockView& block) {
      for (std::size_t chunk = range.first; chunk < range.last; chunk += rows_per_chunk) {
        const Positions positions = positions_in(list, chunk, std::min(range.last, chunk + rows_per_chunk));
        for (std::size_t position = positions.first; position < positions.last; ++position) {
          const RowEntries at = entries_at(list, position);
          if (!is_for_this_call(at)) continue;
          add_row_slopes<Fuzzy>(pass, block, at, output + at.row * range.row_size + range.first_column,
                                scratch);
        }
      }
    });
  });
}

void add_fuzzy_entries(const PassView& pass, Conorm conorm, const ListView& list, std::size_t position,
                       std::uint64_t first, std::uint64_t last, float* output_row, const Scratch& scratch) {
  const RowEntries at{list, entries_at(list, position).row, first, last};
  with_conorm(conorm, [&]<class Fuzzy>() {
    for_blocks({&list, 1}, [&](const ListView&, const BlockView& block) {
      add_row_slopes<Fuzzy>(pass, block, at, output_row, scratch);
    });
  });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(add_fuzzy_truth);
HWY_EXPORT(add_fuzzy_slopes);
HWY_EXPORT(add_fuzzy_entries);

void add_fuzzy_truth(const PassView& pass, Conorm conorm, const ListView& list, std::size_t first,
                     std::size_t last, double* sums, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(add_fuzzy_truth)(pass, conorm, list, first, last, sums, scratch);
}

void add_fuzzy_slopes(const PassView& pass, Conorm conorm, const RowRange& range, float* output,
                      const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(add_fuzzy_slopes)(pass, conorm, range, output, scratch);
}

void add_fuzzy_entries(const PassView& pass, Conorm conorm, const ListView& list, std::size_t position,
                       std::uint64_t first, std::uint64_t last, float* output_row, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(add_fuzzy_entries)(pass, conorm, list, position, first, last, output_row, scratch);
}

}  // namespace kenn::kernels

#endif
