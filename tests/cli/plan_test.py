"""`kenn check --dump plan --data DIR`: groups, slots, groundings, bytes, as text and as JSON; wrong folders."""

import re
import unittest

from cli_test import BAD_INPUT, DONE, CommandLineTest
from enhancer_model import Given, Model, Table, World, unary_table
from environment import run_kenn

TOPICS = ("Agents", "AI", "DB", "HCI", "IR", "ML")
CITATIONS = (
    "type Paper\n"
    "predict Agents(Paper), AI(Paper), DB(Paper), HCI(Paper), IR(Paper), ML(Paper)\n"
    "given Cite(Paper, Paper)\n"
    "exclusive Agents, AI, DB, HCI, IR, ML\n"
    'for T in {Agents, AI, DB, HCI, IR, ML} rule "topic": T(x) & Cite(x, y) -> T(y)\n'
    'rule "one": AI(x) -> !DB(x)\n'
)
SMOKERS = (
    "type Person\n"
    "predict Smoker(Person), Friends(Person, Person)\n"
    'rule "spreads": Smoker(x) & Friends(x, y) -> Smoker(y)\n'
    'rule "transitive": Friends(x, y) & Friends(y, z) & x != z -> Friends(x, z)\n'
    'rule "bob": Friends(x, "bob") -> Smoker(x)\n'
    'rule "free": Smoker(x) & Smoker(y) -> Smoker("ann") | !Smoker(y)\n'
)
PEOPLE = ["ann", "bob", "carl", "dora"]
PAIRS = [(0, 1), (1, 2), (0, 2), (2, 0), (3, 3), (2, 1)]


class PlanTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        (self.folder / "data").mkdir()

    def write_data(self, **files):
        for name, text in files.items():
            self.write(text, f"data/{name}.csv")

    def check(self, *options, knowledge=None):
        if knowledge is not None:
            self.write(knowledge, "rules.kenn")
        return run_kenn("check", "rules.kenn", "--data", "data", *options, cwd=self.folder)

    def plan(self, knowledge=None):
        return self.assert_json(self.check("--dump", "plan", "--json", knowledge=knowledge), DONE)["plan"]


class Plans(PlanTest):
    def write_people(self):
        self.write_data(Person="id\n" + "".join(f"{name}\n" for name in PEOPLE),
                        Friends="x,y\n" + "".join(f"{PEOPLE[x]},{PEOPLE[y]}\n" for x, y in PAIRS))

    def write_papers(self):
        self.write_data(Paper="id,label,split\np1,AI,train\np2,,test\np3,ML,\n",
                        Cite="x,y\np1,p2\np2,p3\np3,p3\np1,p3\n")

    def test_clauses_that_need_the_same_rows_share_a_group(self):
        self.write_papers()
        plan = self.plan(CITATIONS)
        citing, single = sorted(plan["groups"], key=lambda group: -len(group["clauses"]))
        self.assertEqual(citing["clauses"], [f"topic[T={topic}]" for topic in TOPICS])
        self.assertEqual((citing["pattern"], citing["slots"]), ("Cite(x, y)", ["Paper[x]", "Paper[y]"]))
        self.assertEqual((citing["groundings"], citing["loops"]), (4, 1))
        self.assertEqual((single["pattern"], single["slots"]), ("x in Paper", ["Paper[x]"]))
        self.assertEqual((single["groundings"], single["clauses"]), (3, ["one"]))
        self.assertEqual((plan["groundings"], plan["instances"]), (4 + 3, 4 * 6 + 3))
        self.assertEqual(plan["tables"], [{"name": "Paper", "rows": 3, "columns": list(TOPICS)}])

    def test_groundings_are_those_of_the_definition(self):
        self.write_people()
        world = World({"Person": PEOPLE},
                      {"Person": unary_table("Person", ["Smoker"], [[0.0]] * 4),
                       "Friends": Table(["Friends"], ["Person", "Person"], PAIRS, [[0.0]] * len(PAIRS))})
        model = Model(world, {"spreads": "!Smoker(x) | !Friends(x, y) | Smoker(y)",
                              "transitive": "!Friends(x, y) | !Friends(y, z) | x = z | Friends(x, z)",
                              "bob": '!Friends(x, "bob") | Smoker(x)',
                              "free": '!Smoker(x) | !Smoker(y) | Smoker("ann")'})
        self.assert_groundings(SMOKERS, model)

    def test_degrees_and_what_is_not_listed(self):
        knowledge = ("type Person\npredict Smoker(Person)\ngiven Friends(Person, Person), Old(Person)\n"
                     'rule "a": Smoker(x) & Friends(x, y) -> Smoker(y)\n'
                     'rule "b": !Friends(x, y) & Smoker(x) -> Smoker(y)\n'
                     'rule "c": Old(x) -> Smoker(x)\nrule "d": Smoker(x) -> Old(x)\n')
        degrees = dict(zip(PAIRS, (1, 0.5, 0, 0.25, 1, 0)))
        self.write_data(Person="id\nann\nbob\ncarl\ndora\n", Old="who\nbob\n",
                        Friends="x,y,truth\n" + "".join(f"{PEOPLE[x]},{PEOPLE[y]},{truth}\n"
                                                        for (x, y), truth in degrees.items()))
        world = World({"Person": PEOPLE}, {"Person": unary_table("Person", ["Smoker"], [[0.0]] * 4)},
                      {"Friends": Given(["Person", "Person"], degrees), "Old": Given(["Person"], {(1,): 1})})
        model = Model(world, {"a": "!Smoker(x) | !Friends(x, y) | Smoker(y)",
                              "b": "Friends(x, y) | !Smoker(x) | Smoker(y)",
                              "c": "!Old(x) | Smoker(x)", "d": "!Smoker(x) | Old(x)"})
        self.assert_groundings(knowledge, model)

    def assert_groundings(self, knowledge, model):
        plan = self.plan(knowledge)
        found = {name: group["groundings"] for group in plan["groups"] for name in group["clauses"]}
        self.assertEqual(found, {name: len(each) for name, each in model.groundings.items()})
        self.assertEqual(plan["groundings"], sum(group["groundings"] for group in plan["groups"]))
        self.assertEqual(plan["instances"], sum(map(len, model.groundings.values())))
        self.assertGreater(plan["bytes"], 0)
        self.assertGreaterEqual(plan["bytes"], sum(group["bytes"] for group in plan["groups"]))

    def test_text_and_json_say_the_same(self):
        self.write_people()
        plan = self.plan(SMOKERS)
        result = self.check("--dump", "plan")
        self.assert_done(result)
        text = result.stdout.decode()
        self.assertEqual(text.splitlines()[0],
                         f"rules.kenn: {len(plan['groups'])} groups, {plan['groundings']} groundings, "
                         f"{plan['instances']} clause instances, {plan['bytes']} bytes")
        for table in plan["tables"]:
            columns = len(table["columns"])
            self.assertRegex(text, rf"(?m)^  {table['name']}: {table['rows']} rows? of {columns} columns?$")
        sections = re.split(r"(?m)^group \d+: ", text)[1:]
        self.assertEqual(len(sections), len(plan["groups"]))
        for section, group in zip(sections, plan["groups"]):
            lines = [line.strip() for line in section.splitlines()]
            self.assertEqual(lines[0], group["pattern"])
            self.assertEqual(lines[1].split(maxsplit=1), ["slots", ", ".join(group["slots"])])
            self.assertEqual(lines[2].split(), ["groundings", str(group["groundings"])])
            self.assertEqual(lines[3].split(), ["bytes", str(group["bytes"])])
            self.assertRegex(lines[4], rf"^clauses +{len(group['clauses'])} in {group['loops']} vector loops?$")
            self.assertEqual([line for line in lines[5:] if line], group["clauses"])

    def test_the_ways_to_write_it(self):
        """A group is described with the names of its tables and the ids of its constants."""
        self.write_people()
        groups = {name: group for group in self.plan(SMOKERS)["groups"] for name in group["clauses"]}
        self.assertEqual(set(groups["spreads"]["slots"]), {"Person[x]", "Friends[x, y]", "Person[y]"})
        self.assertEqual(groups["bob"]["pattern"], 'Friends(x, "bob")')
        self.assertIn('Friends[x, "bob"]', groups["bob"]["slots"])
        self.assertIn('Person["ann"]', groups["free"]["slots"])
        self.assertEqual(groups["free"]["pattern"], "x in Person, y in Person")
        self.assertIn("!=", groups["transitive"]["pattern"])

    def test_kenn2(self):
        self.write("Smoker,Cancer\nFriends,Knows\n\n_:nSmoker(x),Cancer(x)\n>\n_:nSmoker(x),nFriends(x.y),Smoker(y)\n"
                   "_:nFriends(x.y),Knows(y.x)\n", "rules.kenn")
        self.write_data(Object="id\na\nb\n", Pair="x,y\na,b\nb,a\na,a\n")
        plan = self.plan()
        self.assertEqual([(table["name"], table["rows"], table["columns"]) for table in plan["tables"]],
                         [("Object", 2, ["Smoker", "Cancer"]), ("Pair", 3, ["Friends", "Knows"])])
        self.assertEqual([group["groundings"] for group in plan["groups"]], [2, 3, 3])

    def test_nothing_to_do(self):
        self.write_data(Person="id\n", Friends="x,y\n")
        plan = self.plan('type Person\npredict Smoker(Person)\ngiven Friends(Person, Person)\n'
                         'rule "a": Smoker(x) & Friends(x, y) -> Smoker(y)\nrule "b": Smoker(x)\n')
        self.assertEqual((plan["groundings"], plan["instances"]), (0, 0))
        self.assertEqual([group["groundings"] for group in plan["groups"]], [0, 0])
        plan = self.plan("type Person\npredict Smoker(Person)\n")
        self.assertEqual((plan["groups"], plan["groundings"], plan["tables"][0]["rows"]), ([], 0, 0))

    def test_data_are_checked_without_a_dump_too(self):
        self.write_people()
        self.assertEqual(self.check(knowledge=SMOKERS).stdout,
                         run_kenn("check", "rules.kenn", cwd=self.folder).stdout)
        self.write_data(Friends="x,y\nann,nobody\n")
        for options in ([], ["--dump", "ast"], ["--dump", "clauses"]):
            self.assert_rejected(self.check(*options), "data/Friends.csv:2:5: error: ")

    def test_columns_by_name(self):
        """The column `id` may stand anywhere; other columns are not looked at."""
        self.write_data(Paper='label,"id",note\nAI,p1,"a, b"\n,p2,\n', Cite="x,y\np2,p1\n")
        self.assertEqual(self.plan(CITATIONS)["tables"][0]["rows"], 2)

    def test_repeated_facts_are_counted(self):
        self.write_papers()
        self.write_data(Cite="x,y\np1,p2\np1,p2\np1,p3\n")
        result = self.check("--dump", "plan", knowledge=CITATIONS)
        self.assertEqual(result.returncode, DONE)
        self.assertRegex(result.stderr.decode(), r"^data/Cite\.csv: warning: .*\b1\b")
        answer = self.assert_json(self.check("--dump", "plan", "--json"), DONE)
        self.assertEqual([found["file"] for found in answer["diagnostics"]], ["data/Cite.csv"])
        self.assertEqual(answer["plan"]["groups"][0]["groundings"], 2)


class WrongFolders(PlanTest):
    def assert_refused(self, place, *parts, knowledge=CITATIONS, options=()):
        self.write(knowledge, "rules.kenn")
        result = self.check("--dump", "plan", *options)
        self.assert_rejected(result, f"{place}: error: ")
        answer = self.assert_json(self.check("--dump", "plan", *options, "--json"), BAD_INPUT)
        (found,) = answer["diagnostics"]
        located = [found["file"], *(str(found[key]) for key in ("line", "column") if key in found)]
        self.assertEqual(":".join(located), place)
        for part in parts:
            self.assertIn(part, result.stderr.decode())
            self.assertIn(part, found["message"])

    def test_files(self):
        good = {"Paper": "id\np1\np2\n", "Cite": "x,y\np1,p2\n"}
        for name, text, place, *parts in (
            ("Paper", "", "data/Paper.csv", "empty"),
            ("Paper", "name\np1\n", "data/Paper.csv:1:1", "no column 'id'"),
            ("Paper", "p1\np2\n", "data/Paper.csv:1:1", "no column 'id'"),
            ("Paper", "id\np1\np2\np1\n", "data/Paper.csv:4:1", "'p1'", "line 2"),
            ("Paper", "label,id\nAI,p1\n,\n", "data/Paper.csv:3:2", "id is empty"),
            ("Paper", "id,label\np1\n", "data/Paper.csv:2:3", "first line has 2"),
            ("Paper", 'id\n"p1\n', "data/Paper.csv:2:1", "quote never ends"),
            ("Cite", "", "data/Cite.csv", "empty"),
            ("Cite", "x,y\np1,p9\n", "data/Cite.csv:2:4", "Paper has no object with the id 'p9'"),
            ("Cite", "x,y\n0,p1\n", "data/Cite.csv:2:1", "'0'"),
            ("Cite", "x\np1\n", "data/Cite.csv:1:2", "'Cite' has 2 arguments"),
            ("Cite", "x,y,truth\np1,p2,3\n", "data/Cite.csv:2:7", "between 0 and 1"),
            ("Cite", "x,y\np1\n", "data/Cite.csv:2:3", "1 field"),
        ):
            with self.subTest(text):
                self.write_data(**{**good, name: text})
                self.assert_refused(place, *parts)

    def test_one_field_is_not_counted_as_many(self):
        self.write_data(Paper="id,label\np1\n", Cite="x,y\n")
        self.assert_refused("data/Paper.csv:2:3", "this line has 1 field,")

    def test_misspelt_ids_get_a_suggestion(self):
        self.write_data(Paper="id\nKnuth73\nTuring36\n", Cite="x,y\nKnuth73,Turing63\n")
        self.assert_refused("data/Cite.csv:2:9", "'Turing63'", "did you mean 'Turing36'?")

    def test_missing_files(self):
        self.assert_refused("data/Paper.csv", "No such file")
        self.write_data(Paper="id\np1\n")
        self.assert_refused("data/Cite.csv", "No such file")
        (self.folder / "data" / "Paper.csv").unlink()
        (self.folder / "data").rmdir()
        self.assert_refused("data/Paper.csv", "No such file")
        self.write("id\n", "data")
        self.assert_refused("data/Paper.csv", "Not a directory")

    def test_unknown_constants(self):
        self.write_data(Person="id\nann\n", Friends="x,y\n")
        self.assert_refused("rules.kenn:5:1", "'bob'", '"bob" is no object of type \'Person\'', knowledge=SMOKERS)

    def test_too_many_groundings(self):
        self.write_data(Person="id\nann\nbob\ncarl\n", Friends="x,y\n")
        self.assert_refused("rules.kenn:6:1", "'free'", "9 groundings", "3 x 3", "limit of 8", "'given' literal",
                            "--max-groundings", knowledge=SMOKERS, options=["--max-groundings", "8"])
        self.assert_done(self.check("--dump", "plan", "--max-groundings", "9"))

    def test_listed_pairs_are_never_too_many(self):
        """A limit below what a relation lists would only make people raise it."""
        self.write_data(Paper="id\np1\np2\n", Cite="x,y\np1,p2\np2,p1\np1,p1\n")
        self.assert_done(self.check("--dump", "plan", "--max-groundings", "1", knowledge=CITATIONS))


class PlanUsage(PlanTest):
    def test_wrong_usage(self):
        for arguments, *messages in (
            (["check", "f", "--dump", "plan"], "--dump plan", "--data"),
            (["check", "f", "--dump", "plan", "--json"], "--dump plan", "--data"),
            (["check", "f", "--data"], "--data"),
            (["check", "f", "--data", "d", "--data", "e"], "--data"),
            (["check", "f", "--max-groundings", "5"], "--max-groundings", "--data"),
            (["check", "f", "--data", "d", "--max-groundings", "lots"], "--max-groundings", "lots"),
            (["check", "f", "--data", "d", "--dump", "plans"], "--dump", "plans", "ast", "clauses", "plan"),
            (["check", "f", "--dta", "d"], "unknown option '--dta'", "did you mean '--data'?"),
        ):
            with self.subTest(arguments):
                self.assert_misused(run_kenn(*arguments, cwd=self.folder), *messages)

    def test_a_negative_limit_of_groundings(self):
        self.assert_misused(run_kenn("check", "f", "--data", "d", "--max-groundings", "-1"), "--max-groundings", "-1")


if __name__ == "__main__":
    unittest.main()
