// The one place where JSON is parsed: nothing nested deeply, and no key twice in an object.
#include "io/json_text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/nesting.h"
#include "base/source.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "io/json_reason.h"

namespace kenn::io {

namespace {

using Json = nlohmann::ordered_json;

// Puts the tree together. Objects of nlohmann's ordered kind look through all their keys for every new one;
// here a set knows them.
// (What may throw is said to be the constructor of null, which cannot.)
// NOLINTNEXTLINE(bugprone-exception-escape)
class TreeBuilder : public JsonEvents {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }

  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!levels_.back().keys.insert(name).second) {
      return fail("the key " + base::in_quotes(base::printable(name)) + " is there twice");
    }
    levels_.back().key = std::move(name);
    return true;
  }

  Json take() { return std::move(root_); }

 private:
  // An object or a list that is not complete yet.
  struct Level {
    Json value;
    std::string key = {};  // of an object, the one whose value comes next
    std::unordered_set<std::string> keys = {};
  };

  bool open(Json value) {
    levels_.push_back({std::move(value)});
    return true;
  }

  bool close() {
    Json value = std::move(levels_.back().value);
    levels_.pop_back();
    return add(std::move(value));
  }

  bool add(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level& level = levels_.back(); level.value.is_array()) {
      level.value.get_ref<Json::array_t&>().push_back(std::move(value));
    } else {
      auto& members = static_cast<Json::object_t::Container&>(level.value.get_ref<Json::object_t&>());
      members.emplace_back(std::move(level.key), std::move(value));
    }
    return true;
  }

  Json root_;
  std::vector<Level> levels_;
};

}  // namespace

bool JsonEvents::binary(binary_t& /*value*/) {
  return fail("there is binary data");
}

bool JsonEvents::parse_error(std::size_t position, const std::string& /*token*/,
                             const nlohmann::detail::exception& error) {
  fault_ = {position == 0 ? 0 : position - 1, "this is not JSON: " + json_reason(error.what())};
  return false;
}

bool JsonEvents::fail(std::string message) {
  fault_ = {std::nullopt, std::move(message)};
  return false;
}

std::optional<JsonFault> read_json_events(std::string_view text, JsonEvents& events) {
  if (const auto offset = base::too_deep_in_json(text)) return JsonFault{*offset, base::too_deep_message()};
  Json::sax_parse(text, &events);
  return events.fault();
}

Diagnostic to_diagnostic(const JsonFault& fault, std::string_view text) {
  Diagnostic diagnostic;
  diagnostic.message = fault.message;
  if (!fault.offset) return diagnostic;
  const std::size_t offset = std::min(*fault.offset, text.size());
  base::Excerpt excerpt = base::excerpt_at(text, offset);
  diagnostic.location = base::LocationCursor(text).locate(offset);
  diagnostic.excerpt = std::move(excerpt.text);
  diagnostic.caret = excerpt.caret;
  return diagnostic;
}

Json parse_json(std::string_view text) {
  TreeBuilder builder;
  if (const auto fault = read_json_events(text, builder)) {
    throw Error(ErrorKind::data, {to_diagnostic(*fault, text)});
  }
  return builder.take();
}

Json parse_json(std::string_view text, std::string_view part, const std::string& file) {
  TreeBuilder builder;
  if (const auto fault = read_json_events(text, builder)) {
    throw Error(ErrorKind::data, base::in_quotes(part) + ": " + fault->message, file);
  }
  return builder.take();
}

}  // namespace kenn::io
