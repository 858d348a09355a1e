"""A classifier of scikit-learn, with rules on top of it."""

from __future__ import annotations

import pathlib
import warnings
from collections.abc import Mapping
from typing import Any, Callable, Optional, Union

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before 1.6

    def validate_data(estimator, X, y=None, **options):
        reset = options.pop("reset", True)
        if y is None:
            return estimator._validate_data(X, reset=reset, **options)
        return estimator._validate_data(X, y, reset=reset, **options)


from ._errors import DataError
from .fitting import fit_and_count
from .knowledge import Knowledge
from .trust import ClauseEvidence

KnowledgeLike = Union[Knowledge, str, pathlib.Path, Callable[[numpy.ndarray], Knowledge]]
SMALLEST = 1e-7  # of a probability, so that its logarithm is finite


class KnowledgeEnhancedClassifier(ClassifierMixin, BaseEstimator):
    """A base classifier whose predictions are moved towards rules, as far as each rule helps.

    `fit` trains the base, and learns the weights of the rules from predictions that it made for rows it had not seen
    (cross-validation): on its own training data a classifier is surer than it should be.

    Args:
        base: a classifier with `predict_proba`; logistic regression by default.
        knowledge: a Knowledge, its text, a path, or a function from the classes to a Knowledge. It predicts one table, whose
            predicates are the classes: by their names, or, when the classes have other names, in their sorted order. None
            is the base alone.
        layers: as for `kenn.fit`, and so are boost, order, rule_prior and trust_strength.
        folds: of the cross-validation.

    `evidence()` says what the labels say about every rule.

    Relations are given to `fit`, `predict` and `predict_proba`, by the numbers of the rows of that X.

    Examples:
        >>> import numpy
        >>> from sklearn.linear_model import LogisticRegression
        >>> rules = '''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... '''
        >>> random = numpy.random.RandomState(4)
        >>> y = numpy.array(["AI", "DB"] * 50)
        >>> X = (y == "DB")[:, None] + random.normal(0, 2, (100, 3))
        >>> cites = numpy.array([(i, (i + 2) % 100) for i in range(100)]).T        # all inside a topic
        >>> model = KnowledgeEnhancedClassifier(LogisticRegression(), rules).fit(X, y, relations={"Cite": cites})
        >>> model.score(X, y, relations={"Cite": cites}) > model.base_.score(X, y)
        True
    """

    def __init__(self, base: Any = None, knowledge: Optional[KnowledgeLike] = None, *, layers: int = 3, boost: str = "residual",
                 order: str = "parallel", rule_prior: float = 0.0, trust_strength: Optional[float] = None, folds: int = 5):
        self.base = base
        self.knowledge = knowledge
        self.layers = layers
        self.boost = boost
        self.order = order
        self.rule_prior = rule_prior
        self.trust_strength = trust_strength
        self.folds = folds

    def fit(self, X: Any, y: Any, relations: Optional[Mapping[str, Any]] = None) -> "KnowledgeEnhancedClassifier":
        """Trains the base, then learns how far to trust each rule."""
        X, y = validate_data(self, X, y, accept_sparse="csr")
        check_classification_targets(y)
        self.classes_ = numpy.unique(y)
        if len(self.classes_) < 2:
            raise ValueError(f"Classifier can't train when only one class is present: got {self.classes_[0]!r}")
        base = LogisticRegression() if self.base is None else self.base
        self.base_ = clone(base).fit(X, y)
        self.knowledge_ = self._read_knowledge()
        if self.knowledge_ is None:
            return self
        unseen, is_judged = self._unseen(base, X, y)
        labels = numpy.where(is_judged, self._columns()[numpy.searchsorted(self.classes_, y)], -1)
        options = dict(layers=self.layers, boost=self.boost, order=self.order, rule_prior=self.rule_prior,
                       trust_strength=self.trust_strength, folds=max(2, self.folds))
        # No warning about predictions that are all right: these have not seen their labels.
        self.model_, _ = fit_and_count(self.knowledge_, self._logits(unseen), labels, relations, **options)
        return self

    def _unseen(self, base: Any, X: Any, y: Any) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Probabilities of every row by a base that has not seen its label, and whether that base has seen its class.

        With a single row of a class, the base without it knows nothing of the class: such a row says nothing about the rules.
        """
        numbers = numpy.searchsorted(self.classes_, y)
        folds = min(max(2, self.folds), int(numpy.bincount(numbers).max()))
        probabilities = numpy.full((len(y), len(self.classes_)), 1 / len(self.classes_))
        if folds < 2:  # every class has one row
            return probabilities, numpy.ones(len(y), bool)
        is_judged = numpy.zeros(len(y), bool)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The least populated class", UserWarning)
            splits = list(StratifiedKFold(folds, shuffle=True, random_state=0).split(X, numbers))
        for train, test in splits:
            seen = numpy.unique(numbers[train])
            if len(seen) < 2:  # too few rows to train the base
                continue
            probabilities[test] = 0
            probabilities[numpy.ix_(test, seen)] = clone(base).fit(X[train], y[train]).predict_proba(X[test])
            is_judged[test] = numpy.isin(numbers[test], seen)
        return probabilities, is_judged if is_judged.any() else ~is_judged

    def predict_proba(self, X: Any, relations: Optional[Mapping[str, Any]] = None) -> numpy.ndarray:
        """Probabilities, one column per class of `classes_`."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, accept_sparse="csr")
        probabilities = self.base_.predict_proba(X)
        if self.knowledge_ is None:
            return probabilities
        logits = self.model_.logits(self._logits(probabilities), relations)[:, self._columns()].astype(float)
        shares = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)

    def predict(self, X: Any, relations: Optional[Mapping[str, Any]] = None) -> numpy.ndarray:
        """The likeliest class of every row."""
        probabilities = self.predict_proba(X, relations)  # before classes_: it says when nothing was fitted
        return self.classes_[probabilities.argmax(axis=1)]

    def score(self, X: Any, y: Any, sample_weight: Any = None, relations: Optional[Mapping[str, Any]] = None) -> float:
        """The share of rows that are predicted right."""
        return float(numpy.average(self.predict(X, relations) == numpy.asarray(y), weights=sample_weight))

    def weights(self) -> dict[str, list[float]]:
        """Clause name -> its weight in every layer."""
        check_is_fitted(self)
        return {} if self.knowledge_ is None else self.model_.weights()

    def evidence(self) -> list[ClauseEvidence]:
        """What the labels say about every clause."""
        check_is_fitted(self)
        return [] if self.knowledge_ is None else self.model_.evidence

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _more_tags(self):  # before 1.6
        return {"X_types": ["2darray", "sparse"]}

    def _read_knowledge(self) -> Optional[Knowledge]:
        given = self.knowledge
        if given is None or isinstance(given, Knowledge):
            knowledge = given
        elif isinstance(given, pathlib.Path):
            knowledge = Knowledge.from_file(given)
        elif isinstance(given, str):
            knowledge = Knowledge.from_text(given)
        elif callable(given):
            knowledge = given(self.classes_)
        else:
            raise TypeError(f"knowledge: expected a kenn.Knowledge, a text, a path or a function, got {type(given).__name__}")
        if knowledge is not None:
            tables = knowledge.predicted_tables
            if len(tables) != 1 or len(tables[0].columns) != len(self.classes_):
                raise DataError(f"knowledge: expected one predicted table with a column for each of the "
                                f"{len(self.classes_)} classes, got {', '.join(f'{t.name} {t.columns}' for t in tables)}")
        return knowledge

    def _columns(self) -> numpy.ndarray:
        """The column of every class."""
        columns = list(self.knowledge_.predicted_tables[0].columns)
        names = [str(each) for each in self.classes_]
        if set(names) == set(columns):
            return numpy.array([columns.index(name) for name in names])
        return numpy.arange(len(columns))

    def _logits(self, probabilities: numpy.ndarray) -> numpy.ndarray:
        """log p in the columns of the knowledge."""
        logits = numpy.empty(probabilities.shape, numpy.float32)
        logits[:, self._columns()] = numpy.log(numpy.clip(probabilities, SMALLEST, 1))
        return logits
