// Loads the part of the program that needs torch.
#include <dlfcn.h>
#include <kenn/version.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "learning/module.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

// Beside the program where it was built, in the library folder where it was installed.
fs::path find_module() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const std::array<fs::path, 2> places = {program.parent_path() / KENN_MODULE_NAME,
                                          program.parent_path() / KENN_INSTALLED_MODULE};
  for (const fs::path& place : places) {
    if (fs::exists(place, error)) return place;
  }
  throw Error(ErrorKind::file, "this kenn was built without torch: the part that trains is not there",
              places.back().lexically_normal().string());
}

}  // namespace

const LearningModule& learning_module() {
  const fs::path path = find_module();
  // Threads that wait by spinning take the cores from those that work (torch has two sorts of them, which
  // know nothing of each other). The libraries read this when they are loaded.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(ErrorKind::file, std::string("cannot be loaded: ") + dlerror(), path.string());
  const auto function = reinterpret_cast<LearningModuleFunction>(dlsym(library, learning_module_function));
  if (function == nullptr || std::string(function()->version) != version) {
    throw Error(ErrorKind::file, "belongs to another version of kenn", path.string());
  }
  return *function();
}

}  // namespace kenn::cli
