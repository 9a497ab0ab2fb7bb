"""Games about to begin, after some random plies: a supply that is made many at a time."""

import torch

from .lookahead import pick

LONGEST = 12


class Openings:
    def __init__(self, game, supply):
        self.game, self.supply = game, supply
        self.made, self.used = None, 0

    def take(self, count):
        if self.made is None or self.used + count > len(self.made["ply"]):
            self.made, self.used = self.make(max(self.supply, count)), 0
        first, self.used = self.used, self.used + count
        return {k: v[first : self.used].clone() for k, v in self.made.items()}

    @torch.no_grad()
    def make(self, count):
        """Games after none to twelve random plies."""
        game, device = self.game, self.game.device
        state = game.start(count)
        plies = torch.randint(0, LONGEST + 1, (count,), device=device)
        for ply in range(LONGEST):
            games, moves = game.legal(state)
            chosen = pick(games, torch.zeros(len(games), device=device), count,
                          torch.ones(count, device=device))
            later = game.after(state, games[chosen], moves[chosen])
            on = (plies > ply) & ~game.ended(later)[0]
            state = {k: torch.where(on.view(-1, *[1] * (v.dim() - 1)), later[k], v)
                     for k, v in state.items()}
        return state
