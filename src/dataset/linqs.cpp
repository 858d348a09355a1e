// Data sets in the layout of LINQS: NAME.content and NAME.cites.
#include "dataset/linqs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "base/findings.h"
#include "base/source.h"
#include "base/spelling.h"
#include "dataset/linqs_content.h"

namespace kenn::dataset {

namespace {

namespace fs = std::filesystem;

// The names of files with this ending, in their order.
std::vector<std::string> names_with(const fs::path& folder, const std::string& ending) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (name.ends_with(ending) && !entry->is_directory(ignored)) names.push_back(name);
  }
  if (error) throw Error(ErrorKind::file, "cannot read the folder: " + error.message(), folder.string());
  std::sort(names.begin(), names.end());
  return names;
}

// "a.content, b.content"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) {
    text += (text.empty() ? "" : ", ") + base::in_quotes(names[i]);
  }
  return text + (names.size() > most_listed ? ", ..." : "");
}

// The one file in the folder with this ending.
fs::path only_file(const fs::path& folder, const std::string& ending) {
  const std::vector<std::string> names = names_with(folder, ending);
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorKind::file, message, folder.string());
  };
  if (names.empty()) fail("there is no file *" + ending);
  if (names.size() > 1) {
    fail("there are several files *" + ending + ": " + listed(names) +
         "; each data set must be in a folder of its own");
  }
  if (names.front() == ending) {
    fail("the file " + base::in_quotes(ending) + " has only an ending; its name must be NAME" + ending);
  }
  return folder / names.front();
}

// The pairs beside a file of objects: both have the same name up to the ending.
fs::path pairs_beside(const fs::path& content) {
  const std::string ending = ".cites";
  const std::string wanted = content.stem().string() + ending;
  const std::vector<std::string> names = names_with(content.parent_path(), ending);
  if (names.empty()) {
    throw Error(ErrorKind::file,
                "there is no file " + base::in_quotes(wanted) + " with the pairs beside " +
                    base::in_quotes(content.filename().string()),
                content.parent_path().string());
  }
  fs::path found = only_file(content.parent_path(), ending);
  if (found.filename() == wanted) return found;
  throw Error(ErrorKind::file,
              base::in_quotes(content.filename().string()) + " and " +
                  base::in_quotes(found.filename().string()) +
                  " have different names; the pairs must be in " + base::in_quotes(wanted),
              content.parent_path().string());
}

// The tables of the objects and of the pairs.
struct Roles {
  TableIndex objects = 0;
  std::optional<TableIndex> pairs;
};

Roles find_roles(const Knowledge& knowledge, const Schema& schema) {
  std::optional<TableIndex> objects;
  std::optional<TableIndex> pairs;
  bool fits = knowledge.types().size() == 1;
  for (TableIndex i = 0; i < schema.tables.size(); ++i) {
    const TableSchema& table = schema.tables[i];
    const bool holds_pairs = table.role == Role::given && table.argument_types.size() == 2;
    std::optional<TableIndex>& role = table.holds_all_objects() ? objects : pairs;
    fits = fits && !role && (table.holds_all_objects() || holds_pairs);
    role = i;
  }
  if (fits && objects) return {*objects, pairs};
  throw Error(
      ErrorKind::data,
      "LINQS data is about one type with predictions and at most one relation, a given one of pairs; this "
      "knowledge has others",
      knowledge.name());
}

// The two words of a line; the second is empty when there are not two.
std::array<std::string_view, 2> two_words(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  line = line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
  const std::size_t first_end = std::min(line.find_first_of(blanks), line.size());
  const std::size_t second = std::min(line.find_first_not_of(blanks, first_end), line.size());
  const bool is_last = line.find_first_of(blanks, second) == std::string_view::npos;
  return {line.substr(0, first_end), is_last ? line.substr(second) : std::string_view()};
}

struct Pairs {
  std::vector<Row> rows;
  std::uint64_t unknown = 0;  // with an id that no object has
};

Pairs read_pairs(base::InputFile& file, const Tables& tables) {
  const std::string text = base::read_text(file);
  base::Findings findings(file.name());
  base::LocationCursor cursor(text);
  Pairs pairs;
  for (std::size_t begin = 0; begin < text.size() && !findings.full();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto [first, second] = two_words(std::string_view(text).substr(begin, end - begin));
    if (!first.empty() && second.empty()) {
      base::Excerpt excerpt = base::excerpt_at(text, begin);
      findings.error(cursor.locate(begin), "a line needs two ids", std::move(excerpt.text), excerpt.caret);
    } else if (!first.empty()) {
      const std::optional<Row> left = tables.row_of(0, first);
      const std::optional<Row> right = tables.row_of(0, second);
      left&& right ? static_cast<void>(pairs.rows.insert(pairs.rows.end(), {*left, *right}))
                   : static_cast<void>(++pairs.unknown);
    }
    begin = end + 1;
  }
  findings.throw_if_any();
  return pairs;
}

Diagnostic count_warning(const base::InputFile& file, std::uint64_t count, const std::string& one,
                         const std::string& many) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = file.name();
  warning.message = std::to_string(count) + (count == 1 ? one : many);
  return warning;
}

void list_pairs(DatasetParts& dataset, TableIndex table, const fs::path& path) {
  base::InputFile file(path);
  Pairs pairs = read_pairs(file, dataset.tables);
  const std::uint64_t repeated =
      dataset.tables.list(dataset.tables.schema().tables[table].name, std::move(pairs.rows));
  if (pairs.unknown > 0) {
    dataset.warnings.push_back(count_warning(file, pairs.unknown,
                                             " pair has an id without content; it is left out",
                                             " pairs have an id without content; they are left out"));
  }
  if (repeated > 0) {
    const std::string rest = " a tuple that is listed already; each tuple counts once";
    dataset.warnings.push_back(count_warning(file, repeated, " line repeats" + rest, " lines repeat" + rest));
  }
}

}  // namespace

DatasetParts read_linqs(const Knowledge& knowledge, const fs::path& folder) {
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
  const Schema& schema = dataset.tables.schema();
  const Roles roles = find_roles(knowledge, schema);
  dataset.features.resize(1);
  dataset.tuple_features.resize(schema.tables.size());
  dataset.labels.resize(schema.tables.size());
  const fs::path objects = only_file(folder, ".content");
  base::InputFile file(objects);
  LinqsContent content =
      read_linqs_content(file, knowledge.vocabulary(), schema.tables[roles.objects].columns);
  dataset.labels[roles.objects] = std::move(content.labels);
  if (content.features.columns > 0) dataset.features[0] = std::move(content.features);
  dataset.tables.name_objects(knowledge.types()[0].name, std::move(content.ids));
  if (roles.pairs) list_pairs(dataset, *roles.pairs, pairs_beside(objects));
  return dataset;
}

}  // namespace kenn::dataset
