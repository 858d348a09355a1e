"""The files that are made from the table of options are up to date, and the table is what the commands have."""

import json
import subprocess
import unittest

from environment import KENN, SOURCE, run_kenn


class OptionTable(unittest.TestCase):
    def test_files_made_from_it_are_up_to_date(self):
        result = subprocess.run([SOURCE / "scripts" / "options", "--check", KENN], stdout=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_every_option_is_a_flag_of_train(self):
        text = run_kenn("train", "--help-all").stdout.decode()
        options = json.loads(run_kenn("options", "--json").stdout)["options"]
        self.assertGreater(len(options), 40)
        for option in options:
            self.assertIn(f"--{option['name']}", text)
            self.assertIn(f"--{option.get('alias', option['name'])}", text)

    def test_the_page_has_every_option(self):
        page = run_kenn("options").stdout.decode()
        for option in json.loads(run_kenn("options", "--json").stdout)["options"]:
            self.assertIn(f"| `{option['name']}`", page)
            self.assertIn(option["help"], page)


if __name__ == "__main__":
    unittest.main()
