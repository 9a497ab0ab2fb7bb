"""Do richer inputs bring a small network of Abalone nearer to what a teacher's search says?

    python -m galet_train.inputs abalone --minutes 4.5 --total-minutes 9 --out runs/inputs
    python -m galet_train.inputs abalone --again runs/inputs --total-minutes 4 --out runs/inputs-2
    python -m galet_train.inputs abalone --toy --out /tmp/toy

A teacher is schooled and plays by tree search. Then small networks that differ in their inputs, and
some with a second layer, learn from its memory: side by side, from the same positions, once for
each seed. All begin as the network of --net, whose chances they have until they learn. What is told
is how far each is from the search on games kept back, beyond its entropy, and how much nearer than
the network of marbles only, by games.
"""

import argparse
import glob
import json
import os
import time

import torch
from torch import nn

from . import teacher
from .games.abalone import CELLS, DIRECTIONS, NUMBER, _step
from .memory import Memory
from .net import Net, begin_as
from .pupil import Lessons, Pupil, losses, teach

# A file of the memory stays below 16 MiB.
ROWS_OF_A_FILE = 600_000
# Minutes for the last judgement and for writing files.
RESERVE = 0.3


def _runs(count, directions):
    """Every line of so many cells along the directions, by the numbers of its cells."""
    lines = []
    for cell in CELLS:
        for direction in directions:
            line = [_step(cell, direction, steps) for steps in range(count)]
            if all(at in NUMBER for at in line):
                lines.append([NUMBER[at] for at in line])
    return lines


class Lines:
    """For each line of three cells: own marbles on all of them."""

    def __init__(self, device):
        self.cells = torch.tensor(_runs(3, DIRECTIONS[:3]), device=device)
        self.count = len(self.cells)

    def __call__(self, own, other):
        return own[:, self.cells].prod(2)


class Contact:
    """For each cell with an own marble: one, two or more neighbours are the other's; none, one or
    two are empty. An edge in contact is the sum of the first three at a cell of the edge, so it
    needs no input of its own."""

    def __init__(self, device):
        self.near = torch.zeros(61, 61, device=device)
        for cell in CELLS:
            for direction in DIRECTIONS:
                if (at := _step(cell, direction)) in NUMBER:
                    self.near[NUMBER[at], NUMBER[cell]] = 1
        self.count = 6 * 61

    def __call__(self, own, other):
        near = self.near.to(own.dtype)
        others, empty = other @ near, (1 - own - other) @ near
        facts = [others == 1, others == 2, others >= 3, empty == 0, empty == 1, empty == 2]
        return torch.cat([own * fact for fact in facts], 1)


class Edges:
    """For each way off the board: an own marble at the edge that two of the other's behind it would
    push off, or two own ones with three behind them."""

    def __init__(self, device):
        inward = [line for line in _runs(5, DIRECTIONS) if _leads_off(line)]
        self.cells = torch.tensor(inward, device=device)
        self.count = 2 * len(inward)

    def __call__(self, own, other):
        own, other = own[:, self.cells], other[:, self.cells]
        one = own[:, :, 0] * other[:, :, 1:3].prod(2)
        two = own[:, :, :2].prod(2) * other[:, :, 2:].prod(2)
        return torch.cat([one, two], 1)


def _leads_off(line):
    """Whether the line begins at the edge and leads away from it."""
    (row, diagonal), (next_row, next_diagonal) = CELLS[line[0]], CELLS[line[1]]
    return (2 * row - next_row, 2 * diagonal - next_diagonal) not in NUMBER


class Richer:
    """Abalone with further inputs behind those of the marbles, for each of them the own ones and
    then the other's."""

    def __init__(self, game, kinds):
        self.game, self.device, self.buckets = game, game.device, game.buckets
        self.kinds = [kind(game.device) for kind in kinds]
        self.features = game.features + 2 * sum(kind.count for kind in self.kinds)

    def bucket(self, state):
        return self.game.bucket(state)

    def inputs(self, state, dtype, symmetry=None):
        marbles = self.game.inputs(state, dtype, symmetry)
        own, other = marbles[:, :61], marbles[:, 61:]
        both = [side for kind in self.kinds for side in (kind(own, other), kind(other, own))]
        return torch.cat([marbles, *both], 1)

    def swapped(self):
        order = self.game.swapped()
        for kind in self.kinds:
            first, middle, last = len(order), len(order) + kind.count, len(order) + 2 * kind.count
            order += [*range(middle, last), *range(first, middle)]
        return order


class Deeper(Net):
    """A network that has a small layer between beside its output, which says nothing at first."""

    def __init__(self, game, hidden, between):
        super().__init__(game, hidden)
        self.between = nn.Linear(2 * hidden, between)
        self.further = nn.Linear(between, game.buckets)
        nn.init.zeros_(self.further.weight)
        nn.init.zeros_(self.further.bias)

    def forward(self, inputs, bucket):
        seen = self.hidden(inputs)
        said = self.out(seen) + self.further(self.between(seen).clamp(0, 1).square())
        return said.gather(1, bucket[:, None])[:, 0].float()


# (name, further inputs, values between); the first is what the others are compared with.
PUPILS = (
    ("marbles", (), 0),
    ("lines", (Lines,), 0),
    ("contact", (Contact,), 0),
    ("edges", (Edges,), 0),
    ("all", (Lines, Contact, Edges), 0),
    ("marbles, 32 between", (), 32),
    ("all, 32 between", (Lines, Contact, Edges), 32),
)


def changes(game, rows):
    """How many inputs a move changes on average, for one player's view."""
    state = {k: v[:: max(1, len(rows["ply"]) // 100)] for k, v in rows.items()}
    games, moves = game.game.legal(state)
    later = game.inputs(game.game.after(state, games, moves), torch.float32)
    swapped = torch.tensor(game.swapped(), device=game.device)
    return float((game.inputs(state, torch.float32)[games] != later[:, swapped]).sum(1).float().mean())


def twice_error(values, games):
    """Twice the standard error of a mean: positions of one game are much alike, so chance is what
    differs between games."""
    places = games.unique(return_inverse=True)[1]
    sums = values.new_zeros(int(places.max()) + 1).index_add(0, places, values - values.mean())
    return 2 * float(sums.norm()) / len(values)


class Trial(teacher.Teaching):
    """The teacher's school and play, and then these pupils."""

    def __init__(self, args, trial):
        self.begun, self.trial = time.time(), trial
        super().__init__(args)
        if trial.again:
            self.memory = remembered(trial.again, self.device)

    def left(self):
        """Minutes until the end."""
        return self.trial.total_minutes - (time.time() - self.begun) / 60

    def phase(self, name, minutes, *more):
        """Schooling and play leave the pupils what they need."""
        super().phase(name, min(minutes, self.left() - self.trial.pupil_minutes - RESERVE), *more)

    def pupils(self):
        trial = self.trial
        if not trial.again:
            self.memory.rows["game"] = self.memory.games(self.args.games)
            keep(self.memory, trial.out)
        lessons = Lessons(self.game, self.memory, self.glance, self.args.mix)
        games = lessons.back["game"].unique()
        before = Pupil(self.small, self.game).chances
        self.results = {
            "positions": len(lessons.learned), "kept_back": len(lessons.back["ply"]), "games": len(games),
            "before": mean(losses(lessons.back, before)), "glance": mean(losses(lessons.back, self.glance)),
            "minutes": [], "steps": [], "pupils": {},
        }
        for seed in range(1, trial.seeds + 1):
            minutes = max(0.05, (self.left() - RESERVE) / (trial.seeds - seed + 1))
            self.round(seed, lessons, minutes)
        self.print_table()

    def round(self, seed, lessons, minutes):
        """All pupils learn the same, by one seed."""
        torch.manual_seed(1000 * self.args.seed + seed)
        pupils = {name: self.pupil(kinds, between) for name, kinds, between in PUPILS}
        size = 8192 if not self.args.toy else 128
        tell = lambda **entry: self.tell(seed=seed, **entry)
        teach(lessons, self.small, pupils, minutes, size, (self.args.pupil_rate, 1e-5), tell)
        known = self.memory.take(lessons.learned[:: max(1, len(lessons.learned) // len(lessons.back["ply"]))])
        self.results["minutes"].append(round(minutes, 2))
        self.results["steps"].append(next(iter(pupils.values())).steps)
        plain = None
        for name, pupil in pupils.items():
            with torch.no_grad():
                found = losses(lessons.back, pupil.chances)
                plain = found if plain is None else plain
                off = found - plain
                entry = self.results["pupils"].setdefault(name, {
                    "inputs": pupil.game.features, "changes": round(changes(pupil.game, lessons.back), 1),
                    "weights": sum(p.numel() for p in pupil.net.parameters()), "seeds": [],
                })
                games = lessons.back["game"]
                entry["seeds"].append({
                    "distance": mean(found)[0], "twice_error": twice_error(found[:, 0], games),
                    "above_marbles": mean(off)[0], "above_error": twice_error(off[:, 0], games),
                    "got_above": mean(off)[1], "got_error": twice_error(off[:, 1], games),
                    "distance_of_learned": mean(losses(known, pupil.chances))[0],
                })
        with open(f"{self.trial.out}/results.json", "w") as file:
            json.dump(self.results, file, indent=1)
        torch.save({name: {k: v.half() for k, v in pupil.slow.state_dict().items()}
                    for name, pupil in pupils.items()}, f"{self.trial.out}/pupils.pt")

    def pupil(self, kinds, between):
        game, hidden = Richer(self.game, kinds), self.small.view.out_features
        net = Deeper(game, hidden, between) if between else Net(game, hidden)
        return Pupil(begin_as(net.to(self.device), self.small), game)

    def print_table(self):
        results = self.results
        print(f"{results['positions']} positions to learn from, {results['kept_back']} of {results['games']} games "
              f"kept back; minutes {results['minutes']}, steps {results['steps']}\n"
              f"distance of {self.args.net}: {results['before'][0]:.5f}, of the teacher at a glance: "
              f"{results['glance'][0]:.5f}; ± is twice the standard error by games\n")
        print("| pupil | inputs | a move changes | weights | distance | above marbles | results, above marbles "
              "| distance of those learned |\n|---|--:|--:|--:|--:|--:|--:|--:|")
        for name, entry in results["pupils"].items():
            cells = [name, entry["inputs"], entry["changes"], entry["weights"]]
            column = lambda form: "; ".join(form.format(**seed) for seed in entry["seeds"])
            cells += [column("{distance:.5f} ± {twice_error:.5f}"), column("{above_marbles:+.5f} ± {above_error:.5f}"),
                      column("{got_above:+.5f} ± {got_error:.5f}"), column("{distance_of_learned:.5f}")]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def mean(values):
    return values.mean(0).tolist()


def keep(memory, folder):
    """Writes what pupils need of a memory, in files below 16 MiB."""
    kinds = {"me": torch.long, "you": torch.long, "lost": torch.uint8, "taken": torch.uint8, "ply": torch.uint8,
             "searched": torch.half, "target": torch.half, "game": torch.int32}
    for first in range(0, memory.full, ROWS_OF_A_FILE):
        last = min(first + ROWS_OF_A_FILE, memory.full)
        # A copy, because a view would be written with all that it is a part of.
        part = {key: memory.rows[key][first:last].to(kind, copy=True).cpu() for key, kind in kinds.items()}
        torch.save(part, f"{folder}/memory-{first // ROWS_OF_A_FILE}.pt")


def remembered(folder, device):
    """A memory that [`keep`] wrote."""
    count = len(glob.glob(f"{folder}/memory-*.pt"))
    parts = [torch.load(f"{folder}/memory-{n}.pt", weights_only=True) for n in range(count)]
    rows = {k: torch.cat([part[k] for part in parts]).to(device) for k in parts[0]}
    rows = {k: v.float() if v.is_floating_point() else v.long() for k, v in rows.items()}
    memory = Memory(len(rows["ply"]))
    memory.add(rows)
    return memory


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=["abalone"])
    parser.add_argument("--net", default=os.path.join(os.path.dirname(__file__), "..", "..", "nets", "abalone.net"))
    parser.add_argument("--out", required=True)
    parser.add_argument("--school", type=float, default=1.2, help="minutes of learning from the small network")
    parser.add_argument("--minutes", type=float, default=4.5, help="minutes of self-play")
    parser.add_argument("--pupil-minutes", type=float, default=2.0,
                        help="least minutes left to the pupils; what remains of the total is theirs too")
    parser.add_argument("--total-minutes", type=float, default=9)
    parser.add_argument("--again", help="a folder of this command: its teacher and its memory once more")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--toy", action="store_true")
    trial = parser.parse_args()
    if trial.toy:
        trial.school, trial.minutes, trial.pupil_minutes, trial.total_minutes = 0.1, 0.4, 0.5, 1.5
    return trial


def main():
    trial = arguments()
    words = [trial.game, "--net", trial.net, "--out", trial.out, "--haste", "0.002", "--seed", str(trial.seed)]
    words += ["--toy"] if trial.toy else []
    words += ["--resume", f"{trial.again}/teacher.pt"] if trial.again else []
    args = teacher.arguments(words)
    args.school, args.minutes, args.pupil = trial.school, 0 if trial.again else trial.minutes, trial.pupil_minutes
    # Whole rounds of play, so that games are found again in the memory.
    rows = args.games * args.plies
    args.memory = max(1, args.memory // rows) * rows
    Trial(args, trial).run()


if __name__ == "__main__":
    main()
