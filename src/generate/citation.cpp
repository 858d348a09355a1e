// A synthetic citation network: papers with topics and words, and who cites whom.
#include "generate/citation.h"

#include <kenn/error.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "generate/citation_words.h"
#include "generate/limits.h"

namespace kenn::generate {

namespace {

struct Topic {
  const char* name;
  std::uint64_t size;
};

// Those of Citeseer, with their numbers of papers. Further topics have names of their own and these sizes
// again.
constexpr std::array<Topic, 6> citeseer{
    {{"Agents", 596}, {"AI", 249}, {"DB", 701}, {"HCI", 508}, {"IR", 668}, {"ML", 590}}};
constexpr std::uint64_t citeseer_papers = 3312;
constexpr std::uint64_t citeseer_citations = 4714;

enum Stream : std::uint32_t { topics_stream, side_topics_stream, citations_stream, words_stream };

std::uint64_t edges_of(const CitationOptions& options) {
  return options.edges.value_or(options.nodes * citeseer_citations / citeseer_papers);
}

std::vector<std::string> topic_names(std::uint64_t count) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < count; ++i) {
    names.push_back(i < citeseer.size() ? citeseer[i].name : "T" + std::to_string(i + 1));
  }
  return names;
}

// Every topic has a paper, and a share of the others as large as in Citeseer.
std::vector<std::uint64_t> topic_sizes(std::uint64_t papers, std::uint64_t topics) {
  std::vector<std::uint64_t> ends(topics);
  for (std::uint64_t i = 0; i < topics; ++i) {
    ends[i] = citeseer[i % citeseer.size()].size + (i > 0 ? ends[i - 1] : 0);
  }
  const std::uint64_t total = ends.back();
  for (std::uint64_t i = 0; i < topics; ++i) ends[i] = i + 1 + (papers - topics) * ends[i] / total;
  std::adjacent_difference(ends.begin(), ends.end(), ends.begin());
  return ends;
}

std::vector<std::uint32_t> draw_topics(const CitationOptions& options) {
  std::vector<std::uint32_t> topic_of;
  topic_of.reserve(options.nodes);
  std::uint32_t topic = 0;
  for (const std::uint64_t size : topic_sizes(options.nodes, options.classes)) {
    topic_of.insert(topic_of.end(), size, topic++);
  }
  base::Random random(options.seed, topics_stream);
  random.shuffle(topic_of);
  return topic_of;
}

// As many papers lean to another topic as citations go there.
std::vector<std::uint32_t> draw_side_topics(const CitationOptions& options,
                                            const std::vector<std::uint32_t>& topic_of) {
  const std::uint64_t leaning = shared_out(options.nodes, options.homophily).across;
  const auto topics = static_cast<std::uint32_t>(options.classes);
  std::vector<std::uint32_t> papers(options.nodes);
  std::iota(papers.begin(), papers.end(), 0U);
  base::Random random(options.seed, side_topics_stream);
  random.shuffle(papers);
  papers.resize(leaning);
  std::vector<std::uint32_t> side_topic_of = topic_of;
  for (const std::uint32_t paper : papers) {
    side_topic_of[paper] = other_topic(topic_of[paper], topics, random);
  }
  return side_topic_of;
}

std::vector<Pair> draw_citations(const CitationOptions& options, const CitationNetwork& network) {
  base::Random random(options.seed, citations_stream);
  const std::uint64_t edges = edges_of(options);
  const Groups topics{static_cast<std::uint32_t>(options.classes), network.topic_of, network.side_topic_of};
  PairDrawer drawer(topics, PairOrder::matters, edges, random);
  std::vector<Pair> citations;
  drawer.draw(shared_out(edges, options.homophily), citations);
  return citations;
}

}  // namespace

double CitationNetwork::words_per_paper() const {
  return papers() == 0 ? 0 : static_cast<double>(words.size()) / static_cast<double>(papers());
}

double CitationNetwork::homophily() const {
  const auto inside = std::count_if(citations.begin(), citations.end(), [&](const Pair& pair) {
    return topic_of[pair.first] == topic_of[pair.second];
  });
  return citations.empty() ? 0 : static_cast<double>(inside) / static_cast<double>(citations.size());
}

std::string complaint_about(const CitationOptions& options) {
  if (options.classes < 2 || options.classes > most_classes) return out_of_range("classes", 2, most_classes);
  if (options.words < 1 || options.words > most_words) return out_of_range("words", 1, most_words);
  if (options.nodes < 2 || options.nodes > most_nodes) return out_of_range("papers", 2, most_nodes);
  if (options.nodes < options.classes) {
    return std::to_string(options.nodes) + " papers cannot have " + std::to_string(options.classes) +
           " topics; every topic needs a paper";
  }
  if (edges_of(options) > most_edges) return out_of_range("citations", 0, most_edges);
  const std::string papers =
      std::to_string(options.nodes) + " papers in " + std::to_string(options.classes) + " topics";
  return complaint_about_pairs(
      {"citations", papers, "inside a topic", "between topics"}, edges_of(options), options.homophily,
      possible_pairs(topic_sizes(options.nodes, options.classes), PairOrder::matters));
}

CitationNetwork generate_citation_network(const CitationOptions& options) {
  const std::string complaint = complaint_about(options);
  if (!complaint.empty()) throw Error(ErrorKind::data, complaint);
  CitationNetwork network;
  network.topics = topic_names(options.classes);
  network.topic_of = draw_topics(options);
  network.side_topic_of = draw_side_topics(options, network.topic_of);
  network.citations = draw_citations(options, network);
  network.vocabulary_size = options.words;
  base::Random random(options.seed, words_stream);
  draw_words(network, random);
  return network;
}

}  // namespace kenn::generate
