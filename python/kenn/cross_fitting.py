"""How far to trust each rule on top of a network of torch, by cross-fitting. Its names are those of `kenn.torch`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

import torch

from . import _core
from ._errors import DataError
from .fitting import fit_and_count, fit_options
from .knowledge import Knowledge
from .labels import known_tables
from .model import Model
from .trust import ClauseEvidence
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Relations, by_table

if TYPE_CHECKING:
    from .torch import Enhancer

Tensors = Union[torch.Tensor, Mapping[str, torch.Tensor]]


@dataclasses.dataclass(frozen=True)
class Data:
    """What `cross_fit` learns from.

    Args:
        inputs: what the network is called with: a tensor, or a tuple of arguments, such as (x, edge_index).
        labels: as for `kenn.fit`: one per row, -1 when unknown, or a matrix; a dict with several predicted tables.
        relations: as for `Enhancer`: name -> row numbers [arity, tuples].
        objects: as for `Enhancer`.
    """

    inputs: Any
    labels: Any
    relations: Optional[Relations] = None
    objects: Optional[Objects] = None


@dataclasses.dataclass(frozen=True)
class CrossFit:
    """What `cross_fit` found out."""

    model: Model  # the rules with their weights, which `save` writes for `kenn enhance --model`
    logits: Tensors  # out of fold for labelled rows, the mean of the networks for others
    folds: Tensors  # the fold of every row; -1 for rows without labels
    networks: list[torch.nn.Module]  # one per fold
    max_groundings: int = DEFAULT_MAX_GROUNDINGS

    @property
    def weights(self) -> dict[str, list[float]]:
        """Clause name -> its weight in every layer."""
        return self.model.weights()

    @property
    def evidence(self) -> list[ClauseEvidence]:
        """What the labels say about every clause."""
        return self.model.evidence

    def enhancer(self, learns: bool = False, threads: int = 0) -> Enhancer:
        """A layer with these weights. They stay as they are, unless it `learns`: then they are where training starts."""
        from .torch import Enhancer

        core = self.model._core
        layer = Enhancer(self.model.knowledge, core.layers, core.boost, core.order, threads, self.max_groundings, core.center)
        with torch.no_grad():
            layer.clause_weights.copy_(torch.tensor(core.weights).reshape(layer.clause_weights.shape))
        layer.clause_weights.requires_grad_(learns)
        return layer


def cross_fit(make_network: Callable[[], torch.nn.Module], train: Callable[[torch.nn.Module, Any], Any], knowledge: Knowledge,
              data: Data, folds: int = 5, seed: int = 0, *, predict: Optional[Callable[[torch.nn.Module], Tensors]] = None,
              stitched: bool = False, layers: int = 3, boost: str = "residual", order: str = "parallel", center: Optional[bool] = None,
              loss: str = "cross-entropy", rule_prior: float = 0.0, trust_strength: Optional[float] = None, threads: int = 0,
              max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> CrossFit:
    """Learns how far to trust each rule on top of your own network, from logits that have not seen the labels.

    A network that was trained on a label is right about it, with or without rules, so that label says nothing about the rules. So
    the labelled rows are cut into folds. For each fold a network is trained on the labels of the others, and the rows of the fold
    are judged by its logits, for the neighbours of these rows too: a network that sees neighbours itself (a GNN) would else pass
    labels on. The weights are learned as in `kenn.fit`.

    Args:
        make_network: returns a new network. It is called once per fold, with torch seeded by `seed` and the fold.
        train: train(network, rows) trains it with the labels of these rows only: a tensor of row numbers, or with several predicted
            tables a dict of them. What it returns is not used.
        knowledge: the rules.
        data: inputs, labels and relations.
        folds: how many networks are trained; fewer when there are not two labelled rows for each.
        seed: of the folds, and of torch while networks are made and trained.
        predict: predict(network) returns the logits of all rows, a tensor or a dict by tables. By default the network is called with
            the inputs of the data. Either way it is in eval mode, and no gradients are kept.
        stitched: judge all rows at once, each by the logits of its own network. Better (and faster) for networks that look at each
            row alone; wrong for those that look at neighbours.
        layers: as for `kenn.fit`, and so are the other options.

    Examples:
        >>> import kenn, torch
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> papers, generator = torch.arange(200), torch.Generator().manual_seed(0)
        >>> labels = papers % 2
        >>> x = torch.randn(200, 4, generator=generator) + labels[:, None]
        >>> cites = torch.stack([papers, (papers + 2) % 200])
        >>> def train(network, rows):
        ...     optimiser = torch.optim.Adam(network.parameters(), 0.05)
        ...     for _ in range(50):
        ...         optimiser.zero_grad()
        ...         torch.nn.functional.cross_entropy(network(x[rows]), labels[rows]).backward()
        ...         optimiser.step()
        >>> data = kenn.torch.Data(x, labels, {"Cite": cites})
        >>> found = kenn.torch.cross_fit(lambda: torch.nn.Linear(4, 2), train, kb, data)
        >>> [rule.verdict for rule in found.evidence]
        ['trusted', 'trusted']
        >>> layer = found.enhancer()      # goes on top of a network that is trained on all labels
        >>> layer.clause_weights.requires_grad
        False
    """
    options = dict(layers=layers, boost=boost, order=order, center=center, loss=loss, folds=folds, seed=seed,
                   rule_prior=rule_prior, trust_strength=trust_strength, threads=threads)
    fit_options(knowledge, **options)  # before the networks are trained
    if not isinstance(data, Data):
        raise TypeError(f"data: expected a kenn.torch.Data, got {type(data).__name__}")
    names = [table.name for table in knowledge.predicted_tables]
    known = _known_labels(knowledge, data.labels)
    count, of_rows = _core.choose_folds(knowledge._core, list(known.values()), folds, seed)
    if count < 2:
        raise DataError("labels: expected at least 4 labelled rows, two for each of two folds")
    fold_of = {name: torch.tensor(numbers, dtype=torch.long) for name, numbers in zip(names, of_rows)}
    is_single = len(names) == 1
    networks, outputs = [], []
    for fold in range(count):
        with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
            torch.manual_seed((seed * _core.MOST_FOLDS + fold) % 2**63)
            network = make_network()
            rows = {name: torch.nonzero((numbers >= 0) & (numbers != fold)).flatten() for name, numbers in fold_of.items()}
            train(network, rows[names[0]] if is_single else rows)
        networks.append(network)
        outputs.append(_logits_of(network, knowledge, data, predict, known))
    logits = {}
    for name in names:
        stacked = torch.stack([output[name] for output in outputs])
        own = stacked[fold_of[name].clamp(min=0), torch.arange(stacked.shape[1])]
        logits[name] = torch.where(fold_of[name][:, None] >= 0, own, stacked.mean(dim=0))
    model, _ = fit_and_count(knowledge, logits, known, data.relations, objects=data.objects, max_groundings=max_groundings,
                             by_fold=[] if stitched else outputs, **options)
    if is_single:
        return CrossFit(model, logits[names[0]], fold_of[names[0]], networks, max_groundings)
    return CrossFit(model, logits, fold_of, networks, max_groundings)


def _known_labels(knowledge: Knowledge, labels: Any) -> dict[str, Any]:
    """What is known of every predicted table; each has to have labels, which say how many rows there are."""
    given, _ = by_table(knowledge, labels, "labels")
    rows = {table.name: len(given[table.name]) for table in knowledge.predicted_tables}
    return known_tables(knowledge, given, rows, False)


def _logits_of(network: torch.nn.Module, knowledge: Knowledge, data: Data, predict: Any, known: Mapping[str, Any]) -> dict:
    """The logits of a trained network, by table, on the CPU."""
    was_training = network.training
    network.eval()
    with torch.no_grad():
        inputs = data.inputs if isinstance(data.inputs, tuple) else (data.inputs,)
        outputs = network(*inputs) if predict is None else predict(network)
    network.train(was_training)
    given, _ = by_table(knowledge, outputs, "logits of the network")
    for name, atoms in known.items():
        if not isinstance(given[name], torch.Tensor) or tuple(given[name].shape) != atoms.shape:
            shape = list(given[name].shape) if isinstance(given[name], torch.Tensor) else type(given[name]).__name__
            raise DataError(f"logits of '{name}': expected a tensor of shape {list(atoms.shape)}, a row for each label, got {shape}")
    return {name: given[name].detach().to("cpu", torch.float32) for name in known}
