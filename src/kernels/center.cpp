// Moves groups of columns to mean 0, row by row, and back; for every instruction set.
#include "kernels/center.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/center.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 8>;
using V = hn::Vec<D>;

constexpr float largest = std::numeric_limits<float>::max();

HWY_INLINE bool is_contiguous(const GroupRows& group) {
  return group.columns[group.count - 1] - group.columns[0] == group.count - 1;
}

// The vectors of a group of neighbouring columns. The last of a row may be partial: then it is read and
// written alone, unless what follows is in the same range of rows, and no other thread's.
class GroupVectors {
 public:
  HWY_INLINE explicit GroupVectors(const GroupRows& group)
      : first_(group.columns[0]), row_size_(group.row_size) {
    const std::size_t lanes = hn::Lanes(D());
    whole_ = group.count / lanes * lanes;
    rest_ = group.count - whole_;
    mask_ = hn::FirstN(D(), rest_);
    const std::size_t needed = first_ + whole_ + lanes;  // from the start of a row
    const std::size_t floats = group.last * row_size_;
    safe_rows_ = floats < needed ? 0 : (floats - needed) / row_size_ + 1;
  }

  // Calls each(place of the vector) for the whole vectors of a row, and rest(place) for the partial one.
  template <class Each, class Rest>
  HWY_INLINE void for_row(std::size_t row, Each each, Rest rest) const {
    const std::size_t start = row * row_size_ + first_;
    for (std::size_t column = 0; column < whole_; column += hn::Lanes(D())) each(start + column);
    if (rest_ > 0) rest(start + whole_);
  }

  // The cells of a partial vector, and zeros.
  HWY_INLINE V load_rest(std::size_t row, const float* from) const {
    if (row < safe_rows_) return hn::IfThenElseZero(mask_, hn::LoadU(D(), from));
    HWY_ALIGN float buffer[hn::MaxLanes(D())] = {};
    std::copy_n(from, rest_, buffer);
    return hn::Load(D(), buffer);
  }

  // `overwrites`: what follows may be written, too, since it is still to come.
  template <bool overwrites>
  HWY_INLINE void store_rest(std::size_t row, V value, float* to) const {
    if (row < safe_rows_) {
      hn::StoreU(overwrites ? value : hn::IfThenElse(mask_, value, hn::LoadU(D(), to)), D(), to);
      return;
    }
    HWY_ALIGN float buffer[hn::MaxLanes(D())];
    hn::Store(value, D(), buffer);
    std::copy_n(buffer, rest_, to);
  }

  HWY_INLINE V keep_rest(V value) const { return hn::IfThenElseZero(mask_, value); }

 private:
  std::size_t first_;
  std::size_t row_size_;
  std::size_t whole_ = 0;
  std::size_t rest_ = 0;
  hn::Mask<D> mask_;
  std::size_t safe_rows_ = 0;
};

// The group is all of its table.
HWY_INLINE bool is_whole_row(const GroupRows& group) {
  return group.count == group.row_size;
}

HWY_INLINE V limited(V value) {
  const V limit = hn::Set(D(), largest);
  return hn::Min(hn::Max(value, hn::Neg(limit)), limit);
}

HWY_INLINE float limited(float value) {
  return std::clamp(value, -largest, largest);
}

// Differences to the first cell of the group come before the mean: they do not depend on what is added to
// all, and a large common part costs them no digits.
bool center_scattered(const GroupRows& group, const float* cells, float* centered) {
  const float share = 1 / static_cast<float>(group.count);
  bool all_finite = true;
  for (std::size_t number = group.first; number < group.last; ++number) {
    const float* const row = cells + number * group.row_size;
    float* const target = centered + number * group.row_size;
    const float pivot = row[group.columns[0]];
    float mean = 0;
    for (std::size_t i = 0; i < group.count; ++i) {
      all_finite = all_finite && std::isfinite(row[group.columns[i]]);
      mean += share * limited(row[group.columns[i]] - pivot);
    }
    for (std::size_t i = 0; i < group.count; ++i) {
      const std::uint32_t column = group.columns[i];
      target[column] = limited(limited(row[column] - pivot) - limited(mean));
    }
  }
  return all_finite;
}

template <bool whole_rows>
HWY_INLINE bool center_neighbours(const GroupRows& group, const float* cells, float* centered) {
  const D d;
  const float share = 1 / static_cast<float>(group.count);
  const GroupVectors vectors(group);
  const V shares = hn::Set(d, share);
  V zeros = hn::Zero(d);  // 0 * value is not 0 when the value is not finite
  for (std::size_t row = group.first; row < group.last; ++row) {
    const V pivot = hn::Set(d, cells[row * group.row_size + group.columns[0]]);
    V sum = hn::Zero(d);
    const auto difference = [&](V value) { return limited(hn::Sub(value, pivot)); };
    vectors.for_row(
        row,
        [&](std::size_t place) {
          const V value = hn::LoadU(d, cells + place);
          zeros = hn::MulAdd(hn::Zero(d), value, zeros);
          sum = hn::MulAdd(shares, difference(value), sum);
        },
        [&](std::size_t place) {
          const V value = vectors.load_rest(row, cells + place);
          zeros = hn::MulAdd(hn::Zero(d), value, zeros);
          sum = hn::MulAdd(shares, vectors.keep_rest(difference(value)), sum);
        });
    const V mean = limited(hn::SumOfLanes(d, sum));
    vectors.for_row(
        row,
        [&](std::size_t place) {
          const V value = difference(hn::LoadU(d, cells + place));
          hn::StoreU(limited(hn::Sub(value, mean)), d, centered + place);
        },
        [&](std::size_t place) {
          const V value = difference(vectors.load_rest(row, cells + place));
          vectors.store_rest<whole_rows>(row, limited(hn::Sub(value, mean)), centered + place);
        });
  }
  return hn::AllTrue(d, hn::Eq(zeros, hn::Zero(d)));
}

bool center_rows(const GroupRows& group, const float* cells, float* centered) {
  if (!is_contiguous(group)) return center_scattered(group, cells, centered);
  return is_whole_row(group) ? center_neighbours<true>(group, cells, centered)
                             : center_neighbours<false>(group, cells, centered);
}

void restore_rows(const GroupRows& group, const float* cells, const float* centered, float* outputs) {
  const D d;
  if (is_whole_row(group)) {
    std::size_t place = group.first * group.row_size;
    const std::size_t end = group.last * group.row_size;
    for (; place + hn::Lanes(d) <= end; place += hn::Lanes(d)) {
      const V change = hn::Sub(hn::LoadU(d, outputs + place), hn::LoadU(d, centered + place));
      hn::StoreU(hn::Add(hn::LoadU(d, cells + place), change), d, outputs + place);
    }
    for (; place < end; ++place) outputs[place] = cells[place] + (outputs[place] - centered[place]);
    return;
  }
  if (!is_contiguous(group)) {
    for (std::size_t number = group.first; number < group.last; ++number) {
      for (std::size_t i = 0; i < group.count; ++i) {
        const std::size_t cell = number * group.row_size + group.columns[i];
        outputs[cell] = cells[cell] + (outputs[cell] - centered[cell]);
      }
    }
    return;
  }
  const GroupVectors vectors(group);
  for (std::size_t row = group.first; row < group.last; ++row) {
    vectors.for_row(
        row,
        [&](std::size_t place) {
          const V change = hn::Sub(hn::LoadU(d, outputs + place), hn::LoadU(d, centered + place));
          hn::StoreU(hn::Add(hn::LoadU(d, cells + place), change), d, outputs + place);
        },
        [&](std::size_t place) {
          const V change =
              hn::Sub(vectors.load_rest(row, outputs + place), vectors.load_rest(row, centered + place));
          vectors.store_rest<false>(row, hn::Add(vectors.load_rest(row, cells + place), change),
                                    outputs + place);
        });
  }
}

void center_scattered_gradients(const GroupRows& group, const float* output_gradients, float* gradients) {
  const float share = 1 / static_cast<float>(group.count);
  for (std::size_t number = group.first; number < group.last; ++number) {
    const float* const outer = output_gradients + number * group.row_size;
    float* const inner = gradients + number * group.row_size;
    float mean = 0;
    for (std::size_t i = 0; i < group.count; ++i) {
      mean += share * (outer[group.columns[i]] - inner[group.columns[i]]);
    }
    for (std::size_t i = 0; i < group.count; ++i) inner[group.columns[i]] += mean;
  }
}

// The mean of output_gradients - gradients over the group in a row, in all lanes.
HWY_INLINE V mean_difference(const GroupVectors& vectors, std::size_t row, V shares,
                             const float* output_gradients, const float* gradients) {
  const D d;
  V sum = hn::Zero(d);
  const auto add = [&](V outer, V inner) { sum = hn::MulAdd(shares, hn::Sub(outer, inner), sum); };
  vectors.for_row(
      row,
      [&](std::size_t place) {
        add(hn::LoadU(d, output_gradients + place), hn::LoadU(d, gradients + place));
      },
      [&](std::size_t place) {
        add(vectors.load_rest(row, output_gradients + place), vectors.load_rest(row, gradients + place));
      });
  return hn::SumOfLanes(d, sum);
}

constexpr std::size_t most_spread = 1024;  // floats

// Rows that follow each other without gaps. Means are spread over as many floats as their rows have, and
// added to many rows at once: a row that is written by vectors which overlap the next one would have to be
// waited for before that can be read.
void center_whole_gradients(const GroupRows& group, const float* output_gradients, float* gradients) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t width = group.row_size;
  const GroupVectors vectors(group);
  const V shares = hn::Set(d, 1 / static_cast<float>(group.count));
  HWY_ALIGN float spread[most_spread + hn::MaxLanes(d)];
  const std::size_t rows_at_once = most_spread / width;
  for (std::size_t first = group.first; first < group.last; first += rows_at_once) {
    const std::size_t last = std::min(group.last, first + rows_at_once);
    for (std::size_t row = first; row < last; ++row) {
      const V mean = mean_difference(vectors, row, shares, output_gradients, gradients);
      float* const to = spread + (row - first) * width;
      for (std::size_t column = 0; column < width; column += lanes) hn::StoreU(mean, d, to + column);
    }
    float* const target = gradients + first * width;
    const std::size_t count = (last - first) * width;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(d, target + i), hn::Load(d, spread + i)), d, target + i);
    }
    for (; i < count; ++i) target[i] += spread[i];
  }
}

void center_gradients(const GroupRows& group, const float* output_gradients, float* gradients) {
  const D d;
  if (!is_contiguous(group)) return center_scattered_gradients(group, output_gradients, gradients);
  if (is_whole_row(group) && group.count <= most_spread / 8) {
    return center_whole_gradients(group, output_gradients, gradients);
  }
  const GroupVectors vectors(group);
  const V shares = hn::Set(d, 1 / static_cast<float>(group.count));
  for (std::size_t row = group.first; row < group.last; ++row) {
    const V mean = mean_difference(vectors, row, shares, output_gradients, gradients);
    vectors.for_row(
        row,
        [&](std::size_t place) {
          hn::StoreU(hn::Add(hn::LoadU(d, gradients + place), mean), d, gradients + place);
        },
        [&](std::size_t place) {
          vectors.store_rest<false>(row, hn::Add(vectors.load_rest(row, gradients + place), mean),
                                    gradients + place);
        });
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(center_rows);
HWY_EXPORT(restore_rows);
HWY_EXPORT(center_gradients);

bool center_rows(const GroupRows& group, const float* cells, float* centered) {
  return HWY_DYNAMIC_DISPATCH(center_rows)(group, cells, centered);
}

void restore_rows(const GroupRows& group, const float* cells, const float* centered, float* outputs) {
  HWY_DYNAMIC_DISPATCH(restore_rows)(group, cells, centered, outputs);
}

void center_gradients(const GroupRows& group, const float* output_gradients, float* gradients) {
  HWY_DYNAMIC_DISPATCH(center_gradients)(group, output_gradients, gradients);
}

}  // namespace kenn::kernels

#endif
