"""What a user would pick instead of rules: graph neural networks in plain PyTorch, on the splits of kenn.

usage: gnn.py FOLDER [--models NAME,...] [--labels all|train] [--fractions F,...] [--runs N] [--seed N] [--json]

FOLDER is a LINQS download. Transductive: every network sees all features and all pairs, and the labels of its split.
bench/README.md has the recipes.

  --labels all    learns from the labels for training and validation, with a fixed number of epochs
  --labels train  learns from the labels for training; the epoch with the best validation accuracy is tested
"""

import argparse
import json
import math
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional

import linqs


class Sparse:
    """A sparse matrix. Its products are sums of bags, which are several times as fast as torch.sparse.mm on one core."""

    def __init__(self, ends, values, shape):
        """`ends`: row and column of each value, sorted by rows."""
        self.values, self.shape = values, shape
        self.order = torch.argsort(ends[1], stable=True)
        self.bags, self.transposed = self._bags(*ends, shape[0]), self._bags(*ends.flip(0)[:, self.order], shape[1])

    @staticmethod
    def _bags(rows, columns, count):
        return columns.contiguous(), torch.searchsorted(rows.contiguous(), torch.arange(count))

    def product(self, dense, dropout=0.0):
        """The matrix times `dense` [columns, width]; entries are dropped first."""
        return Product.apply(self, functional.dropout(self.values, dropout) if dropout else self.values, dense)


class Product(torch.autograd.Function):
    @staticmethod
    def forward(context, matrix, values, dense):
        context.matrix, context.values = matrix, values
        return sum_bags(matrix.bags, values, dense)

    @staticmethod
    def backward(context, gradient):
        return None, None, sum_bags(context.matrix.transposed, context.values[context.matrix.order], gradient.contiguous())


def sum_bags(bags, values, dense):
    columns, offsets = bags
    return functional.embedding_bag(columns, dense, offsets, mode="sum", per_sample_weights=values)


class Graph:
    """What networks see: features [objects, words] whose rows sum to 1, and the pairs in both directions with self-loops.

    adjacency: [objects, objects], D^-1/2 (A + I) D^-1/2;  targets, sources: rows and columns of its entries.
    """

    def __init__(self, data):
        self.objects, self.words = data.features.shape
        self.classes = data.class_count
        places, values = data.features.indices(), data.features.values()
        sums = torch.zeros(self.objects).index_add(0, places[0], values)
        self.features = Sparse(places, values / sums[places[0]], data.features.shape)
        loops = torch.arange(self.objects).expand(2, -1)
        ends = torch.unique(torch.cat([data.pairs, data.pairs.flip(0), loops], dim=1), dim=1)
        self.targets, self.sources = ends
        scale = torch.bincount(self.targets, minlength=self.objects).float().rsqrt()
        self.adjacency = Sparse(ends, scale[self.targets] * scale[self.sources], (self.objects, self.objects))


def glorot(*shape):
    return nn.Parameter(nn.init.xavier_uniform_(torch.empty(*shape)))


class Gcn(nn.Module):
    """Kipf and Welling: two layers A h W + b."""

    rate, decay, epochs = 0.01, 5e-4, 200

    def __init__(self, graph, hidden):
        super().__init__()
        self.first, self.first_bias = glorot(graph.words, hidden), nn.Parameter(torch.zeros(hidden))
        self.last, self.last_bias = glorot(hidden, graph.classes), nn.Parameter(torch.zeros(graph.classes))

    def decayed(self):
        return [self.first]

    def forward(self, graph):
        h = graph.features.product(self.first, 0.5 * self.training)
        h = torch.relu(graph.adjacency.product(h) + self.first_bias)
        h = functional.dropout(h, 0.5, self.training)
        return graph.adjacency.product(h @ self.last) + self.last_bias


class Appnp(nn.Module):
    """Gasteiger et al.: a perceptron, whose logits go through ten steps of personalised PageRank."""

    rate, decay, epochs = 0.01, 5e-3, 300
    alpha, steps = 0.1, 10

    def __init__(self, graph, hidden):
        super().__init__()
        self.first, self.first_bias = glorot(graph.words, hidden), nn.Parameter(torch.zeros(hidden))
        self.last, self.last_bias = glorot(hidden, graph.classes), nn.Parameter(torch.zeros(graph.classes))

    def decayed(self):
        return [self.first]

    def forward(self, graph):
        h = graph.features.product(self.first, 0.5 * self.training)
        h = functional.dropout(torch.relu(h + self.first_bias), 0.5, self.training)
        local = z = h @ self.last + self.last_bias
        for _ in range(self.steps):
            z = (1 - self.alpha) * graph.adjacency.product(z, 0.5 * self.training) + self.alpha * local
        return z


class Attention(nn.Module):
    """A layer of GAT after its linear map: h [objects, heads, width], weighted by attention over the neighbours."""

    def __init__(self, heads, width):
        super().__init__()
        self.of_source, self.of_target = glorot(heads, width), glorot(heads, width)
        self.bias = nn.Parameter(torch.zeros(heads, width))

    def forward(self, h, graph):
        scores = (h * self.of_source).sum(2)[graph.sources] + (h * self.of_target).sum(2)[graph.targets]
        shares = torch.exp(functional.leaky_relu(scores, 0.2).clamp(max=60))  # far from overflow
        sums = torch.zeros(graph.objects, shares.shape[1]).index_add(0, graph.targets, shares)
        shares = functional.dropout(shares / sums[graph.targets], 0.6, self.training)
        h = functional.dropout(h, 0.6, self.training)
        return torch.zeros_like(h).index_add(0, graph.targets, shares.unsqueeze(2) * h[graph.sources]) + self.bias


class Gat(nn.Module):
    """Veličković et al.: eight heads, then one."""

    rate, decay, epochs = 0.005, 5e-4, 200
    heads = 8

    def __init__(self, graph, hidden):
        super().__init__()
        self.width = hidden // self.heads
        self.first, self.last = glorot(graph.words, hidden), glorot(hidden, graph.classes)
        self.attention = Attention(self.heads, self.width)
        self.last_attention = Attention(1, graph.classes)

    def decayed(self):
        return self.parameters()

    def forward(self, graph):
        h = graph.features.product(self.first, 0.6 * self.training)
        h = functional.elu(self.attention(h.view(graph.objects, self.heads, self.width), graph)).flatten(1)
        h = functional.dropout(h, 0.6, self.training) @ self.last
        return self.last_attention(h.unsqueeze(1), graph).squeeze(1)


MODELS = {"gcn-16": (Gcn, 16), "gcn-64": (Gcn, 64), "appnp": (Appnp, 64), "gat": (Gat, 64)}


def make_optimiser(network):
    decayed = list(network.decayed())
    others = [each for each in network.parameters() if all(each is not other for other in decayed)]
    return torch.optim.Adam([{"params": decayed, "weight_decay": network.decay}, {"params": others}], network.rate)


def accuracy(z, labels, rows):
    return (z[rows].argmax(dim=1) == labels[rows]).sum().item() / len(rows) if len(rows) else None


@torch.no_grad()
def evaluate(network, graph):
    network.eval()
    z = network(graph)
    network.train()
    return z


def train(network, graph, labels, rows, valid, epochs):
    """The logits of all objects after the last epoch, or, with rows for validation, after the best; and that epoch."""
    optimiser = make_optimiser(network)
    best, best_z, best_epoch = None, None, epochs
    for epoch in range(1, epochs + 1):
        optimiser.zero_grad()
        functional.cross_entropy(network(graph)[rows], labels[rows]).backward()
        optimiser.step()
        if len(valid):
            z = evaluate(network, graph)
            score = (accuracy(z, labels, valid), -functional.cross_entropy(z[valid], labels[valid]).item())
            if best is None or score > best:
                best, best_z, best_epoch = score, z, epoch
    return (evaluate(network, graph) if best_z is None else best_z), best_epoch


def run_once(name, graph, labels, split, learns_from, seed, epochs):
    """One network on one split."""
    kind, hidden = MODELS[name]
    rows, valid, test = (torch.tensor(each, dtype=torch.long) for each in split)
    if learns_from == "all":
        rows, valid = torch.cat([rows, valid]), valid[:0]
    torch.manual_seed(seed)
    start = time.perf_counter()
    z, epoch = train(kind(graph, hidden), graph, labels, rows, valid, epochs or kind.epochs)
    return {"test": accuracy(z, labels, test), "valid": accuracy(z, labels, valid), "epoch": epoch,
            "counts": {"train": len(rows), "valid": len(valid), "test": len(test)}, "seconds": time.perf_counter() - start}


def t_quantile(freedom, tail=0.025):
    """Of Student's t: exceeded with the probability `tail`. Simpson's rule and bisection."""
    factor = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def below(t, steps=400):
        values = [(1 + (t * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for i in range(steps + 1)]
        return factor * t / steps / 3 * (values[0] + values[-1] + 4 * sum(values[1::2]) + 2 * sum(values[2:-1:2]))

    low, high = 0.0, 100.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < 0.5 - tail else (low, middle)
    return high


def half_width(values):
    """Of the 95 % interval of the mean; None for fewer than two values."""
    if len(values) < 2:
        return None
    return t_quantile(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def print_table(results, file):
    """Mean test accuracies, with half the width of their 95 % intervals."""
    groups = {}
    for each in results:
        groups.setdefault((each["model"], each["labels"], each["fraction"]), []).append(each)
    header = ("model", "labels", "fraction", "runs", "accuracy", "+-", "epoch", "s/run")
    print("{:<8} {:<6} {:>8} {:>5} {:>9} {:>6} {:>6} {:>6}".format(*header), file=file)
    for (model, labels, fraction), group in groups.items():
        values = [each["test"] for each in group]
        half = half_width(values)
        epoch, seconds = (statistics.mean(each[key] for each in group) for key in ("epoch", "seconds"))
        print(f"{model:<8} {labels:<6} {fraction:>8g} {len(values):>5} {statistics.mean(values):>9.4f} "
              f"{'' if half is None else f'{half:.4f}':>6} {epoch:>6.0f} {seconds:>6.2f}", file=file)


def parse_arguments():
    parser = argparse.ArgumentParser(description="Graph neural networks on the splits of kenn.")
    parser.add_argument("folder", help="LINQS folder with *.content and *.cites")
    parser.add_argument("--models", default="gcn-16,gcn-64,appnp", help=f"of {', '.join(MODELS)} (default: %(default)s)")
    parser.add_argument("--labels", choices=("all", "train"), default="all", help="labels to learn from (default: %(default)s)")
    parser.add_argument("--fractions", type=linqs.numbers, default=[0.1, 0.25, 0.5], help="(default: 0.1,0.25,0.5)")
    parser.add_argument("--runs", type=int, default=20, help="number of splits (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first run (default: %(default)s)")
    parser.add_argument("--epochs", type=int, help="(default: that of the model)")
    parser.add_argument("--threads", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per run; the table goes to stderr")
    options = parser.parse_args()
    options.models = options.models.split(",")
    for name in options.models:
        if name not in MODELS:
            parser.error(f"no model '{name}', only {', '.join(MODELS)}")
    return options


def main():
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    data = linqs.Linqs(options.folder)
    graph, labels = Graph(data), torch.tensor(data.classes)
    results = []
    for fraction in options.fractions:
        for run in range(options.runs):
            seed = options.seed + run
            split = linqs.splits(data.classes, fraction, seed)
            for name in options.models:
                result = {"model": name, "labels": options.labels, "fraction": fraction, "run": run, "seed": seed,
                          **run_once(name, graph, labels, split, options.labels, seed, options.epochs)}
                results.append(result)
                if options.json:
                    print(json.dumps(result), flush=True)
    results.sort(key=lambda each: options.models.index(each["model"]))  # stable: fractions stay in order
    print_table(results, sys.stderr if options.json else sys.stdout)


if __name__ == "__main__":
    main()
