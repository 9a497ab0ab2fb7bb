"""Compares the network with a pattern table (patterns.py), learned from the same stored games.

    python -m galet_train.compare avalam --data avalam.pos --from runs/avalam/latest.pt
    python -m galet_train.compare avalam --data avalam.pos --toy      # two minutes on a CPU

Table and networks from nothing learn alike: every position once in a pass, AdamW, cosine rate. One
part of the games is left out to tell which pass was the best. What that is worth, and what the
networks given by --from are, is measured on the games that train.py keeps back.
"""

import argparse
import copy
import json
import math
import time

import torch
import torch.nn.functional as F
from torch import nn

from .data import VALIDATION, BadPack, Positions
from .games import GAMES
from .net import Net
from .patterns import Table


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--data", required=True, nargs="+", help="sets of positions (.pos, .pos.xz)")
    parser.add_argument("--from", dest="given", nargs="*", default=[], help="checkpoints to compare with")
    parser.add_argument("--hidden", type=int, nargs="*", default=[32, 256], help="networks from nothing")
    parser.add_argument("--mix", type=float, default=0.3, help="weight of the result in the target")
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--decay", type=float, default=0.1, help="of the table")
    parser.add_argument("--net-decay", type=float, default=0.1, help="of the networks")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--toy", action="store_true", help="tiny sizes: shows that it works")
    args = parser.parse_args()
    if args.toy:
        parser.set_defaults(hidden=[8], passes=1)
        args = parser.parse_args()
    return args


class Network(nn.Module):
    """A network that sees the board turned or mirrored at random while it learns."""

    def __init__(self, game, hidden):
        super().__init__()
        self.game, self.net = game, Net(game, hidden)

    def forward(self, state):
        bucket = self.game.bucket(state)
        turned = torch.randint(len(self.game.symmetries), bucket.shape, device=bucket.device)
        return self.net(self.game.inputs(state, torch.float32, turned if self.training else None), bucket)


class Comparison:
    def __init__(self, args):
        self.args, self.device = args, "cuda" if torch.cuda.is_available() else "cpu"
        self.game = GAMES[args.game](self.device, [])
        try:
            self.data = Positions(args.data, self.game, self.device)
        except (BadPack, OSError) as error:
            raise SystemExit(str(error))
        learned, self.kept_back = self.data.split(False)
        games = self.data.games()
        # Other bits of the hash that keeps games back.
        left_out = (games[learned] * 2654435761 >> 20) % VALIDATION == 0
        self.learned, self.left_out = learned[~left_out], learned[left_out]
        if not all(map(len, (self.learned, self.left_out, self.kept_back))):
            raise SystemExit(f"{len(self.data)} positions are too few to learn and to validate")
        self.game_of = games[self.kept_back].unique(return_inverse=True)[1]

    @torch.no_grad()
    def losses(self, model, places, mix):
        """The loss on each position."""
        model.eval()
        batches = (self.data.batch(part, mix) for part in places.split(8192))
        return torch.cat([F.binary_cross_entropy_with_logits(model(state), target, reduction="none")
                          for state, target in batches])

    def learn(self, model, decay):
        """Leaves the weights of the best pass in the model."""
        args, best, kept, begun = self.args, math.inf, None, time.time()
        optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=decay)
        steps = math.ceil(len(self.learned) / args.batch)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps * args.passes)
        for turn in range(1, args.passes + 1):
            model.train()
            total = 0.0
            order = torch.randperm(len(self.learned), device=self.device)
            for places in self.learned[order].split(args.batch):
                state, target = self.data.batch(places, args.mix)
                loss = F.binary_cross_entropy_with_logits(model(state), target)
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                schedule.step()
                if isinstance(model, Network):
                    model.net.clip()
                total += loss.item() / steps
            now = self.losses(model, self.left_out, args.mix).mean().item()
            print(f"  pass {turn}: {total:.4f} learned, {now:.4f} left out, {time.time() - begun:.0f} s", flush=True)
            if now < best:
                best, kept = now, copy.deepcopy(model.state_dict())
        model.load_state_dict(kept)

    def tell(self, name, model, by_table=None):
        """The loss on the games kept back: on the target, on what was said and on what was got."""
        mixed, said, got = (self.losses(model, self.kept_back, mix) for mix in (self.args.mix, 0.0, 1.0))
        mean = lambda values: round(values.mean().item(), 4)
        entry = dict(model=name, weights=sum(p.numel() for p in model.parameters()), validation=mean(mixed),
                     said=mean(said), got=mean(got))
        if by_table is not None:
            # Positions of one game are much alike, so chance is what differs between games.
            off = mixed - by_table
            games = torch.zeros(int(self.game_of.max()) + 1, device=self.device)
            error = games.index_add(0, self.game_of, off - off.mean()).norm().item() / len(off)
            entry |= dict(above_table=mean(off), twice_error=round(2 * error, 4))
        print(json.dumps(entry), flush=True)
        return mixed

    def tell_cost(self, table):
        """How many patterns and how many of the network's inputs a move changes."""
        state, _ = self.data.batch(self.kept_back[:: max(1, len(self.kept_back) // 200)], 0)
        games, moves = self.game.legal(state)
        later = self.game.after(state, games, moves)
        # Seen by the same side again.
        later = {**later, "towers": -later["towers"]} if "towers" in later else \
            {**later, "me": later["you"], "you": later["me"]}
        count = lambda see: (see(state)[games] != see(later)).sum(1).float().mean().item()
        print(f"{table.places(state).shape[1]} patterns; a move changes {count(table.places):.1f} of them, "
              f"and {count(lambda at: self.game.inputs(at, torch.float32)):.1f} inputs of the network")

    def run(self):
        args = self.args
        target = self.data.batch(self.kept_back, args.mix)[1]
        print(f"{len(self.learned)} positions to learn from, {len(self.left_out)} left out, {len(self.kept_back)} of "
              f"{int(self.game_of.max()) + 1} games kept back; least possible "
              f"{F.binary_cross_entropy(target, target).item():.4f}", flush=True)
        torch.manual_seed(args.seed)
        table = Table(self.game).to(self.device)
        self.tell_cost(table)
        self.learn(table, args.decay)
        by_table = self.tell("table", table)
        for path in args.given:
            saved = torch.load(path, map_location=self.device, weights_only=True)["teacher"]
            model = Network(self.game, saved["view.bias"].numel()).to(self.device)
            model.net.load_state_dict(saved)
            self.tell(path, model, by_table)
        for hidden in args.hidden:
            model = Network(self.game, hidden).to(self.device)
            self.learn(model, args.net_decay)
            self.tell(f"network with {hidden} hidden values, from nothing", model, by_table)


if __name__ == "__main__":
    Comparison(arguments()).run()
