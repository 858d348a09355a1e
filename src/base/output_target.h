// What a path to write to leads to, known before anything is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace kenn::base {

// Whether a FIFO or a character device may take the place of a file, or must.
enum class Streams : std::uint8_t { refused, accepted, needed };

struct OutputTarget {
  std::filesystem::path path;          // after symbolic links
  bool is_stream = false;              // written to, never replaced
  std::optional<int> descriptor = {};  // a stream that is open in this process, such as /dev/stdout
};

// The path after symbolic links, also after those that lead to a name that is not there yet. Throws `Error`
// (kind file) when they lead in a circle.
std::filesystem::path follow_links(const std::filesystem::path& path);

// Where to write what is meant for `path`: a regular file, a new name, or a stream. Throws `Error` (kind
// file) that says what the path is when it cannot be written: a folder, a socket, a block device, or a stream
// that is refused.
OutputTarget output_target(const std::filesystem::path& path, Streams streams = Streams::refused);

}  // namespace kenn::base
