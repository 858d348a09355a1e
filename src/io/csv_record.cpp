// Splits one record of a CSV file into its fields.
#include "io/csv_record.h"

#include <algorithm>

#include "base/utf8.h"

namespace kenn::io {

namespace {

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// A loop without an exit, which is vectorised: this looks at every byte of a file.
bool is_plain_text(std::string_view text) {
  bool is_plain = true;
  for (const char byte : text) is_plain &= static_cast<signed char>(byte) > 0;
  return is_plain;
}

}  // namespace

void CsvRecord::split(std::string_view text) {
  text_ = text;
  fields_.clear();
  unescaped_.clear();
  problem_.reset();
  if (!is_plain_text(text)) {
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) complain(nul, "a zero byte; this is not a text file");
    const base::InvalidUtf8 invalid = base::invalid_utf8(text);
    if (invalid.count > 0) complain(invalid.first, "the text is not UTF-8");
  }
  for (std::size_t place = 0; !problem_;) {
    place = skip_blanks(place);
    const bool is_quoted = place < text.size() && text[place] == '"';
    place = is_quoted ? split_quoted(place) : split_unquoted(place);
    if (place == text.size()) return;
    ++place;
  }
}

std::size_t CsvRecord::split_quoted(std::size_t begin) {
  const std::size_t content = begin + 1;
  std::size_t end = text_.find('"', content);
  bool has_doubled_quotes = false;
  while (end != std::string_view::npos && text_.substr(end + 1).starts_with('"')) {
    has_doubled_quotes = true;
    end = text_.find('"', end + 2);
  }
  if (end == std::string_view::npos) return complain(begin, "this quote never ends", true);

  std::string_view inside = text_.substr(content, end - content);
  if (has_doubled_quotes) {
    std::string& text = unescaped_.emplace_back();
    for (std::size_t i = 0; i < inside.size(); i += inside[i] == '"' ? 2 : 1) text += inside[i];
    inside = text;
  }
  fields_.push_back({inside, begin});
  const std::size_t next = skip_blanks(end + 1);
  if (next < text_.size() && text_[next] != ',') {
    return complain(next, "text behind a closing quote; a quote inside quotes is written twice");
  }
  return next;
}

std::size_t CsvRecord::split_unquoted(std::size_t begin) {
  std::size_t end = begin;
  while (end < text_.size() && text_[end] != ',' && text_[end] != '"') ++end;
  if (end < text_.size() && text_[end] == '"') {
    return complain(end, "a quote inside a field; put the whole field in quotes and write this one twice");
  }
  std::string_view field = text_.substr(begin, end - begin);
  while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
  fields_.push_back({field, begin});
  return end;
}

std::size_t CsvRecord::skip_blanks(std::size_t begin) const {
  while (begin < text_.size() && is_blank(text_[begin])) ++begin;
  return begin;
}

std::size_t CsvRecord::complain(std::size_t offset, std::string message, bool open_quote) {
  if (!problem_) problem_ = {offset, std::move(message), open_quote};
  return text_.size();
}

bool CsvRecord::is_empty_line() const {
  return skip_blanks(0) == text_.size();
}

}  // namespace kenn::io
