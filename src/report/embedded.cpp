// The script and the style of the page: the assembler reads the files, which no compiler has to look at.
#include "report/embedded.h"

// KENN_REPORT_WEB is the folder that the build leaves them in. Each gets a zero at its end.
#define KENN_EMBED(name, file)                                                  \
  asm(".section .rodata\n.global kenn_report_" name "\n.type kenn_report_" name \
      ", %object\n"                                                             \
      "kenn_report_" name ":\n.incbin \"" KENN_REPORT_WEB "/" file              \
      "\"\n.byte 0\n"                                                           \
      ".size kenn_report_" name ", .-kenn_report_" name "\n.previous\n")

KENN_EMBED("script", "page.js");
KENN_EMBED("digest", "page.sha256");
KENN_EMBED("style", "page.css");

extern "C" {
extern const char kenn_report_script[];
extern const char kenn_report_digest[];
extern const char kenn_report_style[];
}

namespace kenn::report {

std::string_view embedded_script() {
  return kenn_report_script;
}

std::string_view embedded_digest() {
  return kenn_report_digest;
}

std::string_view embedded_style() {
  return kenn_report_style;
}

}  // namespace kenn::report
