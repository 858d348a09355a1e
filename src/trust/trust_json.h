// The trust in rules as a JSON text, as models and checkpoints store it.
#pragma once

#include <string>

#include "trust/trust.h"

namespace kenn::trust {

std::string to_text(const Trust& trust);

// Numbers read back to the same bits. Throws `Error` (kind data) for a text that is none of these.
Trust trust_from(const std::string& text);

}  // namespace kenn::trust
