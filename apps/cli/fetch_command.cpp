// `kenn fetch`: downloads a public data set.
#include <cctype>
#include <memory>
#include <optional>

#include "commands.h"
#include "common.h"
#include "io/public_datasets.h"
#include "learning/runs.h"

namespace kenn::cli {

namespace {

std::vector<std::string> names_of_datasets() {
  std::vector<std::string> names;
  names.reserve(io::public_datasets.size());
  for (const io::PublicDataset& each : io::public_datasets) names.emplace_back(each.name);
  return names;
}

// In lower case, as digests are compared.
std::string checksum_of(std::string text) {
  constexpr std::size_t digits = 64;
  if (text.size() != digits || text.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    throw CLI::ValidationError("--checksum", "a SHA-256 has 64 hexadecimal digits");
  }
  for (char& digit : text) digit = static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
  return text;
}

// What was given on the command line, before it is known what is meant by what was not.
struct Given {
  std::optional<std::string> out;
  std::optional<std::string> url;
  std::optional<std::string> checksum;
  FetchArguments arguments;
};

// Says at once what no download could make right.
FetchArguments completed(const Given& given) {
  FetchArguments arguments = given.arguments;
  const io::PublicDataset& dataset = *io::find_public_dataset(arguments.dataset);
  arguments.out = given.out.value_or(std::string(dataset.name));
  arguments.url = given.url.value_or(std::string(dataset.address));
  arguments.checksum = checksum_of(given.checksum.value_or(std::string(dataset.sha256)));
  if (arguments.out.empty()) throw CLI::ValidationError("--out", "the folder has no name");
  const std::string scheme = CLI::detail::to_lower(arguments.url.substr(0, arguments.url.find("://")));
  if (scheme != "http" && scheme != "https" && scheme != "file") {
    throw CLI::ValidationError("--url", "an address starts with http://, https:// or file://");
  }
  return arguments;
}

void add_options(CLI::App& command, Given& given) {
  FetchArguments& arguments = given.arguments;
  const std::vector<std::string> names = names_of_datasets();
  command.add_option("DATASET", arguments.dataset, "The data set")
      ->option_text(CLI::detail::join(names, "|"))
      ->required()
      ->check(CLI::IsMember(names));
  command.add_option("--out", given.out, "Folder for the files (default: the name of the data set)")
      ->option_text("DIR");
  command.add_option("--url", given.url, "Another address of the same archive: http, https or file")
      ->option_text("URL");
  command
      .add_option("--checksum", given.checksum,
                  "The SHA-256 of the archive, for another version of it than the known one")
      ->option_text("HEX");
  command.add_option("--timeout", arguments.timeout, "Give up after so long without data (default: 30)")
      ->option_text("SECONDS")
      ->check(CLI::Range(1, 86'400));
  command.add_flag("--force", arguments.force, "Replace existing files");
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace

void add_fetch_command(CLI::App& program, int& status) {
  const auto given = std::make_shared<Given>();
  CLI::App* const command = program.add_subcommand("fetch", "Download a public data set");
  add_options(*command, *given);
  command->footer(
      "The archive must have the checksum that is known for it; on errors, and on Ctrl-C, nothing is "
      "written.\n"
      "Exit status: 0 done, 1 cannot download or write, 2 wrong usage, 130 stopped by Ctrl-C.\n\n"
      "Examples:\n"
      "  kenn fetch citeseer\n"
      "  kenn fetch citeseer --out data --url file:///tmp/citeseer.tgz");
  command->callback([given, &status] {
    const FetchArguments arguments = completed(*given);
    int result = ExitStatus::done;
    const int errors =
        run_reporting_errors(arguments.json, arguments.url, [&] { result = run_fetch(arguments); });
    status = errors == ExitStatus::done ? result : errors;
  });
}

}  // namespace kenn::cli
