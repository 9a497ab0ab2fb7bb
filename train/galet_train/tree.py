"""Tree search over thousands of games side by side, after Danihelka and others, "Policy improvement
by planning with Gumbel" (2022): few looks, each spent where it can change the choice.

All games grow their trees at the same pace, one node a step, so that the network sees them all at
once. A node keeps its most promising moves only.
"""

import torch

# How much the values of moves weigh against the network's wishes, and more so with more looks.
CALM, WEIGHT = 50.0, 1.0
# (moves looked at, looks at each): half of them are left out after every phase.
PHASES = ((8, 2), (4, 4), (2, 8))
DEEPEST = 24


class Tree:
    def __init__(self, game, net, width=32, haste=0.0):
        self.game, self.net, self.width, self.haste = game, net, width, haste

    def flip(self, value):
        """What a position is worth for the other side, one move earlier: sooner is better."""
        return 0.5 + (1 - self.haste) * (0.5 - value)

    def look(self, state):
        """The most promising moves, their logits, and the value of positions."""
        moves, chances = self.net(self.net.seen(state))
        logits = torch.log_softmax(moves.masked_fill(~self.game.allowed(state), -1e9), 1)
        logits, chosen = logits.topk(self.width, 1)
        logits = logits.masked_fill(logits < -1e6, -1e9)
        over, result = self.game.ended(state)
        return chosen, logits, torch.where(over, result, torch.sigmoid(chances)), over

    @torch.no_grad()
    def search(self, state):
        """The move to play, the improved wishes over some moves, and the value."""
        count, device = len(state["ply"]), state["ply"].device
        steps = sum(moves * looks for moves, looks in PHASES)
        every = torch.arange(count, device=device)
        grid = lambda fill, *more, dtype=torch.float32: torch.full(
            (count, steps + 1, *more), fill, device=device, dtype=dtype)
        self.states = {key: grid(0, *value.shape[1:], dtype=value.dtype) for key, value in state.items()}
        self.moves = grid(0, self.width, dtype=torch.long)
        self.logits = grid(-1e9, self.width)
        self.child = grid(-1, self.width, dtype=torch.long)
        self.value, self.total, self.visits = grid(0.0), grid(0.0), grid(0.0)
        self.over = grid(False, dtype=torch.bool)
        self.parent = grid(-1, dtype=torch.long)
        self.every = every
        self.put(0, state)
        root = torch.zeros(count, dtype=torch.long, device=device)
        self.back(root)
        uniform = torch.rand_like(self.logits[:, 0]).clamp(1e-9, 1 - 1e-9)
        wish = self.logits[:, 0] - torch.log(-torch.log(uniform))
        node = 0
        for moves, looks in PHASES:
            ranking = (wish + self.gain(root)).topk(moves, 1).indices
            for number in range(moves * looks):
                node += 1
                self.grow(node, ranking[:, number % moves])
            # Only those looked at go on.
            left = torch.full_like(wish, -1e9)
            wish = left.scatter(1, ranking, wish.gather(1, ranking))
        best = (wish + self.gain(root)).argmax(1)
        improved = torch.softmax(self.logits[:, 0] + self.gain(root), 1)
        # Rounding may leave a sure win a little above 1.
        value = (improved * self.worth(root)).sum(1).clamp(0, 1)
        return self.moves[every, 0, best], self.moves[:, 0], improved, value

    def worth(self, node):
        """What the moves of nodes are worth for the side that makes them; those never tried are
        worth what the others make likely."""
        child = self.child[self.every, node]
        known = child.clamp(min=0)
        visits = self.visits.gather(1, known) * (child >= 0)
        got = self.flip(self.total.gather(1, known) / self.visits.gather(1, known).clamp(min=1))
        prior = torch.softmax(self.logits[self.every, node], 1) * (visits > 0)
        mean = (prior * got).sum(1) / prior.sum(1).clamp(min=1e-9)
        tried = visits.sum(1)
        likely = (self.value[self.every, node] + tried * mean) / (1 + tried)
        self.tries = visits
        return torch.where(visits > 0, got, likely[:, None])

    def gain(self, node):
        worth = self.worth(node)
        return (CALM + self.tries.max(1, keepdim=True).values) * WEIGHT * worth

    def put(self, node, state):
        for key, value in state.items():
            self.states[key][:, node] = value
        moves, logits, value, over = self.look(state)
        self.moves[:, node], self.logits[:, node] = moves, logits
        self.value[:, node], self.over[:, node] = value, over

    def grow(self, node, first):
        """One more node in every tree, below the given move of the root."""
        at = torch.zeros_like(first)
        slot = first
        for depth in range(DEEPEST):
            child = self.child[self.every, at, slot]
            # Where something can be looked at further.
            on = child >= 0
            at = torch.where(on, child, at)
            on &= ~self.over[self.every, at]
            if depth + 1 == DEEPEST or not bool(on.any()):
                break
            wanted = torch.softmax(self.logits[self.every, at] + self.gain(at), 1)
            wanted -= self.tries / (1 + self.tries.sum(1, keepdim=True))
            wanted = wanted.masked_fill(self.logits[self.every, at] < -1e6, -1e9)
            slot = torch.where(on, wanted.argmax(1), slot)
        ended = self.over[self.every, at] | (self.child[self.every, at, slot] >= 0)
        # Few positions have fewer moves than are looked at.
        ended |= self.logits[self.every, at, slot] < -1e6
        before = {key: value[self.every, at] for key, value in self.states.items()}
        self.put(node, self.game.after(before, self.every, self.moves[self.every, at, slot]))
        self.parent[:, node] = at
        old = self.child[self.every, at, slot]
        self.child[self.every, at, slot] = torch.where(ended, old, node)
        self.back(torch.where(ended, at, node))

    def back(self, leaf):
        """Tells all nodes above a leaf what it is worth."""
        at, value = leaf, self.value[self.every, leaf]
        for _ in range(DEEPEST + 2):
            here = at >= 0
            place = at.clamp(min=0)
            self.total[self.every, place] += torch.where(here, value, 0.0)
            self.visits[self.every, place] += here.float()
            at = torch.where(here, self.parent[self.every, place], at)
            value = self.flip(value)
            if not bool((at >= 0).any()):
                break
