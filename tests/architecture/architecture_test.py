"""Rules about the source tree itself.

Every rule is a function from a tree, {path: text}, to the list of its violations, "path: what is wrong". It is tried on
small synthetic trees that break it, then on the project.
"""

import pathlib
import re
import subprocess
import unittest

from environment import SOURCE

# The path from text to plan and beyond: a folder of src/ may include itself and the ones before it.
FOLDERS = ["base", "knowledge", "clause", "table", "plan", "kernels", "engine", "nn", "io", "dataset", "infer", "explain", "trust", "train", "methods",
           "api", "generate", "experiment", "report"]
CONSUMERS = {"report"}  # of what experiments gave
NOT_FOR_CONSUMERS = {"engine", "train", "methods", "api"}
TORCH = "src/engine/torch/"  # the only folder that includes it
MOST_LINES = 350


def files_under(tree, *folders, endings=(".cpp", ".h", ".h.in")):
    """The C++ files, or those with other endings, in these folders, or in all."""
    return {path: text for path, text in tree.items()
            if path.endswith(endings) and (not folders or path.startswith(tuple(folder + "/" for folder in folders)))}


def includes(text):
    """Each include as it is written, with its quotes or brackets."""
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*(<[^>\n]+>|"[^"\n]+")', text, re.MULTILINE)


def included_file(tree, include):
    """The file of the tree that is meant, or None."""
    name = include[1:-1]
    return next((path for path in (f"src/{name}", f"include/{name}") if path in tree), None)


def code_only(text):
    """The text without comments and literals."""
    noise = (r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
             r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'")
    return re.sub(noise, " ", text, flags=re.DOTALL)


def may_include(folder, other):
    if folder in CONSUMERS and other in NOT_FOR_CONSUMERS:
        return False
    return FOLDERS.index(other) <= FOLDERS.index(folder)


def includes_point_down(tree):
    for path, text in files_under(tree, "src").items():
        folder = path.split("/")[1]
        if folder not in FOLDERS:
            yield f"{path}: the folder is not part of the path {', '.join(FOLDERS)}"
            continue
        for include in includes(text):
            file = included_file(tree, include)
            if file is None and include.startswith('"'):
                yield f"{path}: {include} is not the path of a file from src/"
            elif file and file.startswith("src/") and not may_include(folder, file.split("/")[1]):
                yield f"{path}: {folder}/ must not include {include}"
    for path, text in files_under(tree, "include").items():
        for include in includes(text):
            if include.startswith('"') or (included_file(tree, include) or "").startswith("src/"):
                yield f"{path}: a public header must not include {include}"


def core_never_includes_torch(tree):
    def way_to_torch(path, seen):
        """The chain of includes that leads to torch, or nothing."""
        seen.add(path)
        for include in includes(tree[path]):
            if re.match(r'[<"](torch|ATen|c10)/', include):
                return [path, include]
            file = included_file(tree, include)
            if file and file not in seen and (way := way_to_torch(file, seen)):
                return [path, *way]
        return []

    for path in files_under(tree, "include/kenn", "src"):
        if path != "include/kenn/torch.h" and not path.startswith(TORCH) and (way := way_to_torch(path, set())):
            yield f"{path}: includes torch: {' -> '.join(way)}"


def library_never_prints_or_exits(tree):
    calls = r"\b(?:_?exit|_Exit|quick_exit|abort|terminate|v?f?printf|f?puts|putchar|f?putc|fwrite|perror)\s*\("
    names = r"\bw?(?:cout|cerr|clog)\b|\bstd(?:out|err)\b"
    for path, text in files_under(tree, "src", "include").items():
        for found in re.findall(f"{calls}|{names}", code_only(text)):
            yield f"{path}: the library never prints, aborts or exits, but here is '{found}'"


def files_say_their_purpose(tree):
    for path, text in files_under(tree).items():
        if not re.match(r"// .{10,}\.\n", text):
            yield f"{path}: the first line is not a comment of one sentence"
        # Headers of kernels are read once per instruction set.
        if not path.endswith((".cpp", "-inl.h")) and not re.search(r"^#pragma once$", text, re.MULTILINE):
            yield f"{path}: there is no #pragma once"


def nothing_is_left_over(tree):
    for path, text in tree.items():
        for found in re.findall(r"(?<![\w.~-])/(?:work|root|home)/\S*", text):
            yield f"{path}: the path of one machine, '{found}'"
        for found in re.findall(r"\b(?:TO[D]O|FIX[M]E|X{3})\b", text):
            yield f"{path}: '{found}'"
    for path, text in files_under(tree).items():
        if "\t" in text:
            yield f"{path}: a tab"


def sources_are_listed(tree):
    def listed_in(path):
        return re.findall(r"[\w./-]+", re.sub(r"#.*", "", tree.get(path, "")))

    for folder, ending in (("src", ".cpp"), ("apps/cli", ".cpp"), ("tests", "_test.cpp"), ("tests", "_test.py")):
        listed = listed_in(f"{folder}/CMakeLists.txt")
        for path in files_under(tree, folder, endings=(ending,)):
            if path.removeprefix(folder + "/") not in listed:
                yield f"{path}: {folder}/CMakeLists.txt does not list it"


def declarations(text):
    """What is declared outside of classes and functions: the namespace, and the words up to the first of "{" and ";"."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code_only(text), flags=re.MULTILINE)
    namespaces, depth, start = [], 0, 0
    for sign in re.finditer(r"[{};]", code):
        words = " ".join(code[start:sign.start()].split())
        opened = sign[0] == "{" and depth == 0 and re.fullmatch(r"(?:inline )?namespace ?([\w:]*)", words)
        # What goes on after braces of its own, as "f(Options options = {});" does, is no other declaration.
        if depth == 0 and not opened and re.match(r"[\w:\[]", words):
            yield "::".join(namespaces), words
        if opened:
            namespaces.append(opened[1])
        elif sign[0] != ";":
            depth += 1 if sign[0] == "{" else -1
        if depth < 0:
            namespaces.pop()
            depth = 0
        if depth == 0:
            start = sign.end()


def names_stand_in_the_namespace_of_their_folder(tree):
    """In headers of src/. Names that a public header declares stand in kenn, specialisations beside their template, and types
    that are only mentioned where they are defined."""
    declared = "\n".join(words for text in files_under(tree, "include", endings=(".h",)).values() for _, words in declarations(text))
    public = set(re.findall(r"^(?:class|struct) (\w+)", declared, re.MULTILINE))
    for path, text in files_under(tree, "src", endings=(".h",)).items():
        own = "kenn::" + ("torch" if path.startswith(TORCH) else path.split("/")[1])
        for namespace, words in declarations(text):
            defined = re.match(r"(?:class|struct) (\w+)", words)
            if (f"{namespace}::".startswith(f"{own}::") or words.startswith(("template <>", "HWY_"))
                    or re.fullmatch(r"(?:class|struct) \w+", words) and f"{words};" in text and namespace != "kenn"
                    or namespace == "kenn" and defined and defined[1] in public):
                continue
            yield f"{path}: not in namespace {own}: {words}"


def headers_open_no_namespace_to_all(tree):
    for path, text in files_under(tree, endings=(".h",)).items():
        for found in re.findall(r"\busing\s+namespace\s+[\w:]+", code_only(text)):
            yield f"{path}: what includes a header does not ask for '{found}'"


def types_of_the_program_hide_none_of_the_library(tree):
    """A type of kenn::cli with the name of a public one, in kenn, takes its place wherever both are seen, as they are when the
    sources of a folder are compiled as one: the same header then means two things."""
    def types(text):
        return set(re.findall(r"^(?:struct|class|enum(?: class)?)\s+(\w+)[^;\n]*\{", code_only(text), re.MULTILINE))

    of_library = set().union(*map(types, files_under(tree, "include", endings=(".h",)).values()), set())
    for path, text in files_under(tree, "apps").items():
        for name in sorted(types(text) & of_library):
            yield f"{path}: the library has a type '{name}', too"


OPTION_TABLE = "src/train/option_table.cpp"
# Words that are not only options of training: keys of model files and results, other options of other commands, arguments of
# layers and fits in Python, and their messages.
OTHER_MEANINGS = {"boost", "center", "dropout", "ensemble", "epochs", "folds", "hidden", "labels", "layers", "loss", "method", "order",
                  "paradigm", "preset", "seed", "threads", "trust"}
KEYS_OF_FILES = {"src/train/trained_model.cpp": {"conorm", "epsilon"}}  # of the search of a model
# The name of the program, and of a syntax.
PROGRAM = "kenn"
# Model files say how they predict ("nn", "kenn", "map"), and so does kenn.Model; "rnm" is a protocol of splits, too.
OTHER_METHOD_WORDS = {"src/train/trained_model.h": {"nn"}, "python/kenn/model.py": {"nn"}, "src/dataset/split.h": {"rnm"}}


def without_comments(text):
    return re.sub(r"(?m)^\s*(?://|#).*$|\s//\s.*$", "", text)


def quoted(name, text):
    """Whether a text has the name in quotes, perhaps as a flag."""
    return re.search(rf"""(["'])(?:--)?{re.escape(name)}\1""", text) is not None


def options_are_named_in_their_table_alone(tree):
    names = re.findall(r'OptionRow\("([\w-]+)"', tree.get(OPTION_TABLE, ""))
    aliases = re.findall(r'\.also\("([\w-]+)"\)', tree.get(OPTION_TABLE, ""))
    for path, text in files_under(tree, "src", "apps", "python", endings=(".cpp", ".h", ".py")).items():
        if path in (OPTION_TABLE, "python/kenn/_options.py"):
            continue
        for name in names + aliases:
            if name not in OTHER_MEANINGS and name not in KEYS_OF_FILES.get(path, ()) and quoted(name, without_comments(text)):
                yield f"{path}: the option '{name}' is named outside of {OPTION_TABLE}"


def methods_are_named_in_their_files_alone(tree):
    files = files_under(tree, "src", "apps", "python", endings=(".cpp", ".h", ".py"))
    for own, text in files_under(tree, "src/methods").items():
        for name in re.findall(r'const Method \w+ = \{\s*"([\w-]+)"', text):
            for path, other in files.items():
                if path in (own, "python/kenn/_options.py") or name == PROGRAM or name in OTHER_METHOD_WORDS.get(path, ()):
                    continue
                if quoted(name, without_comments(other)):
                    yield f"{path}: the method '{name}' is named outside of {own}"


# Where JSON and TOML are parsed, which is checked for its depth there.
PARSERS = {"src/io/json_text.cpp": "JSON", "src/experiment/toml_section.h": "TOML"}


def texts_are_parsed_in_one_place(tree):
    calls = {"JSON": r"\b\w*[Jj]son\w*::(?:parse|accept|sax_parse|from_\w+)\s*\(", "TOML": r"\btoml::parse(?:_file)?\s*\("}
    for path, text in files_under(tree, "src", "apps", "include", "python").items():
        for kind, call in calls.items():
            if PARSERS.get(path) != kind and re.search(call, code_only(text)):
                yield f"{path}: parses {kind} itself; {', '.join(PARSERS)} are for that"


def files_are_short(tree):
    for path, text in files_under(tree, "src", "apps", "include").items():
        if text.count("\n") > MOST_LINES:
            yield f"{path}: {text.count(chr(10))} lines, more than {MOST_LINES}"


def project():
    """All texts that are in git or could be added to it; not pictures."""
    names = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=SOURCE, capture_output=True, text=True, check=True).stdout.split("\0")
    paths = {name: SOURCE / name for name in sorted(set(names)) if (SOURCE / name).is_file()}
    contents = {name: path.read_bytes() for name, path in paths.items()}
    return {name: content.decode(errors="replace") for name, content in contents.items() if b"\0" not in content[:8192]}


class Architecture(unittest.TestCase):
    tree = project()

    def check(self, rule, broken, kept):
        """The rule finds one violation in each broken tree, none in the tree that keeps it and none in the project."""
        for tree in broken:
            with self.subTest(broken=tree):
                self.assertEqual(len(list(rule(tree))), 1)
        self.assertEqual(list(rule(kept)), [])
        self.assertEqual(list(rule(self.tree)), [])

    def test_the_project_was_found(self):
        self.assertLessEqual({"CMakeLists.txt", "include/kenn/kenn.h", "src/CMakeLists.txt", "apps/cli/main.cpp",
                              pathlib.Path(__file__).relative_to(SOURCE).as_posix()}, set(self.tree))

    def test_includes_point_down(self):
        headers = {f"src/{folder}/a.h": "" for folder in FOLDERS} | {"include/kenn/a.h": ""}
        self.check(includes_point_down, broken=[
            headers | {"src/knowledge/b.cpp": '#include "clause/a.h"\n'},
            headers | {"src/clause/b.cpp": '// One.\n  # include <plan/a.h>\n'},
            headers | {"src/trust/b.h": '#include "train/a.h"\n'},
            headers | {"src/report/b.h": '#include "engine/a.h"\n'},
            headers | {"src/report/b.h": '#include "methods/a.h"\n'},
            headers | {"src/clause/b.cpp": '#include "../knowledge/a.h"\n'},
            headers | {"src/clause/b.cpp": '#include "a.h"\n'},
            headers | {"src/elsewhere/b.cpp": ""},
            headers | {"include/kenn/b.h": '#include "a.h"\n'},
            headers | {"include/kenn/b.h": '#include <clause/a.h>\n'},
        ], kept=headers | {
            "src/clause/b.cpp": '#include <kenn/a.h>\n#include <vector>\n#include "clause/a.h"\n',
            "src/clause/c.cpp": '#include "knowledge/a.h"\n',
            "src/report/b.cpp": '#include "plan/a.h"\n#include "experiment/a.h"\n',
            "src/experiment/b.cpp": '#include "methods/a.h"\n',
            "include/kenn/b.h": "#include <kenn/a.h>\n#include <string>\n",
        })

    def test_core_never_includes_torch(self):
        self.check(core_never_includes_torch, broken=[
            *({f"src/{folder}/a.cpp": "#include <torch/torch.h>\n"} for folder in FOLDERS),
            {"src/plan/a.h": '#include "torch/nn.h"\n'},
            {"src/engine/a.h": "#include <ATen/ATen.h>\n"},
            {"include/kenn/kenn.h": "#include <c10/util/Half.h>\n"},
            {"include/kenn/kenn.h": "#include <kenn/torch.h>\n", "include/kenn/torch.h": "#include <torch/torch.h>\n"},
            {"src/nn/a.h": '#include "engine/torch/a.h"\n', "src/engine/torch/a.h": '#include "engine/torch/b.h"\n',
             "src/engine/torch/b.h": '#include "engine/torch/a.h"\n#include <torch/torch.h>\n'},
        ], kept={
            "src/engine/torch/a.cpp": "#include <torch/torch.h>\n",
            "include/kenn/torch.h": "#include <torch/torch.h>\n",
            "src/plan/a.cpp": "// #include <torch/torch.h>\n",
        })

    def test_library_never_prints_or_exits(self):
        self.check(library_never_prints_or_exits, broken=[
            {"src/plan/a.cpp": code} for code in (
                "exit(1);", "std::exit (1);", "::_exit(1);", "std::abort();", "std::terminate();", 'printf("a");',
                "fprintf(file, text);", "puts(text);", "std::cout << 1;", "std::cerr << 1;", "using std::clog;",
                "fflush(stdout);", 'f("a // b"); abort();', "f('\"'); abort(); f('\"');", "f(1'0); abort(); f(1'0);")
        ] + [{"include/kenn/a.h": "inline void f() { abort(); }"}], kept={
            "src/plan/a.cpp": '// exit(1)\n/* abort();\n std::cout */ f("exit(1)", R"(abort(); ")", \'"\');\n'
                              "exit_status(1); snprintf(a, n, b); at_exit = 1; int count = 0;\n",
            "apps/cli/main.cpp": "std::cout << 1; exit(1);",
        })

    def test_files_say_their_purpose(self):
        self.check(files_say_their_purpose, broken=[
            {"src/plan/a.cpp": "#include <vector>\n"},
            {"src/plan/a.cpp": "\n// What this file is for.\n"},
            {"src/plan/a.cpp": "// What this file is for, in more than\n// one line.\n"},
            {"tests/a.h": "// What this file is for.\n"},
            {"include/kenn/a.h.in": "// What this file is for.\n// #pragma once\n"},
        ], kept={
            "bench/a.cpp": "// What this file is for.\n#include <vector>\n",
            "src/plan/a.h": "// What this file is for.\n//\n// More.\n#pragma once\n",
        })

    def test_nothing_is_left_over(self):
        folder, word = "work", "DO"
        self.check(nothing_is_left_over, broken=[
            {"README.md": f"see /{folder}/main"},
            {"a.json": f'{{"path": "/{"root"}/.cache"}}'},
            {"a.py": f"open('/{'home'}/me/a')"},
            {"docs/a.md": f"TO{word}: write"},
            {"a.cmake": f"# FIX{'ME'}(me)"},
            {"scripts/setup": f"# X{'XX'}"},
            {"src/a.cpp": "\tint a;\n"},
        ], kept={
            "README.md": f"docs/{folder}/a.md, ~/{'home'}/a, a framework/, method TO{word}S",
            "Makefile": "a:\n\tb\n",
        })

    def test_sources_are_listed(self):
        self.check(sources_are_listed, broken=[
            {"src/CMakeLists.txt": "add_library(kenn plan/a.cpp)", "src/plan/a.cpp": "", "src/plan/b.cpp": ""},
            {"src/CMakeLists.txt": "add_library(kenn\n  # plan/a.cpp\n  plan/aa.cpp)", "src/plan/a.cpp": ""},
            {"apps/cli/main.cpp": ""},
            {"tests/CMakeLists.txt": "add_executable(a plan/a.cpp)", "tests/plan/a_test.cpp": ""},
            {"tests/CMakeLists.txt": "", "tests/cli/cli_test.py": ""},
        ], kept={
            "src/CMakeLists.txt": "add_library(kenn\n  plan/a.cpp\n  plan/b.cpp)",
            "src/plan/a.cpp": "", "src/plan/b.cpp": "", "src/plan/c.h": "",
            "tests/CMakeLists.txt": "add_executable(a plan/a_test.cpp)\nadd_python_test(b cli/b_test.py)",
            "tests/plan/a_test.cpp": "", "tests/cli/b_test.py": "", "tests/environment.py": "",
        })

    def test_names_stand_in_the_namespace_of_their_folder(self):
        public = {"include/kenn/a.h": "namespace kenn {\nclass Data;\nclass A {\n  class Work;\n};\n}\n"}
        self.check(names_stand_in_the_namespace_of_their_folder, broken=[
            public | {"src/plan/a.h": code} for code in (
                "namespace kenn {\nint f();\n}\n",
                "namespace kenn {\nstruct B {\n  int b;\n};\n}\n",
                "namespace kenn {\nclass B;\n}\n",
                "namespace kenn {\nint f(A a = {}, int b = 0);\n}\n",
                "namespace kenn {\ntemplate <typename T>\nvoid f(T t) {\n  if (t) t();\n}\n}\n",
                "namespace kenn::table {\ninline constexpr int most = 1;\n}\n",
                "namespace kenn::planner {\nenum class B { a };\n}\n",
                "namespace kenn {\nnamespace plan {\nint f();\n}\nusing B = int;\n}\n",
                "namespace kenn::plan {\nint f();\n}\nint g();\n")
        ], kept=public | {
            "src/plan/a.h": "#define F(x) { x; }\nstruct sqlite3;\n// int f();\nnamespace kenn::table {\nclass B;\n}\n"
                            "namespace kenn {\nclass Data {\n  int a;\n};\nclass A::Work {};\n}\n"
                            "namespace kenn::plan::deeper {\nint f(A a = {}, int b = 0);\n}\n"
                            "namespace kenn::base {\ntemplate <>\ninline constexpr int words_of<A> = {1};\n}\n",
            "src/plan/b.h": "namespace kenn {\nnamespace plan {\nint f() {\n  return 1;\n}\n}\n}\n",
            "src/plan/a.cpp": "namespace kenn {\nint f();\n}\n"})

    def test_headers_open_no_namespace_to_all(self):
        self.check(headers_open_no_namespace_to_all, broken=[
            {"src/plan/a.h": "using namespace std;\n"},
            {"include/kenn/a.h": "void f() {\n  using  namespace kenn::plan;\n}\n"},
            {"tests/a.h": "namespace a {\nusing namespace b;\n}\n"},
        ], kept={"src/plan/a.cpp": "using namespace report;\n", "src/plan/a.h": "// using namespace std;\nusing std::vector;\n"})

    def test_types_of_the_program_hide_none_of_the_library(self):
        library = {"include/kenn/a.h": "struct Trust {\n};\nenum class Order { up };\n", "src/plan/a.h": "struct Inner {\n};\n"}
        self.check(types_of_the_program_hide_none_of_the_library, broken=[
            library | {"apps/cli/a.cpp": "struct Trust {\n};\n"},
            library | {"apps/cli/learning/a.h": "class Order final : public A {\n};\n"},
        ], kept=library | {"apps/cli/a.cpp": "struct TrustLine {\n  Trust trust;\n};\nstruct Inner {\n};\nstruct Order;\n// struct Trust {\n"})

    def test_options_are_named_in_their_table_alone(self):
        table = {OPTION_TABLE: 'OptionRow("weight-decay", &Options::weight_decay)\nOptionRow("layers", &Options::layers).also("depth")\n'}
        self.check(options_are_named_in_their_table_alone, broken=[
            table | {"src/plan/a.cpp": 'f("weight-decay");'},
            table | {"apps/cli/a.cpp": 'f("--weight-decay");'},
            table | {"src/plan/a.cpp": 'f("depth");'},
            table | {"python/kenn/a.py": "f('weight-decay')"},
        ], kept=table | {"src/plan/a.cpp": 'f("layers", "weight", &Options::weight_decay);', "docs/a.md": '"weight-decay"',
                         "src/plan/b.cpp": '// "weight-decay"\nf(1);  // "depth"\n',
                         "tests/a.py": '"--layers"'})

    def test_methods_are_named_in_their_files_alone(self):
        methods = {"src/methods/sbr.cpp": 'const Method sbr_method = {\n    "sbr",\n'}
        self.check(methods_are_named_in_their_files_alone, broken=[
            methods | {"src/train/a.cpp": 'if (method == "sbr") f();'},
            methods | {"python/kenn/a.py": "if method == 'sbr':"},
            methods | {"src/methods/rnm.cpp": 'const Method rnm_method = {"rnm"};\nf("sbr");'},
        ], kept=methods | {"src/train/a.cpp": "sbr_method", "tests/a.cpp": '"sbr"'})

    def test_texts_are_parsed_in_one_place(self):
        self.check(texts_are_parsed_in_one_place, broken=[
            {"src/train/a.cpp": "Json::parse(text);"},
            {"apps/cli/a.cpp": "const auto json = nlohmann::json::parse (text, nullptr, false);"},
            {"python/bindings/a.cpp": "nlohmann::ordered_json::from_cbor(bytes);"},
            {"src/io/a.cpp": "Json::sax_parse(text, &handler);"},
            {"src/io/json_text.cpp": "toml::parse(text);"},
            {"src/experiment/toml_section.h": "Json::accept(text);"},
            {"src/experiment/a.cpp": "toml::parse_file(path);"},
        ], kept={
            "src/io/json_text.cpp": "Json::sax_parse(text, &events);",
            "src/experiment/toml_section.h": "return toml::parse(source.text, source.file);",
            "src/train/a.cpp": "// Json::parse(text)\nparse_json(text);\n",
            "tests/a.cpp": "Json::parse(text);",
        })

    def test_files_are_short(self):
        self.check(files_are_short, broken=[{f"{folder}/a.cpp": "\n" * 351} for folder in ("src/plan", "apps/cli")]
                   + [{"include/kenn/a.h": "\n" * 351}],
                   kept={"src/plan/a.cpp": "\n" * 350, "tests/plan/a_test.cpp": "\n" * 900})


if __name__ == "__main__":
    unittest.main()
