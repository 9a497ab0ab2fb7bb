"""Draws the log of a run: the loss, and how the network does against itself twenty seconds before.

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
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(8, 6))
    above.plot(positions, [entry["loss"] for entry in entries])
    above.set_ylabel("loss")
    below.plot(positions, [100 * entry["against_older"] for entry in entries])
    below.axhline(50, linewidth=0.5, color="grey")
    below.set_ylabel("score against itself before, %")
    below.set_xlabel("million positions")
    figure.tight_layout()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:3])
