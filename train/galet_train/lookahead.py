"""Looking ahead in all games at once: the best moves, and the best answers to the best of them."""

import torch


class Lookahead:
    """Values positions by a network and, below the first move, by beams of the best replies."""

    def __init__(self, game, net, chunk=400_000):
        self.game, self.net, self.chunk = game, net, chunk

    @torch.no_grad()
    def chances(self, state):
        """The chances of the side to move, 0 to 1; finished games have their result."""
        over, result = self.game.ended(state)
        parts = []
        count = len(over)
        for first in range(0, count, self.chunk):
            part = {k: v[first : first + self.chunk] for k, v in state.items()}
            inputs = self.game.inputs(part, self.net.view.weight.dtype)
            parts.append(torch.sigmoid(self.net(inputs, self.game.bucket(part))))
        value = torch.cat(parts) if parts else torch.zeros(0, device=over.device)
        return torch.where(over, result.to(value.dtype), value), over

    @torch.no_grad()
    def moves(self, state, beams):
        """Every move of every game with its chances for the side that makes it.

        `beams` says how many of the best moves are looked at further at each ply; moves left
        out keep the value at which they were left, but never count as better than those
        looked at. Returns games, moves, the chances, and the best chances of each game.
        """
        count = len(state["ply"])
        games, moves = self.game.legal(state)
        next_state = self.game.after(state, games, moves)
        value, over = self.chances(next_state)
        chances = 1 - value
        if beams:
            looked = self.best_of(games, chances, beams[0], count) & ~over
            chosen = looked.nonzero(as_tuple=True)[0]
            sub = {k: v[chosen] for k, v in next_state.items()}
            _, _, _, best = self.moves(sub, beams[1:])
            deeper = chances.clone()
            deeper[chosen] = 1 - best
            # The others are no better than the worst of those looked at.
            floor = torch.full((count,), 1.0, device=chances.device, dtype=chances.dtype)
            floor.scatter_reduce_(0, games[chosen], deeper[chosen], "amin")
            chances = torch.where(looked | over, deeper, torch.minimum(deeper, floor[games]))
        best = torch.zeros(count, device=chances.device, dtype=chances.dtype)
        best.scatter_reduce_(0, games, chances, "amax")
        return games, moves, chances, best

    def best_of(self, games, chances, beam, count):
        """Which moves are among the `beam` best of their game."""
        order = torch.argsort(games.double() * 4 - chances.double())
        sorted_games = games[order]
        firsts = torch.searchsorted(sorted_games, torch.arange(count, device=games.device))
        rank = torch.arange(len(order), device=games.device) - firsts[sorted_games]
        among = torch.zeros(len(order), dtype=torch.bool, device=games.device)
        among[order[rank < beam]] = True
        return among


def pick(games, chances, count, noise):
    """One move of each game: the best after adding noise, given for each game."""
    uniform = torch.rand_like(chances).clamp(1e-9, 1 - 1e-9)
    wish = chances + noise[games] * -torch.log(-torch.log(uniform))
    most = torch.full((count,), -1e9, device=chances.device, dtype=wish.dtype)
    most.scatter_reduce_(0, games, wish, "amax")
    wanted = (wish == most[games]).nonzero(as_tuple=True)[0]
    chosen = torch.empty(count, dtype=torch.long, device=chances.device)
    chosen[games[wanted]] = wanted
    return chosen
