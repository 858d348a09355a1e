// Values of a JSON text, each read with its type and its range, and with its place in every complaint.
#include "io/json_value.h"

#include <kenn/error.h>

#include <algorithm>
#include <cmath>

#include "base/spelling.h"
#include "base/utf8.h"

namespace kenn::io {

namespace {

constexpr std::size_t longest_name = 100;

}  // namespace

std::string JsonValue::place() const {
  if (around_ == nullptr) return std::string(name_);
  const std::string before = around_->place();
  if (name_.data() == nullptr) return before + "[" + std::to_string(index_) + "]";
  return before + (before.empty() ? "" : ".") + base::shortened(base::printable(name_), longest_name);
}

void JsonValue::fail(const std::string& what) const {
  const JsonValue* outermost = this;
  while (outermost->around_ != nullptr) outermost = outermost->around_;
  const std::string where = place();
  throw Error(ErrorKind::data, where.empty() ? "the whole " + what : "'" + where + "' " + what,
              std::string(outermost->file_));
}

std::string JsonValue::description() const {
  if (json_.is_null()) return "null";
  if (json_.is_boolean()) return "true or false";
  if (json_.is_number()) return json_.dump();
  if (json_.is_string()) return "a text";
  return json_.is_array() ? "a list" : "an object";
}

void JsonValue::require(bool is_right, const std::string& wanted) const {
  if (!is_right) fail("is not " + wanted + " but " + description());
}

std::string JsonValue::text() const {
  require(json_.is_string(), "a text");
  return json_.get<std::string>();
}

bool JsonValue::truth() const {
  require(json_.is_boolean(), "true or false");
  return json_.get<bool>();
}

double JsonValue::number(double low, double high) const {
  require(json_.is_number(), "a number");
  const auto value = json_.get<double>();
  if (value >= low && value <= high) return value;
  fail("is " + json_.dump() + "; it must be from " + base::to_text(low) + " to " + base::to_text(high));
}

std::uint64_t JsonValue::whole_number(std::uint64_t low, std::uint64_t high) const {
  require(json_.is_number_unsigned(), "a whole number from " + std::to_string(low));
  const auto value = json_.get<std::uint64_t>();
  if (value < low) fail("is " + std::to_string(value) + "; the smallest is " + std::to_string(low));
  if (value > high) fail("is " + std::to_string(value) + "; the largest is " + std::to_string(high));
  return value;
}

std::size_t JsonValue::place_among(std::span<const std::string_view> words) const {
  const std::string word = text();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string all;
  for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
  fail("is " + base::in_quotes(base::printable(word)) + ", which is none of: " + all);
}

void JsonValue::require_list(std::optional<std::size_t> size) const {
  require(json_.is_array(), "a list");
  if (!size || json_.size() == *size) return;
  fail("has length " + std::to_string(json_.size()) + "; it must be " + std::to_string(*size));
}

void JsonValue::require_object() const {
  require(json_.is_object(), "an object");
}

bool JsonValue::has(std::string_view key) const {
  require_object();
  return json_.find(key) != json_.end();
}

JsonValue JsonValue::at(std::string_view key) const& {
  require_object();
  static const Json nothing;
  const auto found = json_.find(key);
  if (found == json_.end()) JsonValue(nothing, *this, key, 0).fail("is missing");
  return {*found, *this, key, 0};
}

void JsonValue::require_keys(std::span<const std::string_view> known) const {
  members([&](std::string_view name, const JsonValue& value) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      value.fail("is unknown to this version of kenn");
    }
  });
}

}  // namespace kenn::io
