"""A knowledge text, read and checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Optional, Union

from . import _core


@dataclass(frozen=True)
class Clause:
    """A rule as the engine sees it: a disjunction with a weight. A rule may give several."""

    name: str
    text: str
    learned: bool
    weight: float  # the fixed one, or where learning starts
    line: int
    column: int

    def __repr__(self):
        weight = "learned" if self.learned else f"{self.weight:g}"
        return f"<Clause {self.name!r}, weight {weight}: {self.text}>"


@dataclass(frozen=True)
class Predicate:
    """A predicate of the knowledge, `predict` or `given`."""

    name: str
    role: str
    types: tuple[str, ...]
    table: str
    exclusive_group: Optional[int]

    def __repr__(self):
        return f"<{self.role} {self.name}({', '.join(self.types)})>"


@dataclass(frozen=True)
class Table:
    """What logits or relations are given for. A predicted table has one column per predicate.

    The table of a type has one row per object, that of a relation one per listed tuple.
    """

    name: str
    role: str
    types: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def is_predicted(self) -> bool:
        return self.role == "predict"

    @property
    def holds_all_objects(self) -> bool:
        """Whether its rows are the objects of a type, so that nothing is listed."""
        return self.is_predicted and len(self.types) == 1


class Knowledge:
    """Types, predicates and clauses of one knowledge text. Immutable.

    Examples:
        >>> kb = Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> kb.clauses[0]
        <Clause 'same topic[T=AI]', weight learned: !AI(x) | !Cite(x, y) | AI(y)>
        >>> kb.predicates
        [<predict AI(Paper)>, <predict DB(Paper)>, <given Cite(Paper, Paper)>]
        >>> print(kb)
        knowledge: 1 rule
          predict  AI(Paper), DB(Paper)
          given    Cite(Paper, Paper)
          learned  same topic[T=AI]: !AI(x) | !Cite(x, y) | AI(y)
          learned  same topic[T=DB]: !DB(x) | !Cite(x, y) | DB(y)
    """

    def __init__(self, core: _core.Knowledge):
        if not isinstance(core, _core.Knowledge):
            raise TypeError("kenn.Knowledge is made by from_text, from_file or from_kenn2")
        self._core = core
        self.name: str = core.name
        self.text: str = core.text
        self.syntax: str = core.syntax
        self.types: list[str] = core.types
        self.clauses: list[Clause] = [Clause(*each) for each in core.clauses]
        self.predicates: list[Predicate] = [Predicate(name, role, tuple(types), table, group)
                                            for name, role, types, table, group in core.predicates]
        self.tables: list[Table] = [Table(name, role, tuple(types), tuple(columns))
                                    for name, role, types, columns in core.tables]
        self.warnings = core.warnings

    @classmethod
    def from_text(cls, text: str, name: str = "knowledge", syntax: str = "auto") -> "Knowledge":
        """Reads a text; `name` is what messages call it. Raises KnowledgeError with all errors of the text."""
        if not isinstance(text, str):
            raise TypeError(f"text: expected a str, got {type(text).__name__}")
        return cls(_core.Knowledge.from_text(text, name, syntax))

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike], syntax: str = "auto") -> "Knowledge":
        """Reads a file: `syntax` is kenn, kenn2, or found out. Raises KnowledgeError or FileError."""
        return cls(_core.Knowledge.from_file(os.fspath(path), syntax))

    @classmethod
    def from_kenn2(cls, path: Union[str, os.PathLike]) -> "Knowledge":
        """Reads a knowledge file of the KENN2 library.

        Unary predicates are the columns of the table `Object`, binary ones those of the table `Pair`.

        Examples:
            >>> import pathlib, tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = pathlib.Path(folder, "smokers.txt")
            ...     size = file.write_text("S,C\\nF\\n\\n_:nS,C\\n>\\n2.5:nS(x),nF(x.y),S(y)\\n")
            ...     kb = Knowledge.from_kenn2(file)
            >>> [(table.name, table.columns) for table in kb.tables]
            [('Object', ('S', 'C')), ('Pair', ('F',))]
        """
        return cls.from_file(path, syntax="kenn2")

    def table(self, name: str) -> Table:
        """The table of that name. Raises KeyError."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(f"no table {name!r}; there are {', '.join(table.name for table in self.tables)}")

    @property
    def predicted_tables(self) -> list[Table]:
        """What logits are given for, in the order in which several are returned."""
        return [table for table in self.tables if table.is_predicted]

    def __repr__(self):
        return f"<Knowledge {self.name!r}: {len(self.predicates)} predicates, {len(self.clauses)} clauses>"

    def __str__(self):
        rules = self._core.rule_count
        lines = [f"{self.name}: {rules} rule{'' if rules == 1 else 's'}"]
        for role in ("predict", "given"):
            names = [f"{each.name}({', '.join(each.types)})" for each in self.predicates if each.role == role]
            if names:
                lines.append(f"  {role:<8} {', '.join(names)}")
        for clause in self.clauses:
            weight = "learned" if clause.learned else f"{clause.weight:g}"
            name = "" if clause.name == clause.text else clause.name + ": "
            lines.append(f"  {weight:<8} {name}{clause.text}")
        return "\n".join(lines)

    def __eq__(self, other):
        if not isinstance(other, Knowledge):
            return NotImplemented
        return (self.text, self.syntax) == (other.text, other.syntax)

    def __hash__(self):
        return hash((self.text, self.syntax))

    def __reduce__(self):
        return Knowledge.from_text, (self.text, self.name, self.syntax)
