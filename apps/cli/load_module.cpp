// Loads the part of the program that trains and uses models.
#include <dlfcn.h>
#include <kenn/version.h>

#include <array>
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
  throw Error(ErrorKind::file, "the part of kenn that trains and uses models is not there",
              places.back().lexically_normal().string());
}

}  // namespace

const LearningModule& learning_module() {
  const fs::path path = find_module();
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(ErrorKind::file, std::string("cannot be loaded: ") + dlerror(), path.string());
  const auto function = reinterpret_cast<LearningModuleFunction>(dlsym(library, learning_module_function));
  if (function == nullptr || std::string(function()->version) != version) {
    throw Error(ErrorKind::file, "belongs to another version of kenn", path.string());
  }
  return *function();
}

}  // namespace kenn::cli
