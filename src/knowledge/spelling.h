// How values are spelt in the knowledge language.
#pragma once

#include <string>

namespace kenn {

// The shortest number that reads as the same one.
std::string to_text(double value);

}  // namespace kenn
