"""Avalam for thousands of games at once.

A position is the height and the owner of the tower on each of the 48 holes that ever hold one,
seen by the side to move. A move is a pair of neighbouring holes.
"""

import torch

# The first and the last column of each row, from the top; the middle hole stays empty.
ROWS = [(2, 3), (1, 4), (1, 6), (1, 8), (0, 8), (0, 7), (2, 7), (4, 7), (5, 6)]
HOLES = [(r, c) for r, (a, b) in enumerate(ROWS) for c in range(a, b + 1) if (r, c) != (4, 4)]
NUMBER = {hole: n for n, hole in enumerate(HOLES)}
PAIRS = [
    (n, NUMBER[(r + dr, c + dc)])
    for n, (r, c) in enumerate(HOLES)
    for dr in (-1, 0, 1)
    for dc in (-1, 0, 1)
    if (dr, dc) != (0, 0) and (r + dr, c + dc) in NUMBER
]


class Avalam:
    name = "avalam"
    # Each hole: own or other's tower, height 1 to 5, and how it stands (see `standing`).
    features = 48 * 40
    # One output for every six towers that can still move.
    buckets = 8
    # For large networks: the holes, all eight neighbours count; own and other towers of each
    # height, the ways to stand but settled, the board, the ply.
    grid = HOLES
    neighbours = [[1, 1, 1]] * 3
    planes = 15
    moves = len(PAIRS)

    def __init__(self, device, starts=()):
        self.device = device
        self.source = torch.tensor([a for a, _ in PAIRS], device=device)
        self.target = torch.tensor([b for _, b in PAIRS], device=device)
        light = [1 if (r + c) % 2 == 0 else -1 for r, c in HOLES]
        self.light = torch.tensor(light, dtype=torch.int8, device=device)
        near = torch.zeros(48, 8, dtype=torch.long)
        # Missing neighbours are a 49th hole, too tall for anything.
        near.fill_(48)
        for n in range(48):
            mine = [b for a, b in PAIRS if a == n]
            near[n, : len(mine)] = torch.tensor(mine)
        self.near = near.to(device)
        self.first = 40 * torch.arange(48, device=device)
        half_turn = [NUMBER[(8 - r, 8 - c)] for r, c in HOLES]
        self.symmetries = torch.tensor([list(range(48)), half_turn], device=device)
        heights = [1, 2, 3, 4, 5, -1, -2, -3, -4, -5]
        self.heights = torch.tensor(heights, dtype=torch.int8, device=device)
        self.ways = torch.tensor([1, 2, 3], dtype=torch.int8, device=device)

    def start(self, count):
        """Games about to begin: either colour may be the one to move."""
        side = torch.randint(2, (count, 1), device=self.device, dtype=torch.int8) * 2 - 1
        # Signed heights: above 0 are those of the side to move.
        towers = self.light.repeat(count, 1) * side
        return {
            "towers": towers,
            "standing": self.standing(towers),
            "ply": torch.zeros(count, dtype=torch.long, device=self.device),
        }

    def allowed(self, state):
        """Which pairs are legal moves, for each game."""
        height = state["towers"].abs()
        a, b = height[:, self.source], height[:, self.target]
        return (a > 0) & (b > 0) & (a + b <= 5)

    def legal(self, state):
        """The legal moves of all games, as places of games and pairs."""
        return self.allowed(state).nonzero(as_tuple=True)

    def after(self, state, games, moves):
        """The positions after moves, seen by the other side."""
        towers = -state["towers"][games]
        source, target = self.source[moves][:, None], self.target[moves][:, None]
        moved = towers.gather(1, source)
        joined = moved + moved.sign() * towers.gather(1, target).abs()
        towers.scatter_(1, target, joined)
        towers.scatter_(1, source, 0)
        return {"towers": towers, "standing": self.standing(towers), "ply": state["ply"][games] + 1}

    def standing(self, towers):
        """How each tower stands: 0 settled, 1 with friendly partners only, 2 with one enemy
        partner, 3 with several. Partners are neighbours low enough to be joined with."""
        height = towers.abs()
        padded = torch.cat([towers, torch.full_like(towers[:, :1], 9)], 1)
        live = torch.zeros_like(towers, dtype=torch.bool)
        foes = torch.zeros_like(towers)
        for k in range(8):
            near = padded[:, self.near[:, k]]
            partner = (near != 0) & (height + near.abs() <= 5) & (height > 0)
            live |= partner
            foes += (partner & ((near > 0) != (towers > 0))).to(foes.dtype)
        return live * (1 + foes.clamp(max=2))

    def ended(self, state):
        """Which games are over, and what the side to move got: 0, a half or 1."""
        towers = state["towers"]
        over = ~(state["standing"] > 0).any(1)
        # Towers first, then those of five.
        lead = towers.sign().sum(1).int() * 64
        lead += (towers == 5).sum(1).int() - (towers == -5).sum(1).int()
        return over, (lead.sign().float() + 1) / 2

    def inputs(self, state, dtype, symmetry=None):
        """What the side to move sees, for each hole: an own tower of height 1 to 5 or one of the
        other side, for each way to stand."""
        towers, standing = state["towers"], state["standing"]
        if symmetry is not None:
            images = self.symmetries[symmetry]
            towers, standing = towers.gather(1, images), standing.gather(1, images)
        height = towers.abs().long()
        place = self.first + 10 * standing + 5 * (towers < 0) + height - 1
        # Empty holes are put into a column that is cut off again.
        place = torch.where(height > 0, place, self.features)
        seen = torch.zeros(len(towers), self.features + 8, dtype=dtype, device=self.device)
        return seen.scatter_(1, place, 1)[:, : self.features]

    def seen(self, state, dtype, symmetry=None):
        """What a large network sees of each hole."""
        towers, standing = state["towers"], state["standing"]
        if symmetry is not None:
            images = self.symmetries[symmetry]
            towers, standing = towers.gather(1, images), standing.gather(1, images)
        own, ways = towers[:, None] == self.heights[:, None], standing[:, None] == self.ways[:, None]
        ply = (state["ply"] / 40).to(dtype)[:, None, None].expand(-1, 1, 48)
        return torch.cat([own.to(dtype), ways.to(dtype), torch.ones_like(ply), ply], 1)

    def turned(self):
        """Where each move goes under each symmetry of the board."""
        place = {pair: n for n, pair in enumerate(PAIRS)}
        rows = [[place[(images[a], images[b])] for a, b in PAIRS] for images in self.symmetries.tolist()]
        return torch.tensor(rows, device=self.device)

    def lasting(self, state):
        """Every position is: no game is cut short."""
        return torch.ones_like(state["ply"], dtype=torch.bool)

    def swapped(self):
        """For each feature, the same as the other side sees it."""
        return [n // 10 * 10 + (n % 10 + 5) % 10 for n in range(self.features)]

    def bucket(self, state):
        live = (state["standing"] > 0).sum(1)
        return (live // 6).clamp(max=self.buckets - 1)

    def unpack(self, boards):
        """Positions from the bytes that the engine's mind shows: half a byte for each hole, 1 to 5
        for towers of the side to move, 9 to 13 for those of the other."""
        codes = torch.stack([boards & 15, boards >> 4], 2).flatten(1).to(torch.int8)
        towers = torch.where(codes < 8, codes, 8 - codes)
        return {
            "towers": towers,
            "standing": self.standing(towers),
            "ply": torch.zeros(len(towers), dtype=torch.long, device=self.device),
        }

    def text(self, state, n):
        """One position as text, for comparison with the rules in Rust."""
        return "".join(".abcdeEDCBA"[int(t)] for t in state["towers"][n])

    def read(self, lines):
        """Positions from text."""
        value = {c: n if n <= 5 else n - 11 for n, c in enumerate(".abcdeEDCBA")}
        towers = [[value[c] for c in line.split()[0]] for line in lines]
        towers = torch.tensor(towers, dtype=torch.int8, device=self.device)
        return {
            "towers": towers,
            "standing": self.standing(towers),
            "ply": torch.zeros(len(lines), dtype=torch.long, device=self.device),
        }
