// Downloads a file into memory.
#include "io/download.h"

#include <curl/curl.h>
#include <kenn/error.h>
#include <kenn/version.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/dynamic_library.h"
#include "base/file.h"

namespace kenn::io {

namespace {

// The functions of libcurl that are used.
struct Libcurl {
  base::DynamicLibrary library{"libcurl", {"libcurl.so.4", "libcurl-gnutls.so.4"}, "libcurl4"};
  KENN_DYNAMIC_FUNCTION(library, curl_easy_cleanup);
  KENN_DYNAMIC_FUNCTION(library, curl_easy_getinfo);
  KENN_DYNAMIC_FUNCTION(library, curl_easy_init);
  KENN_DYNAMIC_FUNCTION(library, curl_easy_perform);
  KENN_DYNAMIC_FUNCTION(library, curl_easy_setopt);
  KENN_DYNAMIC_FUNCTION(library, curl_easy_strerror);
  KENN_DYNAMIC_FUNCTION(library, curl_global_init);
};

// Loaded by the first download. Throws `Error`.
const Libcurl& libcurl() {
  static const Libcurl loaded;
  return loaded;
}

// What happens while bytes come. Exceptions wait here: they must not pass through functions of C.
struct Transfer {
  const DownloadOptions& options;
  std::string bytes;
  std::optional<std::uint64_t> all;
  bool is_too_large = false;
  bool is_stopped = false;
  std::exception_ptr exception;

  template <typename Action>
  bool guarded(const Action& action) {
    try {
      return action();
    } catch (...) {
      exception = std::current_exception();
      return false;
    }
  }
};

std::size_t receive(char* bytes, std::size_t /*one*/, std::size_t count, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  transfer.is_too_large = count > transfer.options.largest - transfer.bytes.size();
  const bool is_taken = transfer.guarded([&] {
    if (!transfer.is_too_large) transfer.bytes.append(bytes, count);
    return !transfer.is_too_large;
  });
  return is_taken ? count : 0;
}

int report(void* user, curl_off_t all, curl_off_t /*done*/, curl_off_t /*to_send*/, curl_off_t /*sent*/) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  transfer.all = all > 0 ? std::optional(static_cast<std::uint64_t>(all)) : std::nullopt;
  if (!transfer.options.progress) return 0;
  const bool goes_on =
      transfer.guarded([&] { return transfer.options.progress(transfer.bytes.size(), transfer.all); });
  transfer.is_stopped = !goes_on;
  return goes_on ? 0 : 1;
}

class Session {
 public:
  Session(const std::string& address, Transfer& transfer) : address_(address), transfer_(transfer) {
    static const CURLcode initialised = libcurl().curl_global_init(CURL_GLOBAL_DEFAULT);
    if (initialised == CURLE_OK) handle_.reset(libcurl().curl_easy_init());
    if (!handle_) throw std::runtime_error("libcurl does not start");
    choose_source();
    choose_limits();
  }

  void run() {
    const CURLcode code = libcurl().curl_easy_perform(handle_.get());
    if (transfer_.exception) std::rethrow_exception(transfer_.exception);
    if (code != CURLE_OK && !transfer_.is_stopped) {
      throw Error(ErrorKind::file, "cannot be downloaded: " + reason(code), address_);
    }
  }

 private:
  // A version of libcurl that does not know an option must not go on without it: options also say what is not
  // allowed.
  template <typename Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = libcurl().curl_easy_setopt(handle_.get(), option, value);
    if (code == CURLE_OK) return;
    const std::string reason =
        code == CURLE_UNKNOWN_OPTION ? "libcurl 7.85 or newer is needed" : libcurl().curl_easy_strerror(code);
    throw Error(ErrorKind::file, "cannot be downloaded: " + reason, address_);
  }

  void choose_source() {
    set(CURLOPT_URL, address_.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https,file");
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 10L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_USERAGENT, user_agent_.c_str());
    set(CURLOPT_ERRORBUFFER, message_.data());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_WRITEFUNCTION, receive);
    set(CURLOPT_WRITEDATA, &transfer_);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, report);
    set(CURLOPT_XFERINFODATA, &transfer_);
  }

  void choose_limits() {
    const long seconds = transfer_.options.timeout;
    set(CURLOPT_CONNECTTIMEOUT, seconds);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, seconds);
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(transfer_.options.largest));
  }

  [[nodiscard]] std::string reason(CURLcode code) const {
    if (transfer_.is_too_large || code == CURLE_FILESIZE_EXCEEDED) {
      return "it is larger than " + base::bytes_to_text(transfer_.options.largest);
    }
    switch (code) {
      case CURLE_HTTP_RETURNED_ERROR:
        return reason_of_status();
      case CURLE_PARTIAL_FILE:
        return "the transfer ended early, after " + base::bytes_to_text(transfer_.bytes.size()) +
               (transfer_.all ? " of " + base::bytes_to_text(*transfer_.all) : "");
      case CURLE_OPERATION_TIMEDOUT:
        return "nothing came for " + std::to_string(transfer_.options.timeout) + " s";
      case CURLE_UNSUPPORTED_PROTOCOL:
        return "it leads to an address that is not http or https";
      default:
        return message_.front() == '\0' ? libcurl().curl_easy_strerror(code) : message_.data();
    }
  }

  [[nodiscard]] std::string reason_of_status() const {
    long status = 0;
    libcurl().curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    const std::string number = std::to_string(status);
    return status == 404 || status == 410 ? "the server has no such file (status " + number + ")"
                                          : "the server answers with status " + number;
  }

  const std::string& address_;
  Transfer& transfer_;
  std::string user_agent_ = std::string("kenn/") + version;
  std::array<char, CURL_ERROR_SIZE> message_{};
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle_{nullptr, libcurl().curl_easy_cleanup};
};

constexpr std::string_view file_scheme = "file://";

bool is_of_scheme(std::string_view address, std::string_view scheme) {
  return address.size() > scheme.size() &&
         std::equal(scheme.begin(), scheme.end(), address.begin(), [](char wanted, char found) {
           return wanted == std::tolower(static_cast<unsigned char>(found));
         });
}

// "my%20data" is "my data".
std::string without_escapes(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    unsigned int code = static_cast<unsigned char>(text.front());
    std::size_t size = 1;
    if (text.front() == '%' && text.size() >= 3) {
      const char* const end = text.data() + 3;
      if (std::from_chars(text.data() + 1, end, code, 16).ptr == end) size = 3;
    }
    result += static_cast<char>(code);
    text.remove_prefix(size);
  }
  return result;
}

}  // namespace

bool is_address(std::string_view address) {
  constexpr std::array<std::string_view, 3> schemes = {"http://", "https://", file_scheme};
  return std::any_of(schemes.begin(), schemes.end(),
                     [&](std::string_view scheme) { return is_of_scheme(address, scheme); });
}

std::optional<std::string> file_of_address(std::string_view address) {
  if (!is_of_scheme(address, file_scheme)) return std::nullopt;
  address.remove_prefix(file_scheme.size());
  address.remove_prefix(std::min(address.find('/'), address.size()));  // the host: this one
  return without_escapes(address.substr(0, address.find_first_of("?#")));
}

std::optional<std::string> download(const std::string& address, const DownloadOptions& options) {
  if (!is_address(address)) {
    throw Error(ErrorKind::file, "is no address: it must start with http://, https:// or file://", address);
  }
  Transfer transfer{options, {}, {}, false, false, {}};
  Session(address, transfer).run();
  if (transfer.is_stopped) return std::nullopt;
  return std::move(transfer.bytes);
}

}  // namespace kenn::io
