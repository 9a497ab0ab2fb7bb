"""A small network with what it makes of some positions: the seam between training and engine.

    cargo run --release -p galet-avalam --example positions -- 8 7 > /tmp/avalam.txt
    python -m galet_train.golden avalam /tmp/avalam.txt ../crates/minds/tests/golden

The weights are random, but large enough that clipping happens at both ends. A test in Rust
reads the network and must find the same scores, to the last unit.
"""

import sys

import torch

from .games import GAMES
from .net import Net, evaluate, export, integers


def main(name, path, folder):
    torch.manual_seed(7)
    game = GAMES[name]("cpu", [])
    lines = open(path).read().splitlines()[::3]
    state = game.read(lines)
    over, _ = game.ended(state)
    net = Net(game, hidden=16)
    with torch.no_grad():
        net.view.weight.uniform_(-0.4, 0.4)
        net.out.weight.uniform_(-1.5, 1.5)
        net.out.bias.uniform_(-0.5, 0.5)
    inputs, bucket = game.inputs(state, torch.float32), game.bucket(state)
    scores = evaluate(integers(net), inputs, net.swapped, bucket)
    off = (scores / 400 - net(inputs, bucket).detach()).abs().max()
    assert off < 0.2, f"the integers are {off} off"
    export(net, game, "golden", f"{folder}/{name}.net")
    with open(f"{folder}/{name}.txt", "w") as file:
        for line, score, done in zip(lines, scores.tolist(), over.tolist()):
            if not done:
                file.write(f"{score}\t{line.split(chr(9))[1]}\n")
    print(f"{name}: {int((~over).sum())} positions, scores from {min(scores)} to {max(scores)}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
