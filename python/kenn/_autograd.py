"""Forward and backward of the engine as a function of torch's autograd.

The engine runs on addresses, so whatever stands behind one is looked at right before it is passed: hooks may return other tensors than
were saved, and a parameter may get another type or shape between forward and backward.
"""

from __future__ import annotations

import torch
import torch.autograd.forward_ad


def is_readable(tensor: torch.Tensor, dtype: torch.dtype) -> bool:
    """Whether the engine can read the tensor where it lies."""
    return (tensor.dtype is dtype and tensor.is_cpu and tensor.layout is torch.strided and tensor.is_contiguous()
            and not tensor.is_neg())


def is_forward_mode() -> bool:
    """Whether tensors may have tangents. A Function refuses them; without one they would be forgotten."""
    return getattr(torch.autograd.forward_ad, "_current_level", -1) >= 0


def readable(tensor: torch.Tensor) -> torch.Tensor:
    """A dense tensor on the CPU, copied if its numbers do not lie one after the other as they are."""
    return tensor.contiguous().resolve_neg()


class Enhance(torch.autograd.Function):
    """The arguments are the layer, the plan, the weights, and the logits in the order of the plan's tables."""

    @staticmethod
    def forward(context, layer, plan, weights, *tables):
        outputs = tuple([torch.empty_like(table) for table in tables])
        context.run = layer._run(plan, True, weights, tables, outputs)
        context.as_in_forward = plan, tables[0].dtype, weights.shape, weights.dtype
        context.save_for_backward(weights, *tables)  # weights only so that torch notices when they are written to
        return outputs if len(outputs) > 1 else outputs[0]

    @staticmethod
    def backward(context, *gradients):
        weights, *tables = context.saved_tensors
        plan, dtype, weights_shape, weights_dtype = context.as_in_forward
        if weights.dtype is not weights_dtype or not weights.is_cpu or weights.shape != weights_shape:
            raise _changed("clause_weights", weights, weights_shape, weights_dtype)
        inputs = _as_in_forward(tables, plan, dtype, "the saved logits")
        given = _as_in_forward(gradients, plan, dtype, "the gradient")
        found = [torch.empty_like(table) for table in inputs]
        of_weights = torch.empty_like(weights, memory_format=torch.contiguous_format)
        context.run.backward([each.data_ptr() for each in inputs], [each.data_ptr() for each in given],
                             [each.data_ptr() for each in found], of_weights.data_ptr(), weights_dtype is torch.float64)
        if torch.is_grad_enabled():  # create_graph
            of_weights, *found = _NoSecondDerivative.apply(len(found) + 1, of_weights, *found, *gradients, weights, *tables)
        return (None, None, of_weights, *found)


class _NoSecondDerivative(torch.autograd.Function):
    """Gradients that complain when they are differentiated, instead of being taken for constants."""

    @staticmethod
    def forward(context, count, *tensors):
        return tuple(tensor.clone() for tensor in tensors[:count])

    @staticmethod
    def backward(context, *gradients):
        raise RuntimeError("kenn.torch.Enhancer has no second derivatives: its gradients cannot be differentiated")


def _as_in_forward(tensors, plan, dtype: torch.dtype, what: str) -> list[torch.Tensor]:
    """One tensor per table, with the shape and the type of its logits, as the engine reads them."""
    found = []
    for tensor, name, shape in zip(tensors, plan.names, plan.shapes):
        if tensor.shape != shape:
            raise _changed(f"{what} of '{name}'", tensor, shape, dtype)
        if not is_readable(tensor, dtype):
            if tensor.dtype is not dtype or not tensor.is_cpu or tensor.layout is not torch.strided:
                raise _changed(f"{what} of '{name}'", tensor, shape, dtype)
            tensor = readable(tensor)
        found.append(tensor)
    return found


def _changed(what: str, tensor: torch.Tensor, shape: tuple, dtype: torch.dtype) -> RuntimeError:
    return RuntimeError(f"{what}: expected a dense {dtype} tensor of shape {list(shape)} on the CPU, as in the forward pass, "
                        f"got {tensor.dtype} of shape {list(tensor.shape)}, {tensor.layout} on {tensor.device}")
