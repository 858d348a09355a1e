// Boosts as the kernels know them, and words for centring.
#pragma once

#include <kenn/enhance.h>

#include "base/words.h"
#include "kernels/views.h"

namespace kenn::engine {

kernels::Boost kernel_boost(Boost boost);

// What `EnhanceOptions::center` is called.
enum class Center : std::uint8_t { groups, none };

}  // namespace kenn::engine

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<engine::Center> = {"groups", "none"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<Order> = {"parallel", "sequential"};

}  // namespace kenn::base

namespace kenn::engine {

constexpr std::string_view center_word(bool center) {
  return base::word_for(center ? Center::groups : Center::none);
}

}  // namespace kenn::engine
