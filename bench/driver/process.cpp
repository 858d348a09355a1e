// Runs a program and waits for it: what it printed, how it ended, and how much memory it had at its peak.
#include "driver/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace kenn::bench {
namespace {

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer = {};
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0) return text;
    if (count < 0 && errno != EINTR) return text;
  }
}

pid_t start(const std::vector<std::string>& command, int output, bool quiet) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (quiet) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? process : -error;
}

}  // namespace

Finished run_process(const std::vector<std::string>& command, bool quiet) {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "pipe");
  const pid_t process = start(command, ends[1], quiet);
  close(ends[1]);
  Finished finished;
  if (process > 0) finished.output = read_all(ends[0]);
  close(ends[0]);
  if (process < 0) fail(-process, command[0]);
  int status = 0;
  rusage usage = {};
  while (wait4(process, &status, 0, &usage) < 0) {
    if (errno != EINTR) fail(errno, "wait4");
  }
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  finished.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return finished;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "kenn-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) fail(errno, name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace kenn::bench
