// Tests of synthetic citation networks, and of the files they are written to.
#include "generate/citation.h"

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "generate/generate_support.h"
#include "generate/limits.h"

namespace kenn::generate {
namespace {

using test::below;
using test::complaints_of;
using test::lines_of;
using test::Texts;

class CitationTest : public test::DataFolder {
 protected:
  void write_files(const CitationOptions& options) const {
    base::OutputFolder folder(folder_);
    write_citation_network(generate_citation_network(options), folder);
    folder.commit();
  }
};

CitationOptions small_options() {
  CitationOptions options;
  options.nodes = 60;
  options.edges = 100;
  options.classes = 3;
  options.words = 50;
  options.homophily = 0.8;
  options.seed = 5;
  return options;
}

std::map<std::string, int> papers_per_topic(const CitationNetwork& network) {
  std::map<std::string, int> counts;
  for (const std::uint32_t topic : network.topic_of) ++counts[network.topics[topic]];
  return counts;
}

void expect_sound(const CitationNetwork& network) {
  RC_ASSERT(network.word_starts.size() == network.papers() + 1);
  RC_ASSERT(network.word_starts.back() == network.words.size());
  for (std::uint64_t paper = 0; paper < network.papers(); ++paper) {
    RC_ASSERT(network.word_starts[paper] < network.word_starts[paper + 1]);
    for (auto i = network.word_starts[paper]; i < network.word_starts[paper + 1]; ++i) {
      RC_ASSERT(network.words[i] < network.vocabulary_size);
      if (i > network.word_starts[paper]) RC_ASSERT(network.words[i - 1] < network.words[i]);
    }
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const Pair& pair : network.citations) {
    RC_ASSERT(pair.first != pair.second);
    RC_ASSERT(std::max(pair.first, pair.second) < network.papers());
    RC_ASSERT(seen.emplace(pair.first, pair.second).second);
  }
}

TEST_F(CitationTest, DefaultsAreLikeCiteseer) {
  const CitationNetwork network = generate_citation_network({});
  expect_sound(network);
  EXPECT_EQ(network.papers(), 3312U);
  EXPECT_EQ(network.vocabulary_size, 3703U);
  EXPECT_EQ(network.citations.size(), 4714U);
  EXPECT_NEAR(network.homophily(), 0.746, 0.0005);
  EXPECT_NEAR(network.words_per_paper(), 32, 0.5);
  const std::map<std::string, int> citeseer{{"Agents", 596}, {"AI", 249}, {"DB", 701},
                                            {"HCI", 508},    {"IR", 668}, {"ML", 590}};
  const auto counts = papers_per_topic(network);
  ASSERT_EQ(counts.size(), citeseer.size());
  for (const auto& [topic, count] : citeseer) EXPECT_NEAR(counts.at(topic), count, 2) << topic;
}

TEST_F(CitationTest, DegreesAreLikeThoseOfCitations) {
  const CitationNetwork network = generate_citation_network({});
  std::vector<int> cited(network.papers());
  std::vector<int> degree(network.papers());
  for (const Pair& pair : network.citations) {
    ++cited[pair.second];
    ++degree[pair.first];
    ++degree[pair.second];
  }
  EXPECT_EQ(std::count(degree.begin(), degree.end(), 0), 0);
  EXPECT_NEAR(static_cast<double>(std::count(cited.begin(), cited.end(), 0)) / 3312, 0.33, 0.05);
  EXPECT_GT(*std::max_element(cited.begin(), cited.end()), 25);
}

TEST_F(CitationTest, WordsAreUnequalAndTellTopics) {
  const CitationNetwork network = generate_citation_network({});
  std::vector<std::array<double, 6>> counts(network.vocabulary_size);
  for (std::uint64_t paper = 0; paper < network.papers(); ++paper) {
    for (auto i = network.word_starts[paper]; i < network.word_starts[paper + 1]; ++i) {
      ++counts[network.words[i]][network.topic_of[paper]];
    }
  }
  std::vector<double> totals;
  int telling = 0;
  for (const auto& count : counts) {
    const double total = std::accumulate(count.begin(), count.end(), 0.0);
    totals.push_back(total);
    if (total > 50 && *std::max_element(count.begin(), count.end()) > 0.4 * total) ++telling;
  }
  std::sort(totals.rbegin(), totals.rend());
  EXPECT_NEAR(totals[0], 720, 80);
  EXPECT_NEAR(totals[100], 170, 20);
  EXPECT_NEAR(totals[1000], 21, 4);
  EXPECT_GT(telling, 100);
}

TEST_F(CitationTest, EveryParameterCounts) {
  test::check_property(100, [] {
    CitationOptions options;
    options.classes = 2 + static_cast<std::uint64_t>(below(9));
    options.nodes = options.classes + static_cast<std::uint64_t>(below(60));
    options.edges = static_cast<std::uint64_t>(below(4 * static_cast<int>(options.nodes)));
    options.words = 1 + static_cast<std::uint64_t>(below(300));
    options.homophily = below(101) / 100.0;
    options.seed = *rc::gen::arbitrary<std::uint64_t>();
    if (!complaint_about(options).empty()) {
      RC_ASSERT(complaints_of(ErrorKind::data, [&] { generate_citation_network(options); }) ==
                Texts{"0:0: error: " + complaint_about(options)});
      return;
    }
    const CitationNetwork network = generate_citation_network(options);
    expect_sound(network);
    RC_ASSERT(network.papers() == options.nodes);
    RC_ASSERT(network.citations.size() == *options.edges);
    RC_ASSERT(papers_per_topic(network).size() == options.classes);
    const double inside = network.homophily() * static_cast<double>(*options.edges);
    RC_ASSERT(std::abs(inside - options.homophily * static_cast<double>(*options.edges)) < 0.51);
    const CitationNetwork again = generate_citation_network(options);
    RC_ASSERT(again.words == network.words && again.citations == network.citations);
    ++options.seed;
    RC_ASSERT(*options.edges < 10 || generate_citation_network(options).citations != network.citations);
  });
}

TEST_F(CitationTest, AllPossibleCitations) {
  CitationOptions options;
  options.nodes = 40;
  options.classes = 2;
  options.edges = 40 * 39;
  std::string complaint = complaint_about(options);
  EXPECT_NE(complaint.find("inside a topic"), std::string::npos) << complaint;
  options.edges = 40 * 39 + 1;
  EXPECT_EQ(complaint_about(options), "1561 citations do not fit: 40 papers in 2 topics have at most 1560");
}

TEST_F(CitationTest, Complaints) {
  const auto complaint = [](auto change) {
    CitationOptions options;
    change(options);
    return complaint_about(options);
  };
  EXPECT_EQ(complaint([](auto&) {}), "");
  EXPECT_EQ(complaint([](auto& options) { options.nodes = 5; }),
            "5 papers cannot have 6 topics; every topic needs a paper");
  EXPECT_EQ(complaint([](auto& options) { options.classes = 1; }),
            "the number of classes must be from 2 to 10000");
  EXPECT_EQ(complaint([](auto& options) { options.words = 0; }),
            "the number of words must be from 1 to 10000000");
  EXPECT_EQ(complaint([](auto& options) { options.nodes = most_nodes + 1; }),
            "the number of papers must be from 2 to 100000000");
  EXPECT_EQ(complaint([](auto& options) { options.edges = most_edges + 1; }),
            "the number of citations must be from 0 to 1000000000");
  for (const double homophily : {-0.1, 1.1, std::nan("")}) {
    EXPECT_EQ(complaint([&](auto& options) { options.homophily = homophily; }),
              "the homophily must be from 0 to 1");
  }
}

TEST_F(CitationTest, TheSameBytesEverywhere) {
  write_files(small_options());
  EXPECT_EQ(test::fingerprint_of_files(folder_), 0x3dbb8c43829c8ca1U);
}

TEST_F(CitationTest, FilesHoldTheNetwork) {
  const CitationOptions options = small_options();
  const CitationNetwork network = generate_citation_network(options);
  write_files(options);
  EXPECT_EQ(test::names_in(folder_), (Texts{"Cite.csv", "Paper.csv", "Paper.features.mtx", "citation.kenn"}));
  const Texts papers = lines_of(folder_ / "Paper.csv");
  ASSERT_EQ(papers.size(), 61U);
  EXPECT_EQ(papers[0], "id,label");
  EXPECT_EQ(papers[60], "p60," + network.topics[network.topic_of[59]]);
  const Texts features = lines_of(folder_ / "Paper.features.mtx");
  ASSERT_EQ(features.size(), 2 + network.words.size());
  EXPECT_EQ(features[0], "%%MatrixMarket matrix coordinate pattern general");
  EXPECT_EQ(features[1], "60 50 " + std::to_string(network.words.size()));
  EXPECT_EQ(features[2], "1 " + std::to_string(network.words[0] + 1));
  EXPECT_EQ(features.back(), "60 " + std::to_string(network.words.back() + 1));
  const Texts citations = lines_of(folder_ / "Cite.csv");
  ASSERT_EQ(citations.size(), 101U);
  EXPECT_EQ(citations[0], "x,y");
  const Pair last = network.citations.back();
  EXPECT_EQ(citations[100], "p" + std::to_string(last.first + 1) + ",p" + std::to_string(last.second + 1));
}

TEST_F(CitationTest, KnowledgeAndFilesMakeAPlan) {
  CitationOptions options = small_options();
  options.classes = 9;
  write_files(options);
  const Plan plan = test::plan_over(folder_, "citation.kenn");
  EXPECT_EQ(plan.groundings(), 100U);
  EXPECT_EQ(plan.instances(), 900U);
  EXPECT_EQ(plan.tables()[0].columns, (Texts{"Agents", "AI", "DB", "HCI", "IR", "ML", "T7", "T8", "T9"}));
  EXPECT_EQ(plan.tables()[0].rows, 60U);
}

}  // namespace
}  // namespace kenn::generate
