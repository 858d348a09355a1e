// The explorer: a page in which predictions are looked at, explained and changed. web/explorer shows it.
#pragma once

#include <string>

#include "explain/excerpt.h"
#include "report/escape.h"

namespace kenn::report {

// What the page says about where its numbers come from.
struct ExplorerOrigin {
  std::string title;
  std::string version;
  std::string data;
};

// web/explorer/document.ts says what is in it.
Json explorer_document(const explain::Context& context, const explain::Excerpt& excerpt,
                       const ExplorerOrigin& origin);

std::string explorer_html(const Json& document);

}  // namespace kenn::report
