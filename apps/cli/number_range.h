// The numbers that an option takes.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <string>

#include "io/number_text.h"

namespace kenn::cli {

// CLI11's own check lets "nan" pass, and writes 1e-9 as "0.000000".
inline CLI::Validator number_between(double least, double greatest) {
  const auto complaint_about_text = [least, greatest](const std::string& text) -> std::string {
    double number = 0;
    const bool is_number = CLI::detail::lexical_cast(text, number);
    if (is_number && number >= least && number <= greatest) return "";
    return "Value " + text + " not in range " + io::shortest_text(least) + " to " +
           io::shortest_text(greatest);
  };
  return {complaint_about_text, ""};
}

// Only digits; CLI11 itself takes -1 for a very large number.
inline CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto complaint_about_text = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && stop == end && number >= least && number <= most) return "";
    return "Value " + text + " not in range " + std::to_string(least) + " to " + std::to_string(most);
  };
  return {complaint_about_text, ""};
}

}  // namespace kenn::cli
