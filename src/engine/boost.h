// Boosts as the kernels know them, and words for centring.
#pragma once

#include <kenn/enhance.h>

#include "base/words.h"
#include "kernels/views.h"

namespace kenn {

kernels::Boost kernel_boost(Boost boost);

// What `EnhanceOptions::center` is called.
enum class Center : std::uint8_t { groups, none };
template <>
inline constexpr std::array<std::string_view, 2> words_of<Center> = {"groups", "none"};
constexpr std::string_view center_word(bool center) {
  return word_for(center ? Center::groups : Center::none);
}

template <>
inline constexpr std::array<std::string_view, 2> words_of<Order> = {"parallel", "sequential"};

}  // namespace kenn
