"""How far to trust each rule, learned from labels on top of any model's predictions."""

from __future__ import annotations

import math
import numbers
import warnings
from collections.abc import Sequence
from typing import Any, Optional

from . import _core
from ._errors import DataError
from .enhancing import logit_arrays, plan_for
from .knowledge import Knowledge
from .labels import known_tables
from .model import Model
from .options import centers_groups, enhancer_options, expect_knowledge, whole_number
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Relations

LARGEST_SEED = 2**64 - 1
LARGEST_WEIGHT = 500


def fit(knowledge: Knowledge, logits: Any, labels: Any, relations: Optional[Relations] = None, *, layers: int = 3,
        boost: str = "residual", order: str = "parallel", center: Optional[bool] = None, loss: str = "cross-entropy",
        folds: int = 5, seed: int = 0, rule_prior: float = 0.0, trust_strength: Optional[float] = None,
        objects: Optional[Objects] = None, threads: int = 0, max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Model:
    """Learns the weights of the clauses; the logits stay as they are. A rule that does not help gets weight 0.

    The logits of every labelled row must come from a model that has not seen its label (out-of-fold logits:
    `cross_val_predict` of scikit-learn, or `kenn.torch.cross_fit`). Logits that are right on nearly all labels get a warning.

    Args:
        knowledge: the rules.
        logits: as for `kenn.enhance`, and so are relations, order, center, objects, threads and max_groundings.
        labels: one per row, the number or the name of a column (-1, None or "" when unknown), or a matrix of 1, 0 and -1. With
            several predicted tables a dict; tables without labels are left out.
        layers: how many enhancers are stacked; all share one weight per clause.
        boost: as for `kenn.enhance`, but "residual" by default: it leaves clauses alone that hold already.
        loss: "cross-entropy", or "linear", which is less sensitive to wrong labels.
        folds: the labelled rows are cut into so many folds, which the penalty and the intervals come from.
        seed: of the folds.
        rule_prior: the weight of rules that no label says anything about.
        trust_strength: penalty on weights, in standard errors: how clearly labels must support a rule. By default the folds
            choose it.

    Returns:
        A Model, which `save` writes for `kenn enhance --model`. Its `evidence` has a `kenn.ClauseEvidence` for every clause,
        its `trust` the losses. Ctrl-C ends it with KeyboardInterrupt.

    Examples:
        >>> import numpy
        >>> from kenn import Knowledge
        >>> kb = Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper), SameDay(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "cites": T(x) & Cite(x, y) -> T(y)
        ... for T in {AI, DB} rule "same day": T(x) & SameDay(x, y) -> T(y)
        ... ''')
        >>> random = numpy.random.RandomState(0)
        >>> topic = numpy.arange(100) % 2
        >>> logits = numpy.stack([1 - 2 * topic, 2 * topic - 1], axis=1) + random.normal(0, 2, (100, 2))
        >>> papers = numpy.arange(100)
        >>> relations = {"Cite": [papers, (papers + 2) % 100], "SameDay": [papers, (papers + 1) % 100]}
        >>> model = fit(kb, logits, topic, relations)
        >>> for rule in model.evidence:
        ...     print(f"{rule.name}: {rule.verdict}, holds in {rule.holds:.0%} of {rule.groundings} groundings")
        cites[T=AI]: trusted, holds in 100% of 50 groundings
        cites[T=DB]: trusted, holds in 100% of 50 groundings
        same day[T=AI]: contradicted, holds in 0% of 50 groundings
        same day[T=DB]: contradicted, holds in 0% of 50 groundings
        >>> [name for name, weights in model.weights().items() if weights[0] > 0]
        ['cites[T=AI]', 'cites[T=DB]']
    """
    model, (rows, right, look_seen) = fit_and_count(
        knowledge, logits, labels, relations, layers=layers, boost=boost, order=order, center=center, loss=loss, folds=folds,
        seed=seed, rule_prior=rule_prior, trust_strength=trust_strength, objects=objects, threads=threads,
        max_groundings=max_groundings)
    if look_seen and model.trust.folds:
        warnings.warn(f"the logits are right on {right} of {rows} labelled rows. If their model was trained on these labels, the "
                      f"weights of the rules mean little. Pass out-of-fold logits: those of each labelled row from a model "
                      f"trained without it, such as sklearn's cross_val_predict or kenn.torch.cross_fit gives", stacklevel=2)
    return model


def fit_and_count(knowledge: Knowledge, logits: Any, labels: Any, relations: Optional[Relations] = None, *,
                  layers: int = 3, boost: str = "residual", order: str = "parallel", center: Optional[bool] = None,
                  loss: str = "cross-entropy", folds: int = 5, seed: int = 0, rule_prior: float = 0.0,
                  trust_strength: Optional[float] = None, objects: Optional[Objects] = None, threads: int = 0,
                  max_groundings: int = DEFAULT_MAX_GROUNDINGS,
                  by_fold: Sequence[Any] = ()) -> tuple[Model, tuple[int, int, bool]]:
    """The model, how many rows have labels, in how many of them the logits are right, and whether they look as if they had
    seen the labels. `by_fold` has the logits of all rows without each fold of `_core.choose_folds`, which the rules then run on."""
    enhancer, learning = fit_options(knowledge, layers=layers, boost=boost, order=order, center=center, loss=loss, folds=folds,
                                     seed=seed, rule_prior=rule_prior, trust_strength=trust_strength, threads=threads)
    arrays, is_single = logit_arrays(knowledge, logits)
    plan = plan_for(knowledge, arrays, relations, objects, max_groundings)
    known = known_tables(knowledge, labels, {name: len(array) for name, array in arrays.items()}, is_single)
    views = [logit_arrays(knowledge, each)[0] for each in by_fold]
    tables = [(arrays[name], atoms, [view[name] for view in views]) for name, atoms in known.items()]
    weights, trust, count = _core.fit(knowledge._core, plan._core, tables, *enhancer, *learning)
    model = Model(_core.Model.fitted(knowledge._core, *enhancer, weights, trust))
    if not model.trust.folds:
        warnings.warn("too few labels for two folds, which need 4 labelled rows: learned weights are rule_prior", stacklevel=3)
    return model, count


def fit_options(knowledge: Knowledge, *, layers: Any, boost: Any, order: Any, center: Any, loss: Any, folds: Any, seed: Any,
                rule_prior: Any, trust_strength: Any, threads: Any) -> tuple[tuple, tuple]:
    """Options of enhancers, and (loss, folds, seed, prior, strength), as the core takes them. Raises DataError."""
    expect_knowledge(knowledge)
    enhancer = enhancer_options(layers, boost, order, centers_groups(knowledge, center), threads)
    if loss not in ("cross-entropy", "linear"):
        raise DataError(f"loss: expected 'cross-entropy' or 'linear', got {loss!r}")
    prior = _number("rule_prior", rule_prior, LARGEST_WEIGHT)
    strength = None if trust_strength is None else _number("trust_strength", trust_strength, math.inf)
    return enhancer, (loss, whole_number("folds", folds, 2, _core.MOST_FOLDS), whole_number("seed", seed, 0, LARGEST_SEED),
                      prior, strength)


def _number(name: str, value: Any, most: float) -> float:
    if not isinstance(value, numbers.Real) or isinstance(value, bool) or not 0 <= value <= most or math.isinf(value):
        raise DataError(f"{name}: expected a number from 0" + (f" to {most}" if most < math.inf else " on") + f", got {value!r}")
    return float(value)
