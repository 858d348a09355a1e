// What `kenn generate` says about what it made.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "generate/citation.h"
#include "generate/hierarchy.h"
#include "generate/smokers.h"
#include "json_output.h"

namespace kenn::cli {

struct GenerateReport {
  GenerateReport(std::string data_kind, std::uint64_t data_seed)
      : kind(std::move(data_kind)), seed(data_seed) {}

  std::string kind;
  std::uint64_t seed = 0;
  std::filesystem::path folder;
  std::vector<std::string> files;     // the last one is the knowledge
  std::vector<std::string> contents;  // of the files, for a person
  Json figures = Json::object();
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

void describe(const generate::CitationNetwork& network, GenerateReport& report);
void describe(const generate::SmokersWorld& world, GenerateReport& report);
void describe(const generate::Hierarchy& hierarchy, GenerateReport& report);

std::string generate_text(const GenerateReport& report);
Json generate_to_json(const GenerateReport& report);

}  // namespace kenn::cli
