// Reads the numbers of an NPY file one after the other, whatever their type and byte order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/file.h"
#include "io/npy_header.h"

namespace kenn::io {

template <typename Number>
Number load_number(const char* bytes, bool other_byte_order) {
  std::array<char, sizeof(Number)> raw{};
  std::memcpy(raw.data(), bytes, raw.size());
  if (other_byte_order) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<Number>(raw);
}

// `visit(row, column, number)` for every number in the order of the file, which stands at the first one.
template <typename Number, typename Visit>
void visit_numbers(base::InputFile& file, const NpyHeader& header, Visit& visit) {
  constexpr std::size_t most_at_once = (std::size_t{1} << 18) / sizeof(Number);
  const bool other_byte_order = header.type->big_endian != (std::endian::native == std::endian::big);
  const std::size_t outer = header.fortran_order ? header.columns() : header.rows();
  const std::size_t inner = header.fortran_order ? header.rows() : header.columns();
  if (outer == 0 || inner == 0) return;
  std::size_t left = outer * inner;
  std::vector<char> buffer(std::min(left, most_at_once) * sizeof(Number));
  std::size_t slow = 0;  // the index that changes once per `inner` numbers
  std::size_t fast = 0;
  while (left > 0) {
    const std::size_t count = std::min(left, most_at_once);
    const std::span<char> part = std::span(buffer).first(count * sizeof(Number));
    base::read_exactly(file, part);
    for (std::size_t i = 0; i < count; ++i) {
      const Number number = load_number<Number>(part.data() + i * sizeof(Number), other_byte_order);
      header.fortran_order ? visit(fast, slow, number) : visit(slow, fast, number);
      if (++fast == inner) {
        fast = 0;
        ++slow;
      }
    }
    left -= count;
  }
}

// The same for the type of the header, which has passed `check_npy_layout`.
template <typename Visit>
void visit_npy(base::InputFile& file, const NpyHeader& header, Visit visit) {
  const auto with_size = [&]<typename One, typename Two, typename Four, typename Eight>() {
    switch (header.type->bytes) {
      case 1:
        return visit_numbers<One>(file, header, visit);
      case 2:
        return visit_numbers<Two>(file, header, visit);
      case 4:
        return visit_numbers<Four>(file, header, visit);
      default:
        return visit_numbers<Eight>(file, header, visit);
    }
  };
  switch (header.type->kind) {
    case NumberKind::signed_integer:
      return with_size.template operator()<std::int8_t, std::int16_t, std::int32_t, std::int64_t>();
    case NumberKind::unsigned_integer:
      return with_size.template operator()<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>();
    case NumberKind::floating:
      return header.type->bytes == 4 ? visit_numbers<float>(file, header, visit)
                                     : visit_numbers<double>(file, header, visit);
  }
}

}  // namespace kenn::io
