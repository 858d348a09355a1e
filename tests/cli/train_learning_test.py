"""What `kenn train` learns: rules that help are trusted, wrong ones are not, and rules do what networks cannot."""

import random
import unittest

from training_case import TrainingCase, read_rows

XOR = """type Point
predict Y(Point)
given X1(Point), X2(Point)
rule "neither": X1(x) & X2(x) -> !Y(x)
rule "first": X1(x) & !X2(x) -> Y(x)
rule "second": !X1(x) & X2(x) -> Y(x)
rule "none": !X1(x) & !X2(x) -> !Y(x)
"""


class Learning(TrainingCase):
    def test_exclusive_or(self):
        """A logistic regression cannot learn it; with four clauses about its inputs it can."""
        self.write(XOR, "k.kenn")
        self.data.mkdir()
        numbers = random.Random(2)
        rows, facts = ["id,Y,a,b,split\n"], {"X1": ["x\n"], "X2": ["x\n"]}
        for point in range(200):
            first, second = numbers.randrange(2), numbers.randrange(2)
            rows.append(f"q{point},{first ^ second},{first},{second},{('train', 'train', 'valid', 'test')[point % 4]}\n")
            for name, value in (("X1", first), ("X2", second)):
                if value:
                    facts[name].append(f"q{point}\n")
        self.write("".join(rows), "data/Point.csv")
        for name, lines in facts.items():
            self.write("".join(lines), f"data/{name}.csv")
        options = ("--hidden", "", "--epochs", "200", "--lr", "0.05")
        with_rules = self.train_json(*options)["accuracy"]["test"]
        self.assertEqual(with_rules["rules"], 1)
        self.assertLess(self.train_json(*options, "--method", "nn")["accuracy"]["test"]["rules"], 0.8)
        # Enough hidden values do without rules.
        self.assertEqual(self.train_json("--method", "nn", "--hidden", "16", *options[2:])["accuracy"]["test"]["rules"], 1)

    def test_weights_of_right_wrong_and_fixed_rules(self):
        self.use_topics(papers=120)
        knowledge = (self.folder / "k.kenn").read_text()
        self.write(knowledge.replace("given Cite(Paper, Paper)", "given Cite(Paper, Paper), Near(Paper, Paper)") +
                   'rule "wrong": AI(x) & Near(x, y) -> AI(y)\n'
                   'rule "fixed" weight 0.25: DB(x) & Near(x, y) -> DB(y)\n', "k.kenn")
        numbers = random.Random(4)
        self.write("x,y\n" + "".join(f"p{x},p{2 * numbers.randrange(60) + 1 - x % 2}\n" for x in range(120)),
                   "data/Near.csv")
        answer = self.train_json("--epochs", "200", "--lr", "0.05", "--hidden", "", "--patience", "150")
        weights = {clause["name"]: clause["weights"][0] for clause in answer["clauses"]}
        self.assertLess(weights["wrong"], 0.05)
        self.assertGreater(weights["citations stay on topic[T=AI]"], 0.6)
        self.assertEqual(weights["fixed"], 0.25)
        self.assertGreater(answer["accuracy"]["test"]["rules"], answer["accuracy"]["test"]["network"])

    def test_a_class_that_only_rules_know(self):
        self.write("type Paper\npredict AI(Paper), DB(Paper), ML(Paper)\ngiven Sign(Paper)\nexclusive AI, DB, ML\n"
                   'rule "signed papers" weight 12: Sign(x) -> ML(x)\n', "k.kenn")
        self.data.mkdir()
        rows, signs = ["id,label,split,word\n"], ["x\n"]
        for paper in range(60):
            is_signed = paper % 6 == 5
            label = "ML" if is_signed else ("AI", "DB")[paper % 2]
            rows.append(f"p{paper},{label},{'test' if is_signed else ('train', 'valid', 'test')[paper // 2 % 3]},"
                        f"{paper % 2 * 2 - 1}\n")
            if is_signed:
                signs.append(f"p{paper}\n")
        self.write("".join(rows), "data/Paper.csv")
        self.write("".join(signs), "data/Sign.csv")
        result = self.train("--hidden", "", "--epochs", "100", "--lr", "0.05")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"data: warning: no training example has 'ML'; only rules can predict it\n", result.stderr)
        self.predict()
        for row, known in zip(read_rows(self.folder / "predictions.csv"), read_rows(self.data / "Paper.csv")):
            self.assertEqual(row["label"], known["label"])

    def test_citations_help(self):
        self.use_generated("citation", "--nodes", "500", "--words", "300")
        options = ("--epochs", "100", "--train-fraction", "0.3")
        network = self.train_json(*options, "--method", "nn")["accuracy"]["test"]["rules"]
        rules = self.train_json(*options, "--layers", "2")["accuracy"]["test"]["rules"]
        self.assertGreater(rules, network + 0.05)


if __name__ == "__main__":
    unittest.main()
