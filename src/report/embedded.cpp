// The scripts and styles of the pages: the assembler reads the files, which no compiler has to look at.
#include "report/embedded.h"

// KENN_REPORT_WEB is the folder that the build leaves them in. Each gets a zero at its end.
#define KENN_EMBED(name, file)                                                  \
  asm(".section .rodata\n.global kenn_report_" name "\n.type kenn_report_" name \
      ", %object\n"                                                             \
      "kenn_report_" name ":\n.incbin \"" KENN_REPORT_WEB "/" file              \
      "\"\n.byte 0\n"                                                           \
      ".size kenn_report_" name ", .-kenn_report_" name "\n.previous\n")

KENN_EMBED("page_script", "page.js");
KENN_EMBED("page_digest", "page.sha256");
KENN_EMBED("page_style", "page.css");
KENN_EMBED("explorer_script", "explorer.js");
KENN_EMBED("explorer_digest", "explorer.sha256");
KENN_EMBED("explorer_style", "explorer.css");

extern "C" {
extern const char kenn_report_page_script[];
extern const char kenn_report_page_digest[];
extern const char kenn_report_page_style[];
extern const char kenn_report_explorer_script[];
extern const char kenn_report_explorer_digest[];
extern const char kenn_report_explorer_style[];
}

namespace kenn::report {

PageCode report_code() {
  return {kenn_report_page_script, kenn_report_page_digest, kenn_report_page_style};
}

PageCode explorer_code() {
  return {kenn_report_explorer_script, kenn_report_explorer_digest, kenn_report_explorer_style};
}

}  // namespace kenn::report
