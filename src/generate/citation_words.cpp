// The words of the papers of a synthetic citation network.
#include "generate/citation_words.h"

#include <algorithm>
#include <numeric>

#include "generate/weighted_choice.h"

namespace kenn::generate {

namespace {

constexpr std::uint64_t usual_words_of_paper = 32;
constexpr std::uint64_t rank_offset = 25;
constexpr std::uint64_t weight_of_rank_0 = (std::uint64_t{1} << 24) / rank_offset;

// In per cent. Chosen so that a network does about as well as on Citeseer.
constexpr std::uint32_t topical_words = 43;         // of a paper's words
constexpr std::uint32_t own_words = 55;             // of its topical words, at least
constexpr std::uint32_t own_words_of_leaning = 30;  // the same for a paper that leans to another topic
constexpr std::uint32_t own_words_range = 45;       // how much more it may be

std::vector<std::uint64_t> word_weights(std::uint64_t count) {
  std::vector<std::uint64_t> weights(count);
  for (std::uint64_t rank = 0; rank < count; ++rank) {
    weights[rank] = std::max<std::uint64_t>(1, weight_of_rank_0 * rank_offset / (rank + rank_offset));
  }
  return weights;
}

class WordDrawer {
 public:
  WordDrawer(CitationNetwork& network, base::Random& random)
      : network_(network),
        random_(random),
        ranks_(word_weights(network.vocabulary_size)),
        word_of_rank_(network.vocabulary_size),
        topics_(static_cast<std::uint32_t>(network.topics.size())) {
    std::iota(word_of_rank_.begin(), word_of_rank_.end(), 0U);
    random_.shuffle(word_of_rank_);
  }

  void draw_all() {
    network_.word_starts.push_back(0);
    network_.words.reserve(network_.papers() * (usual_words() + 1));
    for (std::uint64_t paper = 0; paper < network_.papers(); ++paper) {
      draw_paper(paper);
      network_.word_starts.push_back(network_.words.size());
    }
  }

 private:
  [[nodiscard]] std::uint64_t usual_words() const {
    return std::clamp<std::uint64_t>(network_.vocabulary_size / 8, 1, usual_words_of_paper);
  }

  std::uint64_t draw_count() {
    const auto usual = static_cast<std::int64_t>(usual_words());
    return static_cast<std::uint64_t>(
        std::max<std::int64_t>(1, usual + random_.around_zero(usual * 3 / 16, 3)));
  }

  void draw_paper(std::uint64_t paper) {
    const std::uint64_t count = draw_count();
    const std::uint32_t topic = network_.topic_of[paper];
    const bool leans = network_.side_topic_of[paper] != topic;
    const std::uint32_t other = leans ? network_.side_topic_of[paper] : other_topic(topic, topics_, random_);
    const auto own_share = (leans ? own_words_of_leaning : own_words) +
                           static_cast<std::uint32_t>(random_.below(own_words_range + 1));
    const auto start = static_cast<std::ptrdiff_t>(network_.words.size());
    const auto is_new = [&](std::uint32_t word) {
      return std::find(network_.words.begin() + start, network_.words.end(), word) == network_.words.end();
    };
    const std::uint64_t end = network_.words.size() + count;
    for (std::uint64_t attempt = 0; network_.words.size() < end; ++attempt) {
      std::uint32_t word = draw_word(topic, other, own_share);
      // The frequent words of a small vocabulary are soon used up.
      if (attempt > 16 * count) word = static_cast<std::uint32_t>(attempt % network_.vocabulary_size);
      if (is_new(word)) network_.words.push_back(word);
    }
    std::sort(network_.words.begin() + start, network_.words.end());
  }

  // Ranks come in blocks that hold one word of every topic.
  std::uint32_t draw_word(std::uint32_t own_topic, std::uint32_t other_topic, std::uint32_t own_share) {
    std::uint32_t rank = ranks_.draw(random_);
    if (random_.chance(topical_words)) {
      const std::uint32_t topic = random_.chance(own_share) ? own_topic : other_topic;
      const std::uint64_t of_topic = std::uint64_t{rank} / topics_ * topics_ + topic;
      if (of_topic < word_of_rank_.size()) rank = static_cast<std::uint32_t>(of_topic);
    }
    return word_of_rank_[rank];
  }

  CitationNetwork& network_;
  base::Random& random_;
  WeightedChoice ranks_;
  std::vector<std::uint32_t> word_of_rank_;
  std::uint32_t topics_;
};

}  // namespace

std::uint32_t other_topic(std::uint32_t topic, std::uint32_t topics, base::Random& random) {
  return (topic + 1 + static_cast<std::uint32_t>(random.below(topics - 1))) % topics;
}

void draw_words(CitationNetwork& network, base::Random& random) {
  WordDrawer(network, random).draw_all();
}

}  // namespace kenn::generate
