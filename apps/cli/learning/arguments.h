// What the commands that learn and use models were told on the command line.
#pragma once

#include <kenn/dataset.h>
#include <kenn/options.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kenn::cli {

// Where the data is, and how it is read.
struct DataArguments {
  std::string data;
  double read_timeout = ReadOptions().most_seconds;
};

struct TrainArguments : DataArguments {
  std::string knowledge;
  std::string syntax = "auto";
  std::string out;
  Options options;  // as far as they were given
  std::string log;
  std::string report;
  bool resume = false;
  bool json = false;
};

struct ExperimentArguments : DataArguments {
  std::string experiment;  // a name that is known, or a file
  std::string out;
  std::string preset;
  std::string protocol;
  std::vector<std::string> methods;
  std::vector<std::string> paradigms;
  std::vector<double> fractions;
  std::vector<std::uint32_t> layers;
  std::optional<std::uint32_t> runs;
  std::optional<std::uint64_t> seed;
  std::uint32_t jobs = 0;
  bool resume = false;
  bool json = false;
};

struct PredictArguments : DataArguments {
  std::string model;
  bool spreadsheet_safe = false;
  std::string out;
  Options options;  // as far as they were given
  bool json = false;
};

struct MapArguments : DataArguments {
  std::string model;
  bool spreadsheet_safe = false;
  std::string out;
  std::string keep_labels = "train";
  Options options;  // as far as they were given
  bool json = false;
};

struct EvaluateArguments : DataArguments {
  std::string model;
  std::string split = "test";
  Options options;  // as far as they were given
  bool json = false;
};

struct ReportArguments {
  std::string folder;
  std::string out;  // the page; in the folder if empty
  bool spreadsheet_safe = false;
  bool json = false;
};

// What the page of a report shows, beside it.
inline constexpr const char* document_name = "report.json";

struct FetchArguments {
  std::string dataset;  // its name in the list of public ones
  std::string out;
  std::string url;
  std::string checksum;  // SHA-256, in lower case
  std::uint32_t timeout = 30;
  bool force = false;
  bool json = false;
};

}  // namespace kenn::cli
