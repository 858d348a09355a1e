"""Trains a small classifier of web pages in PyTorch and saves it as TorchScript, for example-scripted-model.

usage: make_scripted_model.py MODEL.pt
"""

import sys

import torch

torch.manual_seed(0)
topic = torch.arange(600) % 3
x = torch.nn.functional.one_hot(topic, 3) + 0.8 * torch.randn(600, 3)

model = torch.nn.Sequential(torch.nn.Linear(3, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
optimiser = torch.optim.Adam(model.parameters(), 0.01)
for epoch in range(200):
    optimiser.zero_grad()
    torch.nn.functional.cross_entropy(model(x), topic).backward()
    optimiser.step()

torch.jit.script(model).save(sys.argv[1])
