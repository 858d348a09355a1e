// Options that `kenn enhance` and `kenn fit` share.
#include "enhance_options.h"

#include "option_flags.h"
#include "shared_options.h"

namespace kenn::cli {

EnhanceFiles files_of(const EnhanceArguments& arguments) {
  const auto split = [](const std::string& option, const std::vector<std::string>& texts) {
    std::vector<NamedFile> files;
    files.reserve(texts.size());
    for (const std::string& text : texts) files.push_back(named_file(option, text));
    return files;
  };
  return {split("--logits", arguments.logits), split("--relation", arguments.relations),
          split("--ids", arguments.ids), split("--labels", arguments.labels),
          arguments.options.threads.value_or(0)};
}

void add_input_options(CLI::App& command, EnhanceArguments& arguments) {
  add_syntax_option(command, arguments.syntax);
  const auto add_files = [&](const char* name, std::vector<std::string>& target, const char* text) {
    command.add_option(name, target, text)
        ->option_text("NAME=FILE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
  };
  add_files("--logits", arguments.logits,
            "Logits of a predicted table (a type, or a predicted relation): NPY, one row per object or "
            "tuple, one column per predicate");
  add_files(
      "--relation", arguments.relations,
      "The tuples of a relation: CSV with a header line, or NPY; one column per argument and perhaps one "
      "named truth; row numbers from 0, or ids (--ids)");
  add_files("--ids", arguments.ids,
            "The ids of the objects of a type, one per line, in the order of the rows");
}

void add_labels_option(CLI::App& command, EnhanceArguments& arguments) {
  command
      .add_option("--labels", arguments.labels,
                  "Labels of a predicted table: CSV with a column id (or the objects of a tuple), a column "
                  "label or one column of 0 and 1 per predicate, and perhaps split (train, valid, test)")
      ->option_text("NAME=FILE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void add_fit_options(CLI::App& command, EnhanceArguments& arguments, const std::string& before) {
  for (const train::Option* const option : fit_options())
    add_flag(command, *option, arguments.options, {before});
}

std::vector<const train::Option*> fit_options() {
  return {&train::option_of(&Options::folds), &train::option_of(&Options::seed),
          &train::option_of(&Options::rule_prior), &train::option_of(&Options::trust_strength),
          &train::option_of(&Options::loss)};
}

}  // namespace kenn::cli
