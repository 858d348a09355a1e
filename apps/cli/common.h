// What the commands share: reading the knowledge, findings on standard error, errors as exit status.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace kenn::cli {

// The values of --syntax, and what they mean.
inline constexpr const char* syntax_words = "auto|kenn|kenn2";
Syntax syntax_of(const std::string& word);

// What --max-groundings can be.
inline constexpr std::uint64_t most_groundings = 1'000'000'000'000'000;

// The knowledge in a file; "-" is standard input.
Knowledge read_knowledge(const std::string& file, const std::string& syntax);

// "1 row", "2 rows"
std::string counted(std::uint64_t count, const std::string& word);

// As it is typed in a shell.
std::string shell_word(const std::string& text);

// A number with so many digits after the point, whatever the locale is.
std::string fixed(double value, int digits);

// The same, with spaces before it so that it is so wide.
std::string fixed(double value, int digits, std::size_t width);

// Errors and warnings on standard error, with a line that counts them; in colour where a person looks.
void print_findings(const std::vector<Diagnostic>& diagnostics);

// Runs a command; an `Error` is printed, as JSON if asked for, and becomes the status "bad input", or
// "interrupted" where a person stopped it. `file` is
// what the JSON object is about when the error does not know.
int run_reporting_errors(bool json, const std::string& file, const std::function<void()>& command);

}  // namespace kenn::cli
