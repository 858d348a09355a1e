"""Plans that are used again: a graph is the same when its tensors are, or when its numbers are."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Optional

from . import _core
from ._errors import DataError
from .knowledge import Knowledge
from .options import whole_number
from .world import DEFAULT_MAX_GROUNDINGS, MOST_GROUNDINGS, Objects, Plan, Relations, make_world, rows_of_types

MOST_PLANS = 8  # those used last; mini-batches come and go


class _Seen:
    """A graph as it was passed: the very tensors, and how often each had been changed."""

    __slots__ = ("rows", "tensors", "plan")

    def __init__(self, rows, tensors, plan):
        self.rows, self.tensors, self.plan = rows, tensors, plan

    def is_same(self, rows, relations) -> bool:
        if rows != self.rows or len(relations) != len(self.tensors):
            return False
        for name, tensor, version in self.tensors:
            if relations.get(name) is not tensor or tensor._version != version:
                return False
        return True


def _versions(relations: Optional[Relations]) -> Optional[list]:
    """The tensors with their versions, if all are tensors that count their changes."""
    found: list = []
    if not isinstance(relations, Mapping):
        return None
    for name, value in relations.items():
        try:
            found.append((name, value, value._version))
        except (AttributeError, RuntimeError):  # an array, a tuple, or a tensor of inference mode
            return None
    return found


class PlanCache:
    """Safe to use from several threads."""

    def __init__(self, knowledge: Knowledge, max_groundings: int = DEFAULT_MAX_GROUNDINGS):
        self.knowledge = knowledge
        self.max_groundings = whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
        self._lock = threading.Lock()
        self._seen: tuple[_Seen, ...] = ()  # the one used last is first
        self._plans: dict[tuple, Plan] = {}

    def find(self, rows: tuple[int, ...], relations: Any, objects: Optional[Objects]) -> Plan:
        """The plan for tables with these rows, in the order of the predicted tables."""
        if relations is None:
            relations = {}
        elif type(relations) is Plan:
            if relations.knowledge is not self.knowledge:
                self._check_plan(relations)
            if objects is not None:
                raise DataError("objects: a kenn.Plan already has its objects; pass them when you make it")
            return relations
        if objects is None and isinstance(relations, Mapping):
            for seen in self._seen:
                if seen.is_same(rows, relations):
                    return seen.plan
        return self._make(rows, relations, objects)

    def _check_plan(self, plan: Plan) -> None:
        if plan.knowledge != self.knowledge:
            raise DataError(f"relations: expected a plan for the rules of {self.knowledge.name!r}, "
                            f"got one for other rules, {plan.knowledge!r}")

    def _make(self, rows, relations, objects) -> Plan:
        names = [table.name for table in self.knowledge.predicted_tables]
        counts = rows_of_types(self.knowledge, dict(zip(names, rows)))
        versions = _versions(relations) if objects is None else None
        world, key = make_world(self.knowledge, counts, relations, objects)
        with self._lock:
            plan = self._plans.pop(key, None)
        if plan is None:
            plan = Plan._from_core(self.knowledge, _core.Plan(self.knowledge._core, world, self.max_groundings))
        with self._lock:
            self._plans[key] = plan  # last in the order of the dict: dropped last
            while len(self._plans) > MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            if versions is not None:
                others = [seen for seen in self._seen if seen.plan is not plan and seen.plan in self._plans.values()]
                self._seen = (_Seen(rows, versions, plan), *others)
        return plan
