// Suggests the name that a misspelt one was meant to be.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kenn::base {

// The candidate with the fewest typing mistakes (a letter added, lost, changed, or two swapped; upper and
// lower case alike) away from `name`, if that is one or at most a third of its letters; the first of equals.
// Names of more than 100 letters have none.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates);

// "; did you mean 'Smoker'?", or nothing.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace kenn::base
