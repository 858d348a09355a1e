// Collects what the stages find wrong with one source text.
#include "base/diagnostics.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace kenn::base {

void Diagnostics::add(Severity severity, std::size_t offset, std::string message) {
  if (severity == Severity::error) ++error_count_;
  findings_.push_back({severity, offset, std::move(message)});
}

std::string Diagnostics::line_of(std::size_t offset) {
  const std::string& text = source_.text();
  if (!newlines_) {
    newlines_.emplace();
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      newlines_->push_back(at);
    }
  }
  const auto before = std::lower_bound(newlines_->begin(), newlines_->end(), offset) - newlines_->begin();
  return "line " + std::to_string(before + 1);
}

std::vector<Diagnostic> Diagnostics::in_order() const {
  std::vector<const Finding*> order;
  order.reserve(findings_.size());
  for (const Finding& finding : findings_) order.push_back(&finding);
  std::stable_sort(order.begin(), order.end(), [](const Finding* left, const Finding* right) {
    return std::tie(left->offset, left->severity) < std::tie(right->offset, right->severity);
  });

  std::vector<Diagnostic> diagnostics;
  LocationCursor cursor(source_.text());
  std::unordered_set<std::string_view> said;  // of the place under way
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Finding& finding = *order[i];
    if (i > 0 && order[i - 1]->offset != finding.offset) said.clear();
    if (!said.insert(finding.message).second) continue;
    Excerpt excerpt = excerpt_at(source_.text(), finding.offset);
    diagnostics.push_back({finding.severity, source_.name(), cursor.locate(finding.offset), finding.message,
                           std::move(excerpt.text), excerpt.caret});
  }
  return diagnostics;
}

}  // namespace kenn::base
