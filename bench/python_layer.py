"""Ours, from Python: one layer of kenn.torch on the inputs of a folder, as rivals/pytorch.py runs the rival.

usage: python_layer.py FOLDER [--threads N] [--repetitions N] [--write FOLDER]
"""

import argparse
import json
import resource
import time

import kenn
import numpy
import torch


def read(folder, name):
    return numpy.load(f"{folder}/{name}.npy")


def main():
    parser = argparse.ArgumentParser(description="One layer of kenn.torch: results and times.")
    parser.add_argument("folder")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repetitions", type=int, default=0)
    parser.add_argument("--write", metavar="FOLDER")
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    z = torch.from_numpy(read(options.folder, "z")).requires_grad_()
    gradient = torch.from_numpy(read(options.folder, "grad_out"))
    names = [f"T{i}" for i in range(z.shape[1])]
    knowledge = kenn.Knowledge.from_text(
        f"type Paper given Cite(Paper, Paper) predict {', '.join(name + '(Paper)' for name in names)}\n"
        f'for T in {{{", ".join(names)}}} rule "same topic": T(x) & Cite(x, y) -> T(y)')
    layer = kenn.torch.Enhancer(knowledge, threads=options.threads)
    with torch.no_grad():
        layer.clause_weights.copy_(torch.from_numpy(read(options.folder, "weights")))
    edge_index = torch.from_numpy(numpy.ascontiguousarray(read(options.folder, "pairs").T).astype(numpy.int64))

    def run():
        z.grad = layer.clause_weights.grad = None
        start = time.perf_counter()
        out = layer(z, relations={"Cite": edge_index})
        out.backward(gradient)
        return out, 1e3 * (time.perf_counter() - start)

    out, _ = run()
    if options.write:
        for name, tensor in (("out", out.detach()), ("grad_z", z.grad), ("grad_w", layer.clause_weights.grad[0])):
            numpy.save(f"{options.write}/{name}.npy", tensor.numpy())
    del out
    for _ in range(options.repetitions // 10):
        run()
    print(json.dumps({"times_ms": [run()[1] for _ in range(options.repetitions)], "torch": torch.__version__,
                      "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


if __name__ == "__main__":
    main()
