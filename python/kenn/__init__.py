"""kenn: logical rules on top of neural networks.

`kenn.train` trains networks with rules; `kenn.enhance` and `kenn.fit` take the logits of any model, and
`kenn.explain` says what rules do to them; `kenn.torch.Enhancer` is a layer of PyTorch;
`kenn.sklearn.KnowledgeEnhancedClassifier` wraps a classifier of scikit-learn; `kenn.Model` is what the command line saves.
"""

from typing import TYPE_CHECKING

from . import _core
from ._core import Diagnostic
from ._errors import DataError, Error, FileError, KnowledgeError, LimitError, OptionError
from .dataset import Dataset
from .enhancing import enhance
from .explaining import Explainer, audit, explain, why_not
from .explanations import Explanation, WhyNot
from .fitting import fit
from .knowledge import Clause, Knowledge, Predicate, Table
from .model import Model
from .rule_audit import RuleAudit
from .training import train
from .trust import ClauseEvidence, Trust
from .world import Plan

if TYPE_CHECKING:
    from . import sklearn, torch

__version__: str = _core.version
__all__ = ["Clause", "ClauseEvidence", "DataError", "Dataset", "Diagnostic", "Error", "Explainer", "Explanation", "FileError", "Knowledge",
           "KnowledgeError", "LimitError", "Model", "OptionError", "Plan", "Predicate", "RuleAudit", "Table", "Trust", "WhyNot", "audit",
           "enhance", "explain", "fit", "sklearn", "torch", "train", "why_not"]


def __getattr__(name: str):
    """kenn.torch and kenn.sklearn are imported when they are used: neither package is needed for the rest."""
    if name in ("torch", "sklearn"):
        import importlib

        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'kenn' has no attribute {name!r}")
