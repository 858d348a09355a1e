// Boosts as the kernels know them, and words for centring.
#pragma once

#include <kenn/enhance.h>

#include "kernels/views.h"

namespace kenn {

kernels::Boost kernel_boost(Boost boost);

// The words for `EnhanceOptions::center` in options, files and messages.
inline constexpr std::array<std::string_view, 2> center_words = {"groups", "none"};
constexpr std::string_view center_word(bool center) {
  return center_words[center ? 0 : 1];
}

}  // namespace kenn
