"""Abalone for thousands of games at once.

A position is two sets of cells, one bit each, seen by the side to move, and the marbles that
both have lost. Every move that geometry allows is a template: the cells that must hold own
marbles, the cells that must hold the other's, the cells that must be empty, and what changes.
So the legal moves of all games are found by a few comparisons of whole arrays.
"""

import torch

ROWS = "abcdefghi"
LOST_TO_LOSE = 6
# Shuffling games are judged by the marbles lost after so many plies.
LONGEST = 220


def _cells():
    cells = []
    for row in range(9):
        for diagonal in range(1, 10):
            if row - diagonal <= 3 and diagonal - row <= 5:
                cells.append((row, diagonal))
    return cells


CELLS = _cells()
NUMBER = {cell: n for n, cell in enumerate(CELLS)}
# East, north-east, north-west, west, south-west, south-east, as (row, diagonal).
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def _step(cell, direction, steps=1):
    return (cell[0] + direction[0] * steps, cell[1] + direction[1] * steps)


def _templates():
    """(own, other, empty, own changes, other changes, ejects) of every possible move."""
    found = set()
    bit = lambda cell: 1 << NUMBER[cell]
    for cell in CELLS:
        for direction in DIRECTIONS:
            # In line: the group ends before `cell`'s front, others may stand before it.
            group = []
            for marbles in (1, 2, 3):
                here = _step(cell, direction, marbles - 1)
                if here not in NUMBER:
                    break
                group.append(here)
                own = sum(bit(c) for c in group)
                front = _step(here, direction)
                pushed = []
                while len(pushed) < marbles:
                    at = _step(front, direction, len(pushed))
                    other = sum(bit(c) for c in pushed)
                    if at in NUMBER:
                        own_change = bit(cell) | bit(front)
                        other_change = (bit(front) | bit(at)) if pushed else 0
                        found.add((own, other, bit(at), own_change, other_change, 0))
                        pushed.append(at)
                    else:
                        if pushed:
                            own_change = bit(cell) | bit(front)
                            found.add((own, other, 0, own_change, bit(front), 1))
                        break
            # Broadside: the group lies along `direction` and steps another way.
            group = [cell]
            for marbles in (2, 3):
                here = _step(cell, direction, marbles - 1)
                if here not in NUMBER:
                    break
                group.append(here)
                own = sum(bit(c) for c in group)
                for aside in DIRECTIONS:
                    if aside == direction or aside == (-direction[0], -direction[1]):
                        continue
                    goals = [_step(c, aside) for c in group]
                    if all(goal in NUMBER for goal in goals):
                        empty = sum(bit(goal) for goal in goals)
                        found.add((own, 0, empty, own | empty, 0, 0))
    return sorted(found)


def _symmetries():
    """The twelve symmetries of the hexagon, each as the cell that every cell goes to."""
    maps = []
    for turn in range(6):
        for mirror in (False, True):
            images = []
            for row, diagonal in CELLS:
                # Cube coordinates around the centre.
                x, z = diagonal - 5, 4 - row
                y = -x - z
                if mirror:
                    x, y = y, x
                for _ in range(turn):
                    x, y, z = -y, -z, -x
                images.append(NUMBER[(4 - z, x + 5)])
            maps.append(images)
    assert len({tuple(m) for m in maps}) == 12
    return maps


class Abalone:
    name = "abalone"
    features = 2 * 61
    # One output for each number of marbles lost by both, in steps of two.
    buckets = 6
    # For large networks: the cells on a grid of rows and diagonals, where two corners of a square
    # are no neighbours; own marbles, the other's, the board, marbles lost by both, the ply.
    grid = [(row, diagonal - 1) for row, diagonal in CELLS]
    neighbours = [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
    planes = 6

    def __init__(self, device, starts):
        templates = _templates()
        column = lambda k: torch.tensor([t[k] for t in templates], device=device)
        self.own, self.other, self.empty = column(0), column(1), column(2)
        self.own_change, self.other_change, self.ejects = column(3), column(4), column(5)
        self.moves = len(templates)
        self.device = device
        self.shifts = torch.arange(61, device=device)
        self.symmetries = torch.tensor(_symmetries(), device=device)
        pairs = [(sum(1 << n for n, c in enumerate(s) if c == "x"),
                  sum(1 << n for n, c in enumerate(s) if c == "o")) for s in starts]
        self.starts = torch.tensor(pairs, device=device)

    def start(self, count):
        """Games about to begin. Half begin from the layout of the leaflet."""
        pick = torch.randint(len(self.starts), (count,), device=self.device)
        pick = torch.where(torch.rand(count, device=self.device) < 0.3, 0, pick)
        zero = torch.zeros(count, dtype=torch.long, device=self.device)
        return {
            "me": self.starts[pick, 0],
            "you": self.starts[pick, 1],
            "lost": zero,
            "taken": zero.clone(),
            "ply": zero.clone(),
        }

    def allowed(self, state):
        """Which templates are legal moves, for each game."""
        me, you = state["me"][:, None], state["you"][:, None]
        ok = (me & self.own) == self.own
        ok &= (you & self.other) == self.other
        ok &= ((me | you) & self.empty) == 0
        return ok

    def legal(self, state):
        """The legal moves of all games, as places of games and templates."""
        return self.allowed(state).nonzero(as_tuple=True)

    def after(self, state, games, moves):
        """The positions after moves, seen by the other side."""
        return {
            "me": state["you"][games] ^ self.other_change[moves],
            "you": state["me"][games] ^ self.own_change[moves],
            "lost": state["taken"][games] + self.ejects[moves],
            "taken": state["lost"][games],
            "ply": state["ply"][games] + 1,
        }

    def ended(self, state):
        """Which games are over, and what the side to move got: 0 to 1."""
        lost = state["lost"] >= LOST_TO_LOSE
        late = state["ply"] >= LONGEST
        ahead = (state["taken"] - state["lost"]).float()
        return lost | late, torch.where(lost, 0.0, torch.sigmoid(ahead))

    def inputs(self, state, dtype, symmetry=None):
        """What the side to move sees: own marbles on each cell, then those of the other side."""
        me = ((state["me"][:, None] >> self.shifts) & 1).to(dtype)
        you = ((state["you"][:, None] >> self.shifts) & 1).to(dtype)
        if symmetry is not None:
            images = self.symmetries[symmetry]
            me, you = me.gather(1, images), you.gather(1, images)
        return torch.cat([me, you], 1)

    def seen(self, state, dtype, symmetry=None):
        """What a large network sees of each cell."""
        marbles = self.inputs(state, dtype, symmetry).view(-1, 2, 61)
        facts = [state["lost"] / LOST_TO_LOSE, state["taken"] / LOST_TO_LOSE, state["ply"] / LONGEST]
        facts = torch.stack(facts, 1).to(dtype)[:, :, None].expand(-1, -1, 61)
        return torch.cat([marbles, torch.ones_like(marbles[:, :1]), facts], 1)

    def turned(self):
        """Where each move goes under each symmetry of the board."""
        columns = (self.own, self.other, self.empty, self.own_change, self.other_change, self.ejects)
        masks = list(zip(*(column.tolist() for column in columns)))
        place = {mask: n for n, mask in enumerate(masks)}
        rows = []
        for images in self.symmetries.tolist():
            goes = [0] * len(CELLS)
            for new, old in enumerate(images):
                goes[old] = new
            turn = lambda mask: sum(1 << goes[n] for n in range(len(CELLS)) if mask >> n & 1)
            rows.append([place[(*map(turn, mask[:5]), mask[5])] for mask in masks])
        return torch.tensor(rows, device=self.device)

    def lasting(self, state):
        """Which positions are far from being judged by the marbles lost: a network that does not
        know the ply learns from these only."""
        return state["ply"] < LONGEST - 50

    def swapped(self):
        """For each feature, the same as the other side sees it."""
        return [*range(61, 122), *range(61)]

    def bucket(self, state):
        return ((state["lost"] + state["taken"]) // 2).clamp(max=self.buckets - 1)

    def unpack(self, boards):
        """Positions from the bytes that the engine's mind shows: the sets of cells of the side to
        move and of the other, and the marbles that each has lost."""
        sets = boards[:, :16].contiguous().view(torch.int64)
        lost, taken = boards[:, 16].long(), boards[:, 17].long()
        return {"me": sets[:, 0], "you": sets[:, 1], "lost": lost, "taken": taken,
                "ply": torch.zeros_like(lost)}

    def text(self, state, n):
        """One position as text, for comparison with the rules in Rust."""
        me, you = int(state["me"][n]), int(state["you"][n])
        cells = "".join("x" if me >> i & 1 else "o" if you >> i & 1 else "." for i in range(61))
        return f"{cells} {int(state['lost'][n])} {int(state['taken'][n])}"

    def read(self, lines):
        """Positions from text."""
        parts = [line.split() for line in lines]
        bits = lambda s, c: sum(1 << n for n, k in enumerate(s) if k == c)
        column = lambda values: torch.tensor(list(values), device=self.device)
        return {
            "me": column(bits(p[0], "x") for p in parts),
            "you": column(bits(p[0], "o") for p in parts),
            "lost": column(int(p[1]) for p in parts),
            "taken": column(int(p[2]) for p in parts),
            "ply": column(0 for _ in parts),
        }
