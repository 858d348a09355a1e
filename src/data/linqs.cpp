// Data sets in the layout of LINQS: NAME.content and NAME.cites.
#include "data/linqs.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "data/file.h"
#include "data/findings.h"
#include "data/number_text.h"
#include "data/object_table.h"
#include "knowledge/spelling.h"

namespace kenn {

namespace {

namespace fs = std::filesystem;

// The one file in the folder with this ending.
fs::path only_file(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ending) found.push_back(entry.path());
  }
  if (error) throw Error(ErrorKind::file, "cannot read the folder: " + error.message(), folder.string());
  if (found.size() == 1) return found.front();
  throw Error(ErrorKind::file,
              found.empty() ? "there is no file *" + ending : "there are several files *" + ending,
              folder.string());
}

// The one type and the one relation of pairs that such data can be about.
struct Roles {
  TypeIndex type = 0;
  TableIndex predictions = 0;
  TableIndex relation = 0;
};

Roles find_roles(const Knowledge& knowledge, const Schema& schema) {
  std::optional<TableIndex> predictions;
  std::optional<TableIndex> relation;
  bool fits = knowledge.types().size() == 1;
  for (TableIndex i = 0; i < schema.tables.size(); ++i) {
    const TableSchema& table = schema.tables[i];
    std::optional<TableIndex>& role = table.holds_all_objects() ? predictions : relation;
    fits = fits && !role && (table.holds_all_objects() || table.argument_types.size() == 2);
    role = i;
  }
  if (!fits || !predictions || !relation) {
    throw Error(ErrorKind::data,
                "LINQS data has one type with labels and one relation of pairs; this knowledge has others",
                knowledge.name());
  }
  return {0, *predictions, *relation};
}

// Splits a line at tabs and blanks.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t first = line.find_first_not_of(" \t\r"); first != std::string_view::npos;) {
    const std::size_t last = std::min(line.find_first_of(" \t\r", first), line.size());
    words.push_back(line.substr(first, last - first));
    first = line.find_first_not_of(" \t\r", last);
  }
  return words;
}

// Calls each(words, line number) for every line that is not empty.
template <typename Each>
void for_lines(std::string_view text, const Findings& findings, Each each) {
  std::uint32_t number = 0;
  while (!text.empty() && !findings.full()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(text.substr(0, end));
    ++number;
    if (!words.empty()) each(words, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Reader {
 public:
  Reader(const Knowledge& knowledge, const fs::path& folder)
      : knowledge_(knowledge), folder_(folder), dataset_{Tables(knowledge), {}, {}, {}} {}

  Dataset read() {
    const Schema& schema = dataset_.tables.schema();
    roles_ = find_roles(knowledge_, schema);
    dataset_.features.resize(knowledge_.types().size());
    dataset_.labels.resize(schema.tables.size());
    read_content();
    read_pairs();
    return std::move(dataset_);
  }

 private:
  void read_content() {
    InputFile file(only_file(folder_, ".content"));
    const std::string text = read_text(file);
    Findings findings(file.name());
    SparseRows features;
    std::vector<std::string> ids;
    std::size_t width = 0;
    Labels& labels = dataset_.labels[roles_.predictions];
    const std::vector<PredicateIndex>& predicted =
        dataset_.tables.schema().tables[roles_.predictions].columns;
    for_lines(text, findings, [&](const std::vector<std::string_view>& words, std::uint32_t line) {
      const auto complain = [&](const std::string& message) { findings.error({line, 1}, message, "", 0); };
      if (words.size() < 2) return complain("a line needs an id, features and a label");
      if (ids.empty()) width = words.size();
      if (words.size() != width) {
        return complain("this line has " + std::to_string(words.size()) + " words, but the first has " +
                        std::to_string(width));
      }
      if (!rows_.emplace(words[0], static_cast<Row>(ids.size())).second) {
        return complain("the id " + in_quotes(words[0]) + " was there before");
      }
      ids.emplace_back(words[0]);
      add_features(std::span(words).subspan(1, width - 2), features, complain);
      const std::size_t first = labels.atoms.size();
      labels.atoms.resize(first + predicted.size(), Known::nothing);
      if (!set_label(words.back(), knowledge_.vocabulary(), predicted,
                     std::span(labels.atoms).subspan(first))) {
        complain("there is no predicate " + in_quotes(words.back()));
      }
    });
    findings.throw_if_any();
    if (width > 2) dataset_.features[roles_.type] = Features{ids.size(), width - 2, std::move(features)};
    dataset_.tables.name_objects(knowledge_.types()[roles_.type].name, std::move(ids));
  }

  template <typename Complain>
  static void add_features(std::span<const std::string_view> words, SparseRows& features, Complain complain) {
    for (std::size_t column = 0; column < words.size(); ++column) {
      if (words[column] == "0") continue;
      const std::optional<double> number = parse_number(words[column]);
      if (!number || !std::isfinite(static_cast<float>(*number))) {
        return complain("the feature " + in_quotes(words[column]) + " is not a finite number");
      }
      if (*number == 0) continue;
      features.columns.push_back(static_cast<std::uint32_t>(column));
      features.values.push_back(static_cast<float>(*number));
    }
    features.offsets.push_back(features.columns.size());
  }

  void read_pairs() {
    InputFile file(only_file(folder_, ".cites"));
    const std::string text = read_text(file);
    Findings findings(file.name());
    std::vector<Row> pairs;
    std::uint64_t unknown = 0;
    for_lines(text, findings, [&](const std::vector<std::string_view>& words, std::uint32_t line) {
      if (words.size() != 2) return findings.error({line, 1}, "a line needs two ids", "", 0);
      const auto first = rows_.find(std::string(words[0]));
      const auto second = rows_.find(std::string(words[1]));
      if (first == rows_.end() || second == rows_.end()) {
        ++unknown;
      } else {
        pairs.insert(pairs.end(), {first->second, second->second});
      }
    });
    findings.throw_if_any();
    const std::string& relation = dataset_.tables.schema().tables[roles_.relation].name;
    const std::uint64_t repeated = dataset_.tables.list(relation, std::move(pairs));
    warn(file, unknown, "with an id that has no content: left out");
    warn(file, repeated, "listed before: left out");
  }

  void warn(const InputFile& file, std::uint64_t count, const std::string& what) {
    if (count == 0) return;
    dataset_.warnings.push_back({Severity::warning,
                                 file.name(),
                                 {},
                                 std::to_string(count) + (count == 1 ? " pair " : " pairs ") + what,
                                 "",
                                 0});
  }

  const Knowledge& knowledge_;
  const fs::path& folder_;
  Dataset dataset_;
  Roles roles_;
  std::unordered_map<std::string, Row> rows_;
};

}  // namespace

Dataset read_linqs(const Knowledge& knowledge, const fs::path& folder) {
  return Reader(knowledge, folder).read();
}

}  // namespace kenn
