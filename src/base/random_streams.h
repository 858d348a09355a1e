// Which stream of a seed each random choice has, so that none changes another.
#pragma once

#include <cstdint>

namespace kenn::base::random_stream {

inline constexpr std::uint32_t first_weights = 0;       // + number of the predicted table
inline constexpr std::uint32_t splits = 1U << 30;       // + number of the table
inline constexpr std::uint32_t batches = 2U << 30;      // + epoch
inline constexpr std::uint32_t left_values = 3U << 30;  // + epoch: dropout
inline constexpr std::uint32_t excerpt = 1U << 27;      // rows that a page holds
inline constexpr std::uint32_t folds = 1U << 28;        // + number of the predicted table
inline constexpr std::uint32_t fold_seeds = 1U << 29;   // + fold: the seed of its network

}  // namespace kenn::base::random_stream
