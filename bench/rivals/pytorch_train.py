"""The rival in training: a network with stacked enhancers for T(x) & Cite(x, y) -> T(y), as a careful user of PyTorch
writes it.

usage: pytorch_train.py FOLDER --classes A,B,... [--features dense|sparse] [--start MODEL] [--seed N] [--epochs N]

FOLDER is a data set as docs/data.md describes it: Paper.csv with a column `split`, Paper.features.mtx or .npy, and Cite.csv. The
model is that of `kenn train`: full batch, transductive, Adam, cross-entropy on the training papers; parameters of the
epoch with the best validation are kept. An epoch has one forward pass, which serves for training and validation.
--start takes the initial parameters from a model file of kenn. One JSON object is printed.
"""

import argparse
import csv
import json
import os
import struct
import time

import numpy
import torch

SPLITS = ("train", "valid", "test")


def read_table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_features(path):
    """[rows, columns], with ones: the words of every paper."""
    with open(path, encoding="utf-8") as file:
        assert file.readline().split()[2:] == ["coordinate", "pattern", "general"]
        rows, columns, _ = (int(word) for word in file.readline().split())
        places = numpy.loadtxt(file, dtype=numpy.int64, ndmin=2) - 1
    features = torch.zeros(rows, columns)
    features[places[:, 0], places[:, 1]] = 1
    return features


class Papers:
    """Features [papers, words], labels [papers], rows of each split, and both ends of every citation."""

    def __init__(self, folder, classes, kind):
        papers = read_table(os.path.join(folder, "Paper.csv"))
        rows = {paper["id"]: row for row, paper in enumerate(papers)}
        cites = read_table(os.path.join(folder, "Cite.csv"))
        dense = os.path.join(folder, "Paper.features.npy")
        self.features = (torch.from_numpy(numpy.load(dense)) if os.path.exists(dense)
                         else read_features(os.path.join(folder, "Paper.features.mtx")))
        if kind == "sparse":
            self.features = self.features.to_sparse()
        self.labels = torch.tensor([classes.index(paper["label"]) for paper in papers])
        self.rows = {split: torch.tensor([row for row, paper in enumerate(papers) if paper["split"] == split])
                     for split in SPLITS}
        self.x, self.y = (torch.tensor([rows[cite[end]] for cite in cites]) for end in ("x", "y"))


class Network(torch.nn.Module):
    def __init__(self, words, classes, hidden, layers):
        super().__init__()
        widths = [words, *hidden, classes]
        self.linear = torch.nn.ModuleList(torch.nn.Linear(*pair) for pair in zip(widths, widths[1:]))
        for linear in self.linear:
            torch.nn.init.xavier_uniform_(linear.weight)
            torch.nn.init.zeros_(linear.bias)
        self.clause_weights = torch.nn.Parameter(torch.full((layers, classes), 0.5))

    def forward(self, features, x, y):
        first = self.linear[0]
        z = torch.sparse.mm(features, first.weight.t()) + first.bias if features.is_sparse else first(features)
        for linear in self.linear[1:]:
            z = linear(torch.relu(z))
        for weights in self.clause_weights:
            z = enhance(z, weights, x, y)
        return z


def enhance(z, weights, x, y):
    """Stack the literals !T(x) and T(y), one softmax, and add each change to its row."""
    changes = weights * torch.softmax(torch.stack((-z[x], z[y])), dim=0)
    return z.index_add(0, x, -changes[0]).index_add(0, y, changes[1])


def load_parameters(network, path):
    """From a safetensors file: an 8-byte length, a JSON header, raw tensors."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()

    def tensor(name):
        first, last = header[name]["data_offsets"]
        values = numpy.frombuffer(data[first:last], dtype="<f4").reshape(header[name]["shape"])
        return torch.from_numpy(values.copy())

    with torch.no_grad():
        for number, linear in enumerate(network.linear):
            linear.weight.copy_(tensor(f"network.Paper.{number}.weight"))
            linear.bias.copy_(tensor(f"network.Paper.{number}.bias"))
        network.clause_weights.copy_(tensor("enhancer.weights"))


def measure(z, papers, split):
    """Loss and accuracy on a split."""
    rows = papers.rows[split]
    right = (z[rows].argmax(dim=1) == papers.labels[rows]).float().mean()
    return torch.nn.functional.cross_entropy(z[rows], papers.labels[rows]), right.item()


def train(network, papers, epochs):
    """Trains, goes back to the best parameters, and returns the history: epoch 0 is how the network was at first."""
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    history, best, best_state = [], None, None
    for epoch in range(epochs + 1):
        z = network(papers.features, papers.x, papers.y)
        loss, _ = measure(z, papers, "train")
        with torch.no_grad():
            valid_loss, valid_accuracy = measure(z, papers, "valid")
        history.append({"loss": loss.item(), "valid_loss": valid_loss.item(), "valid_accuracy": valid_accuracy})
        if best is None or (valid_accuracy, -valid_loss.item()) > best[:2]:
            best = (valid_accuracy, -valid_loss.item(), epoch)
            best_state = {name: value.clone() for name, value in network.state_dict().items()}
        if epoch < epochs:
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            with torch.no_grad():
                network.clause_weights.clamp_(0, 500)
    network.load_state_dict(best_state)
    return history, best[2]


@torch.no_grad()
def accuracies(network, papers):
    z = network(papers.features, papers.x, papers.y)
    return {split: {"labels": len(papers.rows[split]), "rules": measure(z, papers, split)[1]} for split in SPLITS}


def parse_arguments():
    parser = argparse.ArgumentParser(description="Trains a network with stacked enhancers in PyTorch.")
    parser.add_argument("folder")
    parser.add_argument("--classes", required=True, help="the labels, separated by commas")
    parser.add_argument("--features", choices=("dense", "sparse"), default="dense")
    parser.add_argument("--hidden", default="50,50,50", help="widths of the hidden layers")
    parser.add_argument("--layers", type=int, default=3, help="enhancers")
    parser.add_argument("--start", metavar="MODEL", help="a model file of kenn with the initial parameters")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=300)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main():
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    classes = options.classes.split(",")
    start = time.perf_counter()
    papers = Papers(options.folder, classes, options.features)
    read = time.perf_counter()
    hidden = [int(width) for width in options.hidden.split(",")]
    network = Network(papers.features.shape[1], len(classes), hidden, options.layers)
    if options.start:
        load_parameters(network, options.start)
    history, best_epoch = train(network, papers, options.epochs)
    trained = time.perf_counter()
    print(json.dumps({
        "accuracy": accuracies(network, papers),
        "best_epoch": best_epoch,
        "clause_weights": network.clause_weights.tolist(),
        "history": history,
        "seconds": {"read": read - start, "train": trained - read},
        "torch": torch.__version__,
        "numpy": numpy.__version__,
    }))


if __name__ == "__main__":
    main()
