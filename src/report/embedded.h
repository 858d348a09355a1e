// The script and the style of the page, which the build puts into the library.
#pragma once

#include <string_view>

namespace kenn::report {

std::string_view embedded_script();  // web/page.ts with all it imports; has no end of a script in it
std::string_view embedded_digest();  // of the script: SHA-256, Base64
std::string_view embedded_style();

}  // namespace kenn::report
