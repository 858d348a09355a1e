// Values of options as text and as JSON, and sets of options over each other.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include <kenn/error.h>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "io/number_text.h"
#include "train/option_table.h"

namespace kenn::train {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const Option& option, const std::string& what) {
  throw Error(ErrorKind::usage, option.name + ": " + what);
}

std::string range_text(const Option& option) {
  if (option.high >= 1e19) return "from " + io::shortest_text(option.low);
  // Numbers that count read better without an exponent.
  const auto text = [](double number) {
    return number >= 1 && number == std::floor(number) ? std::to_string(static_cast<std::uint64_t>(number))
                                                       : io::shortest_text(number);
  };
  return "from " + text(option.low) + " to " + text(option.high);
}

bool is_in_range(const Option& option, double number) {
  return number >= option.low && number <= option.high;
}

void assign(const Option& option, std::optional<bool>& value, std::string_view text) {
  if (text != "yes" && text != "no") fail(option, "yes or no is expected, not " + base::in_quotes(text));
  value = text == "yes";
}

template <std::unsigned_integral Number>
Number whole_number(const Option& option, std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() ||
      !is_in_range(option, static_cast<double>(number))) {
    fail(option, "a whole number " + range_text(option) + " is expected, not " + base::in_quotes(text));
  }
  return number;
}

template <std::unsigned_integral Number>
void assign(const Option& option, std::optional<Number>& value, std::string_view text) {
  value = whole_number<Number>(option, text);
}

void assign(const Option& option, std::optional<double>& value, std::string_view text) {
  const std::optional<double> number = io::parse_number(text);
  if (!number || !is_in_range(option, *number)) {
    fail(option, "a number " + range_text(option) + " is expected, not " + base::in_quotes(text));
  }
  value = *number;
}

void assign(const Option& option, std::optional<std::string>& value, std::string_view text) {
  const auto& choices = option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    std::string list;
    for (const std::string_view choice : choices) list += (list.empty() ? "" : ", ") + std::string(choice);
    fail(option,
         "there is no choice " + base::in_quotes(text) + base::suggestion(text, choices) + " (" + list + ")");
  }
  value = std::string(text);
}

// "50,50,50"; "" is an empty list.
void assign(const Option& option, std::optional<std::vector<std::uint32_t>>& value, std::string_view text) {
  std::vector<std::uint32_t> numbers;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    numbers.push_back(whole_number<std::uint32_t>(option, rest.substr(0, comma)));
    if (comma + 1 == rest.size()) fail(option, "the list " + base::in_quotes(text) + " ends with a comma");
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  value = std::move(numbers);
}

std::string text_of(bool value) {
  return value ? "yes" : "no";
}
std::string text_of(std::uint32_t value) {
  return std::to_string(value);
}
std::string text_of(std::uint64_t value) {
  return std::to_string(value);
}
std::string text_of(double value) {
  return io::shortest_text(value);
}
std::string text_of(const std::string& value) {
  return value;
}
std::string text_of(const std::vector<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

// What JSON has to be for a value, so that its text may be read.
bool fits(const Json& json, const bool* /*type*/) {
  return json.is_boolean();
}
// Numbers that are none of these are refused by `assign`, in the words for a typed one.
template <std::unsigned_integral Number>
bool fits(const Json& json, const Number* /*type*/) {
  return json.is_number();
}
// JSON has no infinite numbers; they come as words.
bool fits(const Json& json, const double* /*type*/) {
  if (json.is_number()) return true;
  const std::optional<double> number =
      json.is_string() ? io::parse_number(json.get<std::string>()) : std::nullopt;
  return number && !std::isfinite(*number);
}
bool fits(const Json& json, const std::string* /*type*/) {
  return json.is_string();
}
bool fits(const Json& json, const std::vector<std::uint32_t>* /*type*/) {
  return json.is_array() &&
         std::all_of(json.begin(), json.end(), [](const Json& each) { return each.is_number(); });
}

template <typename Value>
std::string text_in(const Json& json, const Value* /*type*/) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_boolean()) return text_of(json.get<bool>());
  // As a whole number, 3.0 is none.
  if (std::is_same_v<Value, double> && json.is_number_float()) return io::shortest_text(json.get<double>());
  if (!json.is_array()) return json.dump();
  std::string text;
  for (const Json& each : json) text += (text.empty() ? "" : ",") + each.dump();
  return text;
}

constexpr const char* expectation(const bool* /*type*/) {
  return "true or false is expected";
}
template <std::unsigned_integral Number>
constexpr const char* expectation(const Number* /*type*/) {
  return "a whole number is expected";
}
constexpr const char* expectation(const double* /*type*/) {
  return "a number is expected";
}
constexpr const char* expectation(const std::string* /*type*/) {
  return "a word is expected";
}
constexpr const char* expectation(const std::vector<std::uint32_t>* /*type*/) {
  return "a list of whole numbers is expected";
}

}  // namespace

bool is_set(const Options& options, const Option& option) {
  return std::visit([&](auto member) { return (options.*member).has_value(); }, option.member);
}

void unset_option(Options& options, const Option& option) {
  std::visit([&](auto member) { (options.*member).reset(); }, option.member);
}

std::string option_text(const Options& options, const Option& option) {
  return std::visit(
      [&](auto member) { return options.*member ? text_of(*(options.*member)) : std::string(); },
      option.member);
}

void set_option(Options& options, const Option& option, std::string_view text) {
  std::visit([&](auto member) { assign(option, options.*member, text); }, option.member);
}

Json option_json(const Options& options, const Option& option) {
  return std::visit([&](auto member) { return options.*member ? Json(*(options.*member)) : Json(); },
                    option.member);
}

void set_option(Options& options, const Option& option, const Json& value) {
  std::visit(
      [&]<typename Value>(Option::Member<Value> member) {
        const Value* const type = nullptr;
        if (!fits(value, type)) fail(option, expectation(type) + std::string(", not ") + value.dump());
        assign(option, options.*member, text_in(value, type));
      },
      option.member);
}

void fill(Options& options, const Options& other) {
  for (const Option& option : option_table()) {
    std::visit(
        [&](auto member) {
          if (!(options.*member)) options.*member = other.*member;
        },
        option.member);
  }
}

const Options& usual_options() {
  static const Options usual = [] {
    Options options;
    for (const Option& option : option_table()) {
      if (!option.usual.empty()) set_option(options, option, std::string_view(option.usual));
    }
    return options;
  }();
  return usual;
}

std::string to_command_line(const Options& options) {
  std::string text;
  for (const Option& option : option_table()) {
    if (!is_set(options, option)) continue;
    const std::string value = option_text(options, option);
    const bool is_flag = std::holds_alternative<Option::Member<bool>>(option.member);
    text += text.empty() ? "--" : " --";
    if (is_flag) {
      text += (value == "no" ? "no-" : "") + option.name;
    } else {
      text += option.name + " " + (value.empty() ? "''" : value);
    }
  }
  return text;
}

}  // namespace kenn::train
