"""A teacher of Abalone: a large network that learns from its own tree search, and a small one that
learns from it.

    python -m galet_train.teacher --net ../nets/abalone.net --minutes 8 --out runs/teacher-1
    python -m galet_train.teacher --net ../nets/abalone.net --resume runs/teacher-1/teacher.pt --minutes 6 --pupil 3 --out …
    python -m galet_train.teacher --net ../nets/abalone.net --toy --out /tmp/toy

First the teacher learns what the small network sees one ply ahead, so that it does not begin from
nothing. Then thousands of games are played by tree search, and it learns the moves that the search
preferred and what the games came to. At last a small network of the engine's shape learns the
values that the search gave.
"""

import argparse
import copy
import json
import math
import os
import time

import torch
import torch.nn.functional as F

from .games import GAMES
from .games.abalone import CELLS
from .hexagon import Hexagon
from .lookahead import Lookahead, pick
from .net import export, load
from .tree import Tree

KEPT = ("me", "you", "lost", "taken", "ply")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", required=True, help="the small network to begin with")
    parser.add_argument("--out", required=True)
    parser.add_argument("--resume", help="a teacher to go on from")
    parser.add_argument("--school", type=float, default=1.5, help="minutes of learning from the small network")
    parser.add_argument("--minutes", type=float, default=6, help="minutes of self-play")
    parser.add_argument("--pupil", type=float, default=0, help="minutes in which a small network learns from it")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--width", type=int, default=32, help="moves that a node keeps")
    parser.add_argument("--haste", type=float, default=0.002, help="what a ply costs: winning sooner is better")
    parser.add_argument("--trust", type=float, default=0.85)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--memory", type=int, default=1_500_000, help="positions that are learned from again")
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--starts", default=os.path.join(os.path.dirname(__file__), "starts"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", default="")
    parser.add_argument("--toy", action="store_true")
    args = parser.parse_args()
    if args.toy:
        args.games, args.plies, args.channels, args.blocks = 32, 4, 16, 2
        args.school, args.minutes, args.pupil, args.memory = 0.1, 0.15, 0.1, 2000
    return args


def permutations(game):
    """Where each move goes under each symmetry of the board."""
    columns = (game.own, game.other, game.empty, game.own_change, game.other_change, game.ejects)
    masks = list(zip(*(column.tolist() for column in columns)))
    place = {mask: n for n, mask in enumerate(masks)}
    rows = []
    for images in game.symmetries.tolist():
        goes = [0] * len(CELLS)
        for new, old in enumerate(images):
            goes[old] = new
        turn = lambda mask: sum(1 << goes[n] for n in range(len(CELLS)) if mask >> n & 1)
        rows.append([place[(*map(turn, mask[:5]), mask[5])] for mask in masks])
    return torch.tensor(rows, device=game.device)


class Memory:
    """The last positions, with what is to be learned from them."""

    def __init__(self, size):
        self.size, self.at, self.rows = size, 0, None

    def add(self, rows):
        count = len(rows["me"])
        if self.rows is None:
            self.rows = {k: v.new_zeros((self.size, *v.shape[1:])) for k, v in rows.items()}
            self.full = 0
        places = (torch.arange(count, device=rows["me"].device) + self.at) % self.size
        for key, value in rows.items():
            self.rows[key][places] = value
        self.at = (self.at + count) % self.size
        self.full = min(self.size, self.full + count)

    def some(self, count):
        places = torch.randint(self.full, (count,), device=self.rows["me"].device)
        return {k: v[places] for k, v in self.rows.items()}


class Teaching:
    def __init__(self, args):
        self.args, self.device = args, "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
        starts = open(os.path.join(args.starts, "abalone.txt")).read().split()
        self.game = GAMES["abalone"](self.device, starts)
        self.small, self.unit = load(args.net, self.game)
        self.turned = permutations(self.game)
        self.net = Hexagon(self.game, args.channels, args.blocks).to(self.device)
        self.net = self.net.to(memory_format=torch.channels_last)
        if args.resume:
            self.net.load_state_dict(torch.load(args.resume, map_location=self.device, weights_only=True))
            self.net.float()
        self.slow = copy.deepcopy(self.net).eval()
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=args.rate, weight_decay=1e-4)
        self.acting = copy.deepcopy(self.slow)
        if self.device == "cuda":
            self.acting = self.acting.bfloat16()
        self.memory = Memory(args.memory)
        self.openings, self.used = None, 0
        self.state = self.fresh(args.games)
        # Games of all ages from the beginning on.
        self.finished = self.won = 0
        self.log = None

    def fresh(self, count):
        supply = max(4 * self.args.games, count)
        if self.openings is None or self.used + count > len(self.openings["ply"]):
            self.openings, self.used = self.make_openings(supply), 0
        first, self.used = self.used, self.used + count
        return {k: v[first : self.used].clone() for k, v in self.openings.items()}

    def make_openings(self, count):
        state = self.game.start(count)
        plies = torch.randint(0, 13, (count,), device=self.device)
        for ply in range(12):
            games, moves = self.game.legal(state)
            chosen = pick(games, torch.zeros(len(games), device=self.device), count,
                          torch.ones(count, device=self.device))
            later = self.game.after(state, games[chosen], moves[chosen])
            on = (plies > ply) & ~self.game.ended(later)[0]
            state = {k: torch.where(on, later[k], v) for k, v in state.items()}
        return state

    def renew(self):
        """Finished games begin anew."""
        over, _ = self.game.ended(self.state)
        again = over.nonzero(as_tuple=True)[0]
        self.finished += len(again)
        self.won += int((self.state["lost"][again] >= 6).sum())
        if len(again):
            fresh = self.fresh(len(again))
            for key, value in self.state.items():
                value[again] = fresh[key]

    @torch.no_grad()
    def shown(self):
        """Positions of games by the small network, with its moves and values one ply ahead."""
        small = copy.deepcopy(self.small)
        look = Lookahead(self.game, small.bfloat16() if self.device == "cuda" else small)
        count, width = self.args.games, self.args.width
        noise = 10 ** (torch.rand(count, device=self.device) * 2.2 - 3.7)
        rows = []
        for _ in range(self.args.plies):
            games, moves, chances, best = look.moves(self.state, [])
            dense = torch.full((count, len(self.game.own)), -1e9, device=self.device)
            dense[games, moves] = chances.float() * 60
            logits, acts = dense.topk(width, 1)
            rows.append({**{k: self.state[k].clone() for k in KEPT}, "target": best.float(),
                         "searched": best.float(), "moves": acts.short(),
                         "wishes": torch.softmax(logits, 1).bfloat16()})
            chosen = pick(games, chances, count, noise)
            self.state = self.game.after(self.state, games[chosen], moves[chosen])
            self.renew()
        return {k: torch.cat([row[k] for row in rows]) for k in rows[0]}

    @torch.no_grad()
    def play(self):
        """Positions of games by tree search."""
        tree = Tree(self.game, self.acting, self.args.width, self.args.haste)
        rows, results, overs = [], [], []
        for _ in range(self.args.plies):
            move, moves, wishes, value = tree.search(self.state)
            rows.append({**{k: self.state[k].clone() for k in KEPT}, "searched": value,
                         "moves": moves.short(), "wishes": wishes.bfloat16()})
            every = torch.arange(len(move), device=self.device)
            self.state = self.game.after(self.state, every, move)
            over, result = self.game.ended(self.state)
            overs.append(over)
            results.append(tree.flip(result))
            self.renew()
        target = rows[-1]["searched"]
        for n in reversed(range(len(rows))):
            if n + 1 < len(rows):
                said, trust = rows[n]["searched"], self.args.trust
                target = (1 - trust) * said + trust * tree.flip(target)
            target = torch.where(overs[n], results[n], target)
            rows[n]["target"] = target
        return {k: torch.cat([row[k] for row in rows]) for k in rows[0]}

    def learn(self, batches, size, rate):
        self.net.train()
        sums = torch.zeros(2, device=self.device)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        for _ in range(batches):
            part = self.memory.some(size)
            turn = torch.randint(len(self.turned), (size,), device=self.device)
            planes = self.net.planes(part, self.game.symmetries[turn])
            moves = self.turned[turn].gather(1, part["moves"].long())
            with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
                logits, chances = self.net(planes)
            wishes = part["wishes"].float()
            wished = -(wishes * torch.log_softmax(logits, 1).gather(1, moves)).sum(1).mean()
            valued = F.binary_cross_entropy_with_logits(chances, part["target"])
            self.optimiser.zero_grad(set_to_none=True)
            (valued * 2 + wished).backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
            self.optimiser.step()
            sums += torch.stack([valued.detach(), wished.detach()])
            with torch.no_grad():
                for slow, fast in zip(self.slow.parameters(), self.net.parameters()):
                    slow.lerp_(fast, 0.005)
                for slow, fast in zip(self.slow.buffers(), self.net.buffers()):
                    slow.copy_(fast)
        self.acting.load_state_dict(self.slow.state_dict())
        return (sums / batches).tolist()

    def tell(self, **entry):
        entry = {k: round(v, 5) if isinstance(v, float) else v for k, v in entry.items()}
        print(json.dumps(entry), flush=True)
        self.log.write(json.dumps(entry) + "\n")
        self.log.flush()

    def phase(self, name, minutes, supply, batches, size, rates):
        begun, told, positions = time.time(), 0.0, 0
        while (spent := time.time() - begun) < minutes * 60:
            part = spent / (minutes * 60)
            rate = rates[1] + (rates[0] - rates[1]) * (1 + math.cos(math.pi * part)) / 2
            rows = supply()
            self.memory.add(rows)
            positions += len(rows["me"])
            valued, wished = self.learn(batches, size, rate)
            if time.time() - told > 20:
                told = time.time()
                spread = float((rows["searched"] - 0.5).abs().mean())
                self.tell(phase=name, seconds=round(spent), positions=positions, valued=valued,
                          wished=wished, spread=spread, finished=self.finished, won=self.won, rate=rate)
                self.save()

    def save(self):
        state = {k: v.half() if v.dtype == torch.float32 else v for k, v in self.slow.state_dict().items()}
        torch.save(state, f"{self.args.out}/teacher.pt")

    def pupil(self, minutes):
        """A small network learns what the search said of the last positions. Some positions are a
        random move away from them: the engine sees such ones, and the teacher says what it thinks."""
        args, total = self.args, self.memory.full
        kept = torch.arange(total, device=self.device) % 16 == 0
        learned, back = (~kept).nonzero()[:, 0], kept.nonzero()[:, 0]
        net, slow = copy.deepcopy(self.small), copy.deepcopy(self.small)
        optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-5)
        begun, told, steps, size = time.time(), 0.0, 0, 8192 if not args.toy else 128
        rows = self.memory.rows
        while (spent := time.time() - begun) < minutes * 60:
            rate = 1e-5 + (4e-4 - 1e-5) * (1 + math.cos(math.pi * spent / (minutes * 60))) / 2
            for group in optimiser.param_groups:
                group["lr"] = rate
            places = learned[torch.randint(len(learned), (size,), device=self.device)]
            part = {k: rows[k][places] for k in KEPT}
            target = 0.6 * rows["searched"][places] + 0.4 * rows["target"][places]
            with torch.no_grad():
                some = {k: v[: size // 2] for k, v in part.items()}
                games, moves = self.game.legal(some)
                chosen = pick(games, torch.zeros(len(games), device=self.device), size // 2,
                              torch.ones(size // 2, device=self.device))
                near = self.game.after(some, games[chosen], moves[chosen])
                over, _ = self.game.ended(near)
                _, chances = self.acting(self.acting.planes(near))
                part = {k: torch.cat([part[k][: size // 2][~over], near[k][~over], part[k][size // 2 :]]) for k in KEPT}
                target = torch.cat([target[: size // 2][~over], torch.sigmoid(chances)[~over], target[size // 2 :]])
            turn = torch.randint(len(self.turned), (len(target),), device=self.device)
            logit = net(self.game.inputs(part, torch.float32, turn), self.game.bucket(part))
            loss = F.binary_cross_entropy_with_logits(logit, target)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            net.clip()
            steps += 1
            with torch.no_grad():
                for a, b in zip(slow.parameters(), net.parameters()):
                    a.lerp_(b, max(0.002, 1 / (steps + 1)))
            if time.time() - told > 15:
                told = time.time()
                self.tell(phase="pupil", seconds=round(spent), steps=steps, loss=float(loss.detach()),
                          **self.judge(slow, back, "new"), **self.judge(self.small, back, "old"))
        run = args.run or os.path.basename(args.out.rstrip("/"))
        export(slow, self.game, run, f"{args.out}/pupil.net", self.unit)
        self.tell(phase="match", score=self.match(slow))

    @torch.no_grad()
    def judge(self, net, places, name):
        part = {k: self.memory.rows[k][places] for k in KEPT}
        logit = net(self.game.inputs(part, torch.float32), self.game.bucket(part))
        said, got = self.memory.rows["searched"][places], self.memory.rows["target"][places]
        loss = lambda wanted: float(F.binary_cross_entropy_with_logits(logit, wanted))
        least = float(F.binary_cross_entropy(said, said))
        return {f"{name}_said": loss(said) - least, f"{name}_got": loss(got)}

    @torch.no_grad()
    def match(self, net):
        """The score of a small network against the one it came from, both one ply ahead."""
        games = min(2048, self.args.games)
        state = self.fresh(games)
        looks = [Lookahead(self.game, net), Lookahead(self.game, self.small)]
        first = torch.arange(games, device=self.device) % 2
        score = torch.full((games,), -1.0, device=self.device)
        for ply in range(230):
            for player in (0, 1):
                mine = ((score < 0) & ((first + ply) % 2 == player)).nonzero(as_tuple=True)[0]
                if not len(mine):
                    continue
                part = {k: v[mine] for k, v in state.items()}
                where, moves, chances, _ = looks[player].moves(part, [])
                chosen = pick(where, chances, len(mine), torch.full((len(mine),), 1e-4, device=self.device))
                later = self.game.after(part, where[chosen], moves[chosen])
                over, result = self.game.ended(later)
                for key, value in state.items():
                    value[mine] = later[key]
                score[mine] = torch.where(over, 1 - result if player == 0 else result, score[mine])
        return float(score.clamp(min=0).mean())

    def run(self):
        args = self.args
        os.makedirs(args.out, exist_ok=True)
        self.log = open(f"{args.out}/log.jsonl", "a")
        size = 4096 if not args.toy else 64
        if not args.resume:
            self.phase("school", args.school, self.shown, 32 if not args.toy else 4, size, (args.rate, args.rate / 2))
            self.state = self.fresh(args.games)
            self.memory = Memory(args.memory)
            self.state["ply"] += torch.randint(0, 120, (args.games,), device=self.device)
        self.finished = self.won = 0
        self.phase("play", args.minutes, self.play, 48 if not args.toy else 4, size, (args.rate / 2, args.rate / 20))
        self.save()
        if args.pupil:
            self.pupil(args.pupil)


if __name__ == "__main__":
    Teaching(arguments()).run()
