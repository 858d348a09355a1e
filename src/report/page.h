// The page of a report: one HTML file with the document, the script that shows it, and its style.
#pragma once

#include <string>

#include "report/escape.h"

namespace kenn::report {

std::string page_html(const Json& document);

}  // namespace kenn::report
