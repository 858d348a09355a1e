// How help is laid out.
#include "help_format.h"

#include <sstream>
#include <string_view>
#include <utility>

namespace kenn::cli {

namespace {

constexpr std::size_t help_width = 100;
constexpr std::string_view negation = "{false}";  // what CLI11 adds to --no-x

}  // namespace

std::string HelpFormat::make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const {
  shows_all_ = mode == CLI::AppFormatMode::All;
  std::string text = Formatter::make_help(command, std::move(name), mode);
  // A section that is not shown leaves its blank line.
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at))
    text.erase(at, 1);
  return text;
}

std::string HelpFormat::make_group(std::string title, bool is_positional,
                                   std::vector<const CLI::Option*> options) const {
  if (title.starts_with(rare_section) && !shows_all_) return {};
  return Formatter::make_group(std::move(title), is_positional, std::move(options));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  std::ostringstream line;
  CLI::detail::format_help(line, command->get_name(), command->get_description(), get_column_width());
  return line.str();
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return wrapped(Formatter::make_option_desc(option), help_width - get_column_width());
}

std::string HelpFormat::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = Formatter::make_option_name(option, is_positional);
  for (std::size_t at = name.find(negation); at != std::string::npos; at = name.find(negation)) {
    name.erase(at, negation.size());
  }
  return name;
}

std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string result;
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

}  // namespace kenn::cli
