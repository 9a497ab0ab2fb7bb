"""Draws the log of a run: the losses, and for self-play how the network does against itself twenty
seconds before.

    python -m galet_train.plot runs/avalam-3/log.jsonl avalam-3.svg
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (the backend comes first)


def main(path, picture):
    entries = [json.loads(line) for line in open(path)]
    # A log holds several runs, one after the other: positions begin anew with each.
    positions, before, last = [], 0, 0
    for entry in entries:
        if entry["positions"] < last:
            before += last
        last = entry["positions"]
        positions.append((before + last) / 1e6)
    from_data = "validation" in entries[0]
    figure, axes = plt.subplots(1 if from_data else 2, sharex=True, squeeze=False, figsize=(8, 6))
    draw = lambda axis, key, name, scale=1: axis.plot(
        *zip(*[(p, scale * e[key]) for p, e in zip(positions, entries) if e[key] is not None]), label=name)
    above = axes[0][0]
    draw(above, "loss", "learned from")
    above.set_ylabel("loss")
    if from_data:
        draw(above, "validation", "kept back")
        draw(above, "least", "least possible on those kept back")
        above.legend()
    else:
        below = axes[1][0]
        draw(below, "against_older", "", 100)
        below.axhline(50, linewidth=0.5, color="grey")
        below.set_ylabel("score against itself before, %")
    axes[-1][0].set_xlabel("million positions")
    figure.tight_layout()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:3])
