// Libraries of the system that are loaded when they are first used.
#include "base/dynamic_library.h"

#include <dlfcn.h>
#include <kenn/error.h>

#include <utility>

namespace kenn::base {

namespace {

// Why the last call of the loader failed.
std::string loader_message() {
  const char* const message = ::dlerror();
  return message == nullptr ? "no reason is known" : message;
}

}  // namespace

DynamicLibrary::DynamicLibrary(std::string name, std::initializer_list<const char*> files,
                               std::string package)
    : name_(std::move(name)), package_(std::move(package)) {
  std::string reason;  // that of the first file, which is the usual one
  for (const char* const file : files) {
    handle_ = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    const std::string message = loader_message();
    if (reason.empty()) reason = message;
  }
  throw Error(ErrorKind::file, name_ + " is needed and cannot be loaded (" + reason +
                                   "); on Debian and Ubuntu 'apt-get install " + package_ + "' installs it");
}

DynamicLibrary::Function DynamicLibrary::function(const char* name) const {
  void* const address = ::dlsym(handle_, name);
  if (address != nullptr) return Function(address);
  throw Error(ErrorKind::file, name_ + " has no function " + name + "; a newer version of the package " +
                                   package_ + " is needed");
}

}  // namespace kenn::base
