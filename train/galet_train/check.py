"""Compares the rules here with those in Rust: every position, every position that can follow.

    cargo run --release -p galet-abalone --example positions -- 60 1 > /tmp/abalone.txt
    python -m galet_train.check abalone /tmp/abalone.txt
"""

import sys

import torch

from .games import GAMES
from .net import fnv


def main(name, path):
    game = GAMES[name]("cpu", [])
    lines = open(path).read().splitlines()
    width = 3 if name == "abalone" else 1
    state = game.read(lines)
    games, moves = game.legal(state)
    later = game.after(state, games, moves)
    over, result = game.ended(state)
    sums, counts = [0] * len(lines), [0] * len(lines)
    for n, place in enumerate(games.tolist()):
        sums[place] = sums[place] + fnv(game.text(later, n).encode()) & (2**64 - 1)
        counts[place] += 1
    for n, line in enumerate(lines):
        parts = line.split("\t")[0].split()
        assert game.text(state, n) == " ".join(parts[:width]), f"line {n + 1}: not read"
        expected = (int(parts[width]), int(parts[width + 1], 16))
        assert (counts[n], sums[n]) == expected, f"line {n + 1}: other moves than Rust"
        if len(parts) > width + 2:
            word = {0.0: "lost", 0.5: "draw", 1.0: "won"}[float(result[n])]
            assert (word if over[n] else "-") == parts[width + 2], f"line {n + 1}: another result"
    check_symmetries(game, state)
    print(f"{name}: {len(lines)} positions and {len(games)} moves agree")


def check_symmetries(game, state):
    """A turned position has as many moves."""
    if "towers" not in state:
        return turned_abalone(game, state)
    images = game.symmetries[1]
    turned = dict(state, towers=state["towers"][:, images])
    assert torch.equal(count(game, state), count(game, turned)), "a symmetry is none"


def turned_abalone(game, state):
    for images in game.symmetries:
        bits = lambda b: ((((b[:, None] >> game.shifts) & 1)[:, images]) << game.shifts).sum(1)
        turned = dict(state, me=bits(state["me"]), you=bits(state["you"]))
        assert torch.equal(count(game, state), count(game, turned)), "a symmetry is none"


def count(game, state):
    return torch.bincount(game.legal(state)[0], minlength=len(state["ply"]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
