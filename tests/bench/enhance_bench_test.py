"""bench/enhance_bench.py on few pairs: its table has a line for every source. Nothing here depends on how long anything takes."""

import subprocess
import unittest

from environment import KENN, SOURCE, python_with


class EnhanceBench(unittest.TestCase):
    def test_every_source_has_its_line(self):
        table = subprocess.run([python_with("numpy"), "-B", SOURCE / "bench" / "enhance_bench.py", KENN, "5000"], capture_output=True,
                               text=True, timeout=600)
        self.assertEqual((table.returncode, table.stderr), (0, ""))
        title, header, *lines = table.stdout.splitlines()
        self.assertIn("5,000 pairs of 500 objects", title)
        self.assertEqual([line.split()[0] for line in lines], ["ids.csv", "rows.csv", "pairs.npy"])
        columns = header.split()[1:6]
        self.assertEqual(columns, ["read", "plan", "layer", "total", "MB"])
        for line in lines:
            read, plan, layer, total = map(float, line.split()[1:5])
            self.assertGreaterEqual(total + 0.021, read + plan + layer)


if __name__ == "__main__":
    unittest.main()
