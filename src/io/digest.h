// Digests of bytes, to know whether they are the right ones.
#pragma once

#include <string>
#include <string_view>

namespace kenn::io {

// 64 hexadecimal digits in lower case. Throws `Error` (kind file) where OpenSSL is not installed.
std::string sha256(std::string_view bytes);

}  // namespace kenn::io
