"""Positions from games of the engine, as `galet datagen pack` wrote them: see docs/datagen.md.

The whole set lies on the device as the bytes of its file, and is unpacked there batch by batch.
A file may be compressed by xz (`.xz`): positions of one game are much alike, so it travels at a
fraction of its size.
"""

import functools
import lzma
import struct
import zlib

import numpy as np
import torch

HEADER = struct.Struct("<8s4H16sQI")
HEADER_BYTES = 64
# Behind the board of a row: chances (16 bits), game (32 bits), flags (8 bits).
BEHIND = 7
UNKNOWN, UNQUIET = 3, 4
# One game of so many is kept back for validation.
VALIDATION = 16


class BadPack(ValueError):
    """A file that is no set of positions for this game."""


def read_pack(path, game_name):
    """The rows of a file and the length of their boards."""
    opened = lzma.open(path) if str(path).endswith(".xz") else open(path, "rb")
    with opened as file:
        head = file.read(HEADER_BYTES)
        if len(head) < HEADER_BYTES or head[:8] != b"GALETPOS":
            raise BadPack(f"{path}: no set of positions: it does not begin with GALETPOS")
        _, version, board, row, _, name, rows, checksum = HEADER.unpack_from(head)
        name = name.rstrip(b"\0").decode(errors="replace")
        if version != 1:
            raise BadPack(f"{path}: version {version} of the format; this reads version 1")
        if name != game_name:
            raise BadPack(f"{path}: positions of {name}, not of {game_name}")
        if row != board + BEHIND:
            raise BadPack(f"{path}: rows of {row} bytes with boards of {board}")
        body = file.read()
    if len(body) != rows * row:
        raise BadPack(f"{path}: {len(body)} bytes of rows instead of {rows * row}")
    if zlib.crc32(body) != checksum:
        raise BadPack(f"{path}: damaged: its checksum is wrong")
    return np.frombuffer(body, dtype=np.uint8).reshape(rows, row), board


class Positions:
    """All rows of some files on the device."""

    def __init__(self, paths, game, device):
        packs = [read_pack(path, game.name) for path in paths]
        if len({board for _, board in packs}) != 1:
            raise BadPack("boards of different lengths")
        self.game, self.board = game, packs[0][1]
        # A file's last game and the next one's first are two, whatever their hashes.
        self.begins = np.cumsum([0] + [len(rows) for rows, _ in packs[:-1]])
        rows = np.concatenate([rows for rows, _ in packs])
        self.rows = torch.from_numpy(rows).to(device)

    def __len__(self):
        return len(self.rows)

    def games(self):
        """For each position the hash of its game."""
        number = self.rows[:, self.board + 2 : self.board + 6].long()
        return sum(number[:, n] << 8 * n for n in range(4))

    @functools.cached_property
    def through(self):
        """For each position how far through its game it is, from 0 to 1; the random moves before the
        first position do not count. The rows of a game stand together in its order."""
        games, count = self.games(), len(self)
        first = torch.ones(count, dtype=torch.bool, device=games.device)
        first[1:] = games[1:] != games[:-1]
        first[torch.from_numpy(self.begins[self.begins < count]).to(games.device)] = True
        game = first.cumsum(0) - 1
        begin = first.nonzero(as_tuple=True)[0]
        place = torch.arange(count, device=games.device) - begin[game]
        return (place + 0.5) / game.bincount()[game]

    def split(self, quiet):
        """Places to learn from and places kept back, always whole games: by a hash of the game,
        so that a position never changes sides when the set grows. With `quiet` the positions in
        which something is taken are left out."""
        # Knuth's multiplicative hash, its upper half.
        kept_back = (self.games() * 2654435761 >> 16) % VALIDATION == 0
        wanted = (self.rows[:, self.board + 6] & UNQUIET) == 0 if quiet else torch.ones_like(kept_back)
        places = lambda mask: (mask & wanted).nonzero(as_tuple=True)[0]
        return places(~kept_back), places(kept_back)

    def batch(self, places, mix, late=0.0):
        """Positions as the game's arrays, and their targets: what the search said mixed with what
        the side to move got, `mix` of it; where nobody knows that, what the search said. With `late`
        the share of the result grows evenly through the game, from `1 - late` to `1 + late` times
        `mix`, which stays its mean over every game."""
        rows = self.rows[places]
        state = self.game.unpack(rows[:, : self.board])
        behind = rows[:, self.board :].long()
        said = (behind[:, 0] + (behind[:, 1] << 8)).float() / 65535
        got = behind[:, 6] & 3
        weight = mix * (1 + late * (2 * self.through[places] - 1)) if late else mix
        share = torch.where(got == UNKNOWN, 0.0, weight)
        return state, (1 - share) * said + share * got.float() / 2
