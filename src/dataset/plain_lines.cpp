// Reads the plain lines of a relation's CSV file on several threads.
#include "dataset/plain_lines.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dataset/object_row.h"

namespace kenn::dataset {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 16;
constexpr std::size_t fields_at_once = 256;  // whose ids are looked up together
constexpr std::size_t most_digits = 9;

std::optional<Row> row_number(std::string_view field, std::uint64_t limit) {
  if (field.size() > most_digits) return std::nullopt;
  std::uint64_t number = 0;
  for (const char digit : field) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (number >= limit) return std::nullopt;
  return static_cast<Row>(number);
}

// Whether all of a field stands for itself: nothing of it is a blank to be left out, or a control character.
// Quotes were looked for before.
bool is_plain(std::string_view field) {
  const auto is_visible = [](char byte) { return static_cast<unsigned char>(byte) > ' '; };
  return !field.empty() && is_visible(field.front()) && is_visible(field.back());
}

}  // namespace

// Reads one chunk. Ids wait until there are enough of them to look up together.
class PlainLines::Parser {
 public:
  Parser(const PlainLines& reader, Chunk& chunk)
      : arguments_(reader.arguments_), limits_(reader.limits_), chunk_(chunk), waiting_(arguments_.size()) {}

  void parse() {
    chunk_.tuples.clear();
    chunk_.bytes = 0;
    // Up to the line of the first quote.
    const std::string_view lines = chunk_.lines.substr(0, chunk_.lines.find('"'));
    std::size_t begin = 0;
    while (begin < lines.size()) {
      const std::size_t end = lines.find('\n', begin);
      if (end == std::string_view::npos || !add_line(lines.substr(begin, end - begin))) break;
      begin = end + 1;
      ends_.push_back(begin);
      if (ends_.size() >= fields_at_once && !look_up()) return;
    }
    look_up();
  }

 private:
  // The tuple of a line, with 0 for ids that wait; false if it is not plain.
  bool add_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t first = chunk_.tuples.size();
    for (std::size_t argument = 0; argument < arguments_.size(); ++argument) {
      const bool is_last = argument + 1 == arguments_.size();
      const std::size_t comma = line.find(',');
      if (is_last != (comma == std::string_view::npos)) return forget(first);
      const std::string_view field = line.substr(0, comma);
      if (!is_plain(field)) return forget(first);
      if (arguments_[argument].rows_of_ids) {
        waiting_[argument].push_back(field);
        chunk_.tuples.push_back(0);
      } else if (const auto row = row_number(field, limits_[argument])) {
        chunk_.tuples.push_back(*row);
      } else {
        return forget(first);
      }
      if (!is_last) line.remove_prefix(comma + 1);
    }
    return true;
  }

  // Takes back what was added of a line.
  bool forget(std::size_t first) {
    for (std::size_t argument = 0; argument < arguments_.size(); ++argument) {
      if (waiting_[argument].size() > ends_.size()) waiting_[argument].pop_back();
    }
    chunk_.tuples.resize(first);
    return false;
  }

  // Finds the rows of the ids that wait; false if the chunk ends there with an unknown one.
  bool look_up() {
    const std::size_t arity = arguments_.size();
    const std::size_t first = chunk_.tuples.size() - ends_.size() * arity;
    std::size_t known = ends_.size();  // lines without unknown ids
    for (std::size_t argument = 0; argument < arity; ++argument) {
      if (!arguments_[argument].rows_of_ids) continue;
      rows_.resize(waiting_[argument].size());
      arguments_[argument].rows_of_ids(waiting_[argument], rows_);
      known = std::min(
          known, static_cast<std::size_t>(std::find(rows_.begin(), rows_.end(), no_row) - rows_.begin()));
      for (std::size_t line = 0; line < known; ++line) {
        chunk_.tuples[first + line * arity + argument] = rows_[line];
      }
      waiting_[argument].clear();
    }
    if (known > 0) chunk_.bytes = ends_[known - 1];
    const bool are_all_known = known == ends_.size();
    chunk_.tuples.resize(first + known * arity);
    ends_.clear();
    return are_all_known;
  }

  std::span<const ArgumentObjects> arguments_;
  const std::vector<std::uint64_t>& limits_;
  Chunk& chunk_;
  std::vector<std::vector<std::string_view>> waiting_;  // by argument, in the order of the lines
  std::vector<std::size_t> ends_;                       // of the lines whose ids wait, in the chunk
  std::vector<Row> rows_;
};

PlainLines::PlainLines(std::span<const ArgumentObjects> arguments, std::uint32_t threads)
    : arguments_(arguments), threads_(base::ThreadPool::shared(base::thread_count(threads))) {
  for (const ArgumentObjects& objects : arguments) limits_.push_back(row_limit(objects));
}

std::size_t PlainLines::read(std::string_view lines) {
  cut(lines);
  const auto parse = [this](std::size_t chunk, std::uint32_t) {
    try {
      Parser(*this, chunks_[chunk]).parse();
    } catch (...) {
      chunks_[chunk].error = std::current_exception();
    }
  };
  if (used_ == 1) {
    parse(0, 0);
  } else {
    threads_->run(used_, parse);
  }
  std::size_t bytes = 0;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    if (chunks_[i].error) std::rethrow_exception(std::exchange(chunks_[i].error, nullptr));
    bytes += chunks_[i].bytes;
    rows += chunks_[i].tuples.size();
    if (chunks_[i].bytes < chunks_[i].lines.size()) used_ = i + 1;
  }
  count_ = rows / arguments_.size();
  return bytes;
}

void PlainLines::append_to(std::vector<Row>& tuples) const {
  for (std::size_t i = 0; i < used_; ++i) {
    tuples.insert(tuples.end(), chunks_[i].tuples.begin(), chunks_[i].tuples.end());
  }
}

void PlainLines::cut(std::string_view lines) {
  used_ = 0;
  while (!lines.empty()) {
    const std::size_t last = std::min(chunk_bytes, lines.size()) - 1;
    const std::size_t size = lines.find('\n', last) + 1;
    if (used_ == chunks_.size()) chunks_.emplace_back();
    chunks_[used_++].lines = lines.substr(0, size);
    lines.remove_prefix(size);
  }
}

}  // namespace kenn::dataset
