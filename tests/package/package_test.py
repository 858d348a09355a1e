"""The installed package: what is in it, and a project that finds it, links it and uses it."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from environment import BUILD, SOURCE, WITH_TORCH, run_kenn

(VERSION,) = re.findall(r"project\(kenn VERSION (\d+\.\d+)", (SOURCE / "CMakeLists.txt").read_text())

CMAKE_LISTS = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(kenn {version} REQUIRED{components})
add_executable(app main.cpp)
target_link_libraries(app PRIVATE {library})
"""

TORCH_MAIN = r"""
#include <kenn/torch.h>

#include <iostream>

int main() {{
  const auto knowledge = kenn::Knowledge::from_text("type T predict A(T), B(T)\nrule \"both\" weight 2: A(x) & B(x)\n");
  kenn::Tables tables(knowledge);
  tables.resize("T", 1);
  kenn::torch::Enhancer enhancer(knowledge, {{.layers = 3}});
  std::cout << enhancer->forward(torch::zeros({{1, 2}}), kenn::Plan(knowledge, tables)).sum().item<float>() << "\n";
}}
""".format()

MAIN = r"""
#include <kenn/kenn.h>

#include <iostream>

void print(const kenn::Knowledge& knowledge) {
  std::cout << knowledge.name() << ": " << knowledge.clauses().size() << " clauses\n";
  for (const kenn::Clause& clause : knowledge.clauses()) std::cout << "  " << clause.name << "\n";
}

int main(int, char** arguments) {
  print(kenn::Knowledge::from_text("type T predict A(T), B(T)\nrule \"both\": A(x) -> A(y) & B(x)\n"));
  print(kenn::Knowledge::from_file(arguments[1]));
  try {
    print(kenn::Knowledge::from_text("type T\npredict A(T)\nrule: A(x) -> C(x)\n", "bad"));
  } catch (const kenn::Error& error) {
    const bool in_text = error.kind() == kenn::ErrorKind::knowledge;
    std::cout << error.file() << ": " << (in_text ? "knowledge" : "file") << " error at " << error.line() << ":"
              << error.column() << "\n";
  }
}
"""

# Training from C++: examples/training/train.cpp.
TRAIN_MAIN = (SOURCE / "examples/training/train.cpp").read_text()

EXPECTED = """\
knowledge: 2 clauses
  both#1
  both#2
smokers.kenn: 3 clauses
  !Smoker(x) | Cancer(x)
  !Smoker(x) | !Friends(x, y) | Smoker(y)
  !Friends(x, y) | !Friends(y, z) | Friends(x, z)
bad: knowledge error at 3:15
"""


def run(*command, **options):
    environment = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, **options)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        installation = run("cmake", "--install", BUILD, "--prefix", cls.folder / "first")
        if installation.returncode != 0:
            raise AssertionError(installation.stdout)
        cls.prefix = cls.folder / "moved here"  # an installed package may move, and folders have spaces in them
        (cls.folder / "first").rename(cls.prefix)
        cls.files = {str(path.relative_to(cls.prefix)) for path in cls.prefix.rglob("*") if path.is_file()}
        (cls.package,) = cls.prefix.rglob("kenn-config.cmake")

    def configure(self, name, version, main=MAIN, components="", library="kenn::kenn"):
        """Configures the consumer; the compiler and its flags come from CXX and CXXFLAGS."""
        source = self.folder / name
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            CMAKE_LISTS.format(version=version, components=components, library=library))
        (source / "main.cpp").write_text(main)
        build = source / "build"
        return build, run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_consumer(self):
        build, configured = self.configure("consumer", VERSION)
        self.assertEqual(configured.returncode, 0, configured.stdout)
        cache = (build / "CMakeCache.txt").read_text()
        self.assertIn(f"kenn_DIR:PATH={self.package.parent}\n", cache)
        self.assertIn(f"CMAKE_CXX_FLAGS:STRING={os.environ['CXXFLAGS'].strip()}\n", cache)
        built = run("cmake", "--build", build)
        self.assertEqual(built.returncode, 0, built.stdout)
        result = run(build / "app", "smokers.kenn", cwd=SOURCE / "examples")
        self.assertEqual((result.returncode, result.stdout), (0, EXPECTED))

    @unittest.skipUnless(WITH_TORCH, "built without torch")
    def test_consumer_with_torch(self):
        build, configured = self.configure("with-torch", VERSION, TORCH_MAIN, " COMPONENTS torch", "kenn::torch")
        self.assertEqual(configured.returncode, 0, configured.stdout)
        built = run("cmake", "--build", build)
        self.assertEqual(built.returncode, 0, built.stdout)
        result = run(build / "app")
        self.assertEqual((result.returncode, result.stdout), (0, "12\n"))

    def test_consumer_that_trains(self):
        build, configured = self.configure("training", VERSION, TRAIN_MAIN, " COMPONENTS training", "kenn::training")
        self.assertEqual(configured.returncode, 0, configured.stdout)
        built = run("cmake", "--build", build)
        self.assertEqual(built.returncode, 0, built.stdout)
        data = self.folder / "to-train"
        run_kenn("generate", "citation", "--nodes", "80", "--words", "60", "--out", data)
        result = run(build / "app", data / "citation.kenn", data, self.folder / "trained.safetensors")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertRegex(result.stdout, r"(?s)epoch 0 .*accuracy on \d+ test labels: network 0\.\d+, with rules 0\.\d+\n")
        again = run(build / "app", data / "citation.kenn", data, data / "citation.kenn" / "no-folder.safetensors")
        self.assertEqual(again.returncode, 1, again.stdout)

    def test_unknown_components_are_refused(self):
        _, configured = self.configure("with-other", VERSION, components=" COMPONENTS other")
        self.assertNotEqual(configured.returncode, 0)

    def test_other_versions_are_refused(self):
        for version in ("9.0", "0.0"):
            _, configured = self.configure(f"consumer-{version}", version)
            self.assertNotEqual(configured.returncode, 0)
            self.assertIn(f'compatible with requested version "{version}"', " ".join(configured.stdout.split()))

    def test_program_runs(self):
        result = run(self.prefix / "bin" / "kenn", "--version")
        self.assertEqual(result.stdout, run_kenn("--version", text=True).stdout)

    def test_program_has_every_command(self):
        program = self.prefix / "bin" / "kenn"
        data = self.folder / "papers"
        self.assertEqual(run(program, "generate", "citation", "--nodes", "60", "--out", data).returncode, 0)
        trained = run(program, "train", "--knowledge", data / "citation.kenn", "--data", data, "--epochs", "2",
                      "--out", self.folder / "model.kenn")
        self.assertEqual(trained.returncode, 0, trained.stdout)
        self.assertIn("citations stay on topic", trained.stdout)

    def test_headers(self):
        public = {f"include/kenn/{path.name}" for path in (SOURCE / "include" / "kenn").glob("*.h")}
        self.assertIn("include/kenn/kenn.h", public)
        self.assertEqual({name for name in self.files if name.startswith("include/")},
                         public | {"include/kenn/version.h"})

    def test_nothing_else_is_installed(self):
        others = [name for name in self.files if not re.fullmatch(
            r"bin/kenn|include/kenn/\w+\.h|lib[\w/-]*/libkenn(_torch|_data)?\.(a|so[\d.]*)|lib[\w/-]*/cmake/kenn/kenn-[\w-]+\.cmake"
            r"|share/bash-completion/completions/kenn|share/zsh/site-functions/_kenn", name)]
        self.assertEqual(others, [])

    def test_completions(self):
        for shell, name in (("bash", "bash-completion/completions/kenn"), ("zsh", "zsh/site-functions/_kenn")):
            self.assertEqual((self.prefix / "share" / name).read_bytes(), run_kenn("completion", shell).stdout)

    def test_it_needs_only_highway(self):
        files = list(self.package.parent.glob("*.cmake"))
        self.assertIn("kenn-targets.cmake", [path.name for path in files])
        for path in files:
            text = path.read_text()
            self.assertNotRegex(text.lower(), r"pegtl|cli11|json|fastfloat|fast_float", path.name)
            needed = re.findall(r"(?m)^ *find_(?:package|dependency) *\((\w+)", text)
            self.assertLessEqual(set(needed), {"hwy", "Threads", "Torch", "SQLite3"}, path.name)
            self.assertEqual("Torch" in needed, "kenn_FIND_COMPONENTS" in text, path.name)  # only who asks for it
            for folder in (SOURCE, BUILD, self.folder):
                self.assertNotIn(str(folder), text, path.name)


if __name__ == "__main__":
    unittest.main()
