"""Training: rules and data in, a model out."""

from __future__ import annotations

import json
import math
import numbers
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _core
from ._errors import OptionError
from .dataset import Dataset
from .knowledge import Knowledge
from .model import Model
from .options import expect_knowledge

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import TrainOptions


# What other libraries call our options.
OTHER_NAMES = {"alpha": "weight_decay", "hidden_layer_sizes": "hidden", "max_iter": "epochs", "n_jobs": "threads",
               "random_state": "seed", "verbose": "progress"}


def train(knowledge: Knowledge, data: Union[Dataset, str], *, checkpoint: Union[str, os.PathLike, None] = None,
          resume: bool = False, progress: Union[bool, Callable[[dict], Any]] = True,
          **options: "Unpack[TrainOptions]") -> Model:
    """Trains networks with rules, as `kenn train` does.

    Ctrl-C stops it after the epoch; with a checkpoint, the same call with `resume=True` continues as if nothing had happened.

    Args:
        data: a `kenn.Dataset`, or what `kenn.Dataset.open` opens
        checkpoint: a file that keeps the state of the training, every few seconds and when it is stopped
        resume: go on from the checkpoint, if it is there
        progress: a bar (of tqdm if it is installed), nothing, or a function that is called with a dict after every epoch
        options: those of `kenn train`, see docs/options.md: `layers=3`, `learning_rate=0.01`, `preset="trusted"`

    Raises:
        OptionError: an option that does not exist, is out of range or does not apply to the method
        DataError: data without labels to learn from, or that does not fit the knowledge

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB}
        ... rule: T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> words = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.2], [0.1, 0.9]] * 5
        >>> data = kenn.Dataset(kb, words, ["AI", "DB"] * 10, {"Cite": [range(0, 16), range(4, 20)]})
        >>> model = kenn.train(kb, data, hidden=[], epochs=50, learning_rate=0.1, progress=False)
        >>> model.predict(data)[:3]
        array(['AI', 'DB', 'AI'], dtype='<U2')
    """
    expect_knowledge(knowledge)
    if not isinstance(data, Dataset):
        if not isinstance(data, (str, os.PathLike)):
            raise TypeError(f"data: expected a kenn.Dataset or its source, got {type(data).__name__}; kenn.Dataset takes arrays, "
                            f"kenn.Dataset.from_frames data frames")
        data = Dataset.open(knowledge, os.fspath(data))
    for name in options:
        if name in OTHER_NAMES:
            raise OptionError(f"there is no option '{name}'; did you mean '{OTHER_NAMES[name]}'?")
    given = {name: _as_json(value) for name, value in options.items() if value is not None}
    training = _core.Training(knowledge._core, data._core, json.dumps(given, default=_plain))
    if resume and checkpoint is None:
        raise ValueError("resume: expected a checkpoint to go on from")
    try:
        if checkpoint is not None:
            training.use_checkpoint(os.fspath(checkpoint))
        if resume:
            training.resume()
        for each in training.warnings:
            warnings.warn(each.message, stacklevel=2)
        with _Progress(progress) as shown:
            model = Model(training.run(shown.on_epoch))
        training.remove_checkpoint()
        return model
    finally:
        training.release_checkpoint()  # a traceback may keep the training for long


def _as_json(value: Any) -> Any:
    """The value, or the word for a number that JSON does not have."""
    is_number = isinstance(value, numbers.Real)
    return repr(float(value)) if is_number and not math.isfinite(value) else value


def _plain(value: Any) -> Any:
    """Numbers and lists of NumPy as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (tuple, range)):
        return list(value)
    raise TypeError(f"options: expected numbers, words and lists, got a {type(value).__name__}")


class _Progress:
    """Shows every epoch: by a function, by tqdm, or on a line of standard error that is written over."""

    def __init__(self, progress: Union[bool, Callable[[dict], Any]]):
        self.on_epoch: Optional[Callable] = None
        self._bar: Any = None
        self._about = ""  # what the bar shows
        self._last_line = ""
        if callable(progress):
            self._function = progress
            self.on_epoch = self._call
        elif progress and sys.stderr is not None and sys.stderr.isatty():
            self.on_epoch = self._show

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *ignored) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._last_line:
            print(file=sys.stderr)

    def _call(self, epoch, epochs, is_in_folds, loss, accuracy, valid_loss, valid_accuracy) -> None:
        self._function({"epoch": epoch, "epochs": epochs, "folds": is_in_folds, "loss": loss, "accuracy": accuracy,
                        "valid_loss": valid_loss, "valid_accuracy": valid_accuracy})

    def _show(self, epoch, epochs, is_in_folds, loss, accuracy, valid_loss, valid_accuracy) -> None:
        about = "fold networks" if is_in_folds else "model"
        shown = accuracy if valid_accuracy is None else valid_accuracy
        try:
            from tqdm.auto import tqdm
        except ImportError:
            line = f"{about}: epoch {epoch} of {epochs}  loss {loss:.4f}  accuracy {shown:.3f}"
            print("\r" + line.ljust(len(self._last_line)), end="", file=sys.stderr, flush=True)
            self._last_line = line
            return
        if self._about != about:
            if self._bar is not None:
                self._bar.close()
            self._bar, self._about = tqdm(total=epochs, desc=about, unit="epoch"), about
        self._bar.n = epoch
        self._bar.set_postfix(loss=f"{loss:.4f}", accuracy=f"{shown:.3f}", refresh=False)
        self._bar.refresh()
