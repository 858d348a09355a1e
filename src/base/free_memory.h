// How much memory this process can still take.
#pragma once

#include <cstdint>
#include <filesystem>

namespace kenn::base {

// The least of what the machine has left (MemAvailable of Linux), what the control groups of the process
// leave it, and what the limit on its address space (`ulimit -v`) does. The memory of the machine where the
// system does not say. `root` is for tests: the folder that holds `proc` and `sys`.
std::uint64_t free_memory(const std::filesystem::path& root = "/");

// What the process holds in memory at the moment; 0 where the system does not say.
std::uint64_t memory_in_use();

}  // namespace kenn::base
