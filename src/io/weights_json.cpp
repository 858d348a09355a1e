// The JSON of a weights file, before anything is known about the clauses.
#include "io/weights_json.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "io/json_text.h"

namespace kenn::io {

namespace {

// Follows the parser event by event, so that every repeated key can be reported.
class Handler : public JsonEvents {
 public:
  explicit Handler(base::Findings& findings) : findings_(findings) {}

  // What the parser calls; the result says whether it is to go on.
  bool null() override { return value("null"); }
  bool boolean(bool /*value*/) override { return value("true or false"); }
  bool number_integer(std::int64_t number) override { return value("a number", static_cast<double>(number)); }
  bool number_unsigned(std::uint64_t number) override {
    return value("a number", static_cast<double>(number));
  }
  bool number_float(double number, const std::string& /*text*/) override { return value("a number", number); }
  bool string(std::string& /*text*/) override { return value("a text"); }

  bool start_object(std::size_t /*size*/) override {
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

  bool key(std::string& name) override {
    if (depth_ == layer_depth_) document_.layers.back().push_back({std::move(name), std::nullopt, ""});
    return true;
  }

  bool end_object() override { return end(); }

  bool start_array(std::size_t /*size*/) override {
    if (depth_ == 0) {
      document_.is_list = true;
    } else {
      value("a list");
    }
    ++depth_;
    return true;
  }

  bool end_array() override { return end(); }

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

  base::Findings& findings_;
  WeightsDocument document_;
  std::size_t depth_ = 0;
  std::size_t layer_depth_ = 0;  // the depth inside the layer under way, 0 outside layers
};

}  // namespace

WeightsDocument read_weights_json(std::string_view text, base::Findings& findings) {
  Handler handler(findings);
  if (const auto fault = read_json_events(text, handler)) {
    const Diagnostic about = to_diagnostic(*fault, text);
    findings.error(about.location, about.message, about.excerpt, about.caret);
  }
  return handler.take();
}

}  // namespace kenn::io
