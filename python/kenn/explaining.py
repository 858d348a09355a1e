"""Why a prediction is what it is, what would change it, and what the rules do to all predictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any, Optional, Union

import numpy

from . import _core
from ._errors import DataError, suggestion
from .dataset import Dataset
from .enhancing import logit_arrays
from .explanations import Explanation, WhyNot
from .knowledge import Knowledge
from .labels import known_tables
from .options import LARGEST_INDEX, MOST_LAYERS, centers_groups, enhancer_options, expect_knowledge, whole_number
from .rule_audit import RuleAudit
from .weights import weight_array
from .world import DEFAULT_MAX_GROUNDINGS, MOST_GROUNDINGS, Objects, Plan, Relations, id_text, make_world, rows_of_types

SPLITS = ("train", "valid", "test", "all")
Texts = Union[str, Iterable[str]]


class Explainer:
    """Explains the predictions of rules on one set of logits. `kenn.explain` and others make one in each call; for many
    explanations of the same data, make it once. Safe to use from several threads.

    Arguments are those of `kenn.enhance`, and `labels` as for `kenn.fit`. `kenn.Model.explainer` and
    `kenn.torch.Enhancer.explainer` make one for a model and a layer.

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper)
        ... given Cite(Paper, Paper)
        ... rule "cites": AI(x) & Cite(x, y) -> AI(y)
        ... ''')
        >>> explainer = kenn.Explainer(kb, [[2.0], [-0.1], [0.5]], {"Cite": [[0, 1], [1, 2]]}, objects={"Paper": ["a", "b", "c"]})
        >>> [(name, explainer.explain(name).changes.round(3).tolist()) for name in ("a", "b", "c")]
        [('a', [-0.065]), ('b', [0.234]), ('c', [0.299])]
    """

    def __init__(self, knowledge: Knowledge, logits: Any, relations: Union[Relations, Plan, None] = None, weights: Any = None, *,
                 layers: Optional[int] = None, boost: str = "softmax", order: str = "parallel", center: Optional[bool] = None,
                 objects: Optional[Objects] = None, labels: Any = None, threads: int = 0,
                 max_groundings: int = DEFAULT_MAX_GROUNDINGS):
        expect_knowledge(knowledge)
        arrays, is_single = logit_arrays(knowledge, logits)
        _check_finite(knowledge, arrays)
        options = enhancer_options(1, boost, order, centers_groups(knowledge, center), threads)[1:]
        values = weight_array(knowledge, weights, layers, boost)
        whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
        rows = {name: len(array) for name, array in arrays.items()}
        known = [] if labels is None else list(known_tables(knowledge, labels, rows, is_single).values())
        world = _world(knowledge, rows, relations, objects)
        self._core = _core.Explainer.on_logits(knowledge._core, world, list(arrays.values()), known, values.ravel(), len(values),
                                               *options, max_groundings)

    @classmethod
    def _from_core(cls, core: _core.Explainer) -> Explainer:
        explainer = cls.__new__(cls)
        explainer._core = core
        return explainer

    def explain(self, object: Any, *, depth: int = 0, without: Texts = (), set: Texts = ()) -> Explanation:
        """Explains one prediction; see `kenn.explain`."""
        depth = whole_number("depth", depth, 0, MOST_LAYERS)
        taken, changed = _texts("without", without), _texts("set", set)
        return Explanation(self._core.explain(_object_text(object), depth, taken, changed), taken, changed)

    def why_not(self, object: Any, predicate: str) -> WhyNot:
        """What to take out so that another predicate would hold; see `kenn.why_not`."""
        return WhyNot(*self._core.why_not(_object_text(object), _text("predicate", predicate)))

    def audit(self) -> RuleAudit:
        """What each clause does to all predictions; see `kenn.audit`."""
        return RuleAudit(self._core.audit())

    def __reduce__(self):
        raise TypeError("a kenn.Explainer cannot be saved; save what it was made from, and make it anew")


def explain(knowledge: Knowledge, logits: Any, relations: Union[Relations, Plan, None], object: Any, *, depth: int = 0,
            without: Texts = (), set: Texts = (), **options: Any) -> Explanation:
    """Explains what the rules do to one prediction: what each clause and grounding adds to its logits. The sum is exact.

    Args:
        knowledge: the rules.
        logits: as for `kenn.enhance`, and so are relations and all other options: weights, layers, boost, order, center,
            objects, threads and max_groundings. With `labels`, as for `kenn.fit`, the explanation says what is known.
        object: the row: its row number, or its id where `objects` has names; of a predicted relation "Cite(paper 1, paper 2)".
            Where several types have such an object, "Paper(17)" says which one is meant. Ids with commas are put in double quotes.
        depth: follow each grounding back through so many layers.
        without: rules, clauses or listed facts that are taken out: "Cite(paper 17, paper 92)". `what_if` of the result is
            the prediction then.
        set: what the network says instead: "AI(paper 92)=1". Also for `what_if`.

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> logits = [[2.0, -2.0], [-0.1, 0.1]]
        >>> explanation = kenn.explain(kb, logits, {"Cite": [[0], [1]]}, 1, without="Cite(0, 1)")
        >>> for each in explanation.contributions:
        ...     print(each.clause, each.changes.round(3))
        same topic[T=AI] [0.435 0.   ]
        same topic[T=DB] [0.    0.065]
        >>> explanation.rules.predicates, explanation.what_if.predicates
        (['AI'], ['DB'])
    """
    return Explainer(knowledge, logits, relations, **options).explain(object, depth=depth, without=without, set=set)


def why_not(knowledge: Knowledge, logits: Any, relations: Union[Relations, Plan, None], object: Any, predicate: str,
            **options: Any) -> WhyNot:
    """Looks for the smallest set of rules, clauses and listed facts without which `predicate` would hold: exact up to two of
    them, beyond that the best that was found. Arguments are those of `kenn.explain`.

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> kenn.why_not(kb, [[2.0, -2.0], [-0.1, 0.1]], {"Cite": [[0], [1]]}, 1, "DB").removed
        ['same topic[T=AI]']
    """
    return Explainer(knowledge, logits, relations, **options).why_not(object, predicate)


def audit(knowledge: Knowledge, logits: Any, relations: Union[Relations, Plan, None] = None, *, labels: Any = None,
          **options: Any) -> RuleAudit:
    """Compares every prediction with that of the same rules without one clause, for each clause in turn. With `labels`, as for
    `kenn.fit`, it counts the predictions that a clause makes right and wrong. Other arguments are those of `kenn.explain`.

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> found = kenn.audit(kb, [[2.0, -2.0], [-0.1, 0.1]], {"Cite": [[0], [1]]}, labels=["AI", "AI"])
        >>> [(clause.name, clause.wrong_to_right, clause.right_to_wrong) for clause in found.clauses]
        [('same topic[T=DB]', 0, 0), ('same topic[T=AI]', 1, 0)]
    """
    return Explainer(knowledge, logits, relations, labels=labels, **options).audit()


def explainer_on_data(model: _core.Model, data: Dataset, relations: Any, labels: Any, objects: Any, member: Optional[int], split: str,
                      max_groundings: int) -> Explainer:
    """For a model with networks on a data set, which brings all that is not an option."""
    for name, given in (("relations", relations), ("labels", labels), ("objects", objects)):
        if given is not None:
            raise DataError(f"{name}: expected none, since the kenn.Dataset has its own")
    if split not in SPLITS:
        raise DataError(f"split: expected 'train', 'valid', 'test' or 'all', got {split!r}" + suggestion(split, SPLITS))
    whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
    return Explainer._from_core(_core.Explainer.of_model_on_data(model, data._core, checked_member(member), split, max_groundings))


def checked_member(member: Optional[int]) -> Optional[int]:
    return None if member is None else whole_number("member", member, 0, LARGEST_INDEX)


def expect_all(split: str) -> None:
    """Only a data set knows its splits."""
    if split != "all":
        raise DataError(f"split: expected 'all', got {split!r}; a kenn.Dataset has splits, other labels have none")


def _world(knowledge: Knowledge, rows: Mapping[str, int], relations: Any, objects: Optional[Objects]) -> _core.World:
    if not isinstance(relations, Plan):
        return make_world(knowledge, rows_of_types(knowledge, rows), relations, objects)[0]
    if relations.knowledge != knowledge:
        raise DataError(f"relations: expected a plan for the rules of {knowledge.name!r}, got one for other rules, {relations!r}")
    if objects is not None:
        raise DataError("objects: a kenn.Plan already has its objects; pass them when you make it")
    return relations.world()


def _check_finite(knowledge: Knowledge, arrays: Mapping[str, numpy.ndarray]) -> None:
    """As the engine says it."""
    for table in knowledge.predicted_tables:
        if not numpy.isfinite(arrays[table.name]).all():
            row, column = numpy.argwhere(~numpy.isfinite(arrays[table.name]))[0]
            raise DataError(f"the preactivation of '{table.name}' at row {row}, column '{table.columns[column]}' is not finite")


def _object_text(value: Any) -> str:
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):  # a number of NumPy or torch
        value = value.item()
    if isinstance(value, (Mapping, list, tuple, Plan)) or getattr(value, "ndim", 0):
        raise TypeError(f"object: expected an id, a row number or a text as \"Cite(a, b)\", got a {type(value).__name__}")
    return str(int(value)) if isinstance(value, Integral) else id_text("object", value)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a text, got a {type(value).__name__}")
    return id_text(name, value)


def _texts(name: str, values: Texts) -> list[str]:
    return [_text(name, values)] if isinstance(values, str) else [_text(name, each) for each in values]
