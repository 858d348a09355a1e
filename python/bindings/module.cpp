// kenn._core: the extension behind the Python package. What people use is in python/kenn.
#include "bindings/bindings.h"

NB_MODULE(_core, module) {
  module.doc() = "The engine of kenn. Private: use the package kenn.";
  // Other packages keep objects of ours until the end (torch.compile does): that is no mistake to tell users
  // of.
  nanobind::set_leak_warnings(false);
  module.attr("version") = kenn::version;
  kenn::python::bind_errors(module);
  kenn::python::bind_knowledge(module);
  kenn::python::bind_plan(module);
  kenn::python::bind_enhancer(module);
  kenn::python::bind_fit(module);
  kenn::python::bind_model(module);
  kenn::python::bind_training(module);
  kenn::python::bind_explain(module);
}
