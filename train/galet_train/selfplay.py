"""Learning by self-play, everything on one device: play some plies in all games, look back, learn.

    python -m galet_train.selfplay avalam --minutes 8 --out runs/avalam-1
    python -m galet_train.selfplay avalam --toy --out /tmp/toy         # a minute on a CPU

Each position's target is what looking ahead from it said, mixed with what happened later in the
game (TD(λ)); a move made for the sake of variety breaks that chain.
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
from .net import Net, export
from .openings import Openings


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--out", required=True, help="folder for checkpoints, nets and the log")
    parser.add_argument("--resume", help="a checkpoint to go on from")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--games", type=int, default=8192, help="games side by side")
    parser.add_argument("--plies", type=int, default=16, help="plies between two lessons")
    parser.add_argument("--beams", default="", help="moves looked at further, ply by ply: 6,4")
    parser.add_argument("--trust", type=float, default=0.7, help="lambda: weight of what happened later")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--last-rate", type=float, default=2e-5)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--starts", default=os.path.join(os.path.dirname(__file__), "starts"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", default="", help="a name that the net carries")
    parser.add_argument("--toy", action="store_true", help="tiny sizes: shows that it works")
    args = parser.parse_args()
    if args.toy:
        args.games, args.hidden, args.plies, args.batch, args.minutes = 64, 32, 8, 256, 0.5
    return args


class SelfPlay:
    def __init__(self, args):
        self.args = args
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        path = os.path.join(args.starts, f"{args.game}.txt")
        starts = open(path).read().split() if os.path.exists(path) else []
        self.game = GAMES[args.game](self.device, starts)
        self.net = Net(self.game, args.hidden).to(self.device)
        self.teacher = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=args.rate, weight_decay=1e-4)
        if args.resume:
            saved = torch.load(args.resume, map_location=self.device, weights_only=True)
            self.net.load_state_dict(saved["net"])
            self.teacher.load_state_dict(saved["teacher"])
            self.optimiser.load_state_dict(saved["optimiser"])
        self.beams = [int(n) for n in args.beams.split(",") if n]
        self.acting = copy.deepcopy(self.teacher)
        if self.device == "cuda":
            self.acting = self.acting.bfloat16()
        self.openings = Openings(self.game, 4 * args.games)
        self.state = self.openings.take(args.games)
        # Some games are played for variety, some for strength.
        self.noise = self.draw_noise(args.games)
        self.finished = 0

    def draw_noise(self, count):
        return 10 ** (torch.rand(count, device=self.device) * 2.2 - 3.7)

    @torch.no_grad()
    def play(self):
        """Plays some plies in all games; returns positions and their targets."""
        look = Lookahead(self.game, self.acting)
        count = self.args.games
        seen, bests, followed, results, overs = [], [], [], [], []
        for _ in range(self.args.plies):
            games, moves, chances, best = look.moves(self.state, self.beams)
            chosen = pick(games, chances, count, self.noise)
            seen.append(self.state)
            bests.append(best)
            followed.append(chances[chosen] >= best - 0.02)
            self.state = self.game.after(self.state, games[chosen], moves[chosen])
            over, result = self.game.ended(self.state)
            results.append(1 - result)
            overs.append(over)
            again = over.nonzero(as_tuple=True)[0]
            self.finished += len(again)
            if len(again):
                fresh = self.openings.take(len(again))
                for key, value in self.state.items():
                    value[again] = fresh[key]
                self.noise[again] = self.draw_noise(len(again))
        target = bests[-1]
        targets = [None] * len(seen)
        for n in reversed(range(len(seen))):
            if n + 1 < len(seen):
                later = (1 - self.args.trust) * bests[n] + self.args.trust * (1 - target)
                target = torch.where(followed[n], later, bests[n])
            target = torch.where(overs[n] & followed[n], results[n], target)
            targets[n] = target
        states = {k: torch.cat([s[k] for s in seen]) for k in seen[0]}
        return states, torch.cat(targets).float()

    def learn(self, states, targets, rate):
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        order = torch.randperm(len(targets), device=self.device)
        total, batches = 0.0, 0
        for first in range(0, len(order), self.args.batch):
            places = order[first : first + self.args.batch]
            part = {k: v[places] for k, v in states.items()}
            symmetry = torch.randint(len(self.game.symmetries), (len(places),), device=self.device)
            inputs = self.game.inputs(part, torch.float32, symmetry)
            logit = self.net(inputs, self.game.bucket(part))
            loss = F.binary_cross_entropy_with_logits(logit, targets[places])
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.net.clip()
            total, batches = total + loss.detach(), batches + 1
        with torch.no_grad():
            for slow, fast in zip(self.teacher.parameters(), self.net.parameters()):
                slow.lerp_(fast, 0.1)
            for acting, slow in zip(self.acting.parameters(), self.teacher.parameters()):
                acting.copy_(slow)
        spread = (targets - 0.5).abs().mean()
        return float(total) / batches, float(spread)

    def save(self, name):
        folder = self.args.out
        torch.save({"net": self.net.state_dict(), "teacher": self.teacher.state_dict(),
                    "optimiser": self.optimiser.state_dict()}, f"{folder}/{name}.pt")
        run = self.args.run or os.path.basename(folder.rstrip("/"))
        return export(self.teacher, self.game, run, f"{folder}/{name}.net")

    def run(self):
        args = self.args
        os.makedirs(args.out, exist_ok=True)
        log = open(f"{args.out}/log.jsonl", "a")
        begun, told, positions, rounds = time.time(), time.time(), 0, 0
        older = copy.deepcopy(self.teacher)
        while (elapsed := time.time() - begun) < args.minutes * 60:
            part = elapsed / (args.minutes * 60)
            rate = args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * part)) / 2
            states, targets = self.play()
            loss, spread = self.learn(states, targets, rate)
            positions, rounds = positions + len(targets), rounds + 1
            if time.time() - told > 20:
                told = time.time()
                openings = self.openings.take(min(2048, args.games))
                against = match(self.game, self.teacher, older, openings)
                entry = dict(seconds=round(elapsed), rounds=rounds, positions=positions,
                             games=self.finished, loss=round(loss, 5), spread=round(spread, 4),
                             rate=rate, against_older=round(against, 4))
                older = copy.deepcopy(self.teacher)
                print(json.dumps(entry), flush=True)
                log.write(json.dumps(entry) + "\n")
                log.flush()
                self.save("latest")
        print(self.save("latest"))


if __name__ == "__main__":
    SelfPlay(arguments()).run()
