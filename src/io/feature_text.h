// A feature as a text, and what is said when it is no finite number.
#pragma once

#include <string>
#include <string_view>

namespace kenn::io {

// A number that a float32 holds, or why there is none.
struct NumberOrComplaint {
  float number = 0;
  std::string complaint;  // empty: `number` counts
};

NumberOrComplaint feature_of_text(std::string_view text);

}  // namespace kenn::io
