// What is said of the address of a PostgreSQL database, without its password.
#pragma once

#include <string>
#include <vector>

namespace kenn::dataset {

// Whether libpq takes the text for a URI or for `name=value` pairs, and not for the name of a database.
bool is_connection_string(const std::string& address);

// What is wrong with an address in which part of the password would be taken for something else, which libpq
// would then name in its messages. Empty when nothing is.
std::string complaint_about_address(const std::string& address);

// What libpq says of an address that it cannot read, without the quotations of it.
std::string without_quotations(const std::string& message);

// What libpq says of a connection, without these passwords.
std::string without_passwords(std::string message, const std::vector<std::string>& passwords);

}  // namespace kenn::dataset
