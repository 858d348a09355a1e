// A synthetic citation network: papers with topics and words, and who cites whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/output_folder.h"
#include "generate/limits.h"
#include "generate/pairs.h"

namespace kenn::generate {

// The defaults give a network like Citeseer.
struct CitationOptions {
  std::uint64_t nodes = 3312;
  std::optional<std::uint64_t> edges;  // default: as many per paper as in Citeseer
  std::uint64_t classes = 6;
  std::uint64_t words = 3703;
  double homophily = 0.746;  // the share of citations inside a topic
  std::uint64_t seed = 0;
};

inline constexpr std::uint64_t most_words = 10'000'000;

struct CitationNetwork {
  std::vector<std::string> topics;
  std::vector<std::uint32_t> topic_of;  // every paper
  std::vector<std::uint32_t>
      side_topic_of;            // another topic, for papers that cite and sound like it; or their own
  std::vector<Pair> citations;  // first cites second
  std::vector<std::uint64_t> word_starts;  // of every paper in `words`, and the end
  std::vector<std::uint32_t> words;        // those that a paper has, ascending
  std::uint64_t vocabulary_size = 0;

  [[nodiscard]] std::uint64_t papers() const { return topic_of.size(); }
  [[nodiscard]] double words_per_paper() const;
  [[nodiscard]] double homophily() const;  // as it came out; 0 without citations
};

// What is wrong with the options, for a person; empty when nothing is.
std::string complaint_about(const CitationOptions& options);

// The same options give the same network on every machine. Throws `Error` (kind data) when there is a
// complaint.
CitationNetwork generate_citation_network(const CitationOptions& options);

// The knowledge that goes with a network: citations stay on topic.
std::string citation_knowledge(const std::vector<std::string>& topics);

// Writes Paper.csv, Paper.features.mtx, Cite.csv and citation.kenn, without committing; returns their names.
std::vector<std::string> write_citation_network(const CitationNetwork& network, base::OutputFolder& folder);

}  // namespace kenn::generate
