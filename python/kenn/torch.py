"""The rules as a layer of PyTorch, and how far to trust them on top of a network."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Optional, Union

import torch

from . import _core
from ._autograd import Enhance, is_forward_mode, is_readable, readable
from ._errors import DataError
from ._perceptron import perceptron
from .cross_fitting import CrossFit, Data, cross_fit
from .explaining import Explainer, Texts
from .explanations import Explanation, WhyNot
from .knowledge import Knowledge
from .model import Model
from .options import enhancer_options, expect_knowledge, start_weights
from .plans import PlanCache
from .rule_audit import RuleAudit
from .weights import named_weights
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Plan, Relations, by_table

Tensors = Union[torch.Tensor, Mapping[str, torch.Tensor]]

__all__ = ["CrossFit", "Data", "Enhancer", "cross_fit"]

_STATE = "weights."  # what the names of clauses follow in a state_dict


class Enhancer(torch.nn.Module):
    """Stacked enhancers with weights that are learned. Goes on top of your network, takes its logits and returns them moved
    towards the rules.

    The parameter `clause_weights` has the shape [layers, clauses]; a `state_dict` has one entry per clause, by its name.
    Weights are kept in [0, 500]: a call moves those back that a step of the optimiser left outside. Those that the knowledge
    fixes have no gradient and always act with their values. Safe to call from several threads.

    Args:
        knowledge: the rules.
        layers: how many enhancers are stacked, each with weights of its own.
        boost: how a clause raises its literals: "softmax" raises all of them, the truest most; "godel" only the truest;
            "residual" all of them, times how far the clause is from true.
        order: "parallel", or "sequential": clauses about one object first.
        threads: 0 for as many as the machine runs at once; the result has the same bits for any number.
        max_groundings: the most that a rule may have which joins relations or has free variables.
        center: move the logits of every `exclusive` group to mean 0 before the rules, and back after them. By default with
            boost "residual" only.

    Examples:
        >>> import kenn, torch
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> layer = kenn.torch.Enhancer(kb, layers=3)
        >>> layer
        Enhancer('knowledge', clauses=2, layers=3, boost='softmax', order='parallel')
        >>> z = torch.tensor([[2.0, -2.0], [0.1, 0.2]], requires_grad=True)
        >>> z2 = layer(z, relations={"Cite": torch.tensor([[0], [1]])})
        >>> z2.sum().backward()
        >>> layer.weights()
        {'same topic[T=AI]': [0.5, 0.5, 0.5], 'same topic[T=DB]': [0.5, 0.5, 0.5]}
        >>> list(layer.state_dict())
        ['weights.same topic[T=AI]', 'weights.same topic[T=DB]']
    """

    def __init__(self, knowledge: Knowledge, layers: int = 1, boost: str = "softmax", order: str = "parallel",
                 threads: int = 0, max_groundings: int = DEFAULT_MAX_GROUNDINGS, center: Optional[bool] = None):
        super().__init__()
        expect_knowledge(knowledge)
        self.knowledge, self.max_groundings = knowledge, max_groundings
        if center is None:
            center = boost in _core.BOOSTS and _core.default_center(boost)
        self.layers, self.boost, self.order, self.center, self.threads = enhancer_options(layers, boost, order, center, threads)
        self._start()
        weights = torch.tensor(start_weights(knowledge, self.boost), dtype=torch.float32)
        self.clause_weights = torch.nn.Parameter(weights.repeat(self.layers, 1))

    def _start(self) -> None:
        """Makes what is neither copied nor saved: the engine, the plans and the lock."""
        self._core = _core.Enhancer(self.knowledge._core, self.layers, self.boost, self.order, self.center, self.threads)
        self._plans = PlanCache(self.knowledge, self.max_groundings)
        self._projecting = threading.Lock()
        self._names = tuple(table.name for table in self.knowledge.predicted_tables)
        self._shape = (self.layers, len(self.knowledge.clauses))
        self._widths = tuple(len(table.columns) for table in self.knowledge.predicted_tables)

    def forward(self, logits: Tensors, relations: Union[Relations, Plan, None] = None,
                objects: Optional[Objects] = None) -> Tensors:
        """The logits, moved towards the rules.

        Args:
            logits: [rows, columns] on the CPU, float32 (or float64, which is slow), what comes before softmax or sigmoid. With
                several predicted tables a dict with one tensor for each; the result then is a dict, too.
            relations: name -> row numbers [arity, tuples], such as `edge_index` of PyG; or (row numbers, truth degrees); or a
                `kenn.Plan`. Groundings are found once: the same tensors, or tensors with the same numbers, use them again.
            objects: type -> number of objects, or their names; for types without logits, and for constants in rules.
        """
        is_single = isinstance(logits, torch.Tensor)
        tables = (logits,) if is_single and len(self._names) == 1 else self._in_order(logits)
        if torch.jit.is_tracing():
            raise RuntimeError("kenn.torch.Enhancer cannot be traced: the engine's work would not be in the graph. Trace the "
                               "network below it, or save both with layer.to_model(network).save(path)")
        shapes = [table.shape for table in tables]
        for shape, width in zip(shapes, self._widths):
            if len(shape) != 2 or shape[1] != width:  # before the rows of a wrong dimension meet the relations
                self._refuse_shape(tables)
        plan = self._plans.find(tuple([shape[0] for shape in shapes]), relations, objects)
        for table, found, shape in zip(tables, shapes, plan.shapes):
            if found != shape or not is_readable(table, torch.float32):
                tables = self._checked(tables, plan)
                break
        weights = self._readable_weights()
        if (torch.is_grad_enabled() and (weights.requires_grad or any([each.requires_grad for each in tables]))) or is_forward_mode():
            results = Enhance.apply(self, plan, weights, *tables)
        else:
            outputs = tuple([torch.empty_like(table) for table in tables])
            self._run(plan, False, weights, tables, outputs)
            results = outputs if len(outputs) > 1 else outputs[0]
        if is_single:
            return results
        return dict(zip(plan.names, results if len(tables) > 1 else (results,)))

    def _run(self, plan, with_gradients, weights, tables, outputs):
        run = self._core.forward(plan._core, with_gradients, tables[0].dtype is torch.float64, weights.data_ptr(),
                                 weights.dtype is torch.float64, [table.data_ptr() for table in tables],
                                 [output.data_ptr() for output in outputs])
        if run.is_outside and "clause_weights" in self._parameters:  # a parametrization makes them anew in every call
            self.project()
        return run

    def _in_order(self, logits: Tensors) -> tuple:
        names = ", ".join(self._names) or "no table"
        if isinstance(logits, torch.Tensor):
            raise DataError(f"logits: expected a dict with {names}, got one tensor")
        if not isinstance(logits, Mapping):
            raise TypeError(f"logits: expected a tensor, or a dict with {names}, got {type(logits).__name__}")
        for name, tensor in logits.items():
            if name not in self._names:
                raise DataError(f"logits: the knowledge predicts no table '{name}', only {names}")
            if not isinstance(tensor, torch.Tensor):
                raise TypeError(f"logits of '{name}': expected a tensor, got {type(tensor).__name__}")
        for name in self._names:
            if name not in logits:
                raise DataError(f"logits: expected one for each of {names}, but '{name}' is missing")
        return tuple([logits[name] for name in self._names])

    def _refuse_shape(self, tables: tuple) -> None:
        for table, schema in zip(tables, self.knowledge.predicted_tables):
            if table.dim() != 2 or table.shape[1] != len(schema.columns):
                raise DataError(f"logits of '{schema.name}': expected the shape [rows, {len(schema.columns)}] "
                                f"(columns {', '.join(schema.columns)}), got {list(table.shape)}")

    def _readable_weights(self) -> torch.Tensor:
        """The weights as the engine reads them from memory: contiguous, float32 or float64."""
        weights = self._parameters.get("clause_weights")  # a microsecond faster than as an attribute
        if weights is None:  # torch.nn.utils.parametrize or prune has put something else in its place
            weights = self.clause_weights
        if weights.shape == self._shape and is_readable(weights, torch.float32):
            return weights
        if tuple(weights.shape) != self._shape:
            raise DataError(f"clause_weights: expected the shape {list(self._shape)} (layers, clauses), got {list(weights.shape)}")
        if weights.dtype not in (torch.float32, torch.float64) or weights.device.type != "cpu" or weights.layout is not torch.strided:
            raise DataError(f"clause_weights: expected float32 or float64 on the CPU, got {weights.dtype} on {weights.device}; "
                            f"after network.half() or .to(device), layer.float().cpu() brings the layer back")
        return readable(weights)

    def _checked(self, tables: tuple, plan: Plan) -> tuple:
        """The tables, made contiguous. Raises DataError for what does not fit."""
        for name, shape, table in zip(plan.names, plan.shapes, tables):
            where = f"logits of '{name}': expected"
            if tuple(table.shape) != shape:
                columns = ", ".join(self.knowledge.table(name).columns)
                raise DataError(f"{where} the shape {list(shape)} (columns {columns}), got {list(table.shape)}")
            if table.layout is not torch.strided or table.device.type != "cpu":
                raise DataError(f"{where} a dense tensor on the CPU, got {table.layout} on {table.device}")
            if table.dtype not in (torch.float32, torch.float64):
                raise DataError(f"{where} float32 or float64, got {table.dtype}; .float() turns them")
            if table.dtype is not tables[0].dtype:
                raise DataError(f"{where} {tables[0].dtype}, as of '{plan.names[0]}', got {table.dtype}")
        return tuple([readable(table) for table in tables])

    def project(self) -> None:
        """Moves the weights to [0, 500], and those that are fixed to their values. Calls do it too; this is for after the last
        step of an optimiser."""
        with self._projecting, torch.no_grad():
            wanted = self.clause_weights.clamp(0, 500)
            for column, clause in enumerate(self.knowledge.clauses):
                if not clause.learned:
                    wanted[:, column] = clause.weight
            if not torch.equal(wanted, self.clause_weights):  # graphs that wait for their backward notice every write
                self.clause_weights.copy_(wanted)

    def weights(self) -> dict[str, list[float]]:
        """Clause name -> its weight in every layer; `pandas.DataFrame(layer.weights())` has a row per layer."""
        return named_weights(self.knowledge, self.clause_weights.detach().numpy())

    def explainer(self, logits: Any, relations: Union[Relations, Plan, None] = None, objects: Optional[Objects] = None, *,
                  labels: Any = None) -> Explainer:
        """Explains what the layer, with its weights as they are now, does to logits; arguments are as in a call. For many
        explanations of the same data. `labels` are as for `kenn.fit`.
        """
        weights = self._readable_weights().detach().to(torch.float64).clamp(0, 500).numpy()  # NaN stays, and is refused
        for column, clause in enumerate(self.knowledge.clauses):
            if not clause.learned:
                weights[:, column] = clause.weight
        return Explainer(self.knowledge, logits, relations, weights, boost=self.boost, order=self.order, center=self.center,
                         objects=objects, labels=labels, threads=self.threads, max_groundings=self.max_groundings)

    def explain(self, logits: Any, relations: Union[Relations, Plan, None], object: Any, *, objects: Optional[Objects] = None,
                labels: Any = None, depth: int = 0, without: Texts = (), set: Texts = ()) -> Explanation:
        """Explains what the layer does to one row, as `kenn.explain`."""
        return self.explainer(logits, relations, objects, labels=labels).explain(object, depth=depth, without=without, set=set)

    def why_not(self, logits: Any, relations: Union[Relations, Plan, None], object: Any, predicate: str, *,
                objects: Optional[Objects] = None) -> WhyNot:
        """What to take out so that another predicate would hold, as `kenn.why_not`."""
        return self.explainer(logits, relations, objects).why_not(object, predicate)

    def audit(self, logits: Any, relations: Union[Relations, Plan, None] = None, *, objects: Optional[Objects] = None,
              labels: Any = None) -> RuleAudit:
        """What each clause does to all predictions, as `kenn.audit`."""
        return self.explainer(logits, relations, objects, labels=labels).audit()

    def to_model(self, *networks: Union[torch.nn.Module, Mapping[str, torch.nn.Module]]) -> Model:
        """The rules as a `kenn.Model`, which `save` writes for the command line.

        With networks, one per predicted table (in their order, or a dict by their names), each a Linear or a Sequential of Linear
        and ReLU, it is a model for `kenn predict` and `kenn evaluate`; Dropout is left out. The network of a predicted relation
        has to take the features of the tuple, then those of its objects. Without networks it is one for `kenn enhance --model`.

        The file does not know which labels you learned from: `kenn evaluate` should get data with a column `split`, or
        `--split all`.
        """
        self.project()
        weights = self.clause_weights.detach().to(torch.float32).flatten().tolist()
        core, options = self.knowledge._core, (self.layers, self.boost, self.order, self.center, self.threads)
        if not networks:
            return Model(_core.Model.fitted(core, *options, weights))
        if len(networks) == 1 and isinstance(networks[0], (Mapping, torch.nn.ModuleDict)):
            networks = tuple(by_table(self.knowledge, dict(networks[0].items()), "networks")[0].values())
        if len(networks) != len(self._names):
            raise DataError(f"networks: expected one for each of {', '.join(self._names)}, got {len(networks)}")
        widths, hidden, values = [], None, []
        for name, network in zip(self._names, networks):
            linears = perceptron(self.knowledge.table(name), network)
            widths.append(linears[0].in_features)
            sizes = [linear.out_features for linear in linears[:-1]]
            if hidden not in (None, sizes):
                raise DataError(f"networks: expected hidden layers of the same sizes, got {hidden} and {sizes}")
            hidden = sizes
            for place, linear in enumerate(linears):
                matrix = linear.weight.detach().to(torch.float32).contiguous()
                bias = torch.zeros(linear.out_features) if linear.bias is None else linear.bias.detach().to(torch.float32)
                values.append((f"network.{name}.{place}.weight", matrix.numpy()))
                values.append((f"network.{name}.{place}.bias", bias.reshape(1, -1).contiguous().numpy()))
        return Model(_core.Model.with_networks(core, *options, weights, widths, hidden, values))

    def __prepare_scriptable__(self):
        raise RuntimeError("kenn.torch.Enhancer cannot be scripted: the engine is no code of torch. Script the network below it, or "
                           "save both with layer.to_model(network).save(path)")

    def extra_repr(self) -> str:
        return (f"{self.knowledge.name!r}, clauses={len(self.knowledge.clauses)}, layers={self.layers}, "
                f"boost={self.boost!r}, order={self.order!r}" + ", center=True" * self.center)

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name not in ("_core", "_plans", "_projecting")}

    def __setstate__(self, state):
        super().__setstate__(state)
        self.__dict__.setdefault("center", False)  # saved before there was a choice
        self._start()

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        weights = self.clause_weights if keep_vars else self.clause_weights.detach()
        for column, clause in enumerate(self.knowledge.clauses):
            destination[prefix + _STATE + clause.name] = weights[:, column]

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        start = prefix + _STATE
        columns = {start + clause.name: column for column, clause in enumerate(self.knowledge.clauses)}
        with torch.no_grad():
            for key, column in columns.items():
                if key not in state_dict:
                    missing_keys.append(key)
                elif tuple(state_dict[key].shape) != (self.layers,):
                    error_msgs.append(f"'{key}': expected one weight for each of {self.layers} layers, "
                                      f"got the shape {list(state_dict[key].shape)}")
                else:
                    self.clause_weights[:, column] = state_dict[key]
        unexpected_keys += [key for key in state_dict if key.startswith(prefix) and key not in columns]
