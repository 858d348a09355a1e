// How help is laid out.
#include "help_format.h"

#include <sstream>
#include <string_view>

namespace kenn::cli {

namespace {

constexpr std::size_t help_width = 100;
constexpr std::string_view negation = "{false}";  // what CLI11 adds to --no-x

}  // namespace

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
