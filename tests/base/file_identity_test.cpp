// Tests that a file is known by any of its paths.
#include "base/file_identity.h"

#include "base/data_support.h"

namespace kenn::base {
namespace {

namespace fs = std::filesystem;

class FileIdentityTest : public test::DataFolder {
 protected:
  [[nodiscard]] bool are_same(const fs::path& one, const fs::path& other) const {
    return identity_of(folder_ / one) == identity_of(folder_ / other);
  }
};

TEST_F(FileIdentityTest, OfAFileIsThatOfItsLinks) {
  write("a", "text");
  write("b", "text");
  fs::create_directory(folder_ / "folder");
  fs::create_hard_link(folder_ / "a", folder_ / "hard");
  fs::create_symlink("a", folder_ / "soft");
  fs::create_symlink("..", folder_ / "folder" / "up");
  for (const char* const path : {"./a", "folder/../a", "hard", "soft", "folder/up/a", "folder//up/soft"}) {
    EXPECT_TRUE(are_same("a", path)) << path;
  }
  EXPECT_FALSE(are_same("a", "b"));
  EXPECT_FALSE(are_same("a", "new"));
}

TEST_F(FileIdentityTest, OfANewFileIsItsFolderAndItsName) {
  fs::create_directory(folder_ / "folder");
  fs::create_symlink("folder", folder_ / "other");
  fs::create_symlink("folder/new", folder_ / "dangling");
  for (const char* const path : {"./folder/new", "folder/../folder/new", "other/new", "dangling"}) {
    EXPECT_TRUE(are_same("folder/new", path)) << path;
  }
  EXPECT_FALSE(are_same("folder/new", "new"));
  EXPECT_FALSE(are_same("folder/new", "folder/newer"));
  // Folders that are to be made.
  EXPECT_TRUE(are_same("one/two/new", "one/./two/new"));
  EXPECT_TRUE(are_same("one/two/new", "one/two/three/../new"));
  EXPECT_FALSE(are_same("one/new", "two/new"));
}

TEST_F(FileIdentityTest, OfARelativePathIsThatOfTheAbsoluteOne) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  write("a", "text");
  EXPECT_EQ(identity_of("a"), identity_of(folder_ / "a"));
  EXPECT_EQ(identity_of("new"), identity_of(folder_ / "new"));
  EXPECT_EQ(identity_of("no/new"), identity_of(folder_ / "no" / "new"));
  fs::current_path(before);
}

TEST_F(FileIdentityTest, OfADeviceIsNone) {
  EXPECT_EQ(identity_of("/dev/null"), std::nullopt);
}

}  // namespace
}  // namespace kenn::base
