// Choices that options offer and that have no enumeration of their own elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"

namespace kenn {

enum class LearnedLabels : std::uint8_t { train, train_and_valid };
template <>
inline constexpr std::array<std::string_view, 2> words_of<LearnedLabels> = {"train", "train+valid"};

enum class KeptEpoch : std::uint8_t { best, last };
template <>
inline constexpr std::array<std::string_view, 2> words_of<KeptEpoch> = {"best", "last"};

enum class TrustKind : std::uint8_t { joint, cross_fitted };
template <>
inline constexpr std::array<std::string_view, 2> words_of<TrustKind> = {"joint", "cross-fitted"};

enum class TrustLayers : std::uint8_t { tied, per_layer };
template <>
inline constexpr std::array<std::string_view, 2> words_of<TrustLayers> = {"tied", "per-layer"};

enum class TrustedWeights : std::uint8_t { fixed, start };
template <>
inline constexpr std::array<std::string_view, 2> words_of<TrustedWeights> = {"fixed", "start"};

}  // namespace kenn
