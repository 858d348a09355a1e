// What `kenn generate` says about what it made.
#include "generate_report.h"

#include <algorithm>

#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

double seconds_since_start(const GenerateReport& report) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - report.start).count();
}

std::string path_of(const GenerateReport& report, const std::string& file) {
  return (report.folder / file).string();
}

}  // namespace

void describe(const generate::CitationNetwork& network, GenerateReport& report) {
  report.contents = {
      counted(network.papers(), "paper") + " on " + counted(network.topics.size(), "topic"),
      fixed(network.words_per_paper(), 1) + " of " + counted(network.vocabulary_size, "word") + " per paper",
      counted(network.citations.size(), "citation") + ", " + fixed(100 * network.homophily(), 1) +
          " % inside a topic",
      "the rule that citations stay on topic"};
  report.figures = {{"nodes", network.papers()},
                    {"edges", network.citations.size()},
                    {"classes", network.topics.size()},
                    {"words", network.vocabulary_size},
                    {"words_per_paper", network.words_per_paper()},
                    {"homophily", network.homophily()}};
}

void describe(const generate::SmokersWorld& world, GenerateReport& report) {
  report.contents = {counted(world.persons.size(), "person") + ", " + counted(world.smokers(), "smoker"),
                     counted(world.rows.size(), "pair") + ", " + counted(world.friendships, "friendship") +
                         " in both directions, " + fixed(100 * world.homophily(), 1) +
                         " % between people of the same habit",
                     "three rules about smoking, cancer and friends"};
  report.figures = {{"nodes", world.persons.size()},
                    {"edges", world.friendships},
                    {"pairs", world.rows.size()},
                    {"smokers", world.smokers()},
                    {"homophily", world.homophily()}};
}

void describe(const generate::Hierarchy& hierarchy, GenerateReport& report) {
  const std::uint64_t classes = hierarchy.forest.classes();
  report.contents = {
      counted(hierarchy.items(), "item") + " with " + counted(hierarchy.feature_count, "feature") + ", " +
          fixed(hierarchy.labels_per_item(), 1) + " of " + std::to_string(classes) + " classes per item",
      counted(hierarchy.child_rules(), "rule") + " from child to parent, " +
          counted(hierarchy.exclusions.size(), "exclusion")};
  report.figures = {{"nodes", hierarchy.items()},
                    {"classes", classes},
                    {"roots", hierarchy.forest.roots()},
                    {"exclusions", hierarchy.exclusions.size()},
                    {"rules", hierarchy.child_rules() + hierarchy.exclusions.size()},
                    {"features", hierarchy.feature_count},
                    {"labels_per_item", hierarchy.labels_per_item()}};
}

std::string generate_text(const GenerateReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    text += base::printable(path_of(report, report.files[i])) + ": " + report.contents[i] + "\n";
  }
  return text + "\n  seed " + std::to_string(report.seed) + ", " + fixed(seconds_since_start(report), 3) +
         " s\n\nNext: kenn check " + base::printable(shell_word(path_of(report, report.files.back()))) + "\n";
}

Json generate_to_json(const GenerateReport& report) {
  Json json = {{"kind", report.kind}, {"ok", true}, {"folder", report.folder.string()}};
  json.update(report.figures);
  json["seed"] = report.seed;
  json["files"] = Json::array();
  for (const std::string& file : report.files) json["files"].push_back(path_of(report, file));
  json["seconds"] = seconds_since_start(report);
  json["diagnostics"] = Json::array();
  return json;
}

}  // namespace kenn::cli
