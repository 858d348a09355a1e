// The words of the papers of a made-up citation network.
#include "generate/citation_words.h"

#include <algorithm>
#include <numeric>

#include "generate/weighted_choice.h"

namespace kenn::generate {

namespace {

constexpr std::uint64_t usual_words_of_paper = 32;
constexpr std::uint64_t rank_offset = 25;
constexpr std::uint64_t weight_of_rank_0 = (std::uint64_t{1} << 24) / rank_offset;

// In per cent.
#ifndef TOPICAL
#define TOPICAL 30
#define OWN_LEAST 20
#endif
constexpr std::uint32_t topical_words = TOPICAL;
constexpr std::uint32_t least_own_topic = OWN_LEAST;

std::vector<std::uint64_t> word_weights(std::uint64_t count) {
  std::vector<std::uint64_t> weights(count);
  for (std::uint64_t rank = 0; rank < count; ++rank) {
    weights[rank] = std::max<std::uint64_t>(1, weight_of_rank_0 * rank_offset / (rank + rank_offset));
  }
  return weights;
}

class WordDrawer {
 public:
  WordDrawer(CitationNetwork& network, Random& random)
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
    for (const std::uint32_t topic : network_.topic_of) {
      draw_paper(topic);
      network_.word_starts.push_back(network_.words.size());
    }
  }

 private:
  [[nodiscard]] std::uint64_t usual_words() const {
    return std::clamp<std::uint64_t>(network_.vocabulary_size / 8, 1, usual_words_of_paper);
  }

  std::uint64_t draw_count() {
    const auto usual = static_cast<std::int64_t>(usual_words());
    return static_cast<std::uint64_t>(std::max<std::int64_t>(1, usual + random_.around_zero(usual * 3 / 16, 3)));
  }

  void draw_paper(std::uint32_t topic) {
    const std::uint64_t count = draw_count();
    const std::uint32_t other = (topic + 1 + static_cast<std::uint32_t>(random_.below(topics_ - 1))) % topics_;
    const auto own_share =
        least_own_topic + static_cast<std::uint32_t>(random_.below(100 - least_own_topic + 1));
    const auto start = static_cast<std::ptrdiff_t>(network_.words.size());
    const auto is_new = [&](std::uint32_t word) {
      return std::find(network_.words.begin() + start, network_.words.end(), word) == network_.words.end();
    };
    const std::uint64_t end = network_.words.size() + count;
    for (std::uint64_t attempt = 0; network_.words.size() < end; ++attempt) {
      std::uint32_t word = draw_word(random_.chance(own_share) ? topic : other);
      // The frequent words of a small vocabulary are soon used up.
      if (attempt > 16 * count) word = static_cast<std::uint32_t>(attempt % network_.vocabulary_size);
      if (is_new(word)) network_.words.push_back(word);
    }
    std::sort(network_.words.begin() + start, network_.words.end());
  }

  // Ranks come in blocks that hold one word of every topic.
  std::uint32_t draw_word(std::uint32_t topic) {
    std::uint32_t rank = ranks_.draw(random_);
    if (random_.chance(topical_words)) {
      const std::uint64_t of_topic = std::uint64_t{rank} / topics_ * topics_ + topic;
      if (of_topic < word_of_rank_.size()) rank = static_cast<std::uint32_t>(of_topic);
    }
    return word_of_rank_[rank];
  }

  CitationNetwork& network_;
  Random& random_;
  WeightedChoice ranks_;
  std::vector<std::uint32_t> word_of_rank_;
  std::uint32_t topics_;
};

}  // namespace

void draw_words(CitationNetwork& network, Random& random) {
  WordDrawer(network, random).draw_all();
}

}  // namespace kenn::generate
