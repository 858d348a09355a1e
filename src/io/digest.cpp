// Digests of bytes, to know whether they are the right ones.
#include "io/digest.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace kenn {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
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

}  // namespace kenn
