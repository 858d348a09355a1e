// Tests of libraries that are loaded when they are first used.
#include "base/dynamic_library.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): functions of C, in the global namespace
#include <unistd.h>

#include "base/data_support.h"

namespace kenn::base {
namespace {

using test::complaints_of;
using test::Texts;

struct Libc {
  DynamicLibrary library{"libc", {"libc.so.6"}, "libc6"};
  KENN_DYNAMIC_FUNCTION(library, atoi);
  KENN_DYNAMIC_FUNCTION(library, getpid);
};

TEST(DynamicLibrary, HasTheFunctionsOfItsHeader) {
  const Libc libc;
  EXPECT_EQ(libc.atoi("27"), 27);
  EXPECT_EQ(libc.getpid(), ::getpid());
}

TEST(DynamicLibrary, IsTheFirstFileThatCanBeLoaded) {
  const DynamicLibrary library("libc", {"libkenn-absent.so.1", "libc.so.6"}, "libc6");
  const decltype(&::atoi) function = library.function("atoi");
  EXPECT_EQ(function("8"), 8);
}

TEST(DynamicLibrary, SaysWhatToInstall) {
  const auto load = [](std::initializer_list<const char*> files) {
    return complaints_of(ErrorKind::file, [&] { DynamicLibrary("libabsent", files, "libabsent1"); });
  };
  const Texts expected = {
      "0:0: error: libabsent is needed and cannot be loaded (libkenn-absent.so.1: cannot open shared object "
      "file: No such file or directory); on Debian and Ubuntu 'apt-get install libabsent1' installs it"};
  EXPECT_EQ(load({"libkenn-absent.so.1"}), expected);
  EXPECT_EQ(load({"libkenn-absent.so.1", "libkenn-absent.so.0"}), expected);
}

TEST(DynamicLibrary, SaysWhatIsMissingInIt) {
  const DynamicLibrary library("libc", {"libc.so.6"}, "libc6");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { (void)library.function("kenn_absent"); }),
            Texts{"0:0: error: libc has no function kenn_absent; a newer version of the package libc6 is "
                  "needed"});
}

}  // namespace
}  // namespace kenn::base
