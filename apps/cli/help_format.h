// How help is laid out.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace kenn::cli {

// Titles in the help of a command with many options, in this order.
inline constexpr const char* data_section = "Data";
inline constexpr const char* model_section = "Model";
inline constexpr const char* rules_section = "Rules";
inline constexpr const char* training_section = "Training";
inline constexpr const char* output_section = "Output";

// Sections whose title begins so are shown by --help-all alone.
inline constexpr std::string_view rare_section = "More: ";

// As CLI11 does it, but with descriptions that end before column 100, and names of flags as they are typed.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_group(std::string title, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
  std::string make_subcommand(const CLI::App* command) const override;  // without older names
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;

 private:
  mutable bool shows_all_ = false;  // while a help text is made, which CLI11 does by const functions
};

// Breaks a text between words into lines of at most `width` characters, where the words allow it.
std::string wrapped(const std::string& text, std::size_t width);

}  // namespace kenn::cli
