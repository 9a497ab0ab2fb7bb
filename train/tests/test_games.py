"""What the large network relies on: symmetries of moves, what it sees, values of the tree.

    cd train && python -m unittest discover tests
"""

import os
import unittest

import torch

from galet_train.games import GAMES
from galet_train.openings import Openings
from galet_train.residual import Residual
from galet_train.tree import Tree

STARTS = os.path.join(os.path.dirname(__file__), "..", "galet_train", "starts", "abalone.txt")


def games():
    with open(STARTS) as file:
        starts = file.read().split()
    return [kind("cpu", starts if name == "abalone" else []) for name, kind in GAMES.items()]


class Games(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)

    def test_a_turned_board_has_the_turned_moves(self):
        """After a move and its image, the network sees the same board, turned."""
        for game in games():
            state = Openings(game, 64).take(64)
            turned = game.turned()
            for symmetry in range(len(game.symmetries)):
                self.assertEqual(sorted(turned[symmetry].tolist()), list(range(game.moves)))
            same = {k: v[:1] for k, v in state.items()}
            where, moves = game.legal(same)
            later = game.after(same, where, moves)
            images = game.symmetries
            for symmetry in range(len(images)):
                choice = torch.full((len(moves),), symmetry)
                seen = game.inputs(later, torch.float32, choice)
                # The board turned first, then the image of the move.
                first = self.turn(game, same, images[symmetry])
                self.assertTrue(bool(game.allowed(first)[0, turned[symmetry][moves]].all()))
                other = game.after(first, where, turned[symmetry][moves])
                self.assertTrue(torch.equal(game.inputs(other, torch.float32), seen))

    def turn(self, game, state, images):
        if "towers" in state:
            return {**state, "towers": state["towers"][:, images], "standing": state["standing"][:, images]}
        bits = lambda key: (state[key][:, None] >> game.shifts & 1)[:, images]
        return {**state, **{key: (bits(key) << game.shifts).sum(1) for key in ("me", "you")}}

    def test_a_search_says_chances_and_moves_that_are_legal(self):
        """Down to the last moves, where there are fewer than a node keeps and wins are certain."""
        for game in games():
            state = Openings(game, 16).take(16)
            tree = Tree(game, Residual(game, 8, 1).eval(), width=16)
            for _ in range(40):
                move, _, wishes, value = tree.search(state)
                every = torch.arange(len(move))
                on = ~game.ended(state)[0]
                self.assertTrue(bool(game.allowed(state)[every, move][on].all()))
                self.assertTrue(bool(((value >= 0) & (value <= 1)).all()))
                self.assertTrue(torch.allclose(wishes.sum(1), torch.ones(16), atol=1e-4))
                state = {k: v[on] for k, v in game.after(state, every, move).items()}
                if not len(state["ply"]) or game.name == "abalone":
                    break
                grown = 16 // len(state["ply"]) + 1
                state = {k: torch.cat([v] * grown)[:16] for k, v in state.items()}


if __name__ == "__main__":
    unittest.main()
