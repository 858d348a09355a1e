"""kenn: logical rules on top of neural networks.

`kenn.train` trains networks with rules; `kenn.enhance` and `kenn.fit` take the logits of any model; `kenn.torch.Enhancer` is a layer of PyTorch;
`kenn.sklearn.KnowledgeEnhancedClassifier` wraps a classifier of scikit-learn; `kenn.Model` is what the command line saves.
"""

from typing import TYPE_CHECKING

from . import _core
from ._core import Diagnostic
from ._errors import DataError, Error, FileError, KnowledgeError, LimitError, OptionError
from .dataset import Dataset
from .enhancing import enhance
from .fitting import fit
from .knowledge import Clause, Knowledge, Predicate, Table
from .model import Model
from .training import train
from .trust import ClauseEvidence, Trust
from .world import Plan

if TYPE_CHECKING:
    from . import sklearn, torch

__version__: str = _core.version
__all__ = ["Clause", "ClauseEvidence", "DataError", "Dataset", "Diagnostic", "Error", "FileError", "Knowledge", "KnowledgeError", "LimitError",
           "Model", "OptionError", "Plan", "Predicate", "Table", "Trust", "enhance", "fit", "sklearn", "torch", "train"]


def __getattr__(name: str):
    """kenn.torch and kenn.sklearn are imported when they are used: neither package is needed for the rest."""
    if name in ("torch", "sklearn"):
        import importlib

        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'kenn' has no attribute {name!r}")
