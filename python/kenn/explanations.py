"""What an explanation says, as objects: contributions, predictions, and what would change them."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional

import numpy

from . import _explanation_html as html
from . import _explanation_text as text
from ._optional import pandas_frame

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


@dataclasses.dataclass(frozen=True, eq=False)
class Prediction:
    """What is said of one row."""

    predicates: list[str]  # that hold: of an exclusive group the most probable one
    probabilities: numpy.ndarray  # one per column
    logits: numpy.ndarray


@dataclasses.dataclass(frozen=True)
class Literal:
    """A literal of a grounding, as its clause has it: the conditions of a rule are negated."""

    predicate: str
    objects: list[str]
    positive: bool
    is_given: bool
    probability: float  # of the atom, before the layer; of a given one its degree
    is_moved: bool  # it is about the row that is explained


class Grounding:
    """One grounding of a clause, and what it adds to the logits. There may be very many, so their parts are made when they are
    asked for.
    """

    def __init__(self, found: Mapping[str, Any]):
        self._found = found

    @property
    def literals(self) -> list[Literal]:
        return [Literal(each["predicate"], list(each["objects"]), each["positive"], each["given"], each["probability"], each["moved"])
                for each in self._found["literals"]]

    @property
    def changes(self) -> numpy.ndarray:
        """One per column."""
        return _numbers(self._found["changes"])

    @property
    def size(self) -> float:
        """The sum of the absolute values of the changes."""
        return sum(map(abs, self._found["changes"].values()))

    @property
    def before(self) -> list[Layer]:
        """What moved the other predictions of it in the layer before; as deep as `depth`."""
        return [_layer(row) for row in self._found.get("before", [])]

    def __str__(self):
        return text.literals_text(self)

    def __repr__(self):
        return f"<Grounding: {self}>"


@dataclasses.dataclass(frozen=True, eq=False)
class Contribution:
    """What the groundings of one clause add to the logits of a row in one layer."""

    layer: int  # counts from 1
    clause: str
    weight: float
    changes: numpy.ndarray  # one per column: the sum over the groundings
    grounding_count: int
    groundings: list[Grounding]  # the strongest first


@dataclasses.dataclass(frozen=True, eq=False)
class Layer:
    """What moved a row in one layer."""

    table: str
    objects: list[str]
    columns: list[str]
    layer: int
    clauses: list[Contribution]  # the strongest first


def _numbers(by_column: Mapping[str, float]) -> numpy.ndarray:
    return numpy.array(list(by_column.values()), numpy.float64)


def _prediction(found: Mapping[str, Any]) -> Prediction:
    return Prediction(list(found["predicates"]), _numbers(found["probabilities"]), _numbers(found["logits"]))


def _layer(found: Mapping[str, Any], columns: Optional[list[str]] = None) -> Layer:
    clauses = []
    for clause in found["clauses"]:
        groundings = [Grounding(each) for each in clause["groundings"]]
        clauses.append(Contribution(found["layer"], clause["name"], clause["weight"], _numbers(clause["changes"]),
                                    clause["grounding_count"], groundings))
    columns = list(found["clauses"][0]["changes"]) if columns is None else columns
    return Layer(found["table"], list(found["objects"]), columns, found["layer"], clauses)


class Shown:
    """Text in a console, a table in a notebook."""

    def __repr__(self):
        return str(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dicts, lists and numbers, with the names that `kenn explain --json` uses."""
        return pickle.loads(pickle.dumps(self._found))  # type: ignore[attr-defined]  # a tenth of the time of deepcopy


class Explanation(Shown):
    """Why a prediction is what it is: the logits of the network, and what each clause adds to them in each layer.

    Attributes:
        object: how the row is written: its id, or "Cite(paper 1, paper 2)"
        table, objects: the predicted table, and the objects of the row: one, or those of the tuple
        columns: the predicates, in the order of all arrays
        network, rules: the `Prediction` of the network alone, and with the rules
        labels: predicates that are known to hold
        changes: the sum of all contributions: `rules.logits - network.logits`
        layers: what moved the row, layer by layer; without clauses where nothing touches it
        what_if: the `Prediction` with what was taken out (`without`) or set (`set`); None where nothing was
        neighbourhood: the numbers of "rows" and "groundings" that were computed

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> explanation = kenn.explain(kb, [[2.0, -2.0], [-0.1, 0.1]], {"Cite": [[0], [1]]}, 1)
        >>> explanation.rules.predicates
        ['AI']
        >>> bool((explanation.network.logits + explanation.changes == explanation.rules.logits).all())
        True
        >>> explanation
        1 of Paper
          network alone  DB 0.550, AI 0.450
          with rules     AI 0.542, DB 0.458
        <BLANKLINE>
          logits                 AI       DB
          network            -0.100    0.100
          same topic[T=AI]   +0.435        .
          same topic[T=DB]        .   +0.065
          with rules          0.335    0.165
        <BLANKLINE>
        what moved it, strongest first
          AI +0.435  by AI(0) 0.982, Cite(0, 1)  [same topic[T=AI]]
          DB +0.065  by DB(0) 0.018, Cite(0, 1)  [same topic[T=DB]]
    """

    def __init__(self, found: dict[str, Any], without: Sequence[str] = (), set: Sequence[str] = ()):
        self._found = found
        self.without, self.set = list(without), list(set)
        self.table: str = found["table"]
        self.objects: list[str] = list(found["objects"])
        self.columns: list[str] = list(found["changes"])
        self.network, self.rules = _prediction(found["network"]), _prediction(found["rules"])
        self.what_if: Optional[Prediction] = _prediction(found["what_if"]) if "what_if" in found else None
        self.labels: list[str] = list(found["labels"])
        self.changes = _numbers(found["changes"])
        self.layers: list[Layer] = [_layer(each, self.columns) for each in found["layers"]]
        self.neighbourhood: dict[str, int] = dict(found["neighbourhood"])

    @property
    def object(self) -> str:
        return text.written_row(self.table, self.objects)

    @property
    def contributions(self) -> list[Contribution]:
        """What every clause adds in every layer: the layers in their order, in each the strongest clause first."""
        return [clause for layer in self.layers for clause in layer.clauses]

    def to_frame(self, groundings: bool = False) -> pandas.DataFrame:
        """A data frame with what is added to the logits: a column per predicate, and a row per layer and clause, or per
        grounding of these. Its sum is `changes`. The index says `layer`, `clause` and `weight`, and of groundings what moves the
        row, `by`.
        """
        names = ["layer", "clause", "weight"] + ["by"] * groundings
        rows, changes = [], []
        for each in self.contributions:
            for grounding in each.groundings if groundings else [None]:
                key = (each.layer, each.clause, each.weight)
                rows.append(key if grounding is None else (*key, str(grounding)))
                changes.append(each.changes if grounding is None else grounding.changes)
        return pandas_frame(self.columns, changes, names, rows)

    def plot(self, column: Optional[str] = None, ax: Optional[Axes] = None) -> Axes:
        """Draws what the rules add to one logit as a waterfall, from the network's to the one with the rules: a bar per layer
        and clause that moves it; where there are more than 20, the weakest share the last bar.

        Args:
            column: a predicate; by default the predicted one (of several, the one that is moved most).
            ax: the axes of matplotlib to draw on; new ones by default.

        Returns:
            The axes. `.figure.savefig(path)` writes them to a file.
        """
        from ._explanation_plot import plot  # which needs matplotlib

        return plot(self, column, ax)

    def to_text(self, top: int = 10) -> str:
        """What `kenn explain` prints; `top` is the number of groundings. `print(explanation)` shows 10."""
        return text.explanation_text(self, top)

    def __str__(self):
        return self.to_text()

    def _repr_html_(self) -> str:
        return html.explanation_html(self)


class WhyNot(Shown):
    """The smallest set of rules and listed facts without which another predicate would hold.

    Attributes:
        predicate: the one that was asked for
        found: whether there is such a set
        removed: the rules, clauses and facts to take out, the most effective first
        is_smallest: no smaller set does it
        searched: all sets of up to so many were tried
        tried: the size of the largest set that was tried at all
        candidates: the number of rules, clauses and facts that have a say
        rules: the `Prediction` as it is now
        prediction: without what is removed; None if nothing was found
        object, table, objects, columns: as of an `Explanation`
    """

    def __init__(self, found: dict[str, Any], row: dict[str, Any]):
        self._found = found
        self.table: str = row["table"]
        self.objects: list[str] = list(row["objects"])
        self.columns: list[str] = list(row["rules"]["logits"])
        self.rules = _prediction(row["rules"])
        self.predicate: str = found["predicate"]
        self.found: bool = found["found"]
        self.removed: list[str] = list(found["removed"])
        self.is_smallest: bool = found["smallest"]
        self.searched: int = found["searched"]
        self.tried: int = found["tried"]
        self.candidates: int = found["candidates"]
        self.prediction: Optional[Prediction] = _prediction(found["prediction"]) if found["prediction"] else None

    @property
    def object(self) -> str:
        return text.written_row(self.table, self.objects)

    def to_frame(self) -> pandas.DataFrame:
        """A data frame with the probability of each predicate, `now` and `without` what is removed (NaN if nothing was found)."""
        nothing = numpy.full(len(self.columns), numpy.nan)
        without = nothing if self.prediction is None else self.prediction.probabilities
        rows = numpy.column_stack([self.rules.probabilities, without])
        return pandas_frame(["now", "without"], rows, ["predicate"], self.columns)

    def __str__(self):
        return text.why_not_text(self)

    def _repr_html_(self) -> str:
        return html.why_not_html(self)
