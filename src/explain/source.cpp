// What predictions are explained from: the rules, the data, the weights, and what the network says.
#include "explain/source.h"

namespace kenn::explain {

std::vector<float> take_logits(std::span<const float> values, std::size_t width, std::span<const Row> rows) {
  std::vector<float> taken;
  taken.reserve(rows.size() * width);
  for (const Row row : rows) {
    const std::span<const float> one = values.subspan(row * width, width);
    taken.insert(taken.end(), one.begin(), one.end());
  }
  return taken;
}

}  // namespace kenn::explain
