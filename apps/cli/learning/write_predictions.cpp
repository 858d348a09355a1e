// Predictions as files: probabilities and chosen classes for every row of the data.
#include "learning/write_predictions.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "io/csv_field.h"
#include "io/npy.h"
#include "nn/column_groups.h"
#include "nn/probabilities.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

std::string number_text(float number) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

// One predicted table as CSV: id (or the objects of a tuple: x, y, ...), a probability per predicate, and for
// exclusive groups the class that was chosen.
class CsvText {
 public:
  CsvText(const dataset::Graph& graph, std::size_t table, const std::vector<float>& probabilities,
          io::CsvReader reader)
      : graph_(graph), table_(table), probabilities_(probabilities), reader_(reader) {
    for (nn::ColumnGroup& group : nn::column_groups(graph.dataset.tables.vocabulary(), graph.schema(table))) {
      if (group.is_exclusive) groups_.push_back(std::move(group));
    }
  }

  [[nodiscard]] std::string text() const {
    std::string text = header();
    for (std::size_t row = 0; row < about().rows; ++row) text += line(row);
    return text;
  }

 private:
  [[nodiscard]] const PredictedTable& about() const { return graph_.plan.tables()[table_]; }

  [[nodiscard]] std::string header() const {
    const std::size_t arity = graph_.schema(table_).argument_types.size();
    std::string text = arity == 1 ? "id" : "";
    for (std::size_t i = 0; arity > 1 && i < arity; ++i)
      text += (i == 0 ? "" : ",") + argument_name(i, arity);
    for (const std::string& column : about().columns) text += "," + io::csv_text(column, reader_);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      text += groups_.size() == 1 ? ",label" : ",label_" + std::to_string(i + 1);
    }
    return text + "\n";
  }

  static std::string argument_name(std::size_t argument, std::size_t arity) {
    return arity <= 3 ? std::string(1, static_cast<char>('x' + argument))
                      : "x" + std::to_string(argument + 1);
  }

  [[nodiscard]] std::string line(std::size_t row) const {
    const TableSchema& schema = graph_.schema(table_);
    const std::size_t width = about().columns.size();
    const float* const values = &probabilities_[row * width];
    std::string text;
    for (std::size_t i = 0; i < schema.argument_types.size(); ++i) {
      const Row object = schema.holds_all_objects() ? static_cast<Row>(row)
                                                    : graph_.dataset.tables.listing(graph_.predicted[table_])
                                                          .tuples[row * schema.argument_types.size() + i];
      text += (i == 0 ? "" : ",") +
              io::csv_text(graph_.dataset.tables.name_of(schema.argument_types[i], object), reader_);
    }
    for (std::size_t column = 0; column < width; ++column) text += "," + number_text(values[column]);
    for (const nn::ColumnGroup& group : groups_) {
      text += "," + io::csv_text(about().columns[group.columns[nn::greatest_of(group, values)]], reader_);
    }
    return text + "\n";
  }

  const dataset::Graph& graph_;
  std::size_t table_;
  const std::vector<float>& probabilities_;
  io::CsvReader reader_;
  std::vector<nn::ColumnGroup> groups_;
};

// With several predicted tables each gets a file of its own: predictions.Person.csv, predictions.Friends.csv.
std::vector<fs::path> paths_of(const fs::path& out, const Knowledge& knowledge) {
  std::vector<fs::path> paths;
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (table.role != Role::predict) continue;
    paths.push_back(out.parent_path() / (out.stem().string() + "." + table.name + out.extension().string()));
  }
  if (paths.size() == 1) return {out};
  if (base::output_target(out, base::Streams::accepted).is_stream) {
    throw Error(ErrorKind::file,
                "the model predicts " + counted(paths.size(), "table") + ", and each needs a file of its own",
                out.string());
  }
  return paths;
}

}  // namespace

PredictionFiles::PredictionFiles(const std::string& file, const Knowledge& knowledge, io::CsvReader reader)
    : paths_(paths_of(file, knowledge)), reader_(reader) {
  for (const fs::path& path : paths_)
    files_.push_back(std::make_unique<base::OutputFile>(path, base::Streams::accepted));
}

std::vector<WrittenTable> PredictionFiles::write(const dataset::Graph& graph,
                                                 const dataset::TableList& preactivations) {
  std::vector<WrittenTable> written;
  for (std::size_t i = 0; i < graph.plan.tables().size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    const std::vector<float> values =
        nn::probabilities(graph.dataset.tables.vocabulary(), graph.schema(i), preactivations[i]);
    base::OutputFile& file = *files_.at(i);
    if (paths_[i].extension() == ".npy") {
      io::write_npy_matrix(file.folder(), file.name(), table.rows, table.columns.size(), values);
    } else {
      const std::string csv = CsvText(graph, i, values, reader_).text();
      const std::string_view part = csv;
      file.folder().write(file.name(), std::span(&part, 1));
    }
    written.push_back({table.name, paths_[i].lexically_normal().string(), table.rows, table.columns});
  }
  for (const auto& file : files_) file->folder().commit();
  return written;
}

void check_files(const std::string& model, const std::string& data, const Knowledge& knowledge,
                 const PredictionFiles& predictions) {
  CommandFiles files;
  files.reads("--model", model);
  files.reads_data(knowledge, data);
  for (const fs::path& path : predictions.paths()) files.writes("--out", path);
  files.check();
}

std::string to_text(const std::vector<WrittenTable>& tables) {
  std::string text;
  for (const WrittenTable& table : tables) {
    text += base::printable(table.file) + ": " + counted(table.rows, "row") + " of " + table.name + ", " +
            counted(table.columns.size(), "probability column") + "\n";
  }
  return text;
}

Json to_json(const std::vector<WrittenTable>& tables) {
  Json json = Json::array();
  for (const WrittenTable& table : tables) {
    json.push_back(
        {{"name", table.name}, {"file", table.file}, {"rows", table.rows}, {"columns", table.columns}});
  }
  return json;
}

}  // namespace kenn::cli
