// A real PostgreSQL server for tests: in a folder of its own, reached by a socket in it.
#include "dataset/postgres_server.h"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace kenn::test {

namespace {

namespace fs = std::filesystem;

// Debian keeps every version in a folder of its own; the last one is taken.
fs::path find_programs() {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    if (fs::exists(version.path() / "bin" / "initdb")) found.push_back(version.path() / "bin");
  }
  if (found.empty()) throw std::runtime_error("no PostgreSQL server; scripts/setup test installs it");
  return *std::max_element(found.begin(), found.end());
}

// In the new process, before the program starts: nothing here may allocate.
[[noreturn]] void become(const char* program, char* const* arguments, const char* log, uid_t user,
                         gid_t group) {
  const int output = ::open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  const bool changed =
      ::getuid() == user || (::setgroups(0, nullptr) == 0 && ::setgid(group) == 0 && ::setuid(user) == 0);
  // Only now: a change of the user takes the signal back. The server then stops at once.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (changed) ::execv(program, arguments);
  ::_exit(127);
}

struct Finish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};

}  // namespace

PostgresServer::PostgresServer() : programs_(find_programs()), user_(::getuid()), group_(::getgid()) {
  std::string pattern = fs::temp_directory_path() / "kenn-postgres-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  folder_ = pattern;
  if (user_ == 0) {
    const passwd* user = ::getpwnam("postgres");
    if (user == nullptr) user = ::getpwnam("nobody");
    if (user == nullptr) throw std::runtime_error("there is no user who may run the server");
    user_ = user->pw_uid;
    group_ = user->pw_gid;
    if (::chown(folder_.c_str(), user_, group_) != 0) throw std::runtime_error("cannot give the folder away");
  }
  try {
    initialize();
    server_ = start("postgres",
                    {"-D", folder_ / "data", "-k", folder_, "-c", "listen_addresses=", "-c", "fsync=off"});
    wait_until_ready();
  } catch (...) {
    stop();
    throw;
  }
}

PostgresServer& PostgresServer::shared() {
  static PostgresServer server;
  return server;
}

PostgresServer::~PostgresServer() {
  stop();
}

void PostgresServer::stop() {
  if (server_ > 0) {
    ::kill(server_, SIGINT);  // disconnects everyone
    ::waitpid(server_, nullptr, 0);
  }
  server_ = -1;
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

pid_t PostgresServer::start(const std::string& program, const std::vector<std::string>& arguments) {
  const std::string path = programs_ / program;
  const std::string log = folder_ / "log";
  std::vector<std::string> texts = {path};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) become(path.c_str(), pointers.data(), log.c_str(), user_, group_);
  if (child < 0) throw std::runtime_error("cannot start " + path);
  return child;
}

void PostgresServer::initialize() {
  int status = 0;
  const pid_t child = start("initdb", {"-D", folder_ / "data", "-U", "kenn", "-A", "trust", "-E", "UTF8",
                                       "--locale=C.UTF-8", "--no-sync"});
  ::waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("initdb failed: " + log());
}

void PostgresServer::wait_until_ready() {
  using namespace std::chrono_literals;
  for (int attempt = 0; attempt < 600; ++attempt) {
    if (PQping(uri("postgres").c_str()) == PQPING_OK) return;
    int status = 0;
    if (::waitpid(server_, &status, WNOHANG) == server_) {
      server_ = -1;
      break;
    }
    std::this_thread::sleep_for(100ms);
  }
  throw std::runtime_error("the server does not start: " + log());
}

std::string PostgresServer::log() const {
  std::ifstream in(folder_ / "log");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string PostgresServer::uri(const std::string& database) const {
  return "postgresql:///" + database + "?host=" + folder_.string() + "&user=kenn";
}

std::string PostgresServer::new_database() {
  const std::string name = "test" + std::to_string(databases_++);
  execute(uri("postgres"), "CREATE DATABASE " + name);
  return uri(name);
}

void PostgresServer::execute(const std::string& uri, const std::string& commands) {
  const std::unique_ptr<PGconn, Finish> connection(PQconnectdb(uri.c_str()));
  PQsetNoticeProcessor(
      connection.get(), [](void*, const char*) {}, nullptr);
  PGresult* const result = PQexec(connection.get(), commands.c_str());
  const ExecStatusType status = PQresultStatus(result);
  const std::string message = PQerrorMessage(connection.get());
  PQclear(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw std::runtime_error(message + commands);
}

}  // namespace kenn::test
