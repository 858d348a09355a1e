"""`kenn predict` and `kenn evaluate` from outside: they agree with each other, with `kenn train` and with Python."""

import csv
import io
import re
import shutil
import sqlite3
import unittest

from npy_files import read_npy
from training_case import TrainingCase, read_rows

TOPIC_NAMES = ("Agents", "AI", "DB", "HCI", "IR", "ML")


class Agreement(TrainingCase):
    def test_evaluate_says_what_train_said(self):
        for kind, has_splits, options in (("citation", False, ""),
                                          ("citation", False, "--paradigm inductive --train-fraction 0.5"),
                                          ("citation", True, "--paradigm inductive --layers 2"),
                                          ("smokers", True, "--method nn --seed 3"),
                                          ("smokers", False, "--paradigm inductive --train-fraction 0.3 --seed 2")):
            with self.subTest(kind=kind, has_splits=has_splits, options=options):
                shutil.rmtree(self.data, ignore_errors=True)
                self.use_generated(kind)
                if has_splits:
                    self.add_splits("Paper" if kind == "citation" else "Person")
                trained = self.train_json("--epochs", "20", *options.split())["accuracy"]
                for split in ("train", "valid", "test") if options == "" else ("test",):
                    found = self.evaluate_json("--split", split)
                    self.assertEqual((found["accuracy"], found["network_accuracy"]),
                                     (trained[split]["rules"], trained[split]["network"]))
                    self.assertEqual(sum(group["known"] for group in found["labels"]), trained[split]["labels"])

    def test_predictions_have_the_accuracy_that_evaluate_says(self):
        self.use_generated()
        self.train_json("--epochs", "40", "--lr", "0.01")
        answer = self.evaluate_json("--split", "all")
        self.predict()
        labels = {row["id"]: row["label"] for row in read_rows(self.data / "Paper.csv")}
        predicted = read_rows(self.folder / "predictions.csv")
        self.assertEqual([row["id"] for row in predicted], list(labels))
        right = 0
        for row in predicted:
            chances = {topic: float(row[topic]) for topic in TOPIC_NAMES}
            self.assertAlmostEqual(sum(chances.values()), 1, places=5)
            self.assertEqual(row["label"], max(chances, key=chances.get))
            right += row["label"] == labels[row["id"]]
        self.assertAlmostEqual(answer["accuracy"], right / len(predicted))
        (group,) = answer["labels"]
        self.assertEqual(group["classes"], list(TOPIC_NAMES))
        for number, topic in enumerate(TOPIC_NAMES):
            self.assertEqual(sum(group["confusion"][number]), sum(label == topic for label in labels.values()))
            self.assertEqual(sum(row[number] for row in group["confusion"]),
                             sum(row["label"] == topic for row in predicted))
        self.assertAlmostEqual(group["macro_f1"], self.macro_f1(group["confusion"]))
        self.assert_done(self.use("predict", "--threads", "1", "--out", "again.csv"))
        self.assertEqual(self.bytes_of("again.csv"), self.bytes_of("predictions.csv"))

    @staticmethod
    def macro_f1(confusion):
        scores = []
        for each in range(len(confusion)):
            there, predicted = sum(confusion[each]), sum(row[each] for row in confusion)
            if there + predicted:
                scores.append(2 * confusion[each][each] / (there + predicted))
        return sum(scores) / len(scores)

    def test_several_tables_and_labels_that_do_not_exclude_each_other(self):
        """Empty cells are not counted; above one half holds. NPY has the probabilities of the CSV."""
        self.use_generated("smokers")
        self.train_json("--epochs", "30", "--lr", "0.01")
        answer = self.evaluate_json("--split", "all")
        self.assertEqual([group["name"] for group in answer["labels"]], ["Smoker", "Cancer", "Friends"])
        self.predict()
        about = self.assert_json(self.use("predict", "--json", "--out", "deep/er/p.npy"), 0)
        self.assertEqual([(table["name"], table["file"], table["columns"]) for table in about["tables"]],
                         [("Person", "deep/er/p.Person.npy", ["Smoker", "Cancer"]),
                          ("Friends", "deep/er/p.Friends.npy", ["Friends"])])
        tables = {"Person": ["id"], "Friends": ["x", "y"]}
        for table in about["tables"]:
            rows = read_rows(self.folder / f"predictions.{table['name']}.csv")
            self.assertEqual(list(rows[0]), [*tables[table["name"]], *table["columns"]])
            matrix = read_npy(self.bytes_of(table["file"]))
            self.assertEqual(len(rows), len(matrix))
            for row, numbers in zip(rows, matrix):
                for column, number in zip(table["columns"], numbers):
                    self.assertTrue(0 <= number <= 1)
                    self.assertAlmostEqual(float(row[column]), number, places=7)
        for group in answer["labels"]:
            keys = tables[group["table"]]
            known = {tuple(row[key] for key in keys): row[group["name"]]
                     for row in read_rows(self.data / f"{group['table']}.csv")}
            predicted = read_rows(self.folder / f"predictions.{group['table']}.csv")
            self.assertEqual([tuple(row[key] for key in keys) for row in predicted], list(known))
            right = 0
            for row, truth in zip(predicted, known.values()):
                right += truth != "" and (float(row[group["name"]]) > 0.5) == (truth == "1")
            self.assertEqual(group["known"], sum(truth != "" for truth in known.values()))
            self.assertAlmostEqual(group["accuracy"], right / group["known"])

    def test_multi_label_scores_and_violations_of_a_hierarchy(self):
        self.use_generated("hierarchy", "--nodes", "200", "--classes", "20", "--features", "8", "--noise", "2")
        rules = [(re.sub(r"(\w+)\(x\) -> ", r"!\1(x) | ", text),  # as the clause is called
                  *re.findall(r"(\w+)\(x\)", text), "->" in text)
                 for text in re.findall(r"^rule: (.*)$", (self.folder / "k.kenn").read_text(), re.MULTILINE)]
        classes = [f"C{number}" for number in range(1, 21)]
        known = [{name for name in classes if row[name] == "1"} for row in read_rows(self.data / "Item.csv")]
        for method in ("nn", "kenn"):
            with self.subTest(method):
                self.train_json("--method", method, "--epochs", "60", "--lr", "0.01")
                answer = self.evaluate_json("--split", "all")
                self.predict()
                predicted = [{name for name in classes if float(row[name]) > 0.5}
                             for row in read_rows(self.folder / "predictions.csv")]
                (score,) = answer["multi_labels"]
                self.assertEqual((score["table"], score["predicates"], score["rows"]), ("Item", 20, 200))
                common = sum(len(first & second) for first, second in zip(known, predicted))
                sizes = sum(len(first) + len(second) for first, second in zip(known, predicted))
                self.assertAlmostEqual(score["micro_f1"], 2 * common / sizes)
                self.assertAlmostEqual(score["exact_match"], sum(map(set.__eq__, known, predicted)) / 200)

                self.assertEqual([clause["name"] for clause in answer["clauses"]], [rule[0] for rule in rules])
                for clause, (_, first, second, is_implication) in zip(answer["clauses"], rules):
                    violated = sum(first in labels and (second in labels) != is_implication for labels in predicted)
                    self.assertEqual((clause["violations_after"], clause["groundings"]), (violated, 200), clause["name"])
                sums = [sum(clause[name] for clause in answer["clauses"])
                        for name in ("groundings", "violations_before", "violations_after")]
                self.assertEqual(list(answer["violations"].values()), sums)
                self.assertEqual(list(answer["violations"]), ["groundings", "network", "rules"])
                self.assertGreater(sums[1], 10)
                if method == "nn":
                    self.assertEqual(score["network_micro_f1"], score["micro_f1"])
                    self.assertEqual(score["network_exact_match"], score["exact_match"])
                    self.assertEqual(sums[1], sums[2])
                self.assert_short_text(answer)

    def assert_short_text(self, answer):
        """Of many predicates only their sum is shown, of many clauses only the worst."""
        (score,) = answer["multi_labels"]
        result = self.use("evaluate", "--split", "all")
        self.assert_done(result)
        head, hint, empty, totals, title, *clauses, more = result.stdout.decode().splitlines()
        self.assertEqual(head, f"Item: 20 predicates, 200 rows with labels, micro F1 {score['micro_f1']:.3f} (network alone "
                               f"{score['network_micro_f1']:.3f}), exact match {score['exact_match']:.3f} "
                               f"({score['network_exact_match']:.3f})")
        self.assertEqual((hint, empty), ("  ('--json' gives every predicate)", ""))
        found = answer["violations"]
        self.assertEqual(totals, f"violated: {found['network']} of {found['groundings']} groundings by the network alone, "
                                 f"{found['rules']} with the rules")
        self.assertEqual(title.split(), "truth before -> after violated before -> after clause".split())
        worst = sorted((clause for clause in answer["clauses"] if clause["violations_before"] + clause["violations_after"]),
                       key=lambda clause: (-clause["violations_after"], -clause["violations_before"]))[:24]
        self.assertEqual([line.split(None, 6) for line in clauses],
                         [[f"{clause['truth_before']:.3f}", "->", f"{clause['truth_after']:.3f}",
                           str(clause["violations_before"]), "->", str(clause["violations_after"]), clause["name"]]
                          for clause in worst])
        self.assertEqual(more, f"  ... and {len(answer['clauses']) - len(worst)} more ('--json' gives all)")

    def test_violations_of_citations(self):
        self.use_generated()
        self.train_json("--epochs", "40", "--lr", "0.01", "--layers", "2")
        answer = self.evaluate_json("--split", "all")
        self.assertEqual(answer["multi_labels"], [])
        self.predict()
        topics = {row["id"]: row["label"] for row in read_rows(self.folder / "predictions.csv")}
        pairs = [(topics[row["x"]], topics[row["y"]]) for row in read_rows(self.data / "Cite.csv")]
        for topic, clause in zip(TOPIC_NAMES, answer["clauses"]):
            self.assertIn(f"[T={topic}]", clause["name"])
            self.assertEqual(clause["groundings"], len(pairs))
            self.assertEqual(clause["violations_after"], sum(x == topic != y for x, y in pairs))
        self.assertEqual(answer["violations"]["rules"], sum(x != y for x, y in pairs))
        self.assertGreater(answer["violations"]["network"], answer["violations"]["rules"])

    def test_a_model_that_breaks_no_rule(self):
        """One line, however many rules there are."""
        self.use_topics()
        self.write("type Paper\npredict AI(Paper), DB(Paper)\nexclusive AI, DB\n" +
                   "".join(f'rule "r{number}": AI(x) & x = "p{number}" -> !DB(x)\n' for number in range(30)), "k.kenn")
        self.train_json("--epochs", "2")
        result = self.use("evaluate")
        self.assert_done(result)
        self.assertEqual(result.stdout.decode().splitlines()[-1],
                         "violated: 0 of 30 groundings by the network alone, 0 with the rules")

    def test_ids_that_need_quotes(self):
        self.use_topics()
        names = {f"p{number}": name for number, name in enumerate(('a,b', 'say "hi"', "line\nend", "ümläut ☃", " a "))}
        for file in ("Paper.csv", "Cite.csv"):
            rows = list(csv.reader(io.StringIO((self.data / file).read_text())))
            text = io.StringIO(newline="")
            writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
            writer.writerows([[names.get(cell, cell) for cell in row] for row in rows])
            self.write(text.getvalue(), f"data/{file}")
        self.train_json("--epochs", "2")
        self.predict()
        ids = [row["id"] for row in read_rows(self.folder / "predictions.csv")]
        self.assertEqual(ids[:5], list(names.values()))
        self.assertEqual(len(ids), 60)
        # Blanks around a field count only in quotes, also for the reader of kenn.
        self.assertIn(b'\n" a ",', self.bytes_of("predictions.csv"))

    def test_two_exclusive_groups(self):
        self.use_topics()
        self.write("type Paper\npredict AI(Paper), DB(Paper), Short(Paper), Long(Paper)\nexclusive AI, DB\n"
                   "exclusive Short, Long\nrule: AI(x) -> Long(x)\n", "k.kenn")
        lines = (self.data / "Paper.csv").read_text().splitlines()
        self.write("".join(f"{line},{number % 3 % 2 if number else 'Long'}\n" for number, line in enumerate(lines)),
                   "data/Paper.csv")
        self.train_json("--epochs", "5")
        self.predict()
        for row in read_rows(self.folder / "predictions.csv"):
            self.assertAlmostEqual(float(row["AI"]) + float(row["DB"]), 1, places=5)
            self.assertAlmostEqual(float(row["Short"]) + float(row["Long"]), 1, places=5)
            self.assertEqual(row["label_1"], max(("AI", "DB"), key=lambda name: float(row[name])))
            self.assertEqual(row["label_2"], max(("Short", "Long"), key=lambda name: float(row[name])))

    def test_other_objects_than_those_of_training(self):
        """A model is for any data of its kind: without labels to predict, with labels to be judged."""
        self.use_topics()
        self.train_json("--epochs", "60", "--lr", "0.05")
        self.use_topics(papers=100, seed=9, splits=("test",))
        answer = self.evaluate_json()
        self.assertEqual(answer["labels"][0]["known"], 100)
        self.assertGreater(answer["accuracy"], 0.75)
        lines = (self.data / "Paper.csv").read_text().splitlines()
        without = [line.split(",") for line in lines]
        self.write("".join(",".join([cells[0], *cells[3:]]) + "\n" for cells in without), "data/Paper.csv")
        before = self.predict().stdout
        self.assertIn(b"predictions.csv: 100 rows of Paper, 2 probability columns\n", before)
        self.refuse(self.use("evaluate"), "data: error: no object in split 'test' has a label")
        self.refuse(self.use("evaluate", "--split", "all"), "data: error: no object has a label")

    def test_a_model_with_its_own_fraction_on_data_that_has_splits(self):
        self.use_generated()
        self.train_json("--epochs", "5", "--train-fraction", "0.3")
        self.add_splits()
        self.assertEqual(self.evaluate_json()["labels"][0]["known"], 40)

    def test_sources(self):
        """LINQS files and a SQLite database give the model of the folder."""
        self.use_topics()
        rows = read_rows(self.data / "Paper.csv")
        cites = read_rows(self.data / "Cite.csv")
        database = sqlite3.connect(self.folder / "d.sqlite")
        database.execute('CREATE TABLE "Paper" (id text, label text, split text, word real, other real)')
        database.executemany('INSERT INTO "Paper" VALUES (?, ?, ?, ?, ?)', [tuple(row.values()) for row in rows])
        database.execute('CREATE TABLE "Cite" (x text, y text)')
        database.executemany('INSERT INTO "Cite" VALUES (?, ?)', [(row["x"], row["y"]) for row in cites])
        database.commit()
        database.close()
        ours = self.train_json("--epochs", "10")
        model = self.bytes_of()
        self.predict()
        self.predict("from_database.csv", data="sqlite:d.sqlite")
        self.assertEqual(self.bytes_of("predictions.csv"), self.bytes_of("from_database.csv"))
        (self.data / "Paper.csv").rename(self.folder / "Paper.csv")
        (self.folder / "linqs").mkdir()
        self.write("".join("\t".join([row["id"], row["word"], row["other"], row["label"]]) + "\n" for row in rows),
                   "linqs/small.content")
        self.write("".join(f"{row['x']}\t{row['y']}\n" for row in cites), "linqs/small.cites")
        self.predict("from_linqs.csv", data="linqs:linqs")
        for theirs, row in zip(read_rows(self.folder / "from_linqs.csv"), read_rows(self.folder / "predictions.csv")):
            self.assertEqual(theirs["id"], row["id"])
            self.assertAlmostEqual(float(theirs["AI"]), float(row["AI"]), places=5)
        self.assertEqual(self.bytes_of(), model)
        self.assertEqual(ours["epochs"], 10)


if __name__ == "__main__":
    unittest.main()
