// The gain over the network alone, and what others published for the same experiment.
//
// Published improvements are over the network alone of the same publication. A published method is a network
// alone if it is called as the baseline is, or so with the names of the methods it belongs to: "nn (SBR,
// RNM)". Without such an entry of their own, methods that the experiment has, too, belong to the plain
// baseline, and others have no improvement.
#include <algorithm>
#include <cctype>

#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

struct PublishedValue {
  std::string method;
  std::string paradigm;
  double fraction = 0;
  double accuracy = 0;
  std::optional<double> improvement;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  return text;
}

bool is_network_alone(const MethodNames& names, const std::string& method) {
  if (names.empty()) return false;
  const std::string& baseline = names.front().name;
  const std::string name = lower(method);
  return name == baseline || name.starts_with(baseline + " ") || name.starts_with(baseline + "(");
}

bool is_same_paradigm(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

// The words of a text: "nn (SBR, RNM)" has sbr and rnm.
bool has_word(const std::string& text, const std::string& wanted) {
  std::string word;
  for (const char character : lower(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '-') {
      word += character;
    } else {
      if (word == wanted) return true;
      word.clear();
    }
  }
  return false;
}

const experiment::Published* base_of(const experiment::Experiment& experiment,
                                     const experiment::Published& entry, const MethodNames& names) {
  const std::string method = lower(entry.method);
  for (const experiment::Published& each : experiment.published) {
    if (is_network_alone(names, each.method) && is_same_paradigm(each.paradigm, entry.paradigm) &&
        has_word(each.method, method))
      return &each;
  }
  const bool is_ours =
      std::find(experiment.methods.begin(), experiment.methods.end(), method) != experiment.methods.end();
  if (!is_ours) return nullptr;
  for (const experiment::Published& each : experiment.published) {
    if (is_baseline(names, lower(each.method)) && is_same_paradigm(each.paradigm, entry.paradigm))
      return &each;
  }
  return nullptr;
}

std::vector<PublishedValue> published_values(const experiment::Experiment& experiment,
                                             const MethodNames& names) {
  std::vector<PublishedValue> values;
  for (const experiment::Published& entry : experiment.published) {
    const bool is_alone = is_network_alone(names, entry.method);
    const experiment::Published* const base = is_alone ? nullptr : base_of(experiment, entry, names);
    for (const auto& [fraction, accuracy] : entry.accuracy) {
      PublishedValue value{entry.method, entry.paradigm, fraction, accuracy, std::nullopt};
      if (base != nullptr) {
        const auto found = base->accuracy.find(fraction);
        if (found != base->accuracy.end()) value.improvement = accuracy - found->second;
      }
      values.push_back(value);
    }
  }
  return values;
}

std::string published_label(const MethodNames& names, const std::string& method) {
  if (is_network_alone(names, method)) return names.front().label + method.substr(names.front().name.size());
  const std::string label = label_of(names, lower(method));
  return label == lower(method) ? method : label;
}

// Ours of the same method and paradigm.
const experiment::KindSummary* ours(const Content& content, const experiment::Summary& summary,
                                    const PublishedValue& value) {
  for (const Series& series : content.series) {
    if (series.method != lower(value.method) || !is_same_paradigm(series.paradigm, value.paradigm)) continue;
    if (const experiment::KindSummary* const kind = find(summary, series, value.fraction)) return kind;
  }
  return nullptr;
}

// Of every series and share of labels that has a gain: paradigm, method, share of labels, test.
struct Gain {
  const Series* series;
  std::optional<double> fraction;
  const experiment::Estimate* difference;
};

std::vector<Gain> gains_of(const Content& content, const experiment::Summary& summary) {
  std::vector<Gain> gains;
  for (const Group& group : content.groups) {
    const Series& series = content.series[group.series];
    const experiment::KindSummary* const kind = find(summary, series, group.fraction);
    if (kind == nullptr || !kind->improvement || kind->improvement->difference.count == 0) continue;
    gains.push_back({&series, group.fraction, &kind->improvement->difference});
  }
  return gains;
}

// The paradigms of ours at this share of labels under which a published value stands.
std::vector<std::string> paradigms_of(const std::vector<Gain>& gains, const PublishedValue& value) {
  std::vector<std::string> paradigms;
  for (const Gain& gain : gains) {
    const std::string& paradigm = gain.series->paradigm;
    const bool is_new = std::find(paradigms.begin(), paradigms.end(), paradigm) == paradigms.end();
    if (is_new && gain.fraction == value.fraction && is_same_paradigm(value.paradigm, paradigm))
      paradigms.push_back(paradigm);
  }
  return paradigms;
}

}  // namespace

Json improvement_table(const experiment::Experiment& experiment, const Content& content,
                       const experiment::Summary& summary, const MethodNames& names) {
  Json table = make_table("improvement", "Improvement over the network alone, in points",
                          {{"fraction", "Training labels", kind::fraction},
                           {"paradigm", "Paradigm", kind::text},
                           {"model", "Model", kind::text},
                           {"improvement", "Improvement", kind::points},
                           {"low", "95 % from", kind::points},
                           {"high", "to", kind::points},
                           {"runs", "Runs", kind::count}});
  const std::vector<Gain> gains = gains_of(content, summary);
  std::vector<PublishedValue> published = published_values(experiment, names);
  std::erase_if(published, [&](const PublishedValue& value) {
    return !value.improvement || paradigms_of(gains, value).empty();
  });
  const std::string suffix = published.empty() ? "" : " (this experiment)";
  for (const auto& fraction : content.fractions) {
    for (const Gain& gain : gains) {
      if (gain.fraction != fraction) continue;
      Json row = {value_of(fraction), gain.series->paradigm, label_of(names, gain.series->method) + suffix,
                  value_of(gain.difference->mean)};
      add_interval(row, gain.difference->interval);
      row.push_back(gain.difference->count);
      add_row(table, std::move(row));
    }
    for (const PublishedValue& value : published) {
      if (value.fraction != fraction) continue;
      for (const std::string& paradigm : paradigms_of(gains, value)) {
        add_row(table, {value.fraction, paradigm, published_label(names, value.method) + " (published)",
                        value_of(value.improvement), nullptr, nullptr, nullptr});
      }
    }
  }
  return table;
}

Json published_table(const experiment::Experiment& experiment, const Content& content,
                     const experiment::Summary& summary, const MethodNames& names) {
  Json table = make_table("published", "Published and ours",
                          {{"method", "Method", kind::text},
                           {"paradigm", "Paradigm", kind::text},
                           {"fraction", "Training labels", kind::fraction},
                           {"published_accuracy", "Published", kind::percent},
                           {"accuracy", "Ours", kind::percent},
                           {"accuracy_difference", "Difference", kind::points},
                           {"published_improvement", "Improvement, published", kind::points},
                           {"improvement", "Ours", kind::points},
                           {"improvement_difference", "Difference", kind::points}});
  for (const PublishedValue& value : published_values(experiment, names)) {
    const bool is_shown = std::find(content.fractions.begin(), content.fractions.end(), value.fraction) !=
                          content.fractions.end();
    if (!is_shown) continue;
    const experiment::KindSummary* const kind = ours(content, summary, value);
    Json row = {published_label(names, value.method), value.paradigm, value.fraction, value.accuracy};
    row.push_back(kind != nullptr ? value_of(kind->accuracy.mean) : Json());
    row.push_back(kind != nullptr ? value_of(kind->accuracy.mean - value.accuracy) : Json());
    const bool is_improvement = kind != nullptr && kind->improvement.has_value();
    row.push_back(value_of(value.improvement));
    row.push_back(is_improvement ? value_of(kind->improvement->difference.mean) : Json());
    row.push_back(is_improvement && value.improvement
                      ? value_of(kind->improvement->difference.mean - *value.improvement)
                      : Json());
    add_row(table, std::move(row));
  }
  return table;
}

}  // namespace kenn::report
