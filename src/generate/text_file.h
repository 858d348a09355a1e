// Writes text files line by line, in parts, so that a large file is never in memory as a whole.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>

#include "base/output_folder.h"

namespace kenn::generate {

inline void append_number(std::string& text, std::integral auto number) {
  constexpr std::size_t most_digits = 20;
  const std::size_t size = text.size();
  text.resize(size + most_digits);
  char* const start = text.data() + size;
  const auto result = std::to_chars(start, start + most_digits, number);
  text.resize(size + static_cast<std::size_t>(result.ptr - start));
}

// The name of an object: p1, p2, ...
inline void append_id(std::string& text, std::uint64_t row, char letter = 'p') {
  text += letter;
  append_number(text, row + 1);
}

// 1234 -> ",1.234"
inline void append_thousandths(std::string& text, std::int64_t value) {
  text += value < 0 ? ",-" : ",";
  const std::int64_t size = value < 0 ? -value : value;
  append_number(text, size / 1000);
  const std::string digits = std::to_string(1000 + size % 1000);
  text += '.';
  text.append(digits, 1, 3);
}

// The header and then, `count` times, what `append_record(text, i)` appends.
template <typename AppendRecord>
void write_text_file(base::OutputFolder& folder, const std::string& name, const std::string& header,
                     std::uint64_t count, AppendRecord append_record) {
  constexpr std::size_t part_size = std::size_t{1} << 20;
  std::string part;
  std::uint64_t next = 0;
  bool is_first = true;
  folder.write(name, [&]() -> std::string_view {
    part.clear();
    if (is_first) part = header;
    is_first = false;
    while (next < count && part.size() < part_size) append_record(part, next++);
    return part;
  });
}

}  // namespace kenn::generate
