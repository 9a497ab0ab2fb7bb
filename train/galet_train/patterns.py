"""A pattern table (n-tuples), to compare the network with: see compare.py.

A pattern is a few cells and what stands on them: one number, the place of a weight. The sum of the
weights of all patterns on the board is the chances, as a logit. Patterns that a symmetry carries
into each other share their weights, so nothing is turned or mirrored while the table learns.
"""

import torch
import torch.nn.functional as F
from torch import nn

from .games import abalone, avalam


def lines(cells, steps, length):
    rows = {frozenset((r + n * dr, c + n * dc) for n in range(length)) for r, c in cells for dr, dc in steps}
    return sorted((row for row in rows if row <= set(cells)), key=sorted)


def by_board(game, cells):
    """Ways of sharing: patterns that a symmetry of the board carries into each other."""
    maps = [{cell: cells[n] for cell, n in zip(cells, images)} for images in game.symmetries.tolist()]
    return [lambda pattern, to=to: {to[cell]: cell for cell in pattern} for to in maps]


def by_shape():
    """Ways of sharing: patterns of the same shape anywhere, turned or mirrored on squares."""
    def lay(pattern, a, b, swap):
        turned = {(b * c, a * r) if swap else (a * r, b * c): (r, c) for r, c in pattern}
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
        return {(r - top, c - left): cell for (r, c), cell in turned.items()}
    ways = [(a, b, swap) for a in (1, -1) for b in (1, -1) for swap in (False, True)]
    return [lambda pattern, way=way: lay(pattern, *way) for way in ways]


def families(game):
    """The cells, and what a table looks at: patterns, how many signs a cell may show, sharing."""
    if game.name == "abalone":
        cells, steps = abalone.CELLS, abalone.DIRECTIONS
        share = by_board(game, cells)
        around = [frozenset([(r, c), *((r + a, c + b) for a, b in steps)]) & set(cells) for r, c in cells]
        return cells, [(p, 3, share) for p in (lines(cells, steps, 1), lines(cells, steps, 4), around)]
    cells, steps = avalam.HOLES, [(0, 1), (1, -1), (1, 0), (1, 1)]
    board, shape = by_board(game, cells), by_shape()
    pairs = lines(cells, steps, 2)
    triples = sorted({a | b for a in pairs for b in pairs if len(a & b) == 1}, key=sorted)
    squares = {frozenset((r + a, c + b) for a in (0, 1) for b in (0, 1)) for r, c in cells}
    squares = sorted((square for square in squares if square <= set(cells)), key=sorted)
    return cells, [(lines(cells, steps, 1), 41, board), (pairs, 11, board), (pairs, 41, shape),
                   (triples, 11, shape), (squares, 11, shape)]


def signs(game, state):
    """What each cell shows, for each number of signs that a family knows."""
    if game.name == "abalone":
        bits = lambda side: (state[side][:, None] >> game.shifts) & 1
        return {3: 1 + bits("me") - bits("you")}
    towers, height = state["towers"].long(), state["towers"].abs().long()
    # Owner and height alone, or with the four ways to stand that the network is told too.
    standing = 10 * state["standing"].long() + 5 * (towers < 0) + height
    return {11: 5 + towers, 41: torch.where(height > 0, standing, 0)}


class Table(nn.Module):
    """One weight for what a pattern shows, and one more in each phase."""

    def __init__(self, game):
        super().__init__()
        self.game = game
        cells, self.families = families(game)
        numbers, begins, entries, weights = [], {}, 0, 0
        for kind, (patterns, base, ways) in enumerate(self.families):
            columns, starts = torch.zeros(len(cells), len(patterns)), []
            for n, pattern in enumerate(patterns):
                laid = [way(pattern) for way in ways]
                shape = min(sorted(to) for to in laid)
                # All orders in which the cells look the same. What they show is read in the first.
                orders = [[to[cell] for cell in shape] for to in laid if sorted(to) == shape]
                key = (kind, *shape)
                if key not in begins:
                    codes = torch.arange(base ** len(shape)).reshape([base] * len(shape))
                    same = [codes.permute([order.index(cell) for cell in orders[0]]) for order in orders]
                    least, place = torch.stack(same).amin(0).flatten().unique(return_inverse=True)
                    begins[key] = entries
                    numbers.append(place + weights)
                    entries, weights = entries + len(place), weights + len(least)
                starts.append(begins[key])
                for power, cell in enumerate(reversed(orders[0])):
                    columns[cells.index(cell), n] = base**power
            self.register_buffer(f"columns{kind}", columns)
            self.register_buffer(f"starts{kind}", torch.tensor(starts))
        self.register_buffer("numbers", torch.cat(numbers))
        self.weight = nn.Parameter(torch.zeros(weights, 1 + game.buckets))
        self.bias = nn.Parameter(torch.zeros(game.buckets))

    def places(self, state):
        """For each pattern the place of its weights. All sums are below 2^24: floats are exact."""
        shown = signs(self.game, state)
        read = lambda kind, base: (shown[base].float() @ getattr(self, f"columns{kind}")).long()
        return self.numbers[torch.cat([read(kind, base) + getattr(self, f"starts{kind}")
                                       for kind, (_, base, _) in enumerate(self.families)], 1)]

    def forward(self, state):
        bucket = self.game.bucket(state)
        sums = F.embedding_bag(self.places(state), self.weight, mode="sum")
        return sums[:, 0] + sums.gather(1, 1 + bucket[:, None])[:, 0] + self.bias[bucket]
