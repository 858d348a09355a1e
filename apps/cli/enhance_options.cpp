// Options that `kenn enhance` and `kenn fit` share.
#include "enhance_options.h"

#include <limits>

#include "number_range.h"
#include "shared_options.h"
#include "trust/folds.h"

namespace kenn::cli {

EnhanceFiles files_of(const EnhanceArguments& arguments) {
  const auto split = [](const std::string& option, const std::vector<std::string>& texts) {
    std::vector<NamedFile> files;
    files.reserve(texts.size());
    for (const std::string& text : texts) files.push_back(named_file(option, text));
    return files;
  };
  return {split("--logits", arguments.logits), split("--relation", arguments.relations),
          split("--ids", arguments.ids), split("--labels", arguments.labels)};
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
  add_files(
      "--logits", arguments.logits,
      "Preactivations of a predicted table (a type, or a predicted relation): NPY, one row per object or "
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
      .add_option(
          "--labels", arguments.labels,
          "What is known of a predicted table: CSV with a column id (or the objects of a tuple), a column "
          "label or one column of 0 and 1 per predicate, and perhaps split (train, valid, test)")
      ->option_text("NAME=FILE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void add_fit_options(CLI::App& command, EnhanceArguments& arguments, const std::string& before) {
  command
      .add_option(
          "--folds", arguments.folds,
          before + "Folds of the labelled rows, by which penalty and intervals are chosen (default: 5)")
      ->option_text("N")
      ->check(CLI::Range(2U, most_folds));
  command.add_option("--seed", arguments.seed, before + "Seed of the folds (default: 0)")
      ->option_text("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command
      .add_option("--rule-prior", arguments.rule_prior,
                  before + "Weight of rules that no label says anything about (default: 0)")
      ->option_text("W")
      ->check(number_between(0.0, 500.0));
  command
      .add_option(
          "--trust-strength", arguments.trust_strength,
          before +
              "Penalty on weights, in standard errors: how clearly labels must support a rule (default: "
              "chosen by the folds)")
      ->option_text("S")
      ->check(number_between(0.0, 1000.0));
  command.add_option("--loss", arguments.loss, before + "Loss to minimise (default: cross-entropy)")
      ->option_text("cross-entropy|linear")
      ->check(CLI::IsMember({"cross-entropy", "linear"}));
}

}  // namespace kenn::cli
