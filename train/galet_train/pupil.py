"""Small networks of the engine's shape that learn what a teacher's search said."""

import copy
import math
import time

import torch
import torch.nn.functional as F

from .lookahead import pick


class Pupil:
    """A network that learns, the slow average of it that is kept, and the game as it sees it."""

    def __init__(self, net, game):
        self.net, self.slow, self.steps, self.game = copy.deepcopy(net), copy.deepcopy(net), 0, game
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=1e-3, weight_decay=1e-5,
                                           fused=game.device == "cuda")

    def learn(self, state, symmetry, target, rate):
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        inputs = self.game.inputs(state, torch.float32, symmetry)
        loss = F.binary_cross_entropy_with_logits(self.net(inputs, self.game.bucket(state)), target)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.net.clip()
        self.steps += 1
        with torch.no_grad():
            for slow, fast in zip(self.slow.parameters(), self.net.parameters()):
                slow.lerp_(fast, max(0.002, 1 / (self.steps + 1)))

    def chances(self, rows):
        """The chances of positions, as the slow average sees them."""
        return torch.sigmoid(self.slow(self.game.inputs(rows, torch.float32), self.game.bucket(rows)))


class Lessons:
    """What a teacher's memory has for small networks; one game of sixteen is kept back."""

    def __init__(self, game, memory, glance, mix):
        self.game, self.memory, self.glance, self.mix = game, memory, glance, mix
        self.keys = list(game.start(1))
        every = torch.arange(memory.full, device=game.device)
        lasting = game.lasting(memory.take(every))
        # Games lie side by side in the memory, as many as sixteen divides.
        kept = every % 16 == 0
        self.learned = (lasting & ~kept).nonzero()[:, 0]
        self.back = memory.take((lasting & kept).nonzero()[:, 0])

    @torch.no_grad()
    def some(self, count):
        """Positions and their chances. A third of them are a random move away from those that were
        searched: the engine sees such ones, and the teacher says what it thinks at a glance."""
        places = torch.randint(len(self.learned), (count,), device=self.game.device)
        rows = self.memory.take(self.learned[places])
        part = {k: rows[k] for k in self.keys}
        target = (1 - self.mix) * rows["searched"] + self.mix * rows["target"]
        near, going = aside(self.game, {k: v[: count // 2] for k, v in part.items()})
        near = {k: v[going] for k, v in near.items()}
        return joined(part, near), torch.cat([target, self.glance(near)])


class Glances:
    """Positions of games by the small network, and what the teacher thinks of them at a glance.
    None is seen twice, so nothing can be learned by heart."""

    def __init__(self, game, play, glance):
        self.game, self.play, self.glance = game, play, glance
        self.keys = list(game.start(1))
        self.left, self.at, self.learned = None, 0, range(0)
        state, target = self.round()
        self.back = {**state, "searched": target, "target": target}

    @torch.no_grad()
    def round(self):
        """Positions of some plies of all games, and as many a random move away from them."""
        rows = self.play()
        state = {k: rows[k] for k in self.keys}
        near, going = aside(self.game, state)
        state = joined(state, {k: v[going] for k, v in near.items()})
        order = torch.randperm(len(state["ply"]), device=self.game.device)
        state = {k: v[order] for k, v in state.items()}
        parts = [{k: v[n : n + 16384] for k, v in state.items()} for n in range(0, len(order), 16384)]
        return state, torch.cat([self.glance(part) for part in parts])

    def some(self, count):
        if self.left is None or self.at + count > len(self.left[1]):
            self.left, self.at = self.round(), 0
        (state, target), first = self.left, self.at
        self.at += count
        return {k: v[first : self.at] for k, v in state.items()}, target[first : self.at]


def aside(game, state):
    """Positions after a random move, and which of them go on."""
    count = len(state["ply"])
    games, moves = game.legal(state)
    chosen = pick(games, torch.zeros(len(games), device=game.device), count,
                  torch.ones(count, device=game.device))
    near = game.after(state, games[chosen], moves[chosen])
    return near, ~game.ended(near)[0]


def joined(one, other):
    return {k: torch.cat([one[k], other[k]]) for k in one}


@torch.no_grad()
def losses(rows, chances):
    """For each position, how far chances are from what was said of it, and their loss on what came
    of it."""
    parts = []
    for first in range(0, len(rows["ply"]), 8192):
        part = {k: v[first : first + 8192] for k, v in rows.items()}
        said, guess = part["searched"], chances(part).clamp(1e-6, 1 - 1e-6)
        loss = lambda wanted: F.binary_cross_entropy(guess, wanted, reduction="none")
        least = F.binary_cross_entropy(said, said, reduction="none")
        parts.append(torch.stack([loss(said) - least, loss(part["target"])], 1))
    return torch.cat(parts)


def judge(rows, chances):
    """The means of the losses."""
    return losses(rows, chances).mean(0).tolist()


def teach(lessons, small, pupils, minutes, size, rates, tell):
    """Pupils, by their names, learn for some minutes, all from the same positions at each step."""
    game = lessons.game
    begun, told, steps = time.time(), 0.0, 0
    judged = {}
    for name, chances in (("old", Pupil(small, game).chances), ("teacher", lessons.glance)):
        judged[f"said_{name}"], judged[f"got_{name}"] = judge(lessons.back, chances)
    tell(phase="pupil", positions=len(lessons.learned), **judged)
    while (spent := time.time() - begun) < minutes * 60:
        part = spent / (minutes * 60)
        rate = rates[1] + (rates[0] - rates[1]) * (1 + math.cos(math.pi * part)) / 2
        state, target = lessons.some(size)
        symmetry = torch.randint(len(game.symmetries), (len(target),), device=game.device)
        for pupil in pupils.values():
            pupil.learn(state, symmetry, target, rate)
        steps += 1
        if time.time() - told > 15:
            told = time.time()
            judged = {}
            for name, pupil in pupils.items():
                judged[f"said_{name}"], judged[f"got_{name}"] = judge(lessons.back, pupil.chances)
            tell(phase="pupil", seconds=round(spent), steps=steps, **judged)
