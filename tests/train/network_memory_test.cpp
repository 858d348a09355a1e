// Tests of networks that no machine has memory for.
#include "train/network_memory.h"

#include "engine/refusal.h"

namespace kenn::train {
namespace {

using test::expect_parts;
using test::message_of;

const Knowledge& people() {
  static const Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P), R(P, P)");
  return knowledge;
}

void require(const std::vector<std::size_t>& widths, std::vector<std::uint32_t> hidden,
             std::uint64_t copies = 1) {
  ModelOptions options;
  options.hidden = std::move(hidden);
  require_network_memory(people(), widths, options, copies);
}

TEST(NetworkMemory, IsThereForUsualNetworks) {
  EXPECT_NO_THROW(require({0, 0}, {}));
  EXPECT_NO_THROW(require({3703, 10}, {50, 50, 50}, copies_in_training));
}

TEST(NetworkMemory, IsRefusedBeforeItIsTaken) {
  expect_parts(message_of(ErrorKind::limit,
                          [] {
                            require({4'294'967'295, 1}, {50'000});
                          }),
               {"'P'", "4294967295 features", "50000", "859 TB", "free", "--hidden"});
  expect_parts(message_of(ErrorKind::limit,
                          [] {
                            require({1, std::size_t{1} << 60}, {1'000'000});
                          }),
               {"'R'", "1152921504606846976 features"});
  expect_parts(message_of(ErrorKind::limit,
                          [] {
                            require({1, 1}, {1'000'000, 1'000'000, 1'000'000});
                          }),
               {"8.0 TB", "1000000,1000000"});
  expect_parts(message_of(ErrorKind::limit,
                          [] {
                            require({std::size_t{1} << 61, 1}, {});
                          }),
               {"no hidden layer"});
}

// What learns needs several times as much.
TEST(NetworkMemory, CountsCopies) {
  std::string once = message_of(ErrorKind::limit, [] { require({1, 1}, {1'000'000, 1'000'000}, 1); });
  std::string often = message_of(ErrorKind::limit, [] {
    require({1, 1}, {1'000'000, 1'000'000}, copies_in_training);
  });
  expect_parts(once, {"4.0 TB"});
  expect_parts(often, {"16 TB"});
}

}  // namespace
}  // namespace kenn::train
