// `kenn::Error` becomes an exception of kenn._errors, with everything it carries.
#include <nanobind/stl/string.h>

#include "bindings/bindings.h"

namespace kenn::python {

namespace {

const char* class_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::file:
      return "FileError";
    case ErrorKind::knowledge:
      return "KnowledgeError";
    case ErrorKind::limit:
      return "LimitError";
    case ErrorKind::usage:
      return "OptionError";
    case ErrorKind::data:
    case ErrorKind::interrupted:
      break;
  }
  return "DataError";
}

// The words of a person end without a newline in Python.
std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// What is wrong with arrays has no place in a file, and says so much already.
std::string text_of(const Error& error) {
  const std::vector<Diagnostic>& findings = error.diagnostics();
  if (findings.size() == 1 && findings[0].file.empty()) return findings[0].message;
  return without_end(error.what());
}

void raise(const Error& error) {
  nb::list diagnostics;
  for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics.append(nb::cast(diagnostic));
  const nb::object type = nb::module_::import_("kenn._errors").attr(class_name(error.kind()));
  const nb::object exception = type(text_of(error), diagnostics);
  PyErr_SetObject(type.ptr(), exception.ptr());
}

}  // namespace

void bind_errors(nb::module_& module) {
  nb::class_<Diagnostic>(module, "Diagnostic",
                         "One finding about a text: an error or a warning, and its place.")
      .def_prop_ro("severity",
                   [](const Diagnostic& self) {
                     return std::string(self.severity == Severity::error ? "error" : "warning");
                   })
      .def_ro("file", &Diagnostic::file)
      .def_prop_ro("line", [](const Diagnostic& self) { return self.location.line; })
      .def_prop_ro("column", [](const Diagnostic& self) { return self.location.column; })
      .def_ro("message", &Diagnostic::message)
      .def_ro("excerpt", &Diagnostic::excerpt)
      .def_ro("caret", &Diagnostic::caret)
      .def_prop_ro("text", [](const Diagnostic& self) { return without_end(render(self)); })
      .def("__repr__", [](const Diagnostic& self) { return without_end(render(self)); });
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace kenn::python
