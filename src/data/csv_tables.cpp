// Tables as CSV files in a folder.
#include "data/csv_tables.h"

#include <algorithm>
#include <utility>

#include "data/csv_scanner.h"
#include "data/findings.h"
#include "knowledge/spelling.h"

namespace kenn {

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

  void throw_if_any() const override { findings_.throw_if_any(); }

 private:
  void read_header() {
    if (!scanner_.next()) return findings_.error("the file is empty; its first line must name the columns");
    if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
    for (const CsvField& field : scanner_.record().fields()) {
      if (std::find(columns_.begin(), columns_.end(), field.text) != columns_.end()) {
        error(field.offset, "there is a column " + in_quotes(field.text) + " already");
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
    const std::size_t count = scanner_.record().fields().size();
    if (count == columns_.size()) return true;
    error(scanner_.record().text().size(), "this line has " + std::to_string(count) +
                                               (count == 1 ? " field" : " fields") +
                                               ", but the first line has " + std::to_string(columns_.size()));
    return false;
  }

  void error(std::size_t offset, std::string message) {
    Excerpt excerpt = scanner_.excerpt(offset);
    findings_.error(scanner_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }

  InputFile file_;
  CsvScanner scanner_;
  Findings findings_;
  std::uint32_t empty_line_ = 0;  // the first of those that nothing else came after yet
};

}  // namespace

CsvTables::CsvTables(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::unique_ptr<TableRows> CsvTables::open(const std::string& table) {
  const std::filesystem::path path = folder_ / (table + ".csv");
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return nullptr;
  return open_csv_table(path);
}

std::string CsvTables::describe(const std::string& table) const {
  return (folder_ / (table + ".csv")).string();
}

std::unique_ptr<TableRows> open_csv_table(const std::filesystem::path& path) {
  return std::make_unique<CsvRows>(path);
}

}  // namespace kenn
