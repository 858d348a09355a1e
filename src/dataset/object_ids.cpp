// The ids of the objects of a type: a text with one id per line.
#include "dataset/object_ids.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <string_view>

#include "base/findings.h"
#include "base/source.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "table/id_index.h"
#include "table/object_id.h"

namespace kenn::dataset {

namespace {

constexpr std::string_view blanks = " \t\r";

// The text without empty lines at its end.
std::string_view without_empty_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::string_view without_blanks(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

class IdReader {
 public:
  IdReader(const base::InputFile& file, std::string_view text)
      : text_(without_empty_end(text)),
        count_(static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n')) + 1),
        findings_(file.name()),
        cursor_(text_) {
    base::require_memory(file.name(),
                         text.size() + count_ * (sizeof(std::string) + table::IdIndex::most_bytes_per_id));
    if (count_ >= std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorKind::data, "these are more than 4294967294 ids", file.name());
    }
  }

  std::vector<std::string> read() {
    ids_.reserve(count_);
    table::IdIndex rows(count_);
    for (std::size_t begin = 0; begin < text_.size() && !findings_.full();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view id = without_blanks(text_.substr(begin, end - begin));
      ids_.emplace_back(id);
      check(id, rows);
      begin = end + 1;
    }
    findings_.throw_if_any();
    return std::move(ids_);
  }

 private:
  void check(std::string_view id, table::IdIndex& rows) {
    const auto begin = static_cast<std::size_t>(id.data() - text_.data());
    if (id.empty()) return error(begin, "this line is empty");
    const std::size_t zero = id.find('\0');
    if (zero != std::string_view::npos) return error(begin + zero, "a zero byte; this is not a text file");
    const base::InvalidUtf8 invalid = base::invalid_utf8(id);
    if (invalid.count > 0) return error(begin + invalid.first, "the text is not UTF-8");
    if (std::string complaint = table::id_complaint(id); !complaint.empty())
      return error(begin, std::move(complaint));
    if (const auto before = rows.add(ids_, static_cast<Row>(ids_.size() - 1))) {
      error(begin,
            "the id " + base::in_quotes(id) + " is in line " + std::to_string(*before + 1) + " already");
    }
  }

  void error(std::size_t offset, std::string message) {
    base::Excerpt excerpt = base::excerpt_at(text_, offset);
    findings_.error(cursor_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }

  std::string_view text_;
  std::size_t count_;  // of lines
  base::Findings findings_;
  base::LocationCursor cursor_;
  std::vector<std::string> ids_;
};

}  // namespace

std::vector<std::string> read_ids(base::InputFile& file) {
  const std::string text = base::read_text(file);
  try {
    return IdReader(file, text).read();
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
}

std::vector<std::string> read_ids(const std::filesystem::path& path) {
  base::InputFile file(path);
  return read_ids(file);
}

}  // namespace kenn::dataset
