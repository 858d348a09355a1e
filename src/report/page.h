// A page: one HTML file with a document, the script that shows it, and its style.
#pragma once

#include <string>
#include <string_view>

#include "report/embedded.h"
#include "report/escape.h"

namespace kenn::report {

// The script finds the document by its `id`.
std::string page_html(const Json& document, std::string_view id, const PageCode& code);

}  // namespace kenn::report
