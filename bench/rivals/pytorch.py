"""The rival: one enhancer layer for T_k(x) & Cite(x, y) -> T_k(y), as a careful user of PyTorch writes it.

usage: pytorch.py FOLDER --variant softmax|sigmoid|residual|residual-sigmoid [--threads N] [--repetitions N] [--write FOLDER]

FOLDER has z.npy [rows, rules], pairs.npy [pairs, 2], weights.npy [rules] and grad_out.npy [rows, rules]. The forward
and backward pass is run once as a warm-up, whose results --write keeps (out.npy, grad_z.npy, grad_w.npy), then
timed. One JSON object is printed. `Cite` is known to hold for every listed pair, so its literal is folded away.
"""

import argparse
import json
import os
import resource
import statistics
import time

import numpy
import torch


def enhance_softmax(z, weights, x, y):
    """As in the definition: stack the literals !T(x) and T(y), one softmax, and add each change to its row."""
    literals = torch.stack((-z[x], z[y]))
    changes = weights * torch.softmax(literals, dim=0)
    return z.index_add(0, x, -changes[0]).index_add(0, y, changes[1])


def enhance_sigmoid(z, weights, x, y):
    """The same, knowing that the softmax of two literals is a sigmoid: sigma(z_x + z_y) and 1 - sigma(z_x + z_y)."""
    change = weights * torch.sigmoid(z[x] + z[y])
    return z.index_add(0, x, change - weights).index_add(0, y, change)


def enhance_residual(z, weights, x, y):
    """The residual boost as it is defined: the same softmax, times the product of 1 - truth of the literals."""
    literals = torch.stack((-z[x], z[y]))
    violation = torch.sigmoid(-literals).prod(dim=0)
    changes = weights * violation * torch.softmax(literals, dim=0)
    return z.index_add(0, x, -changes[0]).index_add(0, y, changes[1])


def enhance_residual_sigmoid(z, weights, x, y):
    """The same with sigmoids of two literals: sigma(z_x) sigma(-z_y) sigma(z_x + z_y)."""
    z_x, z_y = z[x], z[y]
    pull = weights * (torch.sigmoid(z_x) * torch.sigmoid(-z_y))
    change = pull * torch.sigmoid(z_x + z_y)
    return z.index_add(0, x, change - pull).index_add(0, y, change)


VARIANTS = {
    "softmax": enhance_softmax,
    "sigmoid": enhance_sigmoid,
    "residual": enhance_residual,
    "residual-sigmoid": enhance_residual_sigmoid,
}


def read_inputs(folder, without_self_pairs):
    """The inputs as tensors; pairs sorted by their first row, which makes gathering faster and is not timed.

    In a pair of a row with itself the clause holds, so that the residual boost changes nothing: such pairs are left out.
    """
    z, weights, grad_out = (
        torch.from_numpy(numpy.load(os.path.join(folder, name + ".npy"))) for name in ("z", "weights", "grad_out")
    )
    pairs = numpy.load(os.path.join(folder, "pairs.npy")).astype(numpy.int64)
    pairs = pairs[numpy.lexsort((pairs[:, 1], pairs[:, 0]))]
    if without_self_pairs:
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    x, y = (torch.from_numpy(numpy.ascontiguousarray(pairs[:, end])) for end in (0, 1))
    return z.requires_grad_(), weights.requires_grad_(), grad_out, x, y


def forward_backward(enhance, z, weights, grad_out, x, y):
    """Runs both passes and returns the results and the seconds they took."""
    z.grad = weights.grad = None
    start = time.perf_counter()
    out = enhance(z, weights, x, y)
    out.backward(grad_out)
    seconds = time.perf_counter() - start
    return (out.detach(), z.grad, weights.grad), seconds


def write_results(folder, results):
    os.makedirs(folder, exist_ok=True)
    for name, tensor in zip(("out", "grad_z", "grad_w"), results):
        numpy.save(os.path.join(folder, name + ".npy"), tensor.numpy())


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def loaded_blas():
    """File names of the BLAS libraries that this process has loaded."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line.lower()}
    return " ".join(sorted(os.path.basename(path) for path in paths))


def main():
    parser = argparse.ArgumentParser(description="One enhancer layer in PyTorch: results and times.")
    parser.add_argument("folder")
    parser.add_argument("--variant", choices=sorted(VARIANTS), required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repetitions", type=int, default=0)
    parser.add_argument("--write", metavar="FOLDER")
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    after_import = peak_bytes()
    enhance = VARIANTS[options.variant]
    inputs = read_inputs(options.folder, options.variant.startswith("residual"))
    results, _ = forward_backward(enhance, *inputs)
    if options.write:
        write_results(options.write, results)
    del results
    times = [1e3 * forward_backward(enhance, *inputs)[1] for _ in range(options.repetitions)]
    print(
        json.dumps(
            {
                "variant": options.variant,
                "threads": torch.get_num_threads(),
                "times_ms": times,
                "median_ms": statistics.median(times) if times else None,
                "min_ms": min(times, default=None),
                "peak_bytes": peak_bytes(),
                "import_bytes": after_import,
                "torch": torch.__version__,
                "numpy": numpy.__version__,
                "blas": loaded_blas(),
            }
        )
    )


if __name__ == "__main__":
    main()
