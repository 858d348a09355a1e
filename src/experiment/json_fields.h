// Records as JSON objects: the members of each are named once, for writing and for reading.
#pragma once

#include <kenn/error.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/number_text.h"

namespace kenn::experiment::json_fields {

using Json = nlohmann::ordered_json;

// To be specialised for every record: `visit(record, visitor)` calls `visitor("name", record.name)` for each
// member. An optional number that is not there is null, an optional record is left out.
template <typename Record>
struct Fields;

template <typename Value>
concept IsRecord = requires {
  sizeof(Fields<Value>);
};

template <typename Value>
inline constexpr bool may_be_left_out = false;
template <IsRecord Record>
inline constexpr bool may_be_left_out<std::optional<Record>> = true;

// Where a value stands in a document: "splits.test.accuracy", "weights[0][3]".
class Place {
 public:
  template <typename Action>
  void inside(std::string_view name, const Action& action) {
    steps_.push_back({name, 0});
    action();
    steps_.pop_back();
  }

  template <typename Action>
  void inside(std::size_t index, const Action& action) {
    steps_.push_back({{}, index});
    action();
    steps_.pop_back();
  }

  // The value's place and what is wrong with it; of the whole document where there is no place.
  [[noreturn]] void fail(const std::string& what) const {
    std::string text;
    for (const Step& step : steps_) {
      text += step.name.data() == nullptr ? "[" + std::to_string(step.index) + "]"
                                          : (text.empty() ? "" : ".") + std::string(step.name);
    }
    throw Error(ErrorKind::data, steps_.empty() ? "the whole " + what : "'" + text + "' " + what);
  }

 private:
  struct Step {
    std::string_view name;  // without data: an element of a list
    std::size_t index = 0;
  };
  std::vector<Step> steps_;
};

// Throws `Error` (kind data) for a number that is not finite: JSON has none, and no file should.
class Writer {
 public:
  template <IsRecord Record>
  Json write(const Record& record) {
    Json json = Json::object();
    Fields<Record>::visit(record, [&](std::string_view name, const auto& member) {
      if constexpr (may_be_left_out<std::remove_cvref_t<decltype(member)>>) {
        if (!member) return;
      }
      place_.inside(name, [&] { json[std::string(name)] = write(member); });
    });
    return json;
  }

  Json write(double number) {
    if (!std::isfinite(number)) place_.fail("is not finite");
    return number;
  }

  template <typename Value>
  requires std::unsigned_integral<Value> || std::same_as<Value, std::string> Json write(const Value& value) {
    return value;
  }

  template <typename Value>
  Json write(const std::optional<Value>& value) {
    return value ? write(*value) : Json(nullptr);
  }

  template <typename Value>
  Json write(const std::vector<Value>& values) {
    Json json = Json::array();
    for (std::size_t i = 0; i < values.size(); ++i) {
      place_.inside(i, [&] { json.push_back(write(values[i])); });
    }
    return json;
  }

  template <typename Key, typename Value>
  Json write(const std::map<Key, Value>& values) {
    Json json = Json::object();
    for (const auto& [key, value] : values) {
      const std::string name = text_of(key);
      place_.inside(name, [&, &each = value] { json[name] = write(each); });
    }
    return json;
  }

 private:
  static const std::string& text_of(const std::string& key) { return key; }
  std::string text_of(double key) { return write(key).dump(); }

  Place place_;
};

// Throws `Error` (kind data) for what is missing, of another type, unknown, or too large for its type.
class Reader {
 public:
  template <IsRecord Record>
  void read(const Json& json, Record& record) {
    require(json.is_object(), "an object", json);
    std::vector<std::string_view> known;
    Fields<Record>::visit(record, [&](std::string_view name, auto& member) {
      known.push_back(name);
      place_.inside(name, [&] {
        const auto found = json.find(name);
        if (found != json.end()) {
          read(*found, member);
        } else if (!may_be_left_out<std::remove_cvref_t<decltype(member)>>) {
          place_.fail("is missing");
        }
      });
    });
    for (const auto& [name, value] : json.items()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      place_.inside(std::string_view(name), [&] { place_.fail("is unknown to this version of kenn"); });
    }
  }

  void read(const Json& json, std::string& text) {
    require(json.is_string(), "a text", json);
    text = json.get<std::string>();
  }

  void read(const Json& json, bool& value) {
    require(json.is_boolean(), "true or false", json);
    value = json.get<bool>();
  }

  void read(const Json& json, double& number) {
    require(json.is_number(), "a number", json);
    number = json.get<double>();
  }

  template <std::unsigned_integral Number>
  void read(const Json& json, Number& number) {
    require(json.is_number_unsigned(), "a whole number from 0", json);
    const auto value = json.get<std::uint64_t>();
    if (value > std::numeric_limits<Number>::max()) {
      place_.fail("is " + std::to_string(value) + "; the largest is " +
                  std::to_string(std::numeric_limits<Number>::max()));
    }
    number = static_cast<Number>(value);
  }

  template <typename Value>
  void read(const Json& json, std::optional<Value>& value) {
    if (!may_be_left_out<std::optional<Value>> && json.is_null()) {
      value.reset();
    } else {
      read(json, value.emplace());
    }
  }

  template <typename Value>
  void read(const Json& json, std::vector<Value>& values) {
    require(json.is_array(), "a list", json);
    values.clear();
    for (const Json& each : json) {
      place_.inside(values.size(), [&] { read(each, values.emplace_back()); });
    }
  }

  template <typename Key, typename Value>
  void read(const Json& json, std::map<Key, Value>& values) {
    require(json.is_object(), "an object", json);
    values.clear();
    for (const auto& [name, each] : json.items()) {
      place_.inside(std::string_view(name), [&, &key = name, &value = each] {
        read(value, values[key_of(key, static_cast<Key*>(nullptr))]);
      });
    }
  }

 private:
  void require(bool is_right, const std::string& wanted, const Json& found) const {
    if (!is_right) place_.fail("is not " + wanted + " but " + description(found));
  }

  static std::string description(const Json& json) {
    if (json.is_null()) return "null";
    if (json.is_boolean()) return "true or false";
    if (json.is_number()) return json.dump();
    if (json.is_string()) return "a text";
    return json.is_array() ? "a list" : "an object";
  }

  static const std::string& key_of(const std::string& name, const std::string* /*type*/) { return name; }

  double key_of(const std::string& name, const double* /*type*/) const {
    const std::optional<double> number = io::parse_number(name);
    if (!number || !std::isfinite(*number)) place_.fail("does not stand under a number");
    return *number;
  }

  Place place_;
};

}  // namespace kenn::experiment::json_fields
