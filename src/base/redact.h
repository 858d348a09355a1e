// Hides the passwords in addresses and connection strings before they are shown or stored.
#pragma once

#include <string>
#include <string_view>

namespace kenn::base {

// The text with "***" for what may be a password:
//
//   postgres://kenn:secret@host/db             postgres://***@host/db
//   postgres://host/db?user=a&password=secret  postgres://host/db?user=a&password=***
//   host=server password='my secret'           host=server password=***
//   https://name:secret                        https://name:***
//
// Also in the middle of a message, in addresses that are written wrongly, and with percent escapes. Where it
// is not clear how far a password goes, more is hidden.
std::string redacted(std::string_view text);

}  // namespace kenn::base
