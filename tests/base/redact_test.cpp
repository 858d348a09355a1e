// Tests that no password is shown, however its address is written.
#include "base/redact.h"

#include <gtest/gtest.h>
#include <kenn/error.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace kenn::base {
namespace {

TEST(Redact, HidesThePasswordAndShowsTheRest) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"postgres://kenn:secret@host/db", "postgres://***@host/db"},
      {"postgresql://kenn:secret@host:5432/db?sslmode=require",
       "postgresql://***@host:5432/db?sslmode=require"},
      {"https://name:secret@example.org/x.tgz", "https://***@example.org/x.tgz"},
      {"https://token@example.org/x.tgz", "https://***@example.org/x.tgz"},
      {"postgres://host/db?user=a&password=secret", "postgres://host/db?user=a&password=***"},
      {"postgres://host/db?user=a&p%61ssword%3Dsecret", "postgres://host/db?user=a&p%61ssword%3D***"},
      {"host=server password='my secret' dbname=x", "host=server password=***"},
      {"host=server PassWord = secret", "host=server PassWord = ***"},
      {"https://example.org/x?X-Amz-Signature=abcdef", "https://example.org/x?X-Amz-Signature=***"},
      {"https://example.org/x?sv=1&sig=abcdef&se=2", "https://example.org/x?sv=1&sig=***"},
      {"https://example.org/x?api_key=abcdef", "https://example.org/x?api_key=***"},
      {"postgres://kenn:secret", "postgres://kenn:***"},
      {"postgres://kenn:sec/ret", "postgres://kenn:***"},
      {"postgres://kenn:se/cr@et@host/db", "postgres://***@host/db"},
      {"postgres://kenn:se cret@host/db", "postgres://***@host/db"},
      {"postgres:/kenn:secret@host/db", "postgres:***@host/db"},
      {"postgres:kenn:secret@host/db", "postgres:***@host/db"},
      {"kenn:secret@host/db", "kenn:***@host/db"},
      {"postgres://kenn%3Asecret@host/db", "postgres://***@host/db"},
      {"data = \"postgres:/kenn:se cret@host/db\" x", "data = \"postgres:***@host/db\" x"},
      {"cannot open 'http://kenn:secret@host/x' now", "cannot open 'http://***@host/x' now"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(redacted(text), expected) << text;
}

TEST(Redact, LeavesOtherTextsAlone) {
  for (const char* const text :
       {"", "papers", "data/Paper.csv", "linqs:citeseer", "sqlite:/data/me@work/x.db", "linqs:me@work/data",
        "http://example.org:8080/x", "http://[::1]:80/x", "file:///data/me@work/x.tgz",
        "the id 'a@b.org' is also in row 1", "row 3, column 'id': the id 'a@b.org' is empty",
        "fe_sendauth: no password supplied", "type Paper predict AI(Paper)", "50 % of a@b",
        "see http://example.org/x for more: 5", "'http://example.org:80/x' is wrong: no"}) {
    EXPECT_EQ(redacted(text), text);
  }
}

TEST(Redact, IsPartOfEveryError) {
  Diagnostic found;
  found.file = "postgres://kenn:secret@host/db";
  found.location = {3, 9};
  found.message = "there is no folder 'postgres://kenn:secret@host/db'";
  found.excerpt = "data = \"postgres://kenn:secret@host/db\" x";
  found.caret = 39;
  const Error error(ErrorKind::file, {found});
  EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
  EXPECT_EQ(error.file(), "postgres://***@host/db");
  EXPECT_LE(error.diagnostics()[0].caret, error.diagnostics()[0].excerpt.size());
}

// A password of letters that no other part has, and of what confuses readers of addresses.
std::string some_password() {
  const std::string letters =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("QXZJ@:/?#&=%'\" [],;+\\")));
  return "QZ" + letters + "XJ";
}

std::string percent_encoded(const std::string& text) {
  std::string encoded;
  for (const char letter : text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(letter);
    encoded += {'%', digits[code / 16], digits[code % 16]};
  }
  return encoded;
}

// Neither whole nor in pieces: none of the password's letters is left.
bool shows_none(const std::string& text) {
  return text.find_first_of("QXZJ") == std::string::npos;
}

RC_GTEST_PROP(Redact, ShowsNoPartOfAPassword, ()) {
  const std::string password = some_password();
  const std::string scheme = *rc::gen::element<std::string>(
      "postgres:", "postgresql:", "postgrse:", "http:", "https:", "ftp:", "postgres:postgresql:");
  const std::string slashes = *rc::gen::element<std::string>("//", "///", "/", "");
  const std::string rest =
      *rc::gen::element<std::string>("@host/db", "@[::1", "@host:many/x?a=%", "@", "@%zz");
  const std::string address = scheme + slashes + "kenn:" + password + rest;
  RC_ASSERT(shows_none(redacted(address)));
  const std::string encoded = scheme + slashes + "kenn:" + percent_encoded(password) + rest;
  RC_ASSERT(redacted(encoded).find(percent_encoded(password)) == std::string::npos);
}

RC_GTEST_PROP(Redact, ShowsNoPartOfAParameter, ()) {
  const std::string password = some_password();
  const std::string before = *rc::gen::element<std::string>(
      "postgres://host/db?password=", "postgres:///db?user=a&sslpassword=", "host=h user=u password=",
      "password = '", "postgres:host=h PASSWORD=", "postgres://h/d?%70assword=", "https://h/x?token=");
  const std::string after = *rc::gen::element<std::string>("", "&sslmode=x", " dbname=x", "' host=y");
  RC_ASSERT(shows_none(redacted(before + password + after)));
}

RC_GTEST_PROP(Redact, ChangesNothingTheSecondTime, (const std::string& text)) {
  const std::string once = redacted(text);
  RC_ASSERT(redacted(once) == once);
}

}  // namespace
}  // namespace kenn::base
