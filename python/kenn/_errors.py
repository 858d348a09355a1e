"""What goes wrong, and where: the exceptions of kenn."""

from __future__ import annotations

import difflib
from typing import Any, Sequence


class Error(ValueError):
    """Anything that kenn refuses. `str(error)` is for a person; the attributes are for programs.

    Attributes:
        diagnostics: every finding, each with severity, file, line, column, message and text
        file, line, column: the place of the first error; line and column count from 1, 0 means no place
        message: what is wrong there, in one sentence
        caret: the source line and a caret under the place, or ""
    """

    def __init__(self, text: str, diagnostics: Sequence = ()):  # of _core.Diagnostic
        super().__init__(text)
        self.diagnostics = list(diagnostics)
        first = next((each for each in self.diagnostics if each.severity == "error"), None)
        self.file: str = first.file if first else ""
        self.line: int = first.line if first else 0
        self.column: int = first.column if first else 0
        self.message: str = first.message if first else text
        self.caret: str = "\n".join(first.text.splitlines()[1:]) if first else ""

    def __reduce__(self):
        return _restore, (type(self), self.args[0], {name: value for name, value in vars(self).items()
                                                     if name != "diagnostics"})


def _restore(kind, text, state):
    error = kind(text)
    vars(error).update(state)
    return error


def suggestion(word: Any, names: Sequence[str]) -> str:
    """; did you mean 'train'?"""
    by_lower = {each.lower(): each for each in names}
    close = difflib.get_close_matches(str(word).strip().lower(), by_lower, n=1)
    return f"; did you mean '{by_lower[close[0]]}'?" if close else ""


class KnowledgeError(Error):
    """A knowledge text with errors in it.

    Examples:
        >>> import kenn
        >>> try:
        ...     kenn.Knowledge.from_text("type Paper\\npredict AI(Papr)", name="topics.kenn")
        ... except kenn.KnowledgeError as error:
        ...     print(error.file, error.line, error.column)
        ...     print(error)
        topics.kenn 2 12
        topics.kenn:2:12: error: unknown type 'Papr'; did you mean 'Paper'?
          predict AI(Papr)
                     ^
    """


class DataError(Error):
    """Data that does not fit the knowledge: a wrong shape, a row that is not there, a number that is not finite."""


class OptionError(Error):
    """An option of training that does not exist, is out of range, or does not apply to the method."""


class LimitError(Error):
    """More than there may be: groundings of a rule, memory, or time without a row from a database."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""

    def __init__(self, text: str, diagnostics: Sequence = ()):
        Error.__init__(self, text, diagnostics)
