// Libraries of the system that are loaded when they are first used.
//
// What only a few commands need (libpq, libcurl, ...) takes longer to load than most commands take to run,
// and a machine may not have it. Such a library is therefore not linked: its functions are found by name, and
// their types come from its own header.
//
//     struct Libpq {
//       DynamicLibrary library{"libpq", {"libpq.so.5"}, "libpq5"};
//       KENN_DYNAMIC_FUNCTION(library, PQclear);
//     };
//     const Libpq& libpq() {
//       static const Libpq loaded;  // the first call loads it; a call that throws is tried again
//       return loaded;
//     }
#pragma once

#include <initializer_list>
#include <string>

namespace kenn::base {

// A loaded library. It stays loaded until the program ends, since it may have handlers that run then.
class DynamicLibrary {
 public:
  // A function, as whatever pointer it is assigned to.
  class Function {
   public:
    template <typename Type>
    operator Type*() const {  // NOLINT(google-explicit-constructor): for initialisers of members
      return reinterpret_cast<Type*>(address_);
    }

   private:
    friend class DynamicLibrary;
    explicit Function(void* address) : address_(address) {}

    void* address_;
  };

  // Loads the first of the `files` that the system has; `package` is the one of Debian and Ubuntu that has
  // it. Throws `Error` (kind file) that says what to install.
  DynamicLibrary(std::string name, std::initializer_list<const char*> files, std::string package);

  // Throws `Error` (kind file) when the library has no such function, as another version of it may not.
  [[nodiscard]] Function function(const char* name) const;

 private:
  std::string name_;
  std::string package_;
  void* handle_ = nullptr;
};

}  // namespace kenn::base

// A member of the same name and type as a function of a C header, which points to that function of `library`.
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name is declared
#define KENN_DYNAMIC_FUNCTION(library, name) decltype(&::name) name = (library).function(#name)
