"""Model files: those of `kenn train` and `kenn fit`, and ours, which both can read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Optional, Union

import numpy

from . import _core
from ._errors import DataError
from .enhancing import logit_arrays, plan_for, run_enhancer
from .explaining import Explainer, Texts, checked_member, expect_all, explainer_on_data
from .explanations import Explanation, WhyNot
from .features import add_features
from .dataset import Dataset
from .knowledge import Knowledge, Table
from .labels import known_atoms
from .options import MOST_THREADS, whole_number
from .rule_audit import RuleAudit
from .trust import ClauseEvidence, Trust, trust_from
from .weights import named_weights
from .world import (DEFAULT_MAX_GROUNDINGS, MOST_GROUNDINGS, Objects, Relations, as_array, by_table, make_world,
                    rows_of)

Arrays = Union[numpy.ndarray, dict[str, numpy.ndarray]]


class Model:
    """The rules with their weights, and perhaps the networks below them.

    Examples:
        >>> import tempfile, pathlib, kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... rule "cites": AI(x) & Cite(x, y) -> AI(y)
        ... ''')
        >>> logits = [[1.0, -1.0], [-0.5, 0.5], [0.5, -0.5], [-1.0, 1.0]] * 10
        >>> cites = {"Cite": [range(0, 40, 2), range(1, 40, 2)]}      # each paper cites the next one
        >>> model = kenn.fit(kb, logits, ["AI", "AI", "DB", "DB"] * 10, cites)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model.save(pathlib.Path(folder, "topics.model"))   # for `kenn enhance --model`, too
        ...     again = kenn.Model.load(pathlib.Path(folder, "topics.model"))
        >>> again
        <Model by fit: 3 layers, 1 clause of 'knowledge'>
        >>> again.predict([[3.0, -3.0], [-0.1, 0.1]], {"Cite": [[0], [1]]})
        array(['AI', 'AI'], dtype='<U2')
    """

    trust: Optional[Trust] = None  # losses, and the evidence for every clause; None of weights that are not cross-fitted

    def __init__(self, core: _core.Model):
        self._core = core
        self.knowledge = Knowledge(core.knowledge)
        if core.trust:
            self.trust = trust_from(core.trust, [clause.name for clause in self.knowledge.clauses])

    @classmethod
    def load(cls, path: Union[str, os.PathLike], threads: int = 0) -> "Model":
        """Reads what `kenn train`, `kenn fit` or `save` has written. Raises FileError or DataError."""
        return cls(_core.Model.read(os.fspath(path), whole_number("threads", threads, 0, MOST_THREADS)))

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the model whole or not at all. Raises FileError."""
        self._core.write(os.fspath(path))

    @property
    def method(self) -> str:
        """How the model predicts, which several ways of training share.

        | | takes | what it does with the rules | made by |
        |---|---|---|---|
        | "fit" | logits | enhancers | `kenn.fit`, `to_model()`, `kenn fit` |
        | "kenn" | features | networks with enhancers on top | `to_model(network)`, `kenn train`, `--method kenn-greedy` |
        | "nn" | features | nothing: networks alone | `--method nn`, transductive `--method sbr` |
        | "map" | features | a search for the most probable predictions under the rules | `--method rnm`, inductive `sbr` |
        """
        return self._core.method

    @property
    def has_networks(self) -> bool:
        return self.method != "fit"

    @property
    def layers(self) -> int:
        """How many enhancers are stacked; 1 for methods without enhancers."""
        return self._core.layers

    def weights(self) -> dict[str, list[float]]:
        """Clause name -> its weight in every layer; `pandas.DataFrame(model.weights())` has a row per layer.

        Method "map" has one weight for each clause, how far it is trusted, which may be below 0; "nn" has zeros.
        """
        return named_weights(self.knowledge, self._core.weights)

    @property
    def evidence(self) -> list[ClauseEvidence]:
        """What the labels say about every clause, of `kenn.fit`, `kenn fit` and `kenn train`; empty without cross-fitting."""
        return [] if self.trust is None else self.trust.clauses

    def logits(self, inputs: Any, relations: Optional[Relations] = None, *, labels: Any = None,
               objects: Optional[Objects] = None, max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Arrays:
        """What the model says before softmax or sigmoid, the rules applied.

        `inputs` are a `kenn.Dataset`, or features if the model has networks: a matrix, dense or of SciPy's sparse kinds, or a dict from types and
        predicted relations to matrices. Else they are logits, as for `kenn.enhance`.

        `labels` are for method "map", whose search keeps what is known and concludes from it: as for `kenn.fit`. `kenn predict`
        takes them from rows of the data whose `split` is `train`.
        """
        if isinstance(inputs, Dataset):
            return self._of_data(inputs, max_groundings)
        if labels is not None and self.method != "map":
            raise DataError(f"labels: expected none, since a model by {self.method} does not look at labels when it predicts")
        if self.has_networks:
            results, is_single = self._from_features(inputs, relations, labels, objects, max_groundings)
        else:
            results, is_single = self._from_logits(inputs, relations, objects, max_groundings)
        return next(iter(results.values())) if is_single else results

    def predict_proba(self, inputs: Any, relations: Optional[Relations] = None, **options: Any) -> Arrays:
        """Probabilities, as `kenn predict` writes them: softmax in exclusive groups, the logistic function elsewhere."""
        logits = self.logits(inputs, relations, **options)
        if not isinstance(logits, dict):
            return _core.probabilities(self.knowledge._core, self.knowledge.predicted_tables[0].name, logits)
        return {name: _core.probabilities(self.knowledge._core, name, values) for name, values in logits.items()}

    def predict(self, inputs: Any, relations: Optional[Relations] = None, **options: Any) -> Arrays:
        """Classes, as in scikit-learn: one name per row for a table whose predicates are one exclusive group, else a matrix
        of 0 and 1, one column per predicate. `predict_proba` gives probabilities.
        """
        logits = self.logits(inputs, relations, **options)
        if not isinstance(logits, dict):
            return self._classes(self.knowledge.predicted_tables[0], logits)
        return {name: self._classes(self.knowledge.table(name), values) for name, values in logits.items()}

    def classify(self, inputs: Any, relations: Optional[Relations] = None, **options: Any) -> Arrays:
        """The same as `predict`, by its old name."""
        return self.predict(inputs, relations, **options)

    def evaluate(self, data: "Dataset", split: str = "test") -> dict[str, float]:
        """The share of the labels that are predicted right, of a split or of "all": `accuracy`, that of the networks alone,
        `network`, and the number of `labels`.

        Where the data has no splits, they are those that training chose.
        """
        if not isinstance(data, Dataset):
            raise TypeError(f"data: expected a kenn.Dataset, got {type(data).__name__}")
        labels, network, rules = self._core.evaluate(data._core, split)
        return {"accuracy": rules, "network": network, "labels": labels}

    def explainer(self, inputs: Any, relations: Optional[Relations] = None, *, labels: Any = None, objects: Optional[Objects] = None,
                  member: Optional[int] = None, split: str = "all",
                  max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Explainer:
        """Explains the model's predictions for the inputs, which are as for `logits`.

        Args:
            labels: as for `kenn.fit`; a `kenn.Dataset` has its own.
            member: the member of an ensemble, counted from 0. (The mean of the members' predictions is no sum that could be explained.)
            split: with a `kenn.Dataset`: the labels that an audit counts, "train", "valid", "test" or "all".

        Raises:
            DataError: for models without rules, and those that search for the most probable predictions
        """
        if isinstance(inputs, Dataset):
            return explainer_on_data(self._core, inputs, relations, labels, objects, member, split, max_groundings)
        expect_all(split)
        if self.has_networks:
            whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
            world, features = self._world_and_features(inputs, relations, labels, objects)
            return Explainer._from_core(_core.Explainer.of_model(self._core, world, features, checked_member(member), max_groundings))
        if member is not None:
            raise DataError("member: expected none, since the model is no ensemble of `kenn.train`")
        return Explainer(self.knowledge, inputs, relations, numpy.array(self._core.weights, numpy.float32).reshape(self.layers, -1),
                         boost=self._core.boost, order=self._core.order, center=self._core.center, objects=objects, labels=labels,
                         max_groundings=max_groundings)

    def explain(self, inputs: Any, object: Any, relations: Optional[Relations] = None, *, depth: int = 0, without: Texts = (),
                set: Texts = (), **options: Any) -> Explanation:
        """Explains one prediction: `model.explain(data, "paper 17")`, or `model.explain(logits, 17, {"Cite": cites})`. `object`, `depth`,
        `without` and `set` are as for `kenn.explain`, everything else as for `explainer`.
        """
        return self.explainer(inputs, relations, **options).explain(object, depth=depth, without=without, set=set)

    def why_not(self, inputs: Any, object: Any, predicate: str, relations: Optional[Relations] = None, **options: Any) -> WhyNot:
        """What to take out so that another predicate would hold, as `kenn.why_not`."""
        return self.explainer(inputs, relations, **options).why_not(object, predicate)

    def audit(self, inputs: Any, relations: Optional[Relations] = None, **options: Any) -> RuleAudit:
        """What each clause does to all predictions, as `kenn.audit`: `model.audit(data, split="test")`."""
        return self.explainer(inputs, relations, **options).audit()

    def _classes(self, table: Table, logits: numpy.ndarray) -> numpy.ndarray:
        groups: dict[int, list[int]] = {}
        for each in self.knowledge.predicates:
            if each.name in table.columns and each.exclusive_group is not None:
                groups.setdefault(each.exclusive_group, []).append(table.columns.index(each.name))
        if len(groups) == 1 and len(table.columns) == len(next(iter(groups.values()))):
            return numpy.array(table.columns)[logits.argmax(axis=1)]
        classes = (logits > 0).astype(numpy.int8)
        for columns in groups.values():
            classes[:, columns] = 0
            classes[numpy.arange(len(classes)), numpy.array(columns)[logits[:, columns].argmax(axis=1)]] = 1
        return classes

    def _of_data(self, data, max_groundings):
        tables = self.knowledge.predicted_tables
        whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
        _, after = self._core.predict_data(data._core, max_groundings)
        return after[0] if len(tables) == 1 else {table.name: values for table, values in zip(tables, after)}

    def _from_logits(self, inputs, relations, objects, max_groundings):
        arrays, is_single = logit_arrays(self.knowledge, inputs)
        plan = plan_for(self.knowledge, arrays, relations, objects, max_groundings)
        core = _core.Enhancer(self.knowledge._core, self.layers, self._core.boost, self._core.order, self._core.center,
                              0)
        weights = numpy.array(self._core.weights, numpy.float32)
        return run_enhancer(core, plan, arrays, weights), is_single

    def _from_features(self, inputs, relations, labels, objects, max_groundings):
        tables = self.knowledge.predicted_tables
        whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
        _, after = self._core.predict(*self._world_and_features(inputs, relations, labels, objects), max_groundings)
        return {table.name: values for table, values in zip(tables, after)}, not isinstance(inputs, Mapping)

    def _world_and_features(self, inputs, relations, labels, objects):
        tables = self.knowledge.predicted_tables
        if not isinstance(inputs, Mapping):
            if len(tables) != 1:
                raise DataError(f"features: expected a dict by the names of types and relations, got one "
                                f"{type(inputs).__name__}")
            inputs = {tables[0].name: inputs}
        features = _core.Features()
        rows = {}
        names = [*self.knowledge.types, *(table.name for table in tables if not table.holds_all_objects)]
        for name, values in inputs.items():
            if name not in names:
                raise DataError(f"features: the knowledge has no type or predicted relation '{name}', only {', '.join(names)}")
            rows[name] = add_features(features, name, values)
        counts = {kind: rows[kind] for kind in self.knowledge.types if kind in rows}
        world, _ = make_world(self.knowledge, counts, relations, objects)
        if labels is not None:
            self._add_labels(features, labels, world, relations)
        return world, features

    def _add_labels(self, features, labels, world, relations):
        names = [table.name for table in self.knowledge.predicted_tables]
        given = labels if isinstance(labels, Mapping) else by_table(self.knowledge, labels, "labels")[0]
        for name, each in given.items():
            if name not in names:
                raise DataError(f"labels: the knowledge predicts no table '{name}', only {', '.join(names)}")
            table = self.knowledge.table(name)
            features.add_labels(name, known_atoms(self.knowledge, table, each, rows_of(table, world, relations)))

    def __repr__(self):
        clauses = len(self.knowledge.clauses)
        rules = f"{clauses} clause{'s' * (clauses != 1)} of {self.knowledge.name!r}"
        if self.method == "nn":
            return f"<Model by nn: networks alone, without the {rules}>"
        if self.method == "map":
            return f"<Model by map: networks, and a search under {rules}>"
        return f"<Model by {self.method}: {self.layers} layer{'s' * (self.layers != 1)}, {rules}>"

    def __reduce__(self):
        state = {name: value for name, value in vars(self).items() if name == "trust"}
        return _restore, (self._core.to_bytes(), state)


def _restore(data: bytes, state: dict) -> Model:
    model = Model(_core.Model.from_bytes(data, 0))
    vars(model).update(state)
    return model
