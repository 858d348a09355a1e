// A real PostgreSQL server for tests: in a folder of its own, reached by a socket in it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kenn::test {

// Starts in the constructor and stops in the destructor; it also stops when this process dies. Root is not
// allowed to run the server, so for root it runs as the user postgres, or else as nobody.
class PostgresServer {
 public:
  // Throws std::runtime_error.
  PostgresServer();
  ~PostgresServer();

  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // One for all tests of the process.
  static PostgresServer& shared();

  // A new, empty database; returns the URI that leads to it.
  std::string new_database();

  // Runs commands in a database. Throws std::runtime_error.
  static void execute(const std::string& uri, const std::string& commands);

  [[nodiscard]] std::string uri(const std::string& database) const;

 private:
  // Starts a program of the server's installation, its output in the log; returns its process.
  pid_t start(const std::string& program, const std::vector<std::string>& arguments);
  void initialize();
  void wait_until_ready();
  // Also removes the folder.
  void stop();
  [[nodiscard]] std::string log() const;

  std::filesystem::path folder_;
  std::filesystem::path programs_;
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t server_ = -1;
  int databases_ = 0;
};

}  // namespace kenn::test
