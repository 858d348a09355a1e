// A table of text whose columns are as wide as their widest cell.
#include "driver/text_table.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace kenn::bench {

void TextTable::add(std::vector<std::string> cells) {
  if (cells.size() != lines_.front().size()) throw std::logic_error("a line of a table has another width");
  lines_.push_back(std::move(cells));
}

std::ostream& operator<<(std::ostream& stream, const TextTable& table) {
  std::vector<std::size_t> widths(table.lines_.front().size());
  for (const auto& cells : table.lines_) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  for (const auto& cells : table.lines_) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string space(widths[i] - cells[i].size(), ' ');
      stream << (i == 0 ? cells[i] + space : "  " + space + cells[i]);
    }
    stream << "\n";
  }
  return stream;
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string three_digits(double number) {
  const double size = std::abs(number);
  const int before_point = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
  std::ostringstream text;
  text << std::fixed << std::setprecision(std::clamp(3 - before_point, 0, 6)) << number;
  return text.str();
}

}  // namespace kenn::bench
