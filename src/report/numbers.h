// Numbers as reports show them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/statistics.h"

namespace kenn::report {

std::string fixed(double value, int digits);
std::string percent(double share);          // "65.2 %"
std::string points(double difference);      // "+4.8", of percent; the minus sign is a real one
std::string share_label(double share);      // "10 %", "12.5 %": as few digits as it needs
std::string p_value_text(double p_value);   // "0.032", "6.6e-183", "< 1e-300"
std::string grouped(std::uint64_t number);  // "3,312"

// "1 run", "500 runs"; plural is the word and "s".
std::string counted(std::uint64_t count, std::string_view word);

// "64.9 % to 65.4 %", and "+4.3 to +5.1"; empty without an interval.
std::string percent_interval(const std::optional<Interval>& interval);
std::string points_interval(const std::optional<Interval>& interval);

// "a, b and c"
std::string listed(const std::vector<std::string>& words);

}  // namespace kenn::report
