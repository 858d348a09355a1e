// Suggests the name that a misspelt one was meant to be.
#include "base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace kenn::base {

namespace {

// Longer names get no suggestion: comparing two takes the product of their lengths.
constexpr std::size_t longest_compared = 100;

bool same_letter(char left, char right) {
  return std::tolower(static_cast<unsigned char>(left)) == std::tolower(static_cast<unsigned char>(right));
}

// Optimal string alignment distance, row by row.
std::size_t typing_mistakes(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_previous(to.size() + 1);
  std::vector<std::size_t> previous(to.size() + 1);
  std::vector<std::size_t> current(to.size() + 1);
  for (std::size_t column = 0; column <= to.size(); ++column) previous[column] = column;
  for (std::size_t row = 1; row <= from.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column <= to.size(); ++column) {
      const std::size_t changed = same_letter(from[row - 1], to[column - 1]) ? 0 : 1;
      current[column] =
          std::min({previous[column] + 1, current[column - 1] + 1, previous[column - 1] + changed});
      const bool swapped = row > 1 && column > 1 && same_letter(from[row - 1], to[column - 2]) &&
                           same_letter(from[row - 2], to[column - 1]);
      if (swapped) current[column] = std::min(current[column], before_previous[column - 2] + 1);
    }
    before_previous.swap(previous);
    previous.swap(current);
  }
  return previous[to.size()];
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  if (name.size() > longest_compared) return best;
  std::size_t fewest = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t difference =
        std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
    if (difference >= fewest) continue;
    const std::size_t mistakes = typing_mistakes(name, candidate);
    const bool nothing_in_common = mistakes >= std::max(name.size(), candidate.size());
    if (mistakes < fewest && !nothing_in_common) {
      fewest = mistakes;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
  const auto nearest = nearest_name(name, candidates);
  return nearest ? "; did you mean '" + std::string(*nearest) + "'?" : "";
}

}  // namespace kenn::base
