// How help is laid out.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace kenn::cli {

// As CLI11 does it, but with descriptions that end before column 100, and names of flags as they are typed.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
};

// Breaks a text between words into lines of at most `width` characters, where the words allow it.
std::string wrapped(const std::string& text, std::size_t width);

}  // namespace kenn::cli
