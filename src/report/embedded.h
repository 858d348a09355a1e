// The scripts and styles of the pages, which the build puts into the library.
#pragma once

#include <string_view>

namespace kenn::report {

struct PageCode {
  std::string_view script;  // one, with all it imports; has no end of a script in it
  std::string_view digest;  // of the script: SHA-256, Base64
  std::string_view style;
};

PageCode report_code();    // web/page.ts
PageCode explorer_code();  // web/explorer/explorer.ts

}  // namespace kenn::report
