// A finished run as tables for a person, or as one JSON object.
#include "driver/report.h"

#include <iomanip>
#include <optional>
#include <sstream>

#include "driver/goals.h"
#include "driver/rival.h"
#include "driver/text_table.h"

namespace kenn::bench {
namespace {

using nlohmann::json;

constexpr double memory_of_goal = 24e9;  // in which the rival is said to run out of memory

std::string megabytes(std::uint64_t bytes) {
  return three_digits(static_cast<double>(bytes) / 1e6);
}

std::string scientific(double number) {
  std::ostringstream text;
  text << std::scientific << std::setprecision(0) << number;
  return text.str();
}

json rival_versions(const Report& report) {
  for (const Measurement& each : report.measurements) {
    if (!each.rivals.empty()) return each.rival_versions;
  }
  return json::object();
}

void print_machine(std::ostream& stream, const Report& report) {
  for (const auto& [name, value] : report.machine) stream << name << ": " << value << "\n";
  const json versions = rival_versions(report);
  for (const auto& [name, value] : versions.items()) {
    stream << "rival's " << name << ": " << value.get<std::string>() << "\n";
  }
  if (!report.python.empty()) stream << "rival's python: " << report.python << "\n";
}

bool is_too_large(const Case& measured) {
  return !measured.has_rival && static_cast<double>(least_rival_bytes(measured)) > memory_of_goal;
}

// The cells of the rival: both variants' times, the faster one's name, the ratios to it and its memory.
std::vector<std::string> rival_cells(const Measurement& measurement) {
  const auto fastest = measurement.fastest_rival();
  if (!fastest && is_too_large(measurement.measured)) {
    return {"-", "-", "no memory", "-", "-", ">" + megabytes(least_rival_bytes(measurement.measured))};
  }
  if (!fastest) return {"-", "-", "-", "-", "-", "-"};
  const auto milliseconds = [&](const char* variant) {
    return three_digits(measurement.rivals.at(variant).median_ms());
  };
  return {milliseconds(rival_variants(measurement.measured)[0]),
          milliseconds(rival_variants(measurement.measured)[1]),
          *fastest,
          three_digits(measurement.ratio(*fastest)),
          three_digits(measurement.ratio_of_shortest(*fastest)),
          megabytes(measurement.rivals.at(*fastest).peak_bytes)};
}

TextTable times_table(const Report& report) {
  TextTable table({"shape", "rows", "pairs", "rules", "threads", "ours ms", "softmax ms", "sigmoid ms",
                   "rival", "ratio", "of shortest", "rival MB", "ours MB", "ns/(pair rule)", "list s",
                   "plan s", "difference"});
  for (const Measurement& each : report.measurements) {
    std::vector<std::string> cells = {each.measured.shape,
                                      with_commas(each.measured.rows),
                                      with_commas(each.measured.pairs),
                                      std::to_string(each.measured.rules),
                                      std::to_string(each.measured.threads),
                                      three_digits(each.ours.median_ms())};
    for (std::string& cell : rival_cells(each)) cells.push_back(std::move(cell));
    cells.insert(cells.end(),
                 {megabytes(each.ours.peak_bytes), three_digits(each.nanoseconds_per_pair_and_rule()),
                  three_digits(each.list_seconds), three_digits(each.plan_seconds),
                  scientific(each.largest_difference())});
    table.add(std::move(cells));
  }
  return table;
}

// Boosts beside each other, measured in the same rounds; none if the run had no such case.
std::optional<TextTable> boosts_table(const Report& report) {
  TextTable table({"shape", "residual ms", "softmax ms", "ratio", "of shortest"});
  bool is_empty = true;
  for (const Measurement& each : report.measurements) {
    if (!each.plain) continue;
    is_empty = false;
    table.add({each.measured.shape, three_digits(each.ours.median_ms()),
               three_digits(each.plain->median_ms()), three_digits(each.ratio_to_plain()),
               three_digits(each.ratio_to_plain_of_shortest())});
  }
  return is_empty ? std::nullopt : std::optional(std::move(table));
}

void print_missing_rivals(std::ostream& stream, const Report& report) {
  for (const Measurement& each : report.measurements) {
    if (!is_too_large(each.measured)) continue;
    const auto bytes = static_cast<double>(least_rival_bytes(each.measured));
    stream << each.measured.shape
           << ": the rival was not run, it runs out of memory in 24 GB: three arrays of pairs x "
           << "rules, which it has at once, are " << three_digits(bytes / 1e9) << " GB\n";
  }
}

// "1.23 (45 %)": billions per second, and the part of the limit that they are.
std::string of_limit(double per_second, double limit) {
  return three_digits(per_second / 1e9) + " (" + three_digits(100 * per_second / limit) + " %)";
}

TextTable limits_table(const Report& report) {
  TextTable table({"shape", "rules", "threads", "GB/s (of copy)", "10^9 divisions/s (of bare)",
                   "10^9 exponentials/s (of bare)"});
  for (const Measurement& each : report.measurements) {
    const Amounts reached = needed(each.measured).per(each.ours.median_ms() / 1e3);
    const Amounts& limit = report.limits.at(each.measured.threads);
    table.add({each.measured.shape, std::to_string(each.measured.rules),
               std::to_string(each.measured.threads), of_limit(reached.bytes, limit.bytes),
               of_limit(reached.divisions, limit.divisions),
               of_limit(reached.exponentials, limit.exponentials)});
  }
  return table;
}

void print_limits(std::ostream& stream, const Report& report) {
  for (const auto& [threads, limit] : report.limits) {
    stream << threads << (threads == 1 ? " thread" : " threads") << " at most: copy "
           << three_digits(limit.bytes / 1e9) << " GB/s, " << three_digits(limit.divisions / 1e9)
           << " 10^9 divisions/s, " << three_digits(limit.exponentials / 1e9) << " 10^9 exponentials/s\n";
  }
}

void print_goals(std::ostream& stream, const std::vector<Goal>& goals) {
  for (const Goal& goal : goals) {
    stream << (goal.met() ? "met      " : "NOT met  ") << goal.what
           << (goal.at_least ? ", at least " : ", at most ") << goal.limit << " " << goal.unit << ": "
           << three_digits(goal.reached) << "\n";
  }
}

}  // namespace

void print_text(std::ostream& stream, const Report& report) {
  print_machine(stream, report);
  stream << "\nForward and backward of one enhancer layer (medians; results were compared before):\n"
         << times_table(report);
  print_missing_rivals(stream, report);
  if (const auto table = boosts_table(report)) {
    stream << "\nOur layer with the residual boost against our layer with softmax:\n" << *table;
  }
  stream << "\nWhat ours needs, per second, against loops that do nothing else:\n" << limits_table(report);
  print_limits(stream, report);
  if (const std::vector<Goal> goals = judge(report.measurements); !goals.empty()) {
    stream << "\nGoals (of speed: by the medians and by the shortest times):\n";
    print_goals(stream, goals);
  }
}

json to_json_object(const Report& report) {
  json object = {{"cases", report.measurements},
                 {"goals", judge(report.measurements)},
                 {"rival_versions", rival_versions(report)},
                 {"rival_python", report.python}};
  for (const auto& [name, value] : report.machine) object["machine"][name] = value;
  for (const auto& [threads, limit] : report.limits) {
    json line = limit;
    line["threads"] = threads;
    object["limits_per_second"].push_back(line);
  }
  return object;
}

}  // namespace kenn::bench
