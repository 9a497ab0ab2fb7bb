"""A teacher: a large network that learns from its own tree search, and a small one that learns from it.

    python -m galet_train.teacher abalone --net ../nets/abalone.net --haste 0.002 --minutes 8 --out runs/teacher-1
    python -m galet_train.teacher abalone --net ../nets/abalone.net --haste 0.002 --resume runs/teacher-1/teacher.pt \
        --minutes 6 --pupil 3 --out runs/teacher-2
    python -m galet_train.teacher avalam --net ../nets/avalam.net --toy --out /tmp/toy

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
from .lookahead import Lookahead, pick
from .match import match
from .memory import Memory
from .net import export, grown, load
from .openings import Openings
from .pupil import Glances, Lessons, Pupil, teach
from .residual import Residual
from .tree import Tree


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--net", required=True, help="the small network to begin with")
    parser.add_argument("--out", required=True)
    parser.add_argument("--resume", help="a teacher to go on from")
    parser.add_argument("--school", type=float, default=1.5, help="minutes of learning from the small network")
    parser.add_argument("--minutes", type=float, default=6, help="minutes of self-play")
    parser.add_argument("--pupil", type=float, default=0, help="minutes in which a small network learns from it")
    parser.add_argument("--pupil-rate", type=float, default=4e-4)
    parser.add_argument("--shapes", default="", help="hidden values of pupils: 256,512")
    parser.add_argument("--glances", action="store_true",
                        help="pupils learn the teacher's first thoughts on games of the small network")
    parser.add_argument("--mix", type=float, default=0.4, help="what came of positions, against what the search said")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--width", type=int, default=32, help="moves that a node keeps")
    parser.add_argument("--haste", type=float, default=0.0, help="what a ply costs: winning sooner is better")
    parser.add_argument("--trust", type=float, default=0.85)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--memory", type=int, default=1_500_000, help="positions that are learned from again")
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--starts", default=os.path.join(os.path.dirname(__file__), "starts"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", default="")
    parser.add_argument("--toy", action="store_true")
    args = parser.parse_args(words)
    if args.toy:
        args.games, args.plies, args.channels, args.blocks = 32, 4, 16, 2
        args.school, args.minutes, args.pupil, args.memory = 0.1, 0.15, 0.1, 2000
    return args


class Teaching:
    def __init__(self, args):
        self.args, self.device = args, "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
        path = os.path.join(args.starts, f"{args.game}.txt")
        starts = open(path).read().split() if os.path.exists(path) else []
        self.game = GAMES[args.game](self.device, starts)
        self.small, self.unit = load(args.net, self.game)
        self.turned = self.game.turned()
        self.net = Residual(self.game, args.channels, args.blocks).to(self.device)
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
        self.openings = Openings(self.game, 4 * args.games)
        self.state = self.openings.take(args.games)
        self.finished = self.won = 0
        self.log = None

    def renew(self):
        """Finished games begin anew."""
        over, result = self.game.ended(self.state)
        again = over.nonzero(as_tuple=True)[0]
        self.finished += len(again)
        self.won += int(((result[again] - 0.5).abs() == 0.5).sum())
        if len(again):
            fresh = self.openings.take(len(again))
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
            dense = torch.full((count, self.game.moves), -1e9, device=self.device)
            dense[games, moves] = chances.float() * 60
            logits, acts = dense.topk(width, 1)
            rows.append({**{k: v.clone() for k, v in self.state.items()}, "target": best.float(),
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
            rows.append({**{k: v.clone() for k, v in self.state.items()}, "searched": value,
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
            seen = self.net.seen(part, turn)
            moves = self.turned[turn].gather(1, part["moves"].long())
            with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
                logits, chances = self.net(seen)
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
            positions += len(rows["ply"])
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

    @torch.no_grad()
    def glance(self, state):
        """The chances that the teacher sees without a search."""
        return torch.sigmoid(self.acting(self.acting.seen(state))[1])

    def pupils(self):
        """Small networks learn from the memory; each is exported, and meets the one it came from."""
        args = self.args
        if args.glances:
            lessons = Glances(self.game, self.shown, self.glance)
        else:
            lessons = Lessons(self.game, self.memory, self.glance, args.mix)
        shapes = [int(n) for n in args.shapes.split(",") if n] or [self.small.view.out_features]
        size = 8192 if not args.toy else 128
        pupils = {hidden: Pupil(grown(self.small, self.game, hidden), self.game) for hidden in shapes}
        teach(lessons, self.small, pupils, args.pupil, size, (args.pupil_rate, 1e-5), self.tell)
        run = args.run or os.path.basename(args.out.rstrip("/"))
        for hidden, pupil in pupils.items():
            net = pupil.slow
            name = "pupil" if hidden == shapes[0] else f"pupil-{hidden}"
            export(net, self.game, run, f"{args.out}/{name}.net", self.unit)
            score = match(self.game, net, self.small, self.openings.take(min(512, args.games)))
            self.tell(phase="match", hidden=hidden, score=score)

    def run(self):
        args = self.args
        os.makedirs(args.out, exist_ok=True)
        self.log = open(f"{args.out}/log.jsonl", "a")
        size, fewer = (4096, 1) if not args.toy else (64, 8)
        if not args.resume:
            self.phase("school", args.school, self.shown, 32 // fewer, size, (args.rate, args.rate / 2))
            self.memory = Memory(args.memory)
        self.state = self.openings.take(args.games)
        self.finished = self.won = 0
        batches = max(1, args.games * args.plies // 1365 // fewer)
        self.phase("play", args.minutes, self.play, batches, size, (args.rate / 2, args.rate / 20))
        self.save()
        if args.pupil:
            self.pupils()


if __name__ == "__main__":
    Teaching(arguments()).run()
