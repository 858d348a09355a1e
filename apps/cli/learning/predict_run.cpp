// `kenn predict`: probabilities and chosen classes for every row of the data.
#include <charconv>
#include <filesystem>
#include <iostream>
#include <utility>

#include "common.h"
#include "data/dataset.h"
#include "data/npy.h"
#include "data/output_folder.h"
#include "exit_status.h"
#include "json_output.h"
#include "knowledge/utf8.h"
#include "learning/runs.h"
#include "learning/used_model.h"
#include "methods/column_groups.h"
#include "methods/probabilities.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

// Quoted where it must be; blanks at its ends would be lost without quotes.
std::string csv_field(const std::string& text) {
  const auto is_blank = [](char character) { return character == ' ' || character == '\t'; };
  const bool has_blank_ends = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
  if (!has_blank_ends && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + "\"";
}

std::string number_text(float number) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

// One predicted table as CSV: id (or the objects of a tuple: x, y, ...), a probability per predicate, and for
// exclusive groups the class that was chosen.
class CsvText {
 public:
  CsvText(const Graph& graph, std::size_t table, const std::vector<float>& probabilities)
      : graph_(graph), table_(table), probabilities_(probabilities) {
    for (ColumnGroup& group : column_groups(graph.dataset.tables.vocabulary(), graph.schema(table))) {
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
    for (const std::string& column : about().columns) text += "," + csv_field(column);
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
      text +=
          (i == 0 ? "" : ",") + csv_field(graph_.dataset.tables.name_of(schema.argument_types[i], object));
    }
    for (std::size_t column = 0; column < width; ++column) text += "," + number_text(values[column]);
    for (const ColumnGroup& group : groups_) {
      text += "," + csv_field(about().columns[group.columns[greatest_of(group, values)]]);
    }
    return text + "\n";
  }

  const Graph& graph_;
  std::size_t table_;
  const std::vector<float>& probabilities_;
  std::vector<ColumnGroup> groups_;
};

// With several predicted tables each gets a file of its own: predictions.Person.csv, predictions.Friends.csv.
std::string file_name(const fs::path& out, const std::vector<PredictedTable>& tables, std::size_t table) {
  if (tables.size() == 1) return out.filename().string();
  return out.stem().string() + "." + tables[table].name + out.extension().string();
}

}  // namespace

int run_predict(const PredictArguments& arguments) {
  UsedModel used = read_used_model(arguments.model, arguments.threads);
  const fs::path out(arguments.out);
  OutputFolder folder(out.has_parent_path() ? out.parent_path() : ".");
  const Knowledge& knowledge = used.trained.knowledge;
  const Graph graph(knowledge, read_dataset(knowledge, arguments.data), arguments.plan);
  const Predictions predictions = used.trained.model.predict(graph);

  Json json = {{"file", arguments.model}, {"ok", true}, {"tables", Json::array()}};
  std::string text;
  for (std::size_t i = 0; i < graph.plan.tables().size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    const std::string name = file_name(out, graph.plan.tables(), i);
    const std::vector<float> values =
        probabilities(graph.dataset.tables.vocabulary(), graph.schema(i), predictions.after[i]);
    if (out.extension() == ".npy") {
      write_npy_matrix(folder, name, table.rows, table.columns.size(), values);
    } else {
      const std::string csv = CsvText(graph, i, values).text();
      const std::string_view part = csv;
      folder.write(name, std::span(&part, 1));
    }
    const std::string path = (folder.path() / name).lexically_normal().string();
    text += printable(path) + ": " + counted(table.rows, "row") + " of " + table.name + ", " +
            counted(table.columns.size(), "probability column") + "\n";
    json["tables"].push_back(
        {{"name", table.name}, {"file", path}, {"rows", table.rows}, {"columns", table.columns}});
  }
  folder.commit();
  json["diagnostics"] = to_json(graph.dataset.warnings);
  if (!arguments.json) print_findings(graph.dataset.warnings);
  std::cout << (arguments.json ? to_line(json) : text);
  return ExitStatus::done;
}

}  // namespace kenn::cli
