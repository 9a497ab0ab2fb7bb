"""A large network of a board with two answers: the chances, and which moves to look at.

It is a teacher: far too slow for the engine, it says in one look what a small network learns from.
What it sees of a position, and where each cell lies on a square grid, is the game's to say.
"""

import torch
import torch.nn.functional as F
from torch import nn

SIDE = 9


class Near(nn.Conv2d):
    """A convolution over a cell and its neighbours: on a grid of rows and diagonals two corners of
    the square are none."""

    def __init__(self, before, after, neighbours):
        super().__init__(before, after, 3, padding=1, bias=False)
        self.register_buffer("mask", torch.tensor(neighbours, dtype=torch.float32), False)

    def forward(self, board):
        return F.conv2d(board, self.weight * self.mask, padding=1)


class Block(nn.Module):
    def __init__(self, channels, neighbours):
        super().__init__()
        self.one, self.two = (Near(channels, channels, neighbours) for _ in range(2))
        self.first, self.second = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, board, inside):
        inner = F.relu(self.first(self.one(board))) * inside
        return F.relu(board + self.second(self.two(inner))) * inside


class Residual(nn.Module):
    def __init__(self, game, channels=96, blocks=8):
        super().__init__()
        self.game = game
        place = torch.tensor([row * SIDE + column for row, column in game.grid])
        inside = torch.zeros(SIDE * SIDE)
        inside[place] = 1
        self.register_buffer("place", place, False)
        self.register_buffer("inside", inside.view(1, 1, SIDE, SIDE), False)
        self.enter, self.entered = Near(game.planes, channels, game.neighbours), nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, game.neighbours) for _ in range(blocks))
        self.wishes, self.wished = nn.Conv2d(channels, 16, 1, bias=False), nn.BatchNorm2d(16)
        self.moves = nn.Linear(16 * len(place), game.moves)
        self.worths, self.valued = nn.Conv2d(channels, 8, 1, bias=False), nn.BatchNorm2d(8)
        self.hidden, self.chances = nn.Linear(8 * len(place), 128), nn.Linear(128, 1)

    def seen(self, state, symmetry=None):
        """What the side to move sees, on the grid; turned or mirrored if a symmetry is given."""
        cells = self.game.seen(state, self.moves.weight.dtype, symmetry)
        board = cells.new_zeros(*cells.shape[:2], SIDE * SIDE)
        board[:, :, self.place] = cells
        return board.view(*cells.shape[:2], SIDE, SIDE).contiguous(memory_format=torch.channels_last)

    def forward(self, seen):
        """Logits of all moves, legal or not, and of the chances of the side to move."""
        inside = self.inside.to(seen.dtype)
        board = F.relu(self.entered(self.enter(seen))) * inside
        for block in self.blocks:
            board = block(board, inside)
        cells = lambda layer: layer.flatten(2)[:, :, self.place].flatten(1)
        moves = self.moves(cells(F.relu(self.wished(self.wishes(board)))))
        hidden = F.relu(self.hidden(cells(F.relu(self.valued(self.worths(board))))))
        return moves.float(), self.chances(hidden)[:, 0].float()
