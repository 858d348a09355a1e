// Makes SQLite files for tests.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>

namespace kenn::test {

// Runs commands in a file, which is made when there is none.
inline void run_in_sqlite(const std::filesystem::path& path, const std::string& commands) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  sqlite3_exec(database, commands.c_str(), nullptr, nullptr, &message);
  EXPECT_EQ(message, nullptr) << message << "\n" << commands;
  sqlite3_free(message);
  EXPECT_EQ(sqlite3_close(database), SQLITE_OK);
}

}  // namespace kenn::test
