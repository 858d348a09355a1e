// Takes files out of a compressed archive.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace kenn::io {

// Throws `Error` (kind file) where libarchive is not installed: to know it before an archive is downloaded.
void require_unpacking();

// The files of these names in a tar archive compressed with gzip, in whatever folder of it they are. Nothing
// is written. Links are no files, and paths with ".." or from the root are left out. Throws `Error` (kind
// data) that names the archive: when it is damaged or something else, when a file is missing or there twice,
// and when all that is in it would be larger than `largest` bytes.
std::map<std::string, std::string> unpack(std::string_view archive, const std::string& name,
                                          std::span<const std::string_view> wanted, std::uint64_t largest);

}  // namespace kenn::io
