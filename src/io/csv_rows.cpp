// A CSV file as a table of texts.
#include "io/csv_rows.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/findings.h"
#include "base/spelling.h"
#include "io/csv_scanner.h"
#include "io/number_text.h"

namespace kenn::io {

namespace {

class CsvRows : public TableRows {
 public:
  explicit CsvRows(const std::filesystem::path& path)
      : file_(path), scanner_(file_), findings_(file_.name()) {
    read_header();
    findings_.throw_if_any();
  }

  bool next() override {
    while (!findings_.full() && scanner_.next()) {
      if (scanner_.record().is_empty_line()) {
        if (empty_line_ == 0) empty_line_ = scanner_.locate(0).line;
        continue;
      }
      if (empty_line_ != 0) findings_.error({std::exchange(empty_line_, 0), 1}, "this line is empty", "", 0);
      if (is_complete()) return true;
    }
    return false;
  }

  [[nodiscard]] std::string_view cell(std::size_t column) const override {
    return scanner_.record().fields()[column].text;
  }

  void complain(std::size_t column, std::string message) override {
    error(scanner_.record().fields()[column].offset, std::move(message));
  }

  void complain_of_columns(std::string message) override {
    error(scanner_.record().text().size(), std::move(message));
  }

  [[nodiscard]] std::uint64_t number() const override { return scanner_.locate(0).line; }
  [[nodiscard]] std::string unit() const override { return "line"; }

  void throw_if_any() const override { findings_.throw_if_any(); }

 private:
  void read_header() {
    if (!scanner_.next()) return findings_.error("the file is empty; its first line must name the columns");
    if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
    if (scanner_.record().is_empty_line())
      return error(0, "the first line is empty; it must name the columns");
    const std::vector<CsvField>& fields = scanner_.record().fields();
    const auto is_number = [](const CsvField& field) { return parse_number(field.text).has_value(); };
    if (std::all_of(fields.begin(), fields.end(), is_number)) {
      return error(0, "the first line must name the columns, but this looks like data");
    }
    columns_.reserve(fields.size());
    std::unordered_set<std::string_view> known;
    for (const CsvField& field : fields) {
      if (field.text.empty()) error(field.offset, "this column has no name");
      if (!known.insert(field.text).second) {
        error(field.offset, "there is a column " + base::in_quotes(field.text) + " already");
      }
      columns_.emplace_back(field.text);
    }
  }

  // Whether the record has as many fields as the header.
  bool is_complete() {
    if (scanner_.problem()) {
      error(scanner_.problem()->offset, scanner_.problem()->message);
      return false;
    }
    const std::vector<CsvField>& fields = scanner_.record().fields();
    const std::size_t count = fields.size();
    if (count == columns_.size()) return true;
    const std::size_t place =
        count > columns_.size() ? fields[columns_.size()].offset : scanner_.record().text().size();
    error(place, "this line has " + std::to_string(count) + (count == 1 ? " field" : " fields") +
                     ", but the first line has " + std::to_string(columns_.size()));
    return false;
  }

  void error(std::size_t offset, std::string message) {
    base::Excerpt excerpt = scanner_.excerpt(offset);
    findings_.error(scanner_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }

  base::InputFile file_;
  CsvScanner scanner_;
  base::Findings findings_;
  std::uint32_t empty_line_ = 0;  // the first of those that nothing else came after yet
};

}  // namespace

std::unique_ptr<TableRows> open_csv_table(const std::filesystem::path& path) {
  return std::make_unique<CsvRows>(path);
}

}  // namespace kenn::io
