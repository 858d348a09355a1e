// What came out, in a sentence or two.
#pragma once

#include <string>
#include <vector>

#include "report/content.h"

namespace kenn::report {

// A number with what it is.
struct KeyFigure {
  std::string number;
  std::string about;
};

struct Headline {
  std::string compared;  // what was compared with what
  std::string outcome;
  std::vector<KeyFigure> figures;
};

Headline headline_of(const Content& content);

}  // namespace kenn::report
