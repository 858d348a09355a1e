// A page: one HTML file with a document, the script that shows it, and its style.
#include "report/page.h"

namespace kenn::report {

namespace {

// Nothing is loaded, and only the script of this page runs, which `digest` stands for.
std::string policy(std::string_view digest) {
  return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; "
         "script-src 'sha256-" +
         std::string(digest) + "'";
}

}  // namespace

// Names of users stand in the document alone.
std::string page_html(const Json& document, std::string_view id, const PageCode& code) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy(code.digest) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>kenn " +
         std::string(id) + "</title>\n<style>\n" + std::string(code.style) +
         "</style>\n</head>\n<body>\n<main>\n<noscript><p>This page needs "
         "JavaScript.</p></noscript>\n</main>\n<script type=\"application/json\" id=\"" +
         std::string(id) + "\">" + script_json(document) + "</script>\n<script>" + std::string(code.script) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace kenn::report
