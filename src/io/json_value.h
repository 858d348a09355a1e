// Values of a JSON text, each read with its type and its range, and with its place in every complaint.
//
//   const Json json = parse_json(text);
//   const JsonValue network(json, "network", "model.safetensors");
//   network.require_keys({"widths", "dropout"});
//   const double dropout = network.at("dropout").number(0, 0.99);
//   const auto widths = network.at("widths").list([](const JsonValue& each) { return each.whole<Row>(1, 9);
//   });
//
//   model.safetensors: error: 'network.widths[1]' is not a whole number from 1 but 50.9
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/words.h"

namespace kenn::io {

class JsonValue {
 public:
  using Json = nlohmann::ordered_json;

  // A whole text. `name` is how messages call it, or nothing; `file` is where it stands, or nothing. All must
  // stay.
  explicit JsonValue(const Json& json, std::string_view name = {}, std::string_view file = {})
      : json_(json), name_(name), file_(file) {}

  // It points to the value around it.
  JsonValue(const JsonValue&) = delete;
  JsonValue& operator=(const JsonValue&) = delete;

  // Throws `Error` (kind data), as does everything that does not find what it is asked for: "'a.b[2]' what".
  [[noreturn]] void fail(const std::string& what) const;

  [[nodiscard]] bool is_null() const { return json_.is_null(); }
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool truth() const;
  // A finite number from low to high.
  [[nodiscard]] double number(double low = std::numeric_limits<double>::lowest(),
                              double high = std::numeric_limits<double>::max()) const;
  // An exact whole number from low to high: no 3.0, no true.
  template <std::unsigned_integral Number>
  [[nodiscard]] Number whole(Number low = 0, Number high = std::numeric_limits<Number>::max()) const {
    return static_cast<Number>(whole_number(low, high));
  }
  // One of the words of an enumeration.
  template <typename Choice>
  [[nodiscard]] Choice word() const {
    return static_cast<Choice>(place_among(base::words_of<Choice>));
  }
  [[nodiscard]] std::size_t place_among(std::span<const std::string_view> words) const;

  // What `read` makes of every value of a list, which has `size` of them if that is given.
  template <typename Read>
  [[nodiscard]] auto list(const Read& read, std::optional<std::size_t> size = std::nullopt) const {
    std::vector<std::decay_t<decltype(read(*this))>> values;
    require_list(size);
    values.reserve(json_.size());
    for (const Json& each : json_) values.push_back(read(JsonValue(each, *this, {}, values.size())));
    return values;
  }

  // Calls `action` with every value of a list.
  template <typename Action>
  void each(const Action& action) const {
    require_list(std::nullopt);
    std::size_t index = 0;
    for (const Json& value : json_) action(JsonValue(value, *this, {}, index++));
  }

  // An object: calls `action` with every key and its value.
  template <typename Action>
  void members(const Action& action) const {
    require_object();
    for (const auto& [name, value] : json_.get_ref<const Json::object_t&>()) {
      action(name, JsonValue(value, *this, name, 0));
    }
  }
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] JsonValue at(std::string_view key) const&;
  JsonValue at(std::string_view key) const&& = delete;
  // That it is an object without other keys.
  void require_keys(std::span<const std::string_view> known) const;
  void require_keys(std::initializer_list<std::string_view> known) const {
    require_keys(std::span(known.begin(), known.size()));
  }

 private:
  JsonValue(const Json& json, const JsonValue& around, std::string_view name, std::size_t index)
      : json_(json), around_(&around), name_(name), index_(index) {}

  void require(bool is_right, const std::string& wanted) const;
  void require_list(std::optional<std::size_t> size) const;
  void require_object() const;
  [[nodiscard]] std::uint64_t whole_number(std::uint64_t low, std::uint64_t high) const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::string place() const;

  const Json& json_;
  const JsonValue* around_ = nullptr;
  std::string_view name_;  // without data: an element of a list
  std::size_t index_ = 0;
  std::string_view file_;  // of the outermost
};

}  // namespace kenn::io
