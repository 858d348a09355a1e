// A finished run as tables for a person, or as one JSON object.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "driver/measure.h"
#include "driver/roofline.h"

namespace kenn::bench {

struct Report {
  std::vector<std::pair<std::string, std::string>> machine;
  std::string python;                       // of the rival, or empty
  std::map<std::uint32_t, Amounts> limits;  // per second, by the number of threads
  std::vector<Measurement> measurements;
};

void print_text(std::ostream& stream, const Report& report);
nlohmann::json to_json_object(const Report& report);

}  // namespace kenn::bench
