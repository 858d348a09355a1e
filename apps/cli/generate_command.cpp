// `kenn generate`: writes a made-up data set, with the knowledge that goes with it.
#include <kenn/kenn.h>

#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "commands.h"
#include "common.h"
#include "generate/citation.h"
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
  std::uint64_t seed = 0;
  std::string out;
  bool json = false;
};

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
  for (const auto& [option, is_given] : {std::pair("--classes", arguments.classes.has_value()),
                                         std::pair("--words", arguments.words.has_value())}) {
    if (is_given) throw CLI::ValidationError(option, "smokers have no such thing; it is for citation");
  }
  generate::SmokersOptions options;
  options.nodes = arguments.nodes.value_or(options.nodes);
  options.edges = arguments.edges;
  options.homophily = arguments.homophily.value_or(options.homophily);
  options.seed = arguments.seed;
  return options;
}

void generate_data(const generate::CitationOptions& options, OutputFolder& folder, GenerateReport& report) {
  const generate::CitationNetwork network = generate::generate_citation_network(options);
  report.files = generate::write_citation_network(network, folder);
  folder.commit();
  describe(network, report);
}

void generate_data(const generate::SmokersOptions& options, OutputFolder& folder, GenerateReport& report) {
  const generate::SmokersWorld world = generate::generate_smokers(options);
  report.files = generate::write_smokers(world, folder);
  folder.commit();
  describe(world, report);
}

// Options that fit no data are a mistake on the command line.
template <typename Options>
int generate_files(const Options& options, const GenerateArguments& arguments) {
  const std::string complaint = generate::complaint_about(options);
  if (!complaint.empty()) throw CLI::ValidationError(complaint);
  return run_reporting_errors(arguments.json, arguments.out, [&] {
    GenerateReport report(arguments.kind, arguments.seed);
    OutputFolder folder(arguments.out);  // before the work: a folder that cannot be written to shows now
    report.folder = folder.path();
    generate_data(options, folder, report);
    std::cout << (arguments.json ? to_line(generate_to_json(report)) : generate_text(report));
  });
}

void add_options(CLI::App& command, GenerateArguments& arguments) {
  command.add_option("KIND", arguments.kind, "What to make: papers that cite papers, or friends that smoke")
      ->option_text("citation|smokers")
      ->required()
      ->check(CLI::IsMember({"citation", "smokers"}));
  const auto add_count = [&](const char* name, std::optional<std::uint64_t>& target, std::uint64_t least,
                             std::uint64_t most, const char* text) {
    command.add_option(name, target, text)->option_text("N")->check(whole_number(least, most));
  };
  add_count("--nodes", arguments.nodes, 2, generate::most_nodes,
            "How many papers, 3312 unless given; or persons, 1000");
  add_count("--edges", arguments.edges, 0, generate::most_edges,
            "How many citations, 1.42 per paper unless given; or friendships, 2 per person");
  add_count("--classes", arguments.classes, 2, generate::most_classes,
            "How many topics the papers have; 6 unless given");
  add_count("--words", arguments.words, 1, generate::most_words,
            "How many words there are; 3703 unless given. A paper has about 32 of them, or fewer");
  command
      .add_option("--homophily", arguments.homophily,
                  "The share of citations inside a topic, 0.746 unless given; or of friendships between "
                  "people of the same habit, 0.9")
      ->option_text("SHARE");
  command
      .add_option("--seed", arguments.seed, "The same seed gives the same files everywhere; 0 unless given")
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
      program.add_subcommand("generate", "Make up a data set and the knowledge that goes with it");
  add_options(*command, *arguments);
  command->footer(
      "citation writes DIR/Paper.csv, Paper.features.mtx, Cite.csv and citation.kenn, smokers writes\n"
      "DIR/Person.csv, Friends.csv and smokers.kenn; on errors nothing is written.\n"
      "Exit status: 0 done, 1 cannot write, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn generate citation --out papers\n"
      "  kenn generate citation --nodes 20000 --edges 60000 --classes 10 --homophily 0.8 --out papers\n"
      "  kenn generate smokers --nodes 500 --seed 7 --json --out people");
  command->callback([arguments, &status] {
    if (arguments->out.empty()) throw CLI::ValidationError("--out", "the folder has no name");
    status = arguments->kind == "citation" ? generate_files(citation_options(*arguments), *arguments)
                                           : generate_files(smokers_options(*arguments), *arguments);
  });
}

}  // namespace kenn::cli
