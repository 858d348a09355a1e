// Downloads a file into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kenn::io {

struct DownloadOptions {
  std::uint64_t largest = 1'000'000'000;  // bytes
  std::uint32_t timeout = 30;             // seconds in which nothing comes, and until there is a connection

  // Called now and then with the bytes that have come and how many there will be, where that is known; false
  // ends the download.
  std::function<bool(std::uint64_t done, std::optional<std::uint64_t> all)> progress;
};

// Whether the address is one to download from: http://, https:// or file://.
bool is_address(std::string_view address);

// The file that a file:// address means; nothing for other addresses.
//
//   file://localhost/my%20data/a.tgz    /my data/a.tgz
std::optional<std::string> file_of_address(std::string_view address);

// The bytes at an address, after redirections to http or https; nothing when `progress` ended it. Throws
// `Error` (kind file) that names the address, or libcurl where that is not installed.
std::optional<std::string> download(const std::string& address, const DownloadOptions& options);

}  // namespace kenn::io
