"""What kenn computes, once more and as simply as possible: every assignment of objects to the variables, in double.

A world has types, tables of predictions and given relations; clauses are texts such as `!Smoker(x) | Cancer(x)`.
Nothing here is shared with the program: the numbers come from the definitions of a grounding and of an enhancer.
"""

import dataclasses
import itertools
import math
import re


@dataclasses.dataclass
class Table:
    """Predicted atoms: one row per tuple of objects, one column per predicate."""

    predicates: list
    types: list  # of the arguments
    tuples: list  # of row numbers; those of a unary table are (0,), (1,), ...
    values: list  # preactivations, row by row


@dataclasses.dataclass
class Given:
    types: list
    degrees: dict  # from tuples to truth degrees


@dataclasses.dataclass
class World:
    objects: dict  # from types to the ids of their objects
    tables: dict  # from names to tables
    given: dict = dataclasses.field(default_factory=dict)
    exclusive: list = dataclasses.field(default_factory=list)  # groups of predicates of one table


@dataclasses.dataclass(frozen=True)
class Fixed:
    """A given atom that is neither true nor false."""

    predicate: str
    rows: tuple
    value: float  # its preactivation


def unary_table(type_name, predicates, values):
    return Table(predicates, [type_name], [(row,) for row in range(len(values))], values)


@dataclasses.dataclass
class Literal:
    positive: bool
    predicate: str  # "=" for an equality
    terms: list  # variables as they are, constants in quotes


def parse_clause(text):
    """`!A(x) | R(x, "ann") | x = y` as a list of literals."""
    literals = []
    for part in text.split(" | "):
        if atom := re.fullmatch(r"(!?)(\w+)\((.*)\)", part):
            literals.append(Literal(not atom[1], atom[2], atom[3].split(", ")))
        else:
            left, sign, right = re.fullmatch(r"(\S+) (!?=) (\S+)", part).groups()
            literals.append(Literal(sign == "=", "=", [left, right]))
    return literals


def sigmoid(value):
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))


def softmax(values):
    exponentials = [math.exp(value - max(values)) for value in values]
    return [each / sum(exponentials) for each in exponentials]


def first_greatest(values):
    return [float(index == values.index(max(values))) for index in range(len(values))]


def residual(values, atoms, signs):
    """1 - t times softmax; an atom counts once, and with both signs the clause holds."""
    first = [atoms.index(atom) for atom in atoms]
    if any(signs[index] != signs[earlier] for index, earlier in enumerate(first)):
        return [0.0] * len(values)
    counted = [index for index, earlier in enumerate(first) if index == earlier]
    violation = math.prod(sigmoid(-values[index]) for index in counted)
    shares = dict(zip(counted, softmax([values[index] for index in counted])))
    return [violation * shares.get(index, 0.0) for index in range(len(values))]


class Model:
    """Enhances the tables of a world; `clauses` maps names to texts."""

    def __init__(self, world, clauses):
        self.world = world
        self.clauses = {name: parse_clause(text) for name, text in clauses.items()}
        self.places = {predicate: (name, column) for name, table in world.tables.items()
                       for column, predicate in enumerate(table.predicates)}
        self.rows = {name: {pair: row for row, pair in enumerate(table.tuples)}
                     for name, table in world.tables.items()}
        self.groundings = {name: list(self.find_groundings(clause)) for name, clause in self.clauses.items()}

    def types_of(self, predicate):
        if predicate in self.world.given:
            return self.world.given[predicate].types
        return self.world.tables[self.places[predicate][0]].types

    def variable_types(self, clause):
        types = {}
        for literal in clause:
            if literal.predicate != "=":
                types.update(zip(literal.terms, self.types_of(literal.predicate)))
        return {term: type_name for term, type_name in types.items() if not term.startswith('"')}

    def find_groundings(self, clause):
        """Every grounding as a list of (sign, atom): an atom is (table, row, column) or Fixed."""
        types = self.variable_types(clause)
        for chosen in itertools.product(*(range(len(self.world.objects[name])) for name in types.values())):
            grounding = self.ground(clause, dict(zip(types, chosen)), types)
            if grounding is not None:
                yield grounding

    def ground(self, clause, chosen, types):
        """The literals that count; nothing if the clause holds anyway or speaks of a pair that nobody listed."""
        grounding = []
        for literal in clause:
            sign = 1 if literal.positive else -1
            if literal.predicate == "=":
                known = [types[term] for term in literal.terms if term in types]
                left, right = (self.row_of(term, known[0], chosen) for term in literal.terms)
                if (left == right) == literal.positive:
                    return None
                continue
            arguments = zip(literal.terms, self.types_of(literal.predicate))
            rows = tuple(self.row_of(term, type_name, chosen) for term, type_name in arguments)
            if literal.predicate in self.world.given:
                degree = self.world.given[literal.predicate].degrees.get(rows, 0)
                if degree == literal.positive:
                    return None
                if 0 < degree < 1:
                    grounding.append((sign, Fixed(literal.predicate, rows, math.log(degree / (1 - degree)))))
                continue
            name, column = self.places[literal.predicate]
            if rows not in self.rows[name]:
                return None
            grounding.append((sign, (name, self.rows[name][rows], column)))
        return grounding

    def row_of(self, term, type_name, chosen):
        return self.world.objects[type_name].index(term[1:-1]) if term.startswith('"') else chosen[term]

    def is_about_one_object(self, clause):
        return len({term for literal in clause for term in literal.terms}) == 1 and all(
            literal.predicate != "=" and len(literal.terms) == 1 for literal in clause)

    @staticmethod
    def literal_values(grounding, values):
        cells = [atom.value if isinstance(atom, Fixed) else values[atom[0]][atom[1]][atom[2]] for _, atom in grounding]
        return [sign * cell for (sign, _), cell in zip(grounding, cells)]

    def change(self, names, weights, boost, values):
        """The values after the named clauses, all of which see the same values."""
        result = {name: [list(row) for row in rows] for name, rows in values.items()}
        for name in names:
            for grounding in self.groundings[name]:
                signs, atoms = zip(*grounding)
                shares = self.shares(self.literal_values(grounding, values), atoms, signs, boost)
                for (sign, atom), share in zip(grounding, shares):
                    if not isinstance(atom, Fixed):
                        result[atom[0]][atom[1]][atom[2]] += sign * weights[name] * share
        return result

    @staticmethod
    def shares(values, atoms, signs, boost):
        if boost == "residual":
            return residual(values, atoms, signs)
        return {"softmax": softmax, "godel": first_greatest}[boost](values)

    def means(self, values):
        """For every cell the mean over its exclusive group in its row, and 0 for cells in none."""
        means = {name: [[0.0] * len(row) for row in rows] for name, rows in values.items()}
        for group in self.world.exclusive:
            name = self.places[group[0]][0]
            columns = [self.places[predicate][1] for predicate in group]
            for row, of_row in zip(values[name], means[name]):
                for column in columns:
                    of_row[column] = math.fsum(row[each] for each in columns) / len(columns)
        return means

    @staticmethod
    def add(values, means, sign):
        return {name: [[cell + sign * mean for cell, mean in zip(row, of_row)]
                       for row, of_row in zip(rows, means[name])] for name, rows in values.items()}

    def centered(self, values):
        return self.add(values, self.means(values), -1)

    def enhance(self, layers, boost="softmax", order="parallel", center=False):
        """The values of all tables after the layers; each layer maps the names of the clauses to their weights."""
        values = {name: table.values for name, table in self.world.tables.items()}
        if center:
            means = self.means(values)
            values = self.add(values, means, -1)
        early = [name for name, clause in self.clauses.items() if self.is_about_one_object(clause)]
        late = [name for name in self.clauses if name not in early]
        stages = [early, late] if order == "sequential" else [early + late]
        for weights in layers:
            for stage in stages:
                values = self.change(stage, weights, boost, values)
        return self.add(values, means, 1) if center else values

    def mean_truth(self, name, values):
        """The truth of the truest literal, averaged over all groundings; nothing if there are none."""
        truths = [sigmoid(max(self.literal_values(grounding, values))) for grounding in self.groundings[name]]
        return math.fsum(truths) / len(truths) if truths else None
