"""Further inputs of Abalone against their definitions, marble by marble.

    cd train && python -m unittest discover tests
"""

import unittest

import torch

from galet_train.games.abalone import CELLS, DIRECTIONS, NUMBER, Abalone
from galet_train.inputs import PUPILS, Contact, Deeper, Edges, Lines, Richer, changes
from galet_train.memory import Memory
from galet_train.net import Net, begin_as

# Rows a to i. Own x, other o: a line of three in each way, edges under attack by two against one
# (a1) and by three against two (i9), contact in the middle.
POSITION = """
    x o o . .
   . x . o . .
  . . x . o . x
 . . . . x o x .
x x x . o o x . .
 . . o o . . . .
  . . . o . . .
   . . . o . .
    o o o x x
"""
MARBLES = "".join(POSITION.split())


def step(cell, direction, steps=1):
    return cell[0] + steps * direction[0], cell[1] + steps * direction[1]


def slowly(cells):
    """The names of all inputs that are 1, for the marbles that stand on cells: x the own ones."""
    names = []
    for own, other, side in (("x", "o", "own"), ("o", "x", "other")):
        here = lambda cell, kind: cells.get(cell) == kind
        for cell in CELLS:
            near = [step(cell, d) for d in DIRECTIONS]
            if here(cell, own):
                names.append((side, "marble", cell))
                others = sum(here(at, other) for at in near)
                empty = sum(here(at, ".") for at in near)
                if others:
                    names.append((side, "others", cell, min(others, 3)))
                if empty < 3:
                    names.append((side, "empty", cell, empty))
            for d in DIRECTIONS:
                ahead = [cells.get(step(cell, d, n)) for n in range(5)]
                if d in DIRECTIONS[:3] and ahead[:3] == [own] * 3:
                    names.append((side, "line", cell, d))
                if step(cell, d, -1) not in NUMBER:
                    if ahead[:3] == [own, other, other]:
                        names.append((side, "one off", cell, d))
                    if ahead == [own, own, other, other, other]:
                        names.append((side, "two off", cell, d))
    return names


def order():
    """The names of all inputs in the order in which the network has them."""
    sides = ("own", "other")
    inside = lambda cell, d, n: step(cell, d, n) in NUMBER
    lines = [(cell, d) for cell in CELLS for d in DIRECTIONS[:3] if inside(cell, d, 2)]
    edges = [(cell, d) for cell in CELLS for d in DIRECTIONS if not inside(cell, d, -1) and inside(cell, d, 4)]
    names = [(side, "marble", cell) for side in sides for cell in CELLS]
    names += [(side, "line", *line) for side in sides for line in lines]
    for side in sides:
        names += [(side, "others", cell, n) for n in (1, 2, 3) for cell in CELLS]
        names += [(side, "empty", cell, n) for n in (0, 1, 2) for cell in CELLS]
    for side in sides:
        names += [(side, kind, *edge) for kind in ("one off", "two off") for edge in edges]
    return names


class Inputs(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        starts = ["." * 61, MARBLES]
        self.game = Abalone("cpu", starts)
        self.richer = Richer(self.game, (Lines, Contact, Edges))

    def position(self):
        return self.game.read([f"{MARBLES} 0 0"])

    def test_a_position_by_hand_has_what_its_definition_says_turned_and_mirrored(self):
        names = order()
        self.assertEqual(len(names), self.richer.features)
        self.assertEqual(len(set(names)), len(names))
        for symmetry, images in enumerate(self.game.symmetries.tolist()):
            cells = {cell: MARBLES[images[n]] for n, cell in enumerate(CELLS)}
            wanted = set(slowly(cells))
            self.assertIn("one off", {name[1] for name in wanted})
            self.assertIn("two off", {name[1] for name in wanted})
            self.assertIn("line", {name[1] for name in wanted})
            seen = self.richer.inputs(self.position(), torch.float32, torch.tensor([symmetry]))[0]
            self.assertEqual({name for name, value in zip(names, seen.tolist()) if value}, wanted)

    def test_the_other_side_sees_the_same_under_other_numbers(self):
        state = self.position()
        turned = {**state, "me": state["you"], "you": state["me"]}
        seen = self.richer.inputs(state, torch.float32)
        self.assertTrue(torch.equal(self.richer.inputs(turned, torch.float32), seen[:, self.richer.swapped()]))

    def test_every_pupil_begins_as_the_small_network(self):
        small, state = Net(self.game, 8), self.position()
        bucket = self.game.bucket(state)
        said = small(self.game.inputs(state, torch.float32), bucket)
        for _, kinds, between in PUPILS:
            game = Richer(self.game, kinds)
            net = begin_as(Deeper(game, 8, between) if between else Net(game, 8), small)
            self.assertTrue(torch.allclose(net(game.inputs(state, torch.float32), bucket), said, atol=1e-6))

    def test_a_move_changes_few_marbles_and_more_of_the_rest(self):
        plain, richer = (changes(game, self.position()) for game in (Richer(self.game, ()), self.richer))
        self.assertTrue(2 <= plain <= 6 < richer < 100, (plain, richer))

    def test_a_memory_knows_its_games_after_it_has_come_round(self):
        memory = Memory(8)
        for plies in ((3, 7), (4, 8), (5, 0), (0, 1), (1, 2)):
            memory.add({"ply": torch.tensor(plies)})
        games = memory.games(2).tolist()
        # The oldest, of plies 3 and 7, is overwritten by the last.
        self.assertEqual(memory.rows["ply"].tolist(), [1, 2, 4, 8, 5, 0, 0, 1])
        self.assertEqual(games[2], games[4])
        self.assertEqual(games[6], games[0])
        self.assertEqual(games[5], games[7])
        self.assertEqual(games[7], games[1])
        self.assertEqual(len(set(games)), 4)


if __name__ == "__main__":
    unittest.main()
