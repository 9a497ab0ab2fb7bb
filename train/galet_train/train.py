"""Learning from stored games of the engine.

    galet datagen pack avalam.dat --out avalam.pos
    python -m galet_train.train avalam --data avalam.pos --from runs/avalam/latest.pt --out runs/avalam-4
    python -m galet_train.train avalam --data avalam.pos --mix 0.4 --late 1 --out runs/late    # results count more late
    python -m galet_train.train avalam --data avalam.pos --toy --out /tmp/toy      # a minute on a CPU

The log has the loss on positions learned from and on games kept back. `best` is the network with
the lowest loss on the latter, `latest` the last one. A run that was ended goes on from its
`latest.pt` with --resume.
"""

import argparse
import copy
import json
import math
import os
import time

import torch
import torch.nn.functional as F

from .data import BadPack, Positions
from .games import GAMES
from .net import SCORE_UNIT, Net, export


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--data", required=True, nargs="+", help="sets of positions (.pos, .pos.xz)")
    parser.add_argument("--out", required=True, help="folder for checkpoints, nets and the log")
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--from", dest="begin", help="a checkpoint whose network is the beginning")
    begin.add_argument("--resume", help="a checkpoint of a run of this script that was ended")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--mix", type=float, default=0.3, help="weight of the result in the target")
    parser.add_argument("--late", type=float, default=0.0,
                        help="how much the result counts for late in a game: it grows evenly from 1 - LATE to 1 + LATE "
                             "times --mix, from the first position to the last (0: the same everywhere; 1: from nothing "
                             "to twice)")
    parser.add_argument("--quiet", action="store_true", help="leave out positions in which something is taken")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--decay", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--average", type=float, default=0.002, help="how fast the slow average follows")
    parser.add_argument("--every", type=float, default=10, help="seconds between two validations")
    parser.add_argument("--unit", type=int, default=SCORE_UNIT, help="the score that odds of e:1 mean")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", default="", help="a name that the net carries")
    parser.add_argument("--toy", action="store_true", help="tiny sizes: shows that it works")
    args = parser.parse_args()
    if args.toy:
        hidden = 256 if args.begin or args.resume else 32
        parser.set_defaults(batch=256, minutes=0.5, every=3, average=0.02, hidden=hidden)
        args = parser.parse_args()
    if not 0 <= args.late <= 1:
        parser.error("--late is a share from 0 to 1")
    if not 0 <= args.mix * (1 + args.late) <= 1:
        parser.error(f"--mix {args.mix} with --late {args.late}: the result would be more than all of the last target")
    return args


class Training:
    def __init__(self, args):
        self.args = args
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        self.game = GAMES[args.game](self.device, [])
        try:
            self.data = Positions(args.data, self.game, self.device)
        except (BadPack, OSError) as error:
            raise SystemExit(str(error))
        self.learned, self.kept_back = self.data.split(args.quiet)
        if not len(self.learned) or not len(self.kept_back):
            raise SystemExit(f"{len(self.data)} positions are too few to learn and to validate")
        saved = None
        if args.begin or args.resume:
            saved = torch.load(args.begin or args.resume, map_location=self.device, weights_only=True)
            args.hidden = saved["teacher"]["view.bias"].numel()
        self.net = Net(self.game, args.hidden).to(self.device)
        if saved:
            self.net.load_state_dict(saved["net" if args.resume else "teacher"])
        # The slow average is what is validated and exported.
        self.teacher = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=args.rate, weight_decay=args.decay)
        self.elapsed, self.steps, self.best = 0.0, 0, math.inf
        if args.resume:
            if "training" not in saved:
                raise SystemExit(f"{args.resume} is no run of this script: begin with --from")
            self.teacher.load_state_dict(saved["teacher"])
            self.optimiser.load_state_dict(saved["optimiser"])
            at = saved["training"]
            self.elapsed, self.steps, self.best = at["elapsed"], at["steps"], at["best"]

    def loss(self, net, places, symmetry, mix, late=0.0):
        state, target = self.data.batch(places, mix, late)
        inputs = self.game.inputs(state, torch.float32, symmetry)
        logit = net(inputs, self.game.bucket(state))
        return F.binary_cross_entropy_with_logits(logit, target), target

    def epochs(self):
        """Batches without end: every position once, then every position again."""
        while True:
            order = self.learned[torch.randperm(len(self.learned), device=self.device)]
            yield from order.split(self.args.batch)

    def step(self, places, rate):
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        symmetry = torch.randint(len(self.game.symmetries), (len(places),), device=self.device)
        loss, _ = self.loss(self.net, places, symmetry, self.args.mix, self.args.late)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.net.clip()
        self.steps += 1
        with torch.no_grad():
            # Follows quickly at first, so that it does not remember the beginning for long.
            pace = max(self.args.average, 1 / (self.steps + 1))
            for slow, fast in zip(self.teacher.parameters(), self.net.parameters()):
                slow.lerp_(fast, pace)
        return loss.detach()

    @torch.no_grad()
    def validate(self):
        """The loss on the games kept back: of the target, and of what was said and got alone.
        What is left of the first if the targets were met is their own entropy."""
        sums = torch.zeros(4, device=self.device)
        for places in self.kept_back.split(self.args.batch):
            for n, (mix, late) in enumerate(((self.args.mix, self.args.late), (0.0, 0.0), (1.0, 0.0))):
                loss, target = self.loss(self.teacher, places, None, mix, late)
                sums[n] += loss * len(places)
                if n == 0:
                    sums[3] += F.binary_cross_entropy(target, target, reduction="sum")
        mixed, said, got, least = (sums / len(self.kept_back)).tolist()
        return dict(validation=round(mixed, 5), said=round(said, 5), got=round(got, 5),
                    least=round(least, 5))

    def save(self, name):
        folder = self.args.out
        training = dict(elapsed=self.elapsed, steps=self.steps, best=self.best)
        torch.save({"net": self.net.state_dict(), "teacher": self.teacher.state_dict(),
                    "optimiser": self.optimiser.state_dict(), "training": training},
                   f"{folder}/{name}.partial")
        os.replace(f"{folder}/{name}.partial", f"{folder}/{name}.pt")
        run = self.args.run or os.path.basename(folder.rstrip("/"))
        return export(self.teacher, self.game, run, f"{folder}/{name}.net", self.args.unit)

    def tell(self, log, losses, rate):
        entry = dict(seconds=round(self.elapsed), steps=self.steps,
                     positions=self.steps * min(self.args.batch, len(self.learned)),
                     epochs=round(self.steps / math.ceil(len(self.learned) / self.args.batch), 2),
                     loss=round(float(torch.stack(losses).mean()), 5) if losses else None,
                     **self.validate(), rate=rate)
        print(json.dumps(entry), flush=True)
        log.write(json.dumps(entry) + "\n")
        log.flush()
        if entry["validation"] < self.best:
            self.best = entry["validation"]
            self.save("best")
        self.save("latest")

    def run(self):
        args = self.args
        os.makedirs(args.out, exist_ok=True)
        print(f"{len(self.learned)} positions to learn from, {len(self.kept_back)} kept back, "
              f"{self.data.rows.numel() / 1e6:.1f} MB on {self.device}", flush=True)
        before, begun, told, losses = self.elapsed, time.time(), time.time(), []
        with open(f"{args.out}/log.jsonl", "a") as log:
            # What the beginning is worth, before anything is learned.
            self.tell(log, losses, args.rate)
            for places in self.epochs():
                self.elapsed = before + time.time() - begun
                part = self.elapsed / max(args.minutes * 60, 1e-9)
                if part >= 1:
                    break
                rate = args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * part)) / 2
                losses.append(self.step(places, rate))
                if time.time() - told > args.every:
                    self.tell(log, losses, rate)
                    told, losses = time.time(), []
            self.tell(log, losses, args.last_rate)


if __name__ == "__main__":
    Training(arguments()).run()
