// Choices that options offer and that have no enumeration of their own elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"

namespace kenn::train {

enum class LearnedLabels : std::uint8_t { train, train_and_valid };
enum class KeptEpoch : std::uint8_t { best, last };
enum class TrustKind : std::uint8_t { joint, cross_fitted };
enum class TrustLayers : std::uint8_t { tied, per_layer };
enum class TrustedWeights : std::uint8_t { fixed, start };

}  // namespace kenn::train

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<train::LearnedLabels> = {"train", "train+valid"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<train::KeptEpoch> = {"best", "last"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<train::TrustKind> = {"joint", "cross-fitted"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<train::TrustLayers> = {"tied", "per-layer"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<train::TrustedWeights> = {"fixed", "start"};

}  // namespace kenn::base
