// The page of a report: one HTML file with everything in it.
#include "report/page.h"

#include "report/embedded.h"
#include "report/escape.h"
#include "report/headline.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr std::size_t most_open_rows = 50;

// Nothing is loaded, and only the script of this page runs, which `digest` stands for.
std::string policy(std::string_view digest) {
  return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; "
         "script-src 'sha256-" +
         std::string(digest) + "'";
}

std::string head(const Experiment& experiment) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy(embedded_digest()) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>kenn: " +
         html_text(experiment.name) + "</title>\n<style>\n" + std::string(embedded_style()) +
         "</style>\n</head>\n<body>\n";
}

std::string opening(const Content& content) {
  const Headline headline = headline_of(content);
  std::string text = "<header>\n<button type=\"button\" id=\"theme\" hidden>Dark</button>\n<h1>" +
                     html_text(content.experiment.name) + "</h1>\n<p class=\"lead\">" +
                     html_text(headline.outcome) + "</p>\n<p class=\"quiet\">" +
                     html_text(headline.compared) + "</p>\n<dl class=\"facts\">\n";
  for (const KeyFigure& figure : headline.figures) {
    text += "<div><dt>" + html_text(figure.about) + "</dt><dd>" + html_text(figure.number) + "</dd></div>\n";
  }
  return text + "</dl>\n</header>\n";
}

std::string figure_html(const Figure& figure) {
  const std::string name = html_text(figure.name);
  return "<section>\n<h2 id=\"" + name + "\">" + html_text(figure.title) + "</h2>\n<figure>\n" +
         "<div class=\"chart\" data-chart=\"" + name + "\" role=\"img\" aria-label=\"" +
         html_text(figure.finding) + "\"></div>\n<figcaption>" + html_text(figure.caption) +
         "</figcaption>\n<details><summary>Table: " + html_text(figure.table.title) + "</summary>\n" +
         to_html(figure.table) + "</details>\n</figure>\n<script type=\"application/json\" data-spec=\"" +
         name + "\">" + script_json(figure.spec) + "</script>\n</section>\n";
}

// A long table is shown when asked for.
std::string folded(const Table& table) {
  if (table.rows.size() <= most_open_rows) return to_html(table);
  return "<details><summary>Table: " + counted(table.rows.size(), "row") + "</summary>\n" + to_html(table) +
         "</details>\n";
}

std::string table_section(const std::string& title, const std::string& about, const Table& table) {
  return "<section>\n<h2 id=\"" + html_text(table.name) + "\">" + html_text(title) + "</h2>\n" +
         (about.empty() ? "" : "<p>" + html_text(about) + "</p>\n") + folded(table) + "</section>\n";
}

std::string figures_and_tables(const PageParts& parts) {
  std::string text;
  if (parts.splits) text += table_section("Accuracy by split", "", *parts.splits);
  for (const Figure& figure : parts.figures) {
    text += figure_html(figure);
    if (figure.name != "improvement" || !parts.published) continue;
    text += table_section("Published and ours",
                          "Accuracy, and improvement in points over the network alone of the same source. "
                          "Differences are ours minus the published value.",
                          *parts.published);
  }
  text += table_section("All results",
                        "Means over the runs. p is the probability of so high a mean improvement if the true "
                        "one were zero, by a one-sided t-test on the differences.",
                        parts.results);
  if (parts.comparisons) {
    text +=
        table_section("Methods against each other",
                      "Mean differences in points, run by run on the same split and from the same initial "
                      "network. p is the probability of a mean so far from zero, on either side, if the true "
                      "one were zero, by a t-test on the differences.",
                      *parts.comparisons);
  }
  if (parts.evidence) {
    text += table_section(
        "Evidence for the rules",
        "Weights come from predictions that have not seen the labels. A grounding counts when all "
        "its predicted atoms have training labels; an implication is tested where its conditions "
        "hold. By chance: how often the conclusion holds in all labelled groundings.",
        *parts.evidence);
  }
  if (parts.rules) {
    text += table_section("What the rules weigh",
                          "Means over the runs; compliance is the share of the training data that follows a "
                          "rule where it speaks of it.",
                          *parts.rules);
  }
  return text;
}

// A line of the list at the foot; nothing for an empty text.
std::string entry(const std::string& name, const std::string& text, bool is_code = false) {
  if (text.empty()) return "";
  const std::string shown = html_text(text);
  return "<div><dt>" + html_text(name) + "</dt><dd>" + (is_code ? "<code>" + shown + "</code>" : shown) +
         "</dd></div>\n";
}

std::string sizes_text(const Experiment& experiment) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : experiment.sizes) parts.push_back(grouped(count) + " " + name);
  return listed(parts);
}

std::string foot(const Experiment& experiment) {
  std::string text = "<footer>\n<h2 id=\"made\">How this was made</h2>\n";
  if (!experiment.command.empty()) {
    text += "<pre class=\"command\"><code>" + html_text(experiment.command) + "</code></pre>\n";
  }
  if (!experiment.choices.empty()) {
    text += "<ul>\n";
    for (const std::string& choice : experiment.choices) text += "<li>" + html_text(choice) + "</li>\n";
    text += "</ul>\n";
  }
  text += "<dl class=\"list\">\n" + entry("Seed", std::to_string(experiment.seed)) +
          entry("Version", experiment.version.empty() ? "" : "kenn " + experiment.version) +
          entry("Preset", experiment.preset) + entry("Data", experiment.data, true) +
          entry("Digest of the data", experiment.data_digest, true) + entry("Sizes", sizes_text(experiment));
  for (const auto& [name, value] : experiment.machine) text += entry("Machine, " + name, value);
  for (const auto& [name, value] : experiment.settings) text += entry("Setting, " + name, value, true);
  text += "</dl>\n";
  if (!experiment.knowledge.empty()) {
    text += "<details><summary>The knowledge</summary>\n<pre><code>" + html_text(experiment.knowledge) +
            "</code></pre></details>\n";
  }
  return text + "</footer>\n";
}

}  // namespace

std::string page_html(const Content& content, const PageParts& parts) {
  return head(content.experiment) + "<main>\n" + opening(content) +
         "<noscript><p class=\"quiet\">Charts need JavaScript; the tables have the same "
         "numbers.</p></noscript>\n" +
         figures_and_tables(parts) + foot(content.experiment) + "</main>\n<script>" +
         std::string(embedded_script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace kenn::report
