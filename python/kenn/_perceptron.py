"""Networks of torch that a model file can hold."""

from __future__ import annotations

import torch

from ._errors import DataError
from .knowledge import Table


def perceptron(table: Table, network: torch.nn.Module) -> list[torch.nn.Linear]:
    """The Linear modules of a perceptron with ReLU between them. Raises DataError for anything else."""
    where = f"network of '{table.name}': expected"
    modules = list(network) if isinstance(network, torch.nn.Sequential) else [network]
    modules = [module for module in modules if not isinstance(module, (torch.nn.Dropout, torch.nn.Identity))]
    kinds = [type(module) for module in modules]
    if kinds != [torch.nn.Linear, torch.nn.ReLU] * (len(kinds) // 2) + [torch.nn.Linear]:
        raise DataError(f"{where} Linear modules with ReLU between them, got {', '.join(kind.__name__ for kind in kinds)}")
    linears = modules[::2]
    for before, linear in zip(linears, linears[1:]):
        if linear.in_features != before.out_features:
            raise DataError(f"{where} {before.out_features} inputs, as the one before it has outputs, got {linear.in_features}")
    if linears[-1].out_features != len(table.columns):
        raise DataError(f"{where} {len(table.columns)} outputs ({', '.join(table.columns)}), got {linears[-1].out_features}")
    for parameter in network.parameters():
        if parameter.device.type != "cpu" or not parameter.isfinite().all():
            raise DataError(f"{where} finite numbers on the CPU")
    return linears
