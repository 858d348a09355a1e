// Tables in a SQLite file.
#include "dataset/sqlite_tables.h"

#include <sqlite3.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "dataset/feature_table.h"
#include "io/csv_scanner.h"
#include "io/database_rows.h"
#include "table/object_id.h"

namespace kenn::dataset {

namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

[[noreturn]] void fail(sqlite3* database, const std::string& path) {
  throw Error(ErrorKind::file, std::string("cannot read the SQLite file: ") + sqlite3_errmsg(database), path);
}

// Null when SQLite does not accept the text.
Statement prepare(sqlite3* database, const std::string& text) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, text.c_str(), static_cast<int>(text.size()), &statement, nullptr);
  return Statement(statement);
}

bool step(sqlite3_stmt* statement, sqlite3* database, const std::string& path, const io::ReadWatch& watch) {
  const int status = sqlite3_step(statement);
  if (status == SQLITE_INTERRUPT || status == SQLITE_BUSY) watch.throw_if_stopped();
  if (status != SQLITE_ROW && status != SQLITE_DONE) fail(database, path);
  return status == SQLITE_ROW;
}

// The bytes of a column of the current row.
std::string_view text_of(sqlite3_stmt* statement, int column) {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return bytes == nullptr
             ? std::string_view()
             : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

// Whole numbers without an exponent: they may be ids, and 1e+05 is another one than 100000.
std::string number_text(double number) {
  constexpr double exact = 9007199254740992;
  const bool is_whole = std::abs(number) < exact && number == std::floor(number);
  return is_whole ? std::to_string(static_cast<std::int64_t>(number)) : base::to_text(number);
}

class SqliteRows : public io::DatabaseRows {
 public:
  SqliteRows(sqlite3* database, std::string path, const std::string& table, Statement statement,
             io::ReadWatch& watch)
      : io::DatabaseRows(path, table, watch),
        database_(database),
        path_(std::move(path)),
        statement_(std::move(statement)) {
    const int count = sqlite3_column_count(statement_.get());
    columns_.reserve(static_cast<std::size_t>(count));
    for (int column = 0; column < count; ++column) {
      columns_.emplace_back(sqlite3_column_name(statement_.get(), column));
    }
    cells_.resize(columns_.size());
    numbers_.resize(columns_.size());
  }

  bool next() override {
    if (is_full() || !step(statement_.get(), database_, path_, watch())) return false;
    count_row();
    for (std::size_t column = 0; column < columns_.size(); ++column) read_cell(column);
    return true;
  }

  [[nodiscard]] std::string_view cell(std::size_t column) const override { return cells_[column]; }

 private:
  void read_cell(std::size_t column) {
    const int index = static_cast<int>(column);
    // SQLite writes only 15 digits of a number.
    if (sqlite3_column_type(statement_.get(), index) == SQLITE_FLOAT) {
      numbers_[column] = number_text(sqlite3_column_double(statement_.get(), index));
      cells_[column] = numbers_[column];
      return;
    }
    cells_[column] = text_of(statement_.get(), index);
    if (std::string complaint = table::text_complaint(cells_[column]); !complaint.empty()) {
      complain(column, std::move(complaint));
    }
  }

  sqlite3* database_;
  std::string path_;
  Statement statement_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> numbers_;  // what cells with numbers point to
};

// SQLite calls this between steps of a query; anything but 0 ends the query.
int stop_if_wanted(void* watch) {
  return static_cast<io::ReadWatch*>(watch)->should_stop() ? 1 : 0;
}

// SQLite calls this where another program writes; 0 gives up.
int wait_for_writer(void* watch, int tries) {
  constexpr int milliseconds = 20;
  constexpr int most_tries = 500;
  if (tries >= most_tries || static_cast<io::ReadWatch*>(watch)->should_stop()) return 0;
  sqlite3_sleep(milliseconds);
  return 1;
}

// "Paper", with quotes inside doubled.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char letter : name) text += letter == '"' ? "\"\"" : std::string(1, letter);
  return text + "\"";
}

}  // namespace

void SqliteTables::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

SqliteTables::SqliteTables(const std::string& path, io::ReadWatch& watch) : path_(path), watch_(watch) {
  if (path.empty()) throw Error(ErrorKind::file, "which file? write sqlite:FILE");
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(ErrorKind::file, "this is a folder, not a SQLite file", path);
  if (!std::filesystem::exists(path, ignored)) throw Error(ErrorKind::file, "there is no such file", path);
  // A relative path, so that no name has a special meaning for SQLite.
  const std::string name = path.starts_with('/') ? path : "./" + path;
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(name.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) fail(database, path);
  // A view can make up a row of any size, which would be in memory several times.
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, static_cast<int>(io::CsvScanner::longest_record));
  constexpr int steps_between = 1000;
  watch_.start(path, "sqlite_master");
  sqlite3_busy_handler(database, wait_for_writer, &watch_);
  sqlite3_progress_handler(database, steps_between, stop_if_wanted, &watch_);
  // One transaction, so that all tables are of the same moment; it also shows whether this is such a file.
  for (const char* const text : {"BEGIN", "SELECT count(*) FROM sqlite_master"}) {
    const Statement statement = prepare(database, text);
    if (!statement) fail(database, path);
    step(statement.get(), database, path, watch_);
  }
}

std::vector<std::string> SqliteTables::names() {
  const Statement statement = prepare(
      database_.get(), "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
  if (!statement) fail(database_.get(), path_);
  std::vector<std::string> names;
  while (step(statement.get(), database_.get(), path_, watch_))
    names.emplace_back(text_of(statement.get(), 0));
  return names;
}

std::optional<std::string> SqliteTables::kind_of(const std::string& table) {
  const Statement statement =
      prepare(database_.get(), "SELECT type FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?");
  if (!statement) fail(database_.get(), path_);
  sqlite3_bind_text(statement.get(), 1, table.data(), static_cast<int>(table.size()), SQLITE_TRANSIENT);
  if (!step(statement.get(), database_.get(), path_, watch_)) return std::nullopt;
  return std::string(text_of(statement.get(), 0));
}

std::unique_ptr<io::TableRows> SqliteTables::open(const std::string& table) {
  watch_.start(path_, table);
  const std::optional<std::string> kind = kind_of(table);
  if (!kind) return nullptr;
  const std::string select = "SELECT * FROM " + quoted(table);
  // A view has an order of its own; a table without rowid has that of its primary key.
  Statement statement = *kind == "view" ? nullptr : prepare(database_.get(), select + " ORDER BY rowid");
  if (!statement) statement = prepare(database_.get(), select);
  if (!statement) fail(database_.get(), path_);
  return std::make_unique<SqliteRows>(database_.get(), path_, table, std::move(statement), watch_);
}

std::string SqliteTables::missing(const std::string& table, const std::string& content) {
  const std::vector<std::string> known = names();
  return "there is no table " + base::in_quotes(table) + " for " + content +
         base::suggestion(table, std::vector<std::string_view>(known.begin(), known.end()));
}

io::TableName SqliteTables::name_of(const std::string& table) const {
  return {path_, io::table_prefix(table)};
}

std::optional<io::SeparateFeatures> SqliteTables::separate_features(const Tables& tables, TypeIndex type) {
  return read_separate_features(*this, tables, type);
}

}  // namespace kenn::dataset
