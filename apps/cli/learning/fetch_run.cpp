// `kenn fetch`: downloads, checks, unpacks, and writes all files or none.
#include <array>
#include <filesystem>
#include <iostream>
#include <map>

#include "base/file.h"
#include "base/output_folder.h"
#include "base/redact.h"
#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "exit_status.h"
#include "io/archive.h"
#include "io/digest.h"
#include "io/download.h"
#include "io/public_datasets.h"
#include "json_output.h"
#include "learning/fetch_progress.h"
#include "learning/interrupt.h"
#include "learning/runs.h"
#include "stopwatch.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_archive = 1'000'000'000;   // it is held in memory
constexpr std::uint64_t largest_contents = 1'000'000'000;  // and what is in it, too

using Files = std::map<std::string, std::string>;  // content by name

// What is there may have been changed by hand.
void require_absent(const fs::path& folder, const io::PublicDataset& dataset) {
  for (const std::string_view file : dataset.files) {
    std::error_code ignored;
    const fs::path path = folder / file;
    if (!fs::exists(fs::symlink_status(path, ignored))) continue;
    throw Error(ErrorKind::file, "the file exists; --force replaces it", path.string());
  }
}

void check_files(const FetchArguments& arguments, const io::PublicDataset& dataset) {
  CommandFiles files;
  files.reads("--url", io::file_of_address(arguments.url).value_or(""));
  for (const std::string_view file : dataset.files) files.writes("--out", fs::path(arguments.out) / file);
  files.check();
}

std::optional<std::string> download_archive(const FetchArguments& arguments) {
  if (!arguments.json) std::cerr << "downloading " << base::printable(base::redacted(arguments.url)) << "\n";
  FetchProgress progress(arguments.json);
  io::DownloadOptions options;
  options.largest = largest_archive;
  options.timeout = arguments.timeout;
  options.progress = [&](std::uint64_t done, std::optional<std::uint64_t> all) {
    if (done > 0) progress.show(done, all);
    return !InterruptWatch::was_interrupted();
  };
  return io::download(arguments.url, options);
}

void require_checksum(const std::string& archive, const FetchArguments& arguments) {
  const std::string found = io::sha256(archive);
  if (found == arguments.checksum) return;
  throw Error(
      ErrorKind::data,
      "this is another file than the known one, or it is damaged; nothing was written. Its SHA-256 is " +
          found + " and should be " + arguments.checksum,
      arguments.url);
}

int report_interruption(const FetchArguments& arguments) {
  if (arguments.json) {
    std::cout << to_line({{"file", base::redacted(arguments.url)},
                          {"ok", false},
                          {"interrupted", true},
                          {"diagnostics", Json::array()}});
  } else {
    std::cerr << "stopped; nothing was written\n";
  }
  return ExitStatus::interrupted;
}

void report(const FetchArguments& arguments, const Files& files, std::uint64_t downloaded, double seconds) {
  const fs::path folder(arguments.out);
  if (arguments.json) {
    Json json = {{"dataset", arguments.dataset}, {"ok", true},
                 {"folder", arguments.out},      {"url", base::redacted(arguments.url)},
                 {"sha256", arguments.checksum}, {"bytes", downloaded},
                 {"files", Json::array()},       {"seconds", seconds},
                 {"diagnostics", Json::array()}};
    for (const auto& [name, content] : files) json["files"].push_back((folder / name).string());
    std::cout << to_line(json);
    return;
  }
  for (const auto& [name, content] : files) {
    std::cout << base::printable((folder / name).string()) << ": " << base::bytes_to_text(content.size())
              << "\n";
  }
  std::cout << "\n  " << base::bytes_to_text(downloaded) << " downloaded, its checksum is right, "
            << fixed(seconds, 1) << " s\n\nNext: kenn experiment " << arguments.dataset << " --data "
            << base::printable(shell_word("linqs:" + arguments.out)) << " --runs 10 --out results\n";
}

}  // namespace

int run_fetch(const FetchArguments& arguments) {
  Stopwatch stopwatch;
  const io::PublicDataset& dataset = *io::find_public_dataset(arguments.dataset);
  check_files(arguments, dataset);
  if (!arguments.force) require_absent(arguments.out, dataset);
  base::OutputFolder folder(arguments.out);  // before the work: a folder that cannot be written to shows now
  io::require_unpacking();
  const InterruptWatch watch("");
  const std::optional<std::string> archive = download_archive(arguments);
  if (!archive) return report_interruption(arguments);
  require_checksum(*archive, arguments);
  const Files files = io::unpack(*archive, arguments.url, dataset.files, largest_contents);
  for (const auto& [name, content] : files) {
    folder.write(name, std::array<std::string_view, 1>{content});
  }
  if (InterruptWatch::was_interrupted()) return report_interruption(arguments);
  folder.commit();
  report(arguments, files, archive->size(), stopwatch.next());
  return ExitStatus::done;
}

}  // namespace kenn::cli
