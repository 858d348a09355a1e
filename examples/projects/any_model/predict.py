"""Stands in for a model: logits for 500 synthetic customers, uncertain for half of them; relations, and labels of 250."""

import numpy

random = numpy.random.RandomState(0)
count = 500
stays = random.rand(count) < 0.6
scores = numpy.where(stays, 1, -1) * numpy.where(random.rand(count) < 0.5, 2.0, 0.0) + random.normal(0, 0.5, count)
numpy.save("logits.npy", numpy.stack([scores, -scores], axis=1).astype(numpy.float32))


def write_pairs(name, share_alike):
    pairs = set()
    for x in range(count):
        for _ in range(2):
            others = numpy.flatnonzero(stays == stays[x]) if random.rand() < share_alike else numpy.arange(count)
            pairs.add((x, random.choice(others)))
    with open(name, "w") as file:
        file.write("x,y\n" + "".join(f"{x},{y}\n" for x, y in sorted(pairs)))


write_pairs("referred.csv", 0.9)
write_pairs("street.csv", 0.0)
with open("labels.csv", "w") as file:
    file.write("id,label,split\n")
    for customer in range(250):
        file.write(f"{customer},{'Stays' if stays[customer] else 'Leaves'},{'train' if customer < 150 else 'test'}\n")
