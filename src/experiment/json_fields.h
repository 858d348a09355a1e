// Records as JSON objects: the members of each are named once, for writing and for reading.
#pragma once

#include <kenn/error.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/json_value.h"
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
  void read(const io::JsonValue& json, Record& record) const {
    std::vector<std::string_view> known;
    Fields<Record>::visit(record, [&](std::string_view name, auto& member) {
      known.push_back(name);
      if (may_be_left_out<std::remove_cvref_t<decltype(member)>> && !json.has(name)) return;
      read(json.at(name), member);
    });
    json.require_keys(known);
  }

  void read(const io::JsonValue& json, std::string& text) const { text = json.text(); }
  void read(const io::JsonValue& json, bool& value) const { value = json.truth(); }
  void read(const io::JsonValue& json, double& number) const { number = json.number(); }

  template <std::unsigned_integral Number>
  void read(const io::JsonValue& json, Number& number) const {
    number = json.whole<Number>();
  }

  template <typename Value>
  void read(const io::JsonValue& json, std::optional<Value>& value) const {
    if (!may_be_left_out<std::optional<Value>> && json.is_null()) {
      value.reset();
    } else {
      read(json, value.emplace());
    }
  }

  template <typename Value>
  void read(const io::JsonValue& json, std::vector<Value>& values) const {
    values = json.list([&](const io::JsonValue& each) {
      Value value{};
      read(each, value);
      return value;
    });
  }

  template <typename Key, typename Value>
  void read(const io::JsonValue& json, std::map<Key, Value>& values) const {
    values.clear();
    json.members([&](const std::string& name, const io::JsonValue& each) {
      Key key{};
      read_key(name, each, key);
      const auto [place, is_new] = values.try_emplace(std::move(key));
      if (!is_new) each.fail("stands there twice, under another spelling");
      read(each, place->second);
    });
  }

 private:
  static void read_key(const std::string& name, const io::JsonValue& /*value*/, std::string& key) {
    key = name;
  }

  static void read_key(const std::string& name, const io::JsonValue& value, double& key) {
    const std::optional<double> number = io::parse_number(name);
    if (!number || !std::isfinite(*number)) value.fail("does not stand under a number");
    key = *number;
  }
};

}  // namespace kenn::experiment::json_fields
