"""The mean of two networks' weights, where one began as the other: half way between what both know.

    python -m galet_train.blend avalam ../nets/avalam.net runs/teacher-a2/pupil.net --part 0.5 --run avalam-6 --out avalam-6.net
"""

import argparse
import os

import torch

from .games import GAMES
from .net import export, load


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--part", type=float, default=0.5, help="how much of the other")
    parser.add_argument("--run", required=True, help="a name that the net carries")
    parser.add_argument("--out", required=True)
    parser.add_argument("--starts", default=os.path.join(os.path.dirname(__file__), "starts"))
    args = parser.parse_args()
    path = os.path.join(args.starts, f"{args.game}.txt")
    starts = open(path).read().split() if os.path.exists(path) else []
    game = GAMES[args.game]("cpu", starts)
    (net, unit), (other, _) = load(args.one, game), load(args.other, game)
    with torch.no_grad():
        for mine, yours in zip(net.parameters(), other.parameters()):
            mine.copy_((1 - args.part) * mine + args.part * yours)
    print(export(net, game, args.run, args.out, unit))


if __name__ == "__main__":
    main()
