// The page of a report: one HTML file with the document, the script that shows it, and its style.
#include "report/page.h"

#include "report/embedded.h"

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
std::string page_html(const Json& document) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy(embedded_digest()) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>kenn report</title>\n<style>\n" +
         std::string(embedded_style()) +
         "</style>\n</head>\n<body>\n<main>\n<noscript><p>This page needs "
         "JavaScript.</p></noscript>\n</main>\n"
         "<script type=\"application/json\" id=\"report\">" +
         script_json(document) + "</script>\n<script>" + std::string(embedded_script()) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace kenn::report
