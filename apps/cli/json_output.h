// The objects that `--json` prints.
#pragma once

#include <kenn/kenn.h>

#include <nlohmann/json.hpp>

#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::cli {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<Diagnostic>& diagnostics);
Json to_json(const Knowledge& knowledge);          // everything but the clauses
Json clauses_to_json(const Knowledge& knowledge);  // one object per clause
Json tree_to_json(const knowledge::syntax::Tree& tree, const SourceText& source);

// One line, valid UTF-8 whatever the names of files are.
std::string to_line(const Json& json);

}  // namespace kenn::cli
