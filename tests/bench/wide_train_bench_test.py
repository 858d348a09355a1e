"""bench/wide_train_bench.py on few rows: both programs give the same losses. Nothing here depends on how long anything takes."""

import subprocess
import unittest

from environment import KENN, SOURCE, python_with


class WideTrainBench(unittest.TestCase):
    def test_losses_are_compared_and_times_reported(self):
        result = subprocess.run([python_with("torch"), "-B", SOURCE / "bench" / "wide_train_bench.py", KENN, "--rows", "1500", "--epochs", "2",
                                 "--rounds", "1"], capture_output=True, text=True, timeout=900)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"largest difference of the losses from the same start: \d\.\de[+-]\d\d\n"
                                        r"kenn train: [\d.]+ s, PyTorch with index_add: [\d.]+ s \(shortest of 1\)\n"
                                        r"(met|NOT met): kenn is [\d.]+ times as fast, goal 1.5\n$")
        self.assertLess(float(result.stdout.split("same start: ")[1].split()[0]), 1e-3)


if __name__ == "__main__":
    unittest.main()
