// Options of the table on the command line.
#include "option_flags.h"

#include <algorithm>
#include <vector>

#include "help_format.h"
#include "methods/describe_options.h"
#include "methods/resolve.h"

namespace kenn::cli {

namespace {

// What the choices are that the table of options does not know.
std::string choice_text(const train::Option& option) {
  std::string text;
  if (&option == &train::option_of(&Options::method)) {
    for (const methods::Method* const method : methods::all()) {
      text += (text.empty() ? ": " : "; ") + method->name + ", " + method->about;
    }
  }
  if (&option == &train::option_of(&Options::preset)) {
    for (const train::Preset& preset : train::presets())
      text += (text.empty() ? ": " : "; ") + preset.name + ", " + preset.about;
  }
  return text;
}

// Most people train with the usual method: what is only for others is worth a word.
std::string help_text(const train::Option& option, const FlagHelp& help) {
  const std::string usual = help.usual.empty() ? methods::usual_text(option) : help.usual;
  std::string note =
      methods::takes(methods::usual_method(), option.group) ? "" : methods::methods_text(option);
  if (!usual.empty()) note += (note.empty() ? "" : "; ") + ("default: " + usual);
  return help.before + option.help + choice_text(option) + (note.empty() ? "" : " (" + note + ")");
}

std::string placeholder_text(const train::Option& option) {
  const std::vector<std::string> choices = methods::choices_of(option);
  return choices.empty() ? option.placeholder : CLI::detail::join(choices, "|");
}

// The title in the help of `kenn train`.
const char* section_of(train::OptionGroup group) {
  switch (group) {
    case train::OptionGroup::labels:
      return data_section;
    case train::OptionGroup::task:
    case train::OptionGroup::network:
      return model_section;
    case train::OptionGroup::optimiser:
    case train::OptionGroup::batches:
    case train::OptionGroup::running:
      return training_section;
    default:
      return rules_section;
  }
}

CLI::Option* add_switch(CLI::App& command, const train::Option& option, Options& options,
                        const FlagHelp& help) {
  const auto set = [&option, &options](std::int64_t count) {
    if (count == 0)
      throw CLI::ValidationError(flag_of(option) + " and --no-" + option.name + " contradict each other");
    train::set_option(options, option, std::string_view(count > 0 ? "yes" : "no"));
  };
  return command.add_flag_function(flag_of(option) + ",!--no-" + option.name, set, help_text(option, help));
}

}  // namespace

std::string flag_of(const train::Option& option) {
  return "--" + option.name;
}

CLI::Option* add_flag(CLI::App& command, const train::Option& option, Options& options,
                      const FlagHelp& help) {
  if (std::holds_alternative<train::Option::Member<bool>>(option.member)) {
    return add_switch(command, option, options, help);
  }
  const auto set = [&option, &options](const std::string& text) {
    try {
      train::set_option(options, option, std::string_view(text));
      if (options.method) methods::method_named(*options.method);
      if (options.preset) train::preset_named(*options.preset);
    } catch (const Error& error) {
      throw CLI::ValidationError("--" + error.diagnostics().front().message);
    }
  };
  const std::string names = flag_of(option) + (option.alias.empty() ? "" : ",--" + option.alias);
  return command.add_option_function<std::string>(names, set, help_text(option, help))
      ->option_text(placeholder_text(option));
}

void add_flags(CLI::App& command, std::initializer_list<train::OptionGroup> groups, Options& options) {
  for (const train::Option& option : train::option_table()) {
    if (std::find(groups.begin(), groups.end(), option.group) != groups.end())
      add_flag(command, option, options);
  }
}

void add_usual_flags(CLI::App& command, Options& options) {
  for (const train::Option& option : train::option_table()) {
    if (!option.is_rare) add_flag(command, option, options)->group(section_of(option.group));
  }
}

void add_rare_flags(CLI::App& command, Options& options) {
  for (const train::Option& option : train::option_table()) {
    if (option.is_rare)
      add_flag(command, option, options)->group(std::string(rare_section) + section_of(option.group));
  }
}

}  // namespace kenn::cli
