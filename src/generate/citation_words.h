// The words of the papers of a synthetic citation network.
#pragma once

#include "generate/citation.h"

namespace kenn::generate {

// A topic other than `topic`, of which there are at least two.
std::uint32_t other_topic(std::uint32_t topic, std::uint32_t topics, base::Random& random);

// Fills in `words` and `word_starts`. Words are as unequal as those of Citeseer: the word of rank r is drawn
// in proportion to 1 / (r + 25). Some draws are about the paper's topic, and a few about another topic that
// the paper has, too: these go to a word of nearly the same rank that belongs to that topic. How many says
// how well a network can tell the topics apart by words alone; docs/generate.md has what that comes to.
void draw_words(CitationNetwork& network, base::Random& random);

}  // namespace kenn::generate
