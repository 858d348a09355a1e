// Sums over the groundings of one row, for clauses of any shape.

// clang-format off
#if defined(KENN_KERNELS_GENERAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_GENERAL_INL_H_
#undef KENN_KERNELS_GENERAL_INL_H_
#else
#define KENN_KERNELS_GENERAL_INL_H_
#endif
// clang-format on

#include "kernels/shares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// Which entries of which row of a list a call is about.
struct RowEntries {
  const ListView& list;
  Row row;
  std::uint64_t first;
  std::uint64_t last;
};

// Sums of a block for one row: per literal on the row and clause, the shares, and behind them what becomes
// the gradient of the cell.
struct BlockSums {
  float* shares;
  float* gradients;
  std::size_t width;  // floats per literal
};

inline BlockSums sums_in(const Scratch& scratch, const BlockView& block) {
  const std::size_t width = padded(block.clause_count);
  return {scratch.sums, scratch.sums + block.literal_count * width, width};
}

// Looks up the rows of one grounding, per literal of a block. Returns how many literals are on large rows.
inline std::uint32_t find_rows(const PassView& pass, const BlockView& block, const RowEntries& at,
                               std::uint64_t entry, const Scratch& scratch) {
  const ListView& list = at.list;
  const GroupView& group = *list.group;
  const Row* tuple = nullptr;
  if (list.kind == Entries::indexed) {
    const std::uint64_t grounding = list.entries == nullptr ? entry : list.entries[entry];
    tuple = group.tuples + grounding * group.varying_count;
  }
  std::uint32_t large = 0;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) {
    const std::uint32_t slot = block.literals[i].slot;
    const SlotView& about = group.slots[slot];
    Row row = at.row;
    if (about.is_fixed) {
      row = about.fixed;
    } else if (tuple != nullptr) {
      row = tuple[about.varying];
    } else if (slot != list.slot) {
      row = list.entries[entry];
    }
    const TableView& table = pass.tables[about.table];
    scratch.exponentials[i] = table.exponentials + row * table.stride;
    scratch.gradients[i] =
        table.gradient_offset == 0 ? nullptr : scratch.exponentials[i] + table.gradient_offset;
    scratch.values[i] = table.values + row * table.row_size;
    scratch.ends[i] = table.values_end;
    if (pass.any_large) large += table.large[row];
  }
  return large;
}

// Adds the shares of one grounding, `scale` times.
template <class Shares>
HWY_INLINE void add_shares(const BlockView& block, std::uint32_t slot, float scale, const Scratch& scratch,
                           const BlockSums& sums) {
  const D d;
  Shares shares(block, scratch);
  const V times = hn::Set(d, scale);
  for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
    shares.Start(first);
    float* target = sums.shares + first;
    for (std::uint32_t i = 0; i < block.literal_count; ++i) {
      if (block.literals[i].slot != slot) continue;
      hn::StoreU(hn::MulAdd(times, shares.Share(i, first), hn::LoadU(d, target)), d, target);
      target += sums.width;
    }
  }
}

// The same, and the gradients: share * (g - sign * mean), mean = sum over the literals of sign * g * share.
template <class Shares>
HWY_INLINE void add_gradients(const BlockView& block, std::uint32_t slot, float scale, const Scratch& scratch,
                              const BlockSums& sums) {
  const D d;
  Shares shares(block, scratch);
  const V times = hn::Set(d, scale);
  for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
    shares.Start(first);
    V mean = hn::Zero(d);
    for (std::uint32_t i = 0; i < block.literal_count; ++i) {
      if (scratch.gradients[i] == nullptr) continue;
      const V signed_gradient = hn::Mul(hn::Set(d, block.literals[i].sign),
                                        load_cells(block.literals[i], scratch.gradients[i], first));
      mean = hn::MulAdd(signed_gradient, shares.Share(i, first), mean);
    }
    std::size_t place = first;
    for (std::uint32_t i = 0; i < block.literal_count; ++i) {
      if (block.literals[i].slot != slot) continue;
      const V share = hn::Mul(times, shares.Share(i, first));
      const V gradient = load_cells(block.literals[i], scratch.gradients[i], first);
      const V difference = hn::NegMulAdd(hn::Set(d, block.literals[i].sign), mean, gradient);
      hn::StoreU(hn::Add(share, hn::LoadU(d, sums.shares + place)), d, sums.shares + place);
      hn::StoreU(hn::MulAdd(share, difference, hn::LoadU(d, sums.gradients + place)), d,
                 sums.gradients + place);
      place += sums.width;
    }
  }
}

// The gradients of `residual`, with r = 1 - t and p = softmax(v): shares r p, and by the cell
//   r (p (g - sign * mean) - sign * mean * sigma(v)),   mean = sum over the literals of sign * g * p
template <class Shares>
HWY_INLINE void add_residual_gradients(const BlockView& block, std::uint32_t slot, float scale,
                                       const Scratch& scratch, const BlockSums& sums) {
  const D d;
  Shares shares(block, scratch);
  const V times = hn::Set(d, scale);
  for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
    shares.Start(first);
    const V residual = hn::Mul(times, shares.Residual());
    V mean = hn::Zero(d);
    for (std::uint32_t i = 0; i < block.literal_count; ++i) {
      if (scratch.gradients[i] == nullptr) continue;
      const V signed_gradient = hn::Mul(hn::Set(d, block.literals[i].sign),
                                        load_cells(block.literals[i], scratch.gradients[i], first));
      mean = hn::MulAdd(signed_gradient, shares.Softmax(i, first), mean);
    }
    std::size_t place = first;
    for (std::uint32_t i = 0; i < block.literal_count; ++i) {
      if (block.literals[i].slot != slot) continue;
      const V share = shares.Softmax(i, first);
      const V signed_mean = hn::Mul(hn::Set(d, block.literals[i].sign), mean);
      const V gradient = load_cells(block.literals[i], scratch.gradients[i], first);
      const V slope =
          hn::NegMulAdd(signed_mean, shares.Truth(i, first), hn::Mul(share, hn::Sub(gradient, signed_mean)));
      hn::StoreU(hn::MulAdd(residual, share, hn::LoadU(d, sums.shares + place)), d, sums.shares + place);
      hn::StoreU(hn::MulAdd(residual, slope, hn::LoadU(d, sums.gradients + place)), d,
                 sums.gradients + place);
      place += sums.width;
    }
  }
}

// Calls run.operator()<Shares>() with the way to compute the shares of a grounding for `residual`.
template <class Run>
HWY_INLINE void with_residual_shares(const BlockView& block, bool is_direct, const Scratch& scratch,
                                     Run run) {
  if (block.may_repeat && RepeatedAtoms(block, scratch).Any()) {
    if (is_direct) return run.template operator()<ResidualShares<DirectShares, true>>();
    return run.template operator()<ResidualShares<ExponentialShares, true>>();
  }
  if (is_direct) return run.template operator()<ResidualShares<DirectShares, false>>();
  return run.template operator()<ResidualShares<ExponentialShares, false>>();
}

inline std::uint32_t literals_on(const BlockView& block, std::uint32_t slot) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) count += block.literals[i].slot == slot ? 1U : 0U;
  return count;
}

// How often an entry counts: without other rows all groundings of a row are the same.
inline float times_of(const RowEntries& at) {
  if (at.list.kind != Entries::none) return 1;
  return at.list.offsets == nullptr ? 1 : static_cast<float>(at.last - at.first);
}

// Calls add(entry) for every entry that has to be looked at.
template <class Add>
HWY_INLINE void for_entries(const RowEntries& at, Add add) {
  const std::uint64_t last = at.list.kind == Entries::none ? at.first + 1 : at.last;
  for (std::uint64_t entry = at.first; entry < last; ++entry) add(entry);
}

// row[column] += sign * weight * sum
inline void add_changes(const PassView& pass, const BlockView& block, std::uint32_t slot,
                        const BlockSums& sums, float* output_row) {
  const float* const weights = pass.weights + block.first_weight;
  const float* shares = sums.shares;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) {
    const LiteralView& literal = block.literals[i];
    if (literal.slot != slot) continue;
    for (std::uint32_t k = 0; k < block.clause_count; ++k) {
      output_row[literal.columns[k]] += literal.sign * weights[k] * shares[k];
    }
    shares += sums.width;
  }
}

// Sets the sums of a block for the entries of a row.
inline void general_shares(const PassView& pass, const BlockView& block, const RowEntries& at,
                           const Scratch& scratch, const BlockSums& sums) {
  std::fill_n(sums.shares, literals_on(block, at.list.slot) * sums.width, 0.0F);
  const float times = times_of(at);
  for_entries(at, [&](std::uint64_t entry) {
    const std::uint32_t large = find_rows(pass, block, at, entry, scratch);
    if (pass.boost == Boost::godel) {
      add_shares<GodelShares>(block, at.list.slot, times, scratch, sums);
    } else if (pass.boost == Boost::residual) {
      with_residual_shares(block, large >= 2, scratch, [&]<class Shares>() {
        add_shares<Shares>(block, at.list.slot, times, scratch, sums);
      });
    } else if (large >= 2) {
      add_shares<DirectShares>(block, at.list.slot, times, scratch, sums);
    } else {
      add_shares<ExponentialShares>(block, at.list.slot, times, scratch, sums);
    }
  });
}

inline void general_gradients(const PassView& pass, const BlockView& block, const RowEntries& at,
                              const Scratch& scratch, const BlockSums& sums) {
  const std::size_t size = literals_on(block, at.list.slot) * sums.width;
  std::fill_n(sums.shares, size, 0.0F);
  std::fill_n(sums.gradients, size, 0.0F);
  const float times = times_of(at);
  for_entries(at, [&](std::uint64_t entry) {
    const std::uint32_t large = find_rows(pass, block, at, entry, scratch);
    if (pass.boost == Boost::godel) {  // which literal is chosen does not depend on small changes
      add_shares<GodelShares>(block, at.list.slot, times, scratch, sums);
    } else if (pass.boost == Boost::residual) {
      with_residual_shares(block, large >= 2, scratch, [&]<class Shares>() {
        add_residual_gradients<Shares>(block, at.list.slot, times, scratch, sums);
      });
    } else if (large >= 2) {
      add_gradients<DirectShares>(block, at.list.slot, times, scratch, sums);
    } else {
      add_gradients<ExponentialShares>(block, at.list.slot, times, scratch, sums);
    }
  });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
