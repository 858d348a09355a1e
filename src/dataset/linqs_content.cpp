// The objects of a data set of LINQS, from its file NAME.content.
#include "dataset/linqs_content.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/findings.h"
#include "base/source.h"
#include "base/spelling.h"
#include "dataset/label_columns.h"
#include "io/feature_text.h"
#include "table/object_id.h"

namespace kenn::dataset {

namespace {

bool is_blank(char letter) {
  return letter == '\t' || letter == ' ' || letter == '\r';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  bool inside = false;
  for (const char letter : text) {
    const bool blank = is_blank(letter);
    count += !blank && !inside ? 1 : 0;
    inside = !blank;
  }
  return count;
}

// A line without blanks at its ends.
struct ContentLine {
  std::string_view id;
  std::string_view features;  // with the blanks around them
  std::string_view label;
};

ContentLine split(std::string_view line) {
  const auto id_end = std::find_if(line.begin(), line.end(), is_blank);
  const auto label_begin = std::find_if(line.rbegin(), line.rend(), is_blank).base();
  const auto id_size = static_cast<std::size_t>(id_end - line.begin());
  const auto label_place = std::max(id_size, static_cast<std::size_t>(label_begin - line.begin()));
  return {line.substr(0, id_size), line.substr(id_size, label_place - id_size), line.substr(label_place)};
}

class Reader {
 public:
  Reader(const base::InputFile& file, std::string_view text, const Vocabulary& vocabulary,
         std::span<const PredicateIndex> predicted)
      : text_(text), vocabulary_(vocabulary), predicted_(predicted), findings_(file.name()), cursor_(text) {}

  LinqsContent read() {
    for (std::size_t begin = 0; begin < text_.size() && !findings_.full();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view line = without_blanks(text_.substr(begin, end - begin));
      ++line_number_;
      if (!line.empty()) read_line(line);
      begin = end + 1;
    }
    findings_.throw_if_any();
    return {std::move(ids_), std::move(labels_),
            table::Features{rows_.offsets.size() - 1, width_, std::move(rows_)}};
  }

 private:
  void read_line(std::string_view line) {
    const ContentLine content = split(line);
    if (content.label.empty()) return error(line, "a line needs an id, features and a label");
    if (ids_.empty()) width_ = count_words(content.features);
    add_id(content.id);
    const std::size_t count = add_features(content.features);
    if (count != width_) {
      error(line, "this line has " + std::to_string(count) + (count == 1 ? " feature" : " features") +
                      ", but the first has " + std::to_string(width_));
    }
    add_label(content.label);
  }

  void add_id(std::string_view id) {
    const auto [known, is_new] = lines_.emplace(id, line_number_);
    if (!is_new)
      error(id, "the id " + base::in_quotes(id) + " is also in line " + std::to_string(known->second));
    std::string complaint = table::text_complaint(id);
    if (complaint.empty()) complaint = table::id_complaint(id);
    if (!complaint.empty()) error(id, std::move(complaint));
    ids_.emplace_back(id);
  }

  // Returns how many there are.
  std::size_t add_features(std::string_view text) {
    constexpr std::string_view zeros = "0\t0\t0\t0\t0\t0\t0\t0\t";
    std::uint32_t column = 0;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (place < end) {
      // Almost all words are like this, so many are skipped at once.
      while (static_cast<std::size_t>(end - place) >= zeros.size() &&
             std::memcmp(place, zeros.data(), zeros.size()) == 0) {
        place += zeros.size();
        column += static_cast<std::uint32_t>(zeros.size() / 2);
      }
      while (place < end && is_blank(*place)) ++place;
      if (place == end) break;
      const char* const word_end = std::find_if(place, end, is_blank);
      add_feature(column++, {place, static_cast<std::size_t>(word_end - place)});
      // The blank goes too, so that zeros are found again.
      place = std::min(word_end + 1, end);
    }
    rows_.offsets.push_back(rows_.columns.size());
    return column;
  }

  void add_feature(std::uint32_t column, std::string_view word) {
    if (word == "0") return;
    io::NumberOrComplaint value = word == "1" ? io::NumberOrComplaint{1, ""} : io::feature_of_text(word);
    if (!value.complaint.empty()) return error(word, std::move(value.complaint));
    if (value.number == 0) return;
    rows_.columns.push_back(column);
    rows_.values.push_back(value.number);
  }

  void add_label(std::string_view label) {
    const std::size_t first = labels_.atoms.size();
    labels_.atoms.resize(first + predicted_.size(), table::Known::nothing);
    const auto predicate = find_label(label, vocabulary_, predicted_);
    if (!predicate) return error(label, label_complaint(label, vocabulary_, predicted_));
    set_label(*predicate, vocabulary_, predicted_, std::span(labels_.atoms).subspan(first));
  }

  void error(std::string_view place, std::string message) {
    const auto offset = static_cast<std::size_t>(place.data() - text_.data());
    base::Excerpt excerpt = base::excerpt_at(text_, offset);
    findings_.error(cursor_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }

  std::string_view text_;
  const Vocabulary& vocabulary_;
  std::span<const PredicateIndex> predicted_;
  base::Findings findings_;
  base::LocationCursor cursor_;
  std::size_t line_number_ = 0;
  std::size_t width_ = 0;
  std::unordered_map<std::string_view, std::size_t> lines_;  // that ids are in
  std::vector<std::string> ids_;
  table::Labels labels_;
  table::SparseRows rows_;
};

}  // namespace

LinqsContent read_linqs_content(base::InputFile& file, const Vocabulary& vocabulary,
                                std::span<const PredicateIndex> predicted) {
  const std::string text = base::read_text(file);
  return Reader(file, text, vocabulary, predicted).read();
}

}  // namespace kenn::dataset
