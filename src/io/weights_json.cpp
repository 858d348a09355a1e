// The JSON of a weights file, before anything is known about the clauses.
#include "io/weights_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/source.h"
#include "io/json_reason.h"

namespace kenn::io {

namespace {

using Json = nlohmann::json;

// Follows the parser event by event: as a tree, a repeated key would be there only once.
class Handler {
 public:
  Handler(std::string_view text, base::Findings& findings) : text_(text), findings_(findings) {}

  // What the parser calls; the result says whether it is to go on.
  bool null() { return value("null"); }
  bool boolean(bool /*value*/) { return value("true or false"); }
  bool number_integer(std::int64_t number) { return value("a number", static_cast<double>(number)); }
  bool number_unsigned(std::uint64_t number) { return value("a number", static_cast<double>(number)); }
  bool number_float(double number, const std::string& /*text*/) { return value("a number", number); }
  bool string(std::string& /*text*/) { return value("a text"); }
  bool binary(std::vector<std::uint8_t>& /*bytes*/) { return value("binary data"); }

  bool start_object(std::size_t /*size*/) {
    const bool is_layer = depth_ == 0 || (depth_ == 1 && document_.is_list);
    if (is_layer) {
      document_.layers.emplace_back();
      layer_depth_ = depth_ + 1;
    } else {
      value("an object");
    }
    ++depth_;
    return true;
  }

  bool key(std::string& name) {
    if (depth_ == layer_depth_) document_.layers.back().push_back({std::move(name), std::nullopt, ""});
    return true;
  }

  bool end_object() { return end(); }

  bool start_array(std::size_t /*size*/) {
    if (depth_ == 0) {
      document_.is_list = true;
    } else {
      value("a list");
    }
    ++depth_;
    return true;
  }

  bool end_array() { return end(); }

  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& exception) {
    const std::size_t offset = std::min(position == 0 ? 0 : position - 1, text_.size());
    base::Excerpt excerpt = base::excerpt_at(text_, offset);
    findings_.error(base::LocationCursor(text_).locate(offset),
                    "this is not JSON: " + json_reason(exception.what()), std::move(excerpt.text),
                    excerpt.caret);
    return false;
  }

  [[nodiscard]] WeightsDocument take() { return std::move(document_); }

 private:
  // Values that are no weights are reported where they stand for a layer, and kept where they stand for a
  // weight.
  bool value(const char* what, std::optional<double> number = std::nullopt) {
    if (depth_ == 0) {
      findings_.error(
          std::string("an object with one entry per clause is needed, or a list of them; this is ") + what);
    } else if (depth_ == layer_depth_) {
      document_.layers.back().back().weight = number;
      document_.layers.back().back().instead = what;
    } else if (depth_ == 1 && document_.is_list) {
      findings_.error(std::string("a list holds one object per layer, but in this one there is ") + what);
    }
    return !findings_.full();
  }

  bool end() {
    if (depth_ == layer_depth_) layer_depth_ = 0;
    --depth_;
    return true;
  }

  std::string_view text_;
  base::Findings& findings_;
  WeightsDocument document_;
  std::size_t depth_ = 0;
  std::size_t layer_depth_ = 0;  // the depth inside the layer under way, 0 outside layers
};

}  // namespace

WeightsDocument read_weights_json(std::string_view text, base::Findings& findings) {
  Handler handler(text, findings);
  Json::sax_parse(text, &handler);
  return handler.take();
}

}  // namespace kenn::io
