// `kenn generate`: writes a synthetic data set, with the knowledge that goes with it.
#include <kenn/kenn.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "common.h"
#include "generate/citation.h"
#include "generate/hierarchy.h"
#include "generate/limits.h"
#include "generate/smokers.h"
#include "generate_report.h"
#include "number_range.h"

namespace kenn::cli {

namespace {

struct GenerateArguments {
  std::string kind;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> edges;
  std::optional<std::uint64_t> classes;
  std::optional<std::uint64_t> words;
  std::optional<double> homophily;
  std::optional<std::uint64_t> exclusions;
  std::optional<std::uint64_t> features;
  std::optional<double> noise;
  std::uint64_t seed = 0;
  std::string out;
  bool json = false;
};

// Options that say nothing about a kind of data are refused with the kinds they are for.
void refuse_other_options(const GenerateArguments& arguments) {
  struct Use {
    const char* option;
    bool is_given;
    std::vector<std::string> kinds;
  };
  const Use uses[] = {{"--edges", arguments.edges.has_value(), {"citation", "smokers"}},
                      {"--classes", arguments.classes.has_value(), {"citation", "hierarchy"}},
                      {"--words", arguments.words.has_value(), {"citation"}},
                      {"--homophily", arguments.homophily.has_value(), {"citation", "smokers"}},
                      {"--exclusions", arguments.exclusions.has_value(), {"hierarchy"}},
                      {"--features", arguments.features.has_value(), {"hierarchy"}},
                      {"--noise", arguments.noise.has_value(), {"hierarchy"}}};
  for (const Use& use : uses) {
    const auto& kinds = use.kinds;
    if (!use.is_given || std::find(kinds.begin(), kinds.end(), arguments.kind) != kinds.end()) continue;
    std::string list = kinds.front();
    for (std::size_t i = 1; i < kinds.size(); ++i) list += " and " + kinds[i];
    throw CLI::ValidationError(use.option, "it does not apply to " + arguments.kind + ", only to " + list);
  }
}

generate::CitationOptions citation_options(const GenerateArguments& arguments) {
  generate::CitationOptions options;
  options.nodes = arguments.nodes.value_or(options.nodes);
  options.edges = arguments.edges;
  options.classes = arguments.classes.value_or(options.classes);
  options.words = arguments.words.value_or(options.words);
  options.homophily = arguments.homophily.value_or(options.homophily);
  options.seed = arguments.seed;
  return options;
}

generate::SmokersOptions smokers_options(const GenerateArguments& arguments) {
  generate::SmokersOptions options;
  options.nodes = arguments.nodes.value_or(options.nodes);
  options.edges = arguments.edges;
  options.homophily = arguments.homophily.value_or(options.homophily);
  options.seed = arguments.seed;
  return options;
}

generate::HierarchyOptions hierarchy_options(const GenerateArguments& arguments) {
  generate::HierarchyOptions options;
  options.nodes = arguments.nodes.value_or(options.nodes);
  options.classes = arguments.classes.value_or(options.classes);
  options.exclusions = arguments.exclusions;
  options.features = arguments.features.value_or(options.features);
  options.noise = arguments.noise.value_or(options.noise);
  options.seed = arguments.seed;
  return options;
}

void generate_data(const generate::CitationOptions& options, base::OutputFolder& folder,
                   GenerateReport& report) {
  const generate::CitationNetwork network = generate::generate_citation_network(options);
  report.files = generate::write_citation_network(network, folder);
  folder.commit();
  describe(network, report);
}

void generate_data(const generate::SmokersOptions& options, base::OutputFolder& folder,
                   GenerateReport& report) {
  const generate::SmokersWorld world = generate::generate_smokers(options);
  report.files = generate::write_smokers(world, folder);
  folder.commit();
  describe(world, report);
}

void generate_data(const generate::HierarchyOptions& options, base::OutputFolder& folder,
                   GenerateReport& report) {
  const generate::Hierarchy hierarchy = generate::generate_hierarchy(options);
  report.files = generate::write_hierarchy(hierarchy, folder);
  folder.commit();
  describe(hierarchy, report);
}

// Options that fit no data are a mistake on the command line.
template <typename Options>
int generate_files(const Options& options, const GenerateArguments& arguments) {
  const std::string complaint = generate::complaint_about(options);
  if (!complaint.empty()) throw CLI::ValidationError(complaint);
  return run_reporting_errors(arguments.json, arguments.out, [&] {
    GenerateReport report(arguments.kind, arguments.seed);
    base::OutputFolder folder(
        arguments.out);  // before the work: a folder that cannot be written to shows now
    report.folder = folder.path();
    generate_data(options, folder, report);
    std::cout << (arguments.json ? to_line(generate_to_json(report)) : generate_text(report));
  });
}

void add_options(CLI::App& command, GenerateArguments& arguments) {
  command
      .add_option("KIND", arguments.kind,
                  "What to generate: papers that cite papers, friends that smoke, or items in a hierarchy of "
                  "classes")
      ->option_text("citation|smokers|hierarchy")
      ->required()
      ->check(CLI::IsMember({"citation", "smokers", "hierarchy"}));
  const auto add_count = [&](const char* name, std::optional<std::uint64_t>& target, std::uint64_t least,
                             std::uint64_t most, const char* text) {
    command.add_option(name, target, text)->option_text("N")->check(whole_number(least, most));
  };
  add_count("--nodes", arguments.nodes, 2, generate::most_nodes,
            "Number of papers (default: 3312), persons (default: 1000) or items (default: 1500)");
  add_count("--edges", arguments.edges, 0, generate::most_edges,
            "Number of citations (default: 1.42 per paper) or friendships (default: 2 per person)");
  add_count("--classes", arguments.classes, 2, generate::most_classes,
            "Number of topics of papers (default: 6) or classes of items (default: 80)");
  add_count("--words", arguments.words, 1, generate::most_words,
            "Size of the vocabulary (default: 3703); a paper has about 32 words, or fewer");
  command
      .add_option("--homophily", arguments.homophily,
                  "Share of citations inside a topic (default: 0.746) or of friendships between people of "
                  "the same habit (default: 0.9)")
      ->option_text("SHARE");
  add_count("--exclusions", arguments.exclusions, 0, generate::most_exclusions,
            "Number of pairs of classes that exclude each other (default: 1.6 per class)");
  add_count("--features", arguments.features, 1, generate::most_features,
            "Number of features of an item (default: 40)");
  command
      .add_option("--noise", arguments.noise,
                  "Standard deviation of the noise in the features of items (default: 3)")
      ->option_text("X");
  command.add_option("--seed", arguments.seed, "The same seed gives the same files everywhere (default: 0)")
      ->option_text("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command.add_option("--out", arguments.out, "The folder for the files (required)")
      ->option_text("DIR")
      ->required();
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace

void add_generate_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* const command =
      program.add_subcommand("generate", "Generate a synthetic data set and the knowledge that goes with it");
  add_options(*command, *arguments);
  command->footer(
      "citation writes DIR/Paper.csv, Paper.features.mtx, Cite.csv and citation.kenn, smokers writes\n"
      "DIR/Person.csv, Friends.csv and smokers.kenn, hierarchy writes DIR/Item.csv and hierarchy.kenn;\n"
      "on errors nothing is written.\n"
      "Exit status: 0 done, 1 cannot write, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn generate citation --out papers\n"
      "  kenn generate citation --nodes 20000 --edges 60000 --classes 10 --homophily 0.8 --out papers\n"
      "  kenn generate smokers --nodes 500 --seed 7 --json --out people\n"
      "  kenn generate hierarchy --classes 200 --nodes 5000 --out items");
  command->callback([arguments, &status] {
    if (arguments->out.empty()) throw CLI::ValidationError("--out", "the folder has no name");
    refuse_other_options(*arguments);
    if (arguments->kind == "citation") {
      status = generate_files(citation_options(*arguments), *arguments);
    } else if (arguments->kind == "smokers") {
      status = generate_files(smokers_options(*arguments), *arguments);
    } else {
      status = generate_files(hierarchy_options(*arguments), *arguments);
    }
  });
}

}  // namespace kenn::cli
