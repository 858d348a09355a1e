"""Random rules and tables, and the layer written in plain torch from its definition, one grounding at a time."""

import itertools
import random
import types

import kenn
import numpy
import torch


def citation_knowledge(topics, exclusive=False):
    names = [f"T{i}" for i in range(topics)]
    return kenn.Knowledge.from_text(
        f"type Paper predict {', '.join(name + '(Paper)' for name in names)} given Cite(Paper, Paper)\n"
        f'for T in {{{", ".join(names)}}} rule "same topic": T(x) & Cite(x, y) -> T(y)\n' + exclusive * f"exclusive {', '.join(names)}")


def random_case(seed):
    """Clauses over unary A, B, C, a predicted relation R and a given relation G, with data for them."""
    chance = random.Random(seed)
    rules = []
    for number in range(chance.randint(1, 5)):
        literals = [f"{chance.choice(['', '!'])}{chance.choice('ABC')}({chance.choice('xy')})"
                    for _ in range(chance.randint(1, 3))]
        if chance.random() < 0.5:
            literals.append(f"{chance.choice(['', '!'])}R({chance.choice(['x, y', 'y, x'])})")
        if chance.random() < 0.6:
            literals.append("!G(x, y)")
        weight = f"weight {chance.randint(1, 4)} " if chance.random() < 0.2 else ""
        rules.append(f'rule "r{number}" {weight}: {" | ".join(literals)}')
    text = "type T\npredict A(T), B(T), C(T), R(T, T)\ngiven G(T, T)\nexclusive C, A\n" + "\n".join(rules)
    try:
        knowledge = kenn.Knowledge.from_text(text)
    except kenn.KnowledgeError as error:
        raise AssertionError(f"{text}\n{error}")
    objects = chance.randint(1, 6)
    pairs = list(itertools.product(range(objects), repeat=2))
    listed = chance.sample(pairs, chance.randint(0, len(pairs)))
    given = chance.sample(pairs, chance.randint(0, len(pairs)))
    numbers = numpy.random.RandomState(seed)
    layers = chance.randint(1, 3)
    weights = numpy.tile([clause.weight for clause in knowledge.clauses], (layers, 1))
    learned = [clause.learned for clause in knowledge.clauses]
    weights[:, learned] = numbers.uniform(0, 2, weights[:, learned].shape)
    return types.SimpleNamespace(
        boost=chance.choice(["softmax", "residual"]), center=chance.choice([False, True]), knowledge=knowledge, objects=objects, listed=listed, given=set(given), layers=layers, weights=weights,
        logits={"T": numbers.normal(0, 2, (objects, 3)), "R": numbers.normal(0, 2, (len(listed), 1))},
        relations={"R": numpy.array(listed, int).reshape(-1, 2).T, "G": numpy.array(given, int).reshape(-1, 2).T})


def parse(clause):
    """[(positive, predicate, variables)]"""
    literals = []
    for literal in clause.text.split(" | "):
        name, _, arguments = literal.lstrip("!").partition("(")
        literals.append((not literal.startswith("!"), name, arguments.rstrip(")").split(", ")))
    return literals


def groundings(case, clause):
    """[(sign, table, row, column)] for every grounding, `given` literals folded away."""
    literals = parse(clause)
    variables = sorted({variable for _, _, arguments in literals for variable in arguments})
    for values in itertools.product(range(case.objects), repeat=len(variables)):
        binding = dict(zip(variables, values))
        touched, counts = [], True
        for positive, name, arguments in literals:
            row = tuple(binding[variable] for variable in arguments)
            if name == "G":
                counts = counts and (row in case.given) != positive
            elif name == "R":
                counts = counts and row in case.listed
                if counts:
                    touched.append((1 if positive else -1, "R", case.listed.index(row), 0))
            else:
                touched.append((1 if positive else -1, "T", row[0], "ABC".index(name)))
        if counts:
            yield touched


def shares_of(case, values, touched):
    """How a weight of 1 is split among the literals of a grounding."""
    if case.boost == "softmax":
        return torch.softmax(values, 0)
    atoms = [atom for _, *atom in touched]
    first = [atoms.index(atom) for atom in atoms]
    if any(touched[i][0] != touched[j][0] for i, j in enumerate(first)):
        return torch.zeros_like(values)  # an atom with both signs: the clause holds
    once = torch.tensor([i == j for i, j in enumerate(first)])  # an atom counts once
    violation = torch.where(once, torch.sigmoid(-values), torch.ones_like(values)).prod()
    return violation * torch.softmax(values.masked_fill(~once, -float("inf")), 0)


def plain_enhance(case, logits, weights):
    """The definition of the layer, in torch, so that autograd gives the gradients."""
    means = {name: torch.zeros_like(z) for name, z in logits.items()}
    if case.center:
        group = torch.tensor([1, 0, 1], dtype=logits["T"].dtype)  # A and C
        means["T"] = (logits["T"] * group).sum(1, keepdim=True) / 2 * group
    logits = {name: z - means[name] for name, z in logits.items()}
    for layer in range(case.layers):
        changes = {name: torch.zeros_like(z) for name, z in logits.items()}
        for column, clause in enumerate(case.knowledge.clauses):
            for touched in groundings(case, clause):
                values = torch.stack([sign * logits[table][row, place] for sign, table, row, place in touched])
                shares = weights[layer, column] * shares_of(case, values, touched)
                for share, (sign, table, row, place) in zip(shares, touched):
                    index = (torch.tensor([row]), torch.tensor([place]))
                    changes[table] = changes[table].index_put(index, sign * share.reshape(1), accumulate=True)
        logits = {name: z + changes[name] for name, z in logits.items()}
    return {name: z + means[name] for name, z in logits.items()}
