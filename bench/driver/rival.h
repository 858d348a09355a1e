// The rival's program: finds a Python that can run it, and runs it.
#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "driver/process.h"
#include "driver/shapes.h"

namespace kenn::bench {

// Stack and softmax, as the layer is defined; and the shorter formula for two literals.
inline constexpr std::array<const char*, 2> softmax_variants = {"softmax", "sigmoid"};
inline constexpr std::array<const char*, 2> residual_variants = {"residual", "residual-sigmoid"};

constexpr const std::array<const char*, 2>& rival_variants(const Case& measured) {
  return measured.is_residual ? residual_variants : softmax_variants;
}

// A Python that can import torch: $KENN_PYTHON alone when it is set, else /usr/bin/python3 (which has
// Debian's packages) or python3. Throws std::runtime_error, saying how to get one.
std::string find_python();

struct RivalRun {
  nlohmann::json report;
  std::uint64_t peak_bytes = 0;
};

// Runs a variant on the inputs in `folder`. Without repetitions it writes its results to the folder of its
// name there. Throws std::runtime_error when it fails.
RivalRun run_rival(const std::string& python, const Case& measured, const std::filesystem::path& folder,
                   const std::string& variant, int repetitions);

}  // namespace kenn::bench
