"""Positions of stored games, and what the result of a game counts for in their targets.

    cd train && python -m unittest discover tests
"""

import contextlib
import io
import os
import struct
import tempfile
import unittest
import unittest.mock
import zlib

import torch

from galet_train.data import UNKNOWN, Positions
from galet_train.games import GAMES
from galet_train.train import Training, arguments

WON = 2
# Chances that the search gave, nearly a quarter.
SAID = 16384


def pack(path, games):
    """A pack of positions of Avalam: for each game its hash, how many rows it has and its result."""
    rows = b"".join(bytes(24) + struct.pack("<HIB", SAID, game, result)
                    for game, count, result in games for _ in range(count))
    head = struct.pack("<8s4H16sQI", b"GALETPOS", 1, 24, 31, 0, b"avalam", len(rows) // 31, zlib.crc32(rows))
    with open(path, "wb") as file:
        file.write(head.ljust(64, b"\0") + rows)
    return path


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def positions(self, *packs):
        paths = [pack(f"{self.folder}/{n}.pos", games) for n, games in enumerate(packs)]
        return Positions(paths, GAMES["avalam"]("cpu", []), "cpu")

    def shares(self, data, mix, late):
        """What the result counts for in each target."""
        _, target = data.batch(torch.arange(len(data)), mix, late)
        said = SAID / 65535
        return (target - said) / (1 - said)

    def close(self, found, expected):
        self.assertTrue(torch.allclose(found, torch.tensor(expected), atol=1e-5), (found, expected))

    def test_how_far_through_its_game_a_position_is(self):
        data = self.positions([(7, 2, WON), (9, 5, WON)], [(9, 1, WON), (4, 4, WON)])
        # The second file begins with a game of the same hash: it is another one.
        self.close(data.through, [0.25, 0.75, 0.1, 0.3, 0.5, 0.7, 0.9, 0.5, 0.125, 0.375, 0.625, 0.875])

    def test_a_file_without_rows_begins_no_game(self):
        data = self.positions([], [(7, 2, WON)], [])
        self.close(data.through, [0.25, 0.75])

    def test_results_count_for_more_late_in_a_game_and_as_much_in_all(self):
        data = self.positions([(7, 4, WON), (8, 2, UNKNOWN), (9, 2, WON)])
        self.close(self.shares(data, 0.4, 0.0), [0.4] * 4 + [0.0] * 2 + [0.4] * 2)
        self.close(self.shares(data, 0.4, 1.0), [0.1, 0.3, 0.5, 0.7, 0.0, 0.0, 0.2, 0.6])
        self.close(self.shares(data, 0.4, 0.5), [0.25, 0.35, 0.45, 0.55, 0.0, 0.0, 0.3, 0.5])
        # In any order and any part, as learning takes them.
        places = torch.tensor([7, 0, 3])
        _, target = data.batch(places, 0.4, 1.0)
        self.assertTrue(torch.equal(target, data.batch(torch.arange(8), 0.4, 1.0)[1][places]))

    def test_learning_runs_with_late_results_and_refuses_too_much_of_them(self):
        data = pack(f"{self.folder}/some.pos", [(game * 12345, 6, WON) for game in range(40)])
        line = ["train", "avalam", "--data", data, "--toy", "--minutes", "0.01", "--out", f"{self.folder}/run"]
        asked = lambda *more: unittest.mock.patch("sys.argv", [*line, *more])
        quietly = contextlib.redirect_stdout(io.StringIO())
        with asked("--mix", "0.4", "--late", "1"), quietly:
            Training(arguments()).run()
        self.assertTrue(os.path.exists(f"{self.folder}/run/best.net"))
        for wrong in (("--late", "1.5"), ("--mix", "0.6", "--late", "1")):
            told = io.StringIO()
            with asked(*wrong), contextlib.redirect_stderr(told), self.assertRaises(SystemExit):
                arguments()
            self.assertIn("--late", told.getvalue().splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
