// Finds the row of an object by what a relation file says of it.
#include "dataset/object_row.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include "base/nearest_name.h"
#include "io/number_text.h"

namespace kenn::dataset {

namespace {

constexpr std::uint64_t all_rows = std::numeric_limits<Row>::max();
// Looking for the nearest of many names is slow.
constexpr std::size_t most_ids_compared = 10'000;

RowOrComplaint complain(std::string complaint) {
  return {std::nullopt, std::move(complaint)};
}

RowOrComplaint out_of_range(const ArgumentObjects& objects, const std::string& text) {
  if (!objects.count) {
    return complain("the row number " + text + " is too large; the largest is " +
                    std::to_string(all_rows - 1));
  }
  if (*objects.count == 0)
    return complain("there is no row " + text + ": " + objects.type + " has no objects");
  const std::string last = std::to_string(row_limit(objects) - 1);
  return complain("there is no row " + text + ": the rows of " + objects.type + " are 0 to " + last);
}

RowOrComplaint row_of_id(const ArgumentObjects& objects, std::string_view id) {
  Row row = no_row;
  objects.rows_of_ids(std::span(&id, 1), std::span(&row, 1));
  if (row != no_row) return {row, {}};
  std::string hint;
  if (objects.ids.size() <= most_ids_compared) {
    hint = base::suggestion(id, std::vector<std::string_view>(objects.ids.begin(), objects.ids.end()));
  }
  return complain(objects.type + " has no object with the id " + base::in_quotes(id) + hint);
}

}  // namespace

std::uint64_t row_limit(const ArgumentObjects& objects) {
  return std::min<std::uint64_t>(objects.count.value_or(all_rows), all_rows);
}

RowOrComplaint row_of_whole_number(const ArgumentObjects& objects, double number, const std::string& text) {
  if (std::isnan(number)) return complain("'" + text + "' is not a row number");
  if (number < 0) return complain("the row number " + text + " is negative; rows count from 0");
  if (number != std::floor(number)) return complain("the row number " + text + " is not a whole number");
  // The limit is small enough to be exact.
  if (number >= static_cast<double>(row_limit(objects))) return out_of_range(objects, text);
  return {static_cast<Row>(number), {}};
}

RowOrComplaint row_of_text(const ArgumentObjects& objects, std::string_view text) {
  if (text.empty()) return complain("this field is empty");
  if (objects.rows_of_ids) return row_of_id(objects, text);
  Row row = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), row);
  const bool is_row = status == std::errc() && end == text.data() + text.size();
  if (is_row && row < row_limit(objects)) return {row, {}};
  const auto number = io::parse_number(text);
  if (number && !std::isnan(*number)) return row_of_whole_number(objects, *number, base::shortened(text, 40));
  return complain(base::in_quotes(text) + " is not a row number; if these are ids, list them with --ids " +
                  objects.type + "=FILE");
}

std::string truth_complaint(const std::string& text) {
  return "the truth degree " + text + " is not between 0 and 1";
}

}  // namespace kenn::dataset
