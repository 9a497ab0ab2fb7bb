"""Turns a checkpoint into the file that the engine reads.

    python -m galet_train.convert avalam runs/avalam/latest.pt ../nets/avalam.net --unit 64 --run avalam-3
"""

import argparse

import torch

from .games import GAMES
from .net import SCORE_UNIT, Net, export


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    parser.add_argument("--unit", type=int, default=SCORE_UNIT, help="the score that odds of e:1 mean")
    parser.add_argument("--run", default="", help="a name that the net carries")
    args = parser.parse_args()
    game = GAMES[args.game]("cpu", [])
    saved = torch.load(args.checkpoint, map_location="cpu", weights_only=True)["teacher"]
    net = Net(game, saved["view.bias"].numel())
    net.load_state_dict(saved)
    print(export(net, game, args.run, args.out, args.unit))


if __name__ == "__main__":
    main()
