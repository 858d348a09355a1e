// Weights of clauses from a JSON file.
#pragma once

#include <kenn/clause.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"

namespace kenn::io {

// Reads `{"clause name": 0.7, ...}`, used for every layer, or a list of one such object per layer. The result
// is one weight per clause, layer by layer. Clauses whose weight the knowledge fixes may be left out, and
// must have that weight if they are not; all others must be there.
//
// `clause_names` and `knowledge_weights` have one element per clause; `layers` is at least 1. Throws `Error`:
// kind file when the file cannot be read, kind data with up to 20 errors for what is wrong in it.
std::vector<float> read_weights(const std::filesystem::path& path, std::span<const std::string> clause_names,
                                std::span<const Weight> knowledge_weights, std::uint32_t layers);
std::vector<float> read_weights(base::InputFile& file, std::span<const std::string> clause_names,
                                std::span<const Weight> knowledge_weights, std::uint32_t layers);

}  // namespace kenn::io
