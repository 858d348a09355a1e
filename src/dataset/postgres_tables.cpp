// Tables in a PostgreSQL database.
#include "dataset/postgres_tables.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/dynamic_library.h"
#include "base/nearest_name.h"
#include "base/spelling.h"
#include "dataset/feature_table.h"
#include "dataset/postgres_address.h"
#include "io/database_rows.h"
#include "table/object_id.h"

namespace kenn::dataset {

namespace {

// The functions of libpq that are used.
struct Libpq {
  base::DynamicLibrary library{"libpq", {"libpq.so.5"}, "libpq5"};
  KENN_DYNAMIC_FUNCTION(library, PQcancel);
  KENN_DYNAMIC_FUNCTION(library, PQclear);
  KENN_DYNAMIC_FUNCTION(library, PQconnectdbParams);
  KENN_DYNAMIC_FUNCTION(library, PQconninfoFree);
  KENN_DYNAMIC_FUNCTION(library, PQconninfoParse);
  KENN_DYNAMIC_FUNCTION(library, PQconsumeInput);
  KENN_DYNAMIC_FUNCTION(library, PQdb);
  KENN_DYNAMIC_FUNCTION(library, PQerrorMessage);
  KENN_DYNAMIC_FUNCTION(library, PQexec);
  KENN_DYNAMIC_FUNCTION(library, PQfinish);
  KENN_DYNAMIC_FUNCTION(library, PQfname);
  KENN_DYNAMIC_FUNCTION(library, PQfreeCancel);
  KENN_DYNAMIC_FUNCTION(library, PQfreemem);
  KENN_DYNAMIC_FUNCTION(library, PQftype);
  KENN_DYNAMIC_FUNCTION(library, PQgetCancel);
  KENN_DYNAMIC_FUNCTION(library, PQgetisnull);
  KENN_DYNAMIC_FUNCTION(library, PQgetlength);
  KENN_DYNAMIC_FUNCTION(library, PQgetResult);
  KENN_DYNAMIC_FUNCTION(library, PQgetvalue);
  KENN_DYNAMIC_FUNCTION(library, PQisBusy);
  KENN_DYNAMIC_FUNCTION(library, PQnfields);
  KENN_DYNAMIC_FUNCTION(library, PQntuples);
  KENN_DYNAMIC_FUNCTION(library, PQresultStatus);
  KENN_DYNAMIC_FUNCTION(library, PQsendQueryParams);
  KENN_DYNAMIC_FUNCTION(library, PQsetNoticeProcessor);
  KENN_DYNAMIC_FUNCTION(library, PQsocket);
  KENN_DYNAMIC_FUNCTION(library, PQstatus);
};

// Loaded by the first data set in PostgreSQL. Throws `Error`.
const Libpq& libpq() {
  static const Libpq loaded;
  return loaded;
}

constexpr Oid type_boolean = 16;
constexpr Oid type_padded = 1042;  // char(n)

struct Clear {
  void operator()(PGresult* result) const { libpq().PQclear(result); }
};
using Result = std::unique_ptr<PGresult, Clear>;

// What libpq says, in one line.
std::string one_line(std::string_view message) {
  std::string text;
  for (const char letter : message) {
    const bool is_blank = letter == '\n' || letter == '\t' || letter == ' ';
    if (!is_blank) {
      text += letter;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string message_of(const PGconn* connection) {
  return one_line(libpq().PQerrorMessage(connection));
}

// Where commands are run, and what may end them.
struct Session {
  PGconn* connection;
  const std::string& name;
  io::ReadWatch& watch;
};

[[noreturn]] void fail(const Session& session) {
  throw Error(ErrorKind::file, "PostgreSQL: " + message_of(session.connection), session.name);
}

// The server would go on with a command whose client has gone.
void cancel(PGconn* connection) {
  const std::unique_ptr<PGcancel, void (*)(PGcancel*)> request(
      libpq().PQgetCancel(connection), [](PGcancel* each) { libpq().PQfreeCancel(each); });
  std::array<char, 256> ignored{};
  if (request) libpq().PQcancel(request.get(), ignored.data(), static_cast<int>(ignored.size()));
}

// Until the command that was sent has a result; the watch may want it to end before.
void wait_for_result(const Session& session) {
  constexpr int milliseconds = 50;
  while (libpq().PQisBusy(session.connection) != 0) {
    pollfd socket{libpq().PQsocket(session.connection), POLLIN, 0};
    const int ready = ::poll(&socket, 1, milliseconds);
    if (session.watch.should_stop()) return cancel(session.connection);
    if (ready > 0 && libpq().PQconsumeInput(session.connection) == 0) fail(session);
  }
}

// Runs a command; `parameters` stand for $1, $2, ...
Result run(const Session& session, const std::string& command,
           const std::vector<std::string>& parameters = {}) {
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  if (libpq().PQsendQueryParams(session.connection, command.c_str(), static_cast<int>(values.size()), nullptr,
                                values.data(), nullptr, nullptr, 0) == 0) {
    fail(session);
  }
  wait_for_result(session);
  Result result(libpq().PQgetResult(session.connection));
  const ExecStatusType status = libpq().PQresultStatus(result.get());
  const std::string complaint = message_of(session.connection);
  while (Result(libpq().PQgetResult(session.connection)))
    continue;  // there is no other, but it must be asked for
  session.watch.throw_if_stopped();
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
  throw Error(ErrorKind::file, "PostgreSQL: " + complaint, session.name);
}

std::string_view value_of(const Result& result, int row, int column) {
  return {libpq().PQgetvalue(result.get(), row, column),
          static_cast<std::size_t>(libpq().PQgetlength(result.get(), row, column))};
}

std::vector<std::string> column_of(const Result& result, int column) {
  const int count = libpq().PQntuples(result.get());
  std::vector<std::string> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int row = 0; row < count; ++row) values.emplace_back(value_of(result, row, column));
  return values;
}

// "Paper", with quotes inside doubled.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char letter : name) text += letter == '"' ? "\"\"" : std::string(1, letter);
  return text + "\"";
}

// The table with this very name that the search path leads to, as `regclass` writes it; nothing without one.
std::optional<std::string> find_table(const Session& session, const std::string& table) {
  const Result result = run(session, "SELECT to_regclass($1)", {quoted(table)});
  if (libpq().PQgetisnull(result.get(), 0, 0) != 0) return std::nullopt;
  return std::string(value_of(result, 0, 0));
}

// The columns that rows are ordered by.
std::string order_of(const Session& session, const std::string& table) {
  // Each column: whether it is a text, and its place in the primary key.
  const Result result = run(session,
                            "SELECT attname, attcollation <> 0, array_position(indkey::int2[], attnum) FROM "
                            "pg_attribute LEFT JOIN pg_index "
                            "ON indrelid = attrelid AND indisprimary WHERE attrelid = $1::regclass AND "
                            "attnum > 0 AND NOT attisdropped "
                            "ORDER BY array_position(indkey::int2[], attnum), attnum",
                            {table});
  const int count = libpq().PQntuples(result.get());
  const auto is_in_key = [&](int row) { return libpq().PQgetisnull(result.get(), row, 2) == 0; };
  const auto is_id = [&](int row) { return value_of(result, row, 0) == "id"; };
  const bool has_key = count > 0 && is_in_key(0);
  bool has_id = false;
  for (int row = 0; row < count; ++row) has_id = has_id || is_id(row);
  std::string order;
  for (int row = 0; row < count; ++row) {
    if (has_key ? !is_in_key(row) : has_id && !is_id(row)) continue;
    const bool is_text = value_of(result, row, 1) == "t";
    order += (order.empty() ? " ORDER BY " : ", ") + quoted(std::string(value_of(result, row, 0))) +
             (is_text ? " COLLATE \"C\"" : "");
  }
  return order;
}

// Rows of a cursor, fetched in blocks.
class PostgresRows : public io::DatabaseRows {
 public:
  PostgresRows(const Session& session, const std::string& table, std::string cursor)
      : io::DatabaseRows(session.name, table, session.watch), session_(session), cursor_(std::move(cursor)) {
    fetch(0);
    const int count = libpq().PQnfields(block_.get());
    columns_.reserve(static_cast<std::size_t>(count));
    for (int column = 0; column < count; ++column)
      columns_.emplace_back(libpq().PQfname(block_.get(), column));
  }

  ~PostgresRows() override { Result(libpq().PQexec(session_.connection, ("CLOSE " + cursor_).c_str())); }

  bool next() override {
    if (is_full()) return false;
    if (++row_ >= libpq().PQntuples(block_.get())) {
      constexpr std::size_t most_cells = std::size_t{1} << 16;
      fetch(most_cells / std::max<std::size_t>(1, columns_.size()) + 1);
      row_ = 0;
    }
    if (libpq().PQntuples(block_.get()) == 0) return false;
    count_row();
    for (std::size_t column = 0; column < columns_.size(); ++column) check_text(column);
    return true;
  }

  [[nodiscard]] std::string_view cell(std::size_t column) const override {
    const int index = static_cast<int>(column);
    const std::string_view text = value_of(block_, row_, index);
    const Oid type = libpq().PQftype(block_.get(), index);
    // The server fills a `char(8)` up with blanks, which mean nothing.
    if (type == type_padded) return text.substr(0, text.find_last_not_of(' ') + 1);
    if (type != type_boolean) return text;
    return text == "t" ? "1" : text == "f" ? "0" : "";
  }

 private:
  // A URI may ask for another encoding than UTF-8.
  void check_text(std::size_t column) {
    std::string complaint = table::text_complaint(cell(column));
    if (!complaint.empty()) complain(column, std::move(complaint));
  }

  void fetch(std::size_t count) {
    block_.reset();  // its memory goes before the next one comes
    block_ = run(session_, "FETCH FORWARD " + std::to_string(count) + " FROM " + cursor_);
  }

  Session session_;
  std::string cursor_;
  Result block_;
  int row_ = -1;
};

[[noreturn]] void fail_to_connect(const std::string& reason) {
  throw Error(ErrorKind::file, "cannot connect to PostgreSQL: " + reason);
}

// The passwords in an address. Throws `Error` when it cannot be read.
std::vector<std::string> passwords_of(const std::string& address) {
  const std::string complaint = complaint_about_address(address);
  if (!complaint.empty()) fail_to_connect(complaint);
  if (!is_connection_string(address)) return {};
  char* message = nullptr;
  PQconninfoOption* const options = libpq().PQconninfoParse(address.c_str(), &message);
  if (options == nullptr) {
    const std::string reason = message == nullptr ? "no memory" : without_quotations(one_line(message));
    libpq().PQfreemem(message);
    fail_to_connect(reason);
  }
  std::vector<std::string> passwords;
  for (const PQconninfoOption* each = options; each->keyword != nullptr; ++each) {
    const bool is_secret = std::string_view(each->dispchar).starts_with('*');
    if (is_secret && each->val != nullptr) passwords.emplace_back(each->val);
  }
  libpq().PQconninfoFree(options);
  return passwords;
}

}  // namespace

void PostgresTables::Close::operator()(pg_conn* connection) const {
  libpq().PQfinish(connection);
}

PostgresTables::PostgresTables(const std::string& connection, io::ReadWatch& watch) : watch_(watch) {
  if (connection.empty()) throw Error(ErrorKind::file, "which database? write postgres:URI");
  const std::vector<std::string> passwords = passwords_of(connection);
  // What the URI says comes last and counts more.
  const std::array<const char*, 5> names = {"connect_timeout", "fallback_application_name", "client_encoding",
                                            "dbname", nullptr};
  const std::array<const char*, 5> values = {"10", "kenn", "UTF8", connection.c_str(), nullptr};
  connection_.reset(libpq().PQconnectdbParams(names.data(), values.data(), 1));
  if (libpq().PQstatus(connection_.get()) != CONNECTION_OK) {
    fail_to_connect(without_passwords(message_of(connection_.get()), passwords));
  }
  name_ = std::string("postgres:") + libpq().PQdb(connection_.get());
  libpq().PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  watch_.start(name_, "pg_class");
  run({connection_.get(), name_, watch_}, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

std::unique_ptr<io::TableRows> PostgresTables::open(const std::string& table) {
  watch_.start(name_, table);
  const Session session{connection_.get(), name_, watch_};
  const std::optional<std::string> found = find_table(session, table);
  if (!found) return nullptr;
  const std::string cursor = "kenn_" + std::to_string(opened_++);
  run(session,
      "DECLARE " + cursor + " NO SCROLL CURSOR FOR SELECT * FROM " + *found + order_of(session, *found));
  return std::make_unique<PostgresRows>(session, table, cursor);
}

std::string PostgresTables::missing(const std::string& table, const std::string& content) {
  const Result result = run({connection_.get(), name_, watch_},
                            "SELECT relname FROM pg_class WHERE pg_table_is_visible(oid) AND relkind IN "
                            "('r', 'v', 'm', 'f', 'p') ORDER BY relname");
  const std::vector<std::string> known = column_of(result, 0);
  return "there is no table " + base::in_quotes(table) + " for " + content +
         base::suggestion(table, std::vector<std::string_view>(known.begin(), known.end()));
}

io::TableName PostgresTables::name_of(const std::string& table) const {
  return {name_, io::table_prefix(table)};
}

std::optional<io::SeparateFeatures> PostgresTables::separate_features(const Tables& tables, TypeIndex type) {
  return read_separate_features(*this, tables, type);
}

}  // namespace kenn::dataset
