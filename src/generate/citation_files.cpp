// The files of a synthetic citation network.
#include "generate/citation.h"
#include "generate/text_file.h"

namespace kenn::generate {

namespace {

std::string joined(const std::vector<std::string>& names, const std::string& after_each = "") {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name + after_each;
  return text;
}

std::string features_header(const CitationNetwork& network) {
  return "%%MatrixMarket matrix coordinate pattern general\n" + std::to_string(network.papers()) + " " +
         std::to_string(network.vocabulary_size) + " " + std::to_string(network.words.size()) + "\n";
}

}  // namespace

std::string citation_knowledge(const std::vector<std::string>& topics) {
  return "# Papers cite papers on their own topic.\n"
         "type Paper\n"
         "predict " +
         joined(topics, "(Paper)") +
         "\n"
         "given Cite(Paper, Paper)\n"
         "exclusive " +
         joined(topics) +
         "\n\n"
         "for T in {" +
         joined(topics) +
         "}\n"
         "rule \"citations stay on topic\": T(x) & Cite(x, y) -> T(y)\n";
}

std::vector<std::string> write_citation_network(const CitationNetwork& network, base::OutputFolder& folder) {
  write_text_file(folder, "Paper.csv", "id,label\n", network.papers(),
                  [&](std::string& text, std::uint64_t paper) {
                    append_id(text, paper);
                    text += "," + network.topics[network.topic_of[paper]] + "\n";
                  });
  write_text_file(folder, "Paper.features.mtx", features_header(network), network.papers(),
                  [&](std::string& text, std::uint64_t paper) {
                    for (auto i = network.word_starts[paper]; i < network.word_starts[paper + 1]; ++i) {
                      append_number(text, paper + 1);
                      text += ' ';
                      append_number(text, network.words[i] + 1);
                      text += '\n';
                    }
                  });
  write_text_file(folder, "Cite.csv", "x,y\n", network.citations.size(),
                  [&](std::string& text, std::uint64_t i) {
                    append_id(text, network.citations[i].first);
                    text += ',';
                    append_id(text, network.citations[i].second);
                    text += '\n';
                  });
  write_text_file(folder, "citation.kenn", citation_knowledge(network.topics), 0,
                  [](std::string&, std::uint64_t) {});
  return {"Paper.csv", "Paper.features.mtx", "Cite.csv", "citation.kenn"};
}

}  // namespace kenn::generate
