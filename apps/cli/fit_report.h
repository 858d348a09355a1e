// What was learned about the rules, as text and JSON.
#pragma once

#include <kenn/kenn.h>

#include <string>

#include "json_output.h"
#include "trust/trust.h"

namespace kenn::cli {

// How many rules are trusted, and what that does for rows left out.
std::string fit_line(const std::string& model, const trust::Trust& trust);

// One line per clause: its weight, and what speaks for it.
std::string trust_lines(const trust::Trust& trust, const Plan& plan);

Json fit_to_json(const std::string& model, const trust::Trust& trust);

// weight, low, high, groundings, holds, chance, score and verdict.
Json trust_to_json(const trust::RuleTrust& rule);

}  // namespace kenn::cli
