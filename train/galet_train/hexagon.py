"""A large network of Abalone's hexagon with two answers: the chances, and which moves to look at.

It is a teacher: far too slow for the engine, it says in one look what a small network learns from.
"""

import torch
import torch.nn.functional as F
from torch import nn

from .games.abalone import CELLS, LONGEST, LOST_TO_LOSE

PLANES = 6


class HexConv(nn.Conv2d):
    """A convolution over a cell and its six neighbours: on a grid of rows and diagonals the other
    two corners of the square are no neighbours."""

    def __init__(self, before, after):
        super().__init__(before, after, 3, padding=1, bias=False)
        mask = torch.ones(3, 3)
        mask[0, 2] = mask[2, 0] = 0
        self.register_buffer("mask", mask, False)

    def forward(self, board):
        return F.conv2d(board, self.weight * self.mask, padding=1)


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.one, self.two = HexConv(channels, channels), HexConv(channels, channels)
        self.first, self.second = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, board, inside):
        inner = F.relu(self.first(self.one(board))) * inside
        return F.relu(board + self.second(self.two(inner))) * inside


class Hexagon(nn.Module):
    def __init__(self, game, channels=96, blocks=8):
        super().__init__()
        place = torch.tensor([row * 9 + diagonal - 1 for row, diagonal in CELLS])
        inside = torch.zeros(81)
        inside[place] = 1
        self.register_buffer("place", place, False)
        self.register_buffer("inside", inside.view(1, 1, 9, 9), False)
        self.shifts = game.shifts
        self.enter, self.entered = HexConv(PLANES, channels), nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.wishes, self.wished = nn.Conv2d(channels, 16, 1, bias=False), nn.BatchNorm2d(16)
        self.moves = nn.Linear(16 * 61, len(game.own))
        self.worths, self.valued = nn.Conv2d(channels, 8, 1, bias=False), nn.BatchNorm2d(8)
        self.hidden, self.chances = nn.Linear(8 * 61, 128), nn.Linear(128, 1)

    def planes(self, state, images=None):
        """What the side to move sees, on the grid; turned or mirrored if `images` says how."""
        dtype = self.moves.weight.dtype
        me = ((state["me"][:, None] >> self.shifts) & 1).to(dtype)
        you = ((state["you"][:, None] >> self.shifts) & 1).to(dtype)
        if images is not None:
            me, you = me.gather(1, images), you.gather(1, images)
        facts = torch.stack([state["lost"] / LOST_TO_LOSE, state["taken"] / LOST_TO_LOSE,
                             state["ply"] / LONGEST], 1).to(dtype)
        cells = torch.cat([me[:, None], you[:, None], torch.ones_like(me)[:, None],
                           facts[:, :, None].expand(-1, -1, 61)], 1)
        board = cells.new_zeros(len(me), PLANES, 81)
        board[:, :, self.place] = cells
        return board.view(-1, PLANES, 9, 9).contiguous(memory_format=torch.channels_last)

    def forward(self, planes):
        """Logits of all moves, legal or not, and of the chances of the side to move."""
        inside = self.inside.to(planes.dtype)
        board = F.relu(self.entered(self.enter(planes))) * inside
        for block in self.blocks:
            board = block(board, inside)
        cells = lambda layer: layer.flatten(2)[:, :, self.place].flatten(1)
        moves = self.moves(cells(F.relu(self.wished(self.wishes(board)))))
        hidden = F.relu(self.hidden(cells(F.relu(self.valued(self.worths(board))))))
        return moves.float(), self.chances(hidden)[:, 0].float()
