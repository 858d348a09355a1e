// libFuzzer target: any bytes as features in a MatrixMarket file.
#include <cmath>

#include "check_error.h"
#include "io/matrix_market.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t objects = 3;
  is_accepted([&] {
    base::InputFile file("input", text);
    const table::Features features = io::read_matrix_market(file, "Paper", objects);
    require(features.rows == objects);
    if (const auto* const dense = std::get_if<table::DenseRows>(&features.values)) {
      require(dense->values.size() == features.rows * features.columns);
      for (const float value : dense->values) require(std::isfinite(value));
      return;
    }
    const auto& sparse = std::get<table::SparseRows>(features.values);
    require(sparse.offsets.size() == features.rows + 1 && sparse.offsets.front() == 0);
    require(sparse.offsets.back() == sparse.columns.size() && sparse.columns.size() == sparse.values.size());
    for (std::size_t row = 0; row < features.rows; ++row)
      require(sparse.offsets[row] <= sparse.offsets[row + 1]);
    for (const std::uint32_t column : sparse.columns) require(column < features.columns);
    for (const float value : sparse.values) require(std::isfinite(value));
  });
  return 0;
}
