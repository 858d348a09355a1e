// Digests of bytes, to know whether they are the right ones.
#include "io/digest.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include "base/dynamic_library.h"

namespace kenn::io {

namespace {

// The functions of OpenSSL that are used.
struct Libcrypto {
  base::DynamicLibrary library{"libcrypto of OpenSSL", {"libcrypto.so.3"}, "libssl3"};
  KENN_DYNAMIC_FUNCTION(library, EVP_Digest);
  KENN_DYNAMIC_FUNCTION(library, EVP_sha256);
};

// Loaded by the first digest. Throws `Error`.
const Libcrypto& libcrypto() {
  static const Libcrypto loaded;
  return loaded;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (libcrypto().EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, libcrypto().EVP_sha256(),
                             nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-256");
  }
  std::string digits;
  for (unsigned int i = 0; i < size; ++i) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    digits += hexadecimal[digest[i] / 16];
    digits += hexadecimal[digest[i] % 16];
  }
  return digits;
}

}  // namespace kenn::io
