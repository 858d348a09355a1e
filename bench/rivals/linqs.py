"""Reads a LINQS folder and chooses the splits that kenn chooses for it.

usage: linqs.py FOLDER [--fractions F,...] [--runs N] [--seed N]

`splits` repeats src/dataset/split.cpp (protocol kenn) and src/base/random.h, bit by bit, for a knowledge with one table of
objects and one exclusive group. Run r of `kenn experiment citeseer --seed S` has the splits of seed S + r. The program prints
a line per fraction and run: fraction, seed, and a letter per object, t(rain), v(alid) or (t)e(st).
"""

import argparse
import pathlib

import torch

WORD = 2**32 - 1
SPLITS_STREAM = 1 << 30  # src/base/random_streams.h; the table of the objects is number 0
TRAINING_SHARE = 0.8


def seed_sequence(words, count):
    """std::seed_seq(words).generate: `count` numbers of 32 bits, for 623 or more of them."""
    assert count >= 623 and len(words) < count
    tail, middle = 11, (count - 11) // 2
    state = [0x8B8B8B8B] * count

    def scrambled(k):
        value = state[k % count] ^ state[(k + middle) % count] ^ state[(k - 1) % count]
        return value ^ value >> 27

    for k in range(count):
        value = 1664525 * scrambled(k) & WORD
        state[(k + middle) % count] = state[(k + middle) % count] + value & WORD
        value += len(words) if k == 0 else k + words[k - 1] if k <= len(words) else k
        state[(k + middle + tail) % count] = state[(k + middle + tail) % count] + value & WORD
        state[k] = value & WORD
    for k in range(count, 2 * count):
        total = state[k % count] + state[(k + middle) % count] + state[(k - 1) % count] & WORD
        value = 1566083941 * (total ^ total >> 27) & WORD
        state[(k + middle) % count] ^= value
        value = value - k % count & WORD
        state[(k + middle + tail) % count] ^= value
        state[k % count] = value
    return state


class Random:
    """kenn::Random: std::mt19937_64, seeded with a seed and a stream."""

    SIZE, SHIFT = 312, 156

    def __init__(self, seed, stream):
        words = seed_sequence([seed & WORD, seed >> 32 & WORD, stream & WORD], 2 * self.SIZE)
        self.state = [low | high << 32 for low, high in zip(words[::2], words[1::2])]
        self.next = self.SIZE

    def bits(self):
        """64 random bits."""
        if self.next == self.SIZE:
            for i in range(self.SIZE):
                mixed = self.state[i] >> 31 << 31 | self.state[(i + 1) % self.SIZE] & 0x7FFFFFFF
                twist = mixed >> 1 ^ (0xB5026F5AA96619E9 if mixed & 1 else 0)
                self.state[i] = self.state[(i + self.SHIFT) % self.SIZE] ^ twist
            self.next = 0
        value = self.state[self.next]
        self.next += 1
        value ^= value >> 29 & 0x5555555555555555
        value ^= value << 17 & 0x71D67FFFEDA60000
        value ^= value << 37 & 0xFFF7EEE000000000
        return value ^ value >> 43

    def below(self, count):
        """A whole number from 0 to count - 1."""
        too_often = 2**64 % count
        while True:
            product = self.bits() * count
            if product & 2**64 - 1 >= too_often:
                return product >> 64

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def rounded(value):
    """std::llround of a number that is not negative."""
    return int(value) + (value - int(value) >= 0.5)


def splits(classes, fraction, seed):
    """Lists of rows, (train, valid, test), for one class number per row."""
    count = max(classes) + 1
    chosen = rounded(len(classes) * fraction)
    per_class = rounded(rounded(TRAINING_SHARE * chosen) / count)
    training = min(per_class * count, chosen)
    random = Random(seed, SPLITS_STREAM)
    rows = list(range(len(classes)))
    random.shuffle(rows)
    first, rest, taken = [], [], [0] * count
    for row in rows:
        taken[classes[row]] += 1
        (first if taken[classes[row]] <= per_class else rest).append(row)
    random.shuffle(first)
    random.shuffle(rest)
    rows = first + rest
    return rows[:training], rows[training:chosen], rows[chosen:]


class Linqs:
    """The objects of NAME.content in its order, and the pairs of NAME.cites between them.

    features: sparse [objects, features];  classes: a number per object, by the sorted names of the classes;
    pairs: [2, pairs], each once.
    """

    def __init__(self, folder):
        [content], [cites] = (list(pathlib.Path(folder).glob(ending)) for ending in ("*.content", "*.cites"))
        lines = [line.split() for line in content.read_text(encoding="utf-8").splitlines() if line.strip()]
        rows = {line[0]: row for row, line in enumerate(lines)}
        names = sorted({line[-1] for line in lines})
        self.classes = [names.index(line[-1]) for line in lines]
        self.class_count = len(names)
        places = [(row, column, float(word)) for row, line in enumerate(lines) for column, word in enumerate(line[1:-1])
                  if word != "0"]
        self.features = torch.sparse_coo_tensor(torch.tensor([place[:2] for place in places]).t(),
                                                torch.tensor([place[2] for place in places]),
                                                (len(lines), len(lines[0]) - 2)).coalesce()
        pairs = (line.split() for line in cites.read_text(encoding="utf-8").splitlines() if line.strip())
        self.pairs = torch.tensor(sorted({(rows[x], rows[y]) for x, y in pairs if x in rows and y in rows})).t()


def numbers(text):
    return [float(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description="Prints the splits that kenn chooses for a LINQS folder.")
    parser.add_argument("folder")
    parser.add_argument("--fractions", type=numbers, default=[0.1, 0.25, 0.5])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first run")
    options = parser.parse_args()
    classes = Linqs(options.folder).classes
    for fraction in options.fractions:
        for run in range(options.runs):
            letters = [""] * len(classes)
            for letter, rows in zip("tve", splits(classes, fraction, options.seed + run)):
                for row in rows:
                    letters[row] = letter
            print(f"{fraction:g}", options.seed + run, "".join(letters))


if __name__ == "__main__":
    main()
