// `kenn predict`: probabilities and chosen classes for every row of the data.
#include <iostream>

#include "command_files.h"
#include "common.h"
#include "exit_status.h"
#include "json_output.h"
#include "learning/runs.h"
#include "learning/write_predictions.h"
#include "train/trained_model.h"

namespace kenn::cli {

int run_predict(const PredictArguments& arguments) {
  Model model = Model::load(arguments.model, threads_of(arguments.options));
  const Knowledge& knowledge = model.knowledge();
  PredictionFiles files(arguments.out, knowledge, io::csv_reader(arguments.spreadsheet_safe));
  check_files(arguments.model, arguments.data, knowledge, files);
  const dataset::Graph graph(knowledge, read_data(knowledge, arguments.data, arguments.read_timeout),
                             plan_options(arguments.options));
  const train::Predictions predictions = model.trained().model.predict(graph);
  const std::vector<WrittenTable> tables = files.write(graph, predictions.after);
  const Json json = {{"file", arguments.model},
                     {"ok", true},
                     {"tables", to_json(tables)},
                     {"diagnostics", to_json(graph.dataset.warnings)}};
  if (!arguments.json) print_findings(graph.dataset.warnings);
  report_stream(arguments.out) << (arguments.json ? to_line(json) : to_text(tables));
  return ExitStatus::done;
}

}  // namespace kenn::cli
