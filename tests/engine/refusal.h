// What the tests of refused input share: a knowledge, and the message of an error.
#pragma once

#include <functional>
#include <string>

#include "engine/run_engine.h"
#include "support.h"

namespace kenn::test {

// The message of the error that `action` throws, after checking its kind.
inline std::string message_of(ErrorKind kind, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "nothing is thrown";
}

inline void expect_parts(const std::string& message, const Texts& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(message.find(part), std::string::npos) << "no " << part << " in: " << message;
}

inline void expect_data_error(const std::function<void()>& action, const Texts& parts) {
  const std::string message = message_of(ErrorKind::data, action);
  EXPECT_NE(message, "nothing is thrown");
  expect_parts(message, parts);
}

class Refusal : public testing::Test {
 protected:
  Knowledge knowledge = Knowledge::from_text(
      "type Person\npredict Smoker(Person), Cancer(Person), Friends(Person, Person)\n"
      "given Knows(Person, Person), Old(Person)\n"
      "rule \"spreads\": Smoker(x) & Friends(x, y) -> Smoker(y)\nrule: Old(x) -> Cancer(x)\n");
};

}  // namespace kenn::test
