// The ids of the objects of a type: a text with one id per line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"

namespace kenn::dataset {

// Lines end with LF or CRLF; spaces and tabs around an id, a byte order mark and empty lines at the end do
// not count. Throws `Error` (kind data) with up to 20 errors: empty lines, repeated ids (with both lines),
// bytes that are not UTF-8; kind file when the file cannot be read.
std::vector<std::string> read_ids(const std::filesystem::path& path);
std::vector<std::string> read_ids(base::InputFile& file);

}  // namespace kenn::dataset
