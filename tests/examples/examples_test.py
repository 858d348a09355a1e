"""Runs the programs in examples/torch: each shows what its page says it shows, and the same in every run."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from environment import BUILD, SOURCE, python_with


def percent(text, line):
    """The number at the end of the line that begins so."""
    return float(re.search(rf"(?m)^{re.escape(line)} +([\d.]+) %$", text)[1])


def weights(text):
    """The weights of the clauses by their names."""
    return {name: float(weight) for weight, name in re.findall(r"(?m)^ *weight ([\d.]+)  (.+)$", text)}


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, name, *arguments):
        return subprocess.run([BUILD / "examples" / name, *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=300)

    def output_of(self, name, *arguments):
        """What the program prints, in two runs."""
        first, second = (self.run_program(name, *arguments) for _ in range(2))
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        self.assertEqual(first.stdout, second.stdout)
        return first.stdout

    def test_every_program_is_tested(self):
        tested = {"own_network", "scripted_model", "xor", "smokers", "hierarchy"}
        self.assertEqual({path.stem for path in (SOURCE / "examples" / "torch").glob("*.cpp")}, tested)
        page = (SOURCE / "examples" / "README.md").read_text()
        for path in (SOURCE / "examples").rglob("*.*"):
            is_project = "projects" in path.parts  # projects_test.py looks at them
            if path.name not in ("README.md", "CMakeLists.txt") and not is_project:
                self.assertIn(path.relative_to(SOURCE / "examples").as_posix(), page)

    def test_own_network(self):
        text = self.output_of("example-own-network")
        self.assertGreater(percent(text, "right with rules:"), percent(text, "right without rules:") + 5)
        found = weights(text)
        self.assertEqual(len(found), 6)
        for topic in ("AI", "DB", "ML"):
            self.assertGreater(found[f"citations stay on topic[T={topic}]"], 0.5)
            self.assertLess(found[f"a day has one topic[T={topic}]"], 0.05)
        self.assertTrue(text.endswith("\nsaved and loaded: the same predictions\n"), text)

    def test_scripted_model(self):
        script = SOURCE / "examples" / "torch" / "make_scripted_model.py"
        subprocess.run([python_with("torch"), "-B", script, self.folder / "pages.pt"], check=True, timeout=300)
        text = self.output_of("example-scripted-model", "pages.pt")
        self.assertGreater(percent(text, "right, with rules:"), percent(text, "right, the model alone:") + 3)
        self.assertEqual(len(weights(text)), 3)

    def test_scripted_model_without_a_file(self):
        result = self.run_program("example-scripted-model")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("usage: ", result.stderr)
        result = self.run_program("example-scripted-model", "missing.pt")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("missing.pt", result.stderr)
        self.assertNotIn("frame #", result.stderr)

    def test_xor(self):
        text = self.output_of("example-xor")
        without, _, with_rules = text.partition("the same with rules:\n")
        self.assertIn("  XOR is not learned\n", without)
        self.assertIn("  XOR is learned\n", with_rules)
        self.assertEqual(set(weights(with_rules)), {"both", "first", "second", "neither"})
        for truth, predicted in re.findall(r"= ([01])  predicted ([\d.]+)", with_rules):
            self.assertLess(abs(float(truth) - float(predicted)), 0.1)

    def test_smokers(self):
        text = self.output_of("example-smokers")
        without, with_rules = (
            [float(number) for number in re.search(rf"(?m)^{line} +([\d.]+) +([\d.]+) +([\d.]+)$", text).groups()]
            for line in ("without rules", "with rules"))
        self.assertGreater(with_rules[0], without[0])       # Smoker
        self.assertGreater(with_rules[1], without[1] - 2)   # Cancer, which its own features show as well
        self.assertGreater(with_rules[2], without[2] + 2)   # Friends
        self.assertEqual(list(weights(text)), ["smoking causes cancer", "friends smoke together", "friendship is mutual"])

    def test_hierarchy(self):
        text = self.output_of("example-hierarchy")
        without, _, with_rules = text.partition("\nwith rules:\n")
        pattern = r"(\w+) +found +(\d+) of (\d+), false alarms (\d+)"
        for part in (without, with_rules):
            for name, found, there, alarms in re.findall(pattern, part):
                if name != "Mammal":
                    self.assertGreater(int(found), 0.8 * int(there), name)
                    self.assertLess(int(alarms), 0.1 * int(there), name)
        mammals = [re.search("Mammal" + pattern.removeprefix(r"(\w+)"), part).groups() for part in (without, with_rules)]
        self.assertEqual(mammals[0], ("0", "50", "0"))
        self.assertGreater(int(mammals[1][0]), 40)
        self.assertLess(int(mammals[1][2]), 5)


if __name__ == "__main__":
    unittest.main()
