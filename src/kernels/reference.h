// The readable kernels, straight from the formula: every fast path is tested against them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/views.h"

namespace kenn::kernels {

// A literal of a clause: a cell in the row of a slot.
struct ReferenceLiteral {
  std::uint32_t slot = 0;
  std::uint32_t column = 0;
  bool positive = true;
};

struct ReferenceClause {
  std::size_t weight = 0;  // its place among the weights
  std::vector<ReferenceLiteral> literals;
};

// A slot's table, and whether its cells are changed.
struct ReferenceSlot {
  std::uint32_t table = 0;
  bool is_changed = true;
};

// Clauses that share groundings: `rows` has the row of every slot, grounding by grounding.
struct ReferenceGroup {
  std::vector<ReferenceSlot> slots;
  std::vector<ReferenceClause> clauses;
  std::vector<Row> rows;
};

// A table: `columns` numbers per row.
template <typename Number>
struct ReferenceTable {
  Number* values = nullptr;
  std::size_t columns = 0;
};

// outputs += the changes of all groundings; each clause sees `inputs`. The tables of degrees come after the
// predicted ones and are only inputs.
template <typename Number>
void reference_forward(std::span<const ReferenceGroup> groups, Boost boost, std::span<const Number> weights,
                       std::span<const ReferenceTable<const Number>> inputs,
                       std::span<const ReferenceTable<Number>> outputs);

// input_gradients += the gradients through the changes, weight_gradients += those of the weights, given the
// gradients of the outputs.
template <typename Number>
void reference_backward(std::span<const ReferenceGroup> groups, Boost boost, std::span<const Number> weights,
                        std::span<const ReferenceTable<const Number>> inputs,
                        std::span<const ReferenceTable<const Number>> output_gradients,
                        std::span<const ReferenceTable<Number>> input_gradients,
                        std::span<Number> weight_gradients);

}  // namespace kenn::kernels
