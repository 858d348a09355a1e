// Numbers as people read them; web/numbers.ts has the same texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kenn::report {

std::string fixed(double value, int digits);
std::string percent(double share);          // "65.2 %"
std::string points(double difference);      // "+4.8", of percent; the minus sign is a real one
std::string share_label(double share);      // "10 %", "12.5 %": as few digits as it needs
std::string p_value_text(double p_value);   // "0.032", "6.6e-183", "< 1e-300"
std::string grouped(std::uint64_t number);  // "3,312"

// "1 run", "500 runs"; plural is the word and "s".
std::string counted(std::uint64_t count, std::string_view word);

}  // namespace kenn::report
