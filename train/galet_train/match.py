"""Two small networks against each other, both looking one move ahead."""

import torch

from .lookahead import Lookahead, pick


@torch.no_grad()
def match(game, ours, theirs, state):
    """The score of the first, 0 to 1, in games from these openings; each begins every other one."""
    count, device = len(state["ply"]), game.device
    looks = [Lookahead(game, ours), Lookahead(game, theirs)]
    first = torch.arange(count, device=device) % 2
    score = torch.full((count,), -1.0, device=device)
    ply = 0
    while len(going := (score < 0).nonzero(as_tuple=True)[0]):
        for player in (0, 1):
            mine = going[(first[going] + ply) % 2 == player]
            if not len(mine):
                continue
            part = {k: v[mine] for k, v in state.items()}
            where, moves, chances, _ = looks[player].moves(part, [])
            quiet = torch.full((len(mine),), 1e-4, device=device)
            chosen = pick(where, chances, len(mine), quiet)
            later = game.after(part, where[chosen], moves[chosen])
            over, result = game.ended(later)
            for key, value in state.items():
                value[mine] = later[key]
            score[mine] = torch.where(over, 1 - result if player == 0 else result, score[mine])
        ply += 1
    return float(score.mean())
