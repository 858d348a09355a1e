// Refuses networks that there is no memory for, before they are made.
#pragma once

#include <kenn/knowledge.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "train/rule_model.h"

namespace kenn::train {

// How often every weight is there while a network learns: itself, its gradient, and the two means of Adam.
inline constexpr std::uint64_t copies_in_training = 4;

// `input_widths` are the numbers of features, one per predicted table. Throws `Error` (kind limit).
void require_network_memory(const Knowledge& knowledge, const std::vector<std::size_t>& input_widths,
                            const ModelOptions& options, std::uint64_t copies);

}  // namespace kenn::train
