// `kenn report --explore`, and the explorer beside the page of a training.
#include "explore_run.h"

#include <kenn/version.h>

#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>

#include "base/output_folder.h"
#include "base/utf8.h"
#include "common.h"
#include "dataset/split_choice.h"
#include "json_output.h"
#include "report/explorer.h"

namespace kenn::cli {

ExplorerSize write_explorer(explain::Source source, const std::string& title, const std::string& data,
                            const std::vector<std::string>& objects, std::size_t rows,
                            const std::string& out) {
  const explain::Context context(std::move(source));
  explain::ExcerptLimits limits;
  limits.rows = rows;
  const explain::Excerpt excerpt = explain::take_excerpt(context, objects, limits);
  const std::string page =
      report::explorer_html(report::explorer_document(context, excerpt, {title, version, data}));
  base::OutputFile file(out, base::Streams::accepted);
  const std::string_view part = page;
  file.folder().write(file.name(), std::span(&part, 1));
  file.folder().commit();
  return {excerpt.chosen, excerpt.rows, page.size()};
}

void run_explore(const ExploreArguments& arguments, const EnhanceFiles& enhance_files) {
  const ExplainInputs& inputs = arguments.inputs;
  ExplainSource read = read_explain_source(inputs, enhance_files);
  CommandFiles files;
  add_read_files(inputs, enhance_files, read.source.knowledge, files);
  files.writes("--out", arguments.out);
  files.check();
  const std::string title = std::filesystem::path(inputs.name()).filename().string();
  const std::string data = inputs.data.empty() ? std::string() : dataset::source_name(inputs.data);
  const ExplorerSize size =
      write_explorer(std::move(read.source), title, data, arguments.objects, arguments.rows, arguments.out);
  if (arguments.json) {
    std::cout << to_line({{"file", inputs.name()},
                          {"ok", true},
                          {"page", arguments.out},
                          {"rows", size.rows},
                          {"all_rows", size.all_rows},
                          {"bytes", size.bytes},
                          {"diagnostics", to_json(read.warnings)}});
    return;
  }
  print_findings(read.warnings);
  report_stream(arguments.out) << base::printable(arguments.out) << ": " << size.rows << " of "
                               << counted(size.all_rows, "row") << "\n";
}

}  // namespace kenn::cli
