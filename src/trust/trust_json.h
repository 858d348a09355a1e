// The trust in rules as a JSON text, as models and checkpoints store it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "trust/trust.h"

namespace kenn::trust {

std::string to_text(const Trust& trust);

// Numbers read back to the same bits. Throws `Error` (kind data) about the file for a text that is none of
// these, or whose parts do not fit together.
Trust trust_from(const std::string& text, const std::string& file);

// Whether it has the weights of so many rules in so many layers.
bool is_about(const Trust& trust, std::size_t clauses, std::uint32_t layers);

}  // namespace kenn::trust
