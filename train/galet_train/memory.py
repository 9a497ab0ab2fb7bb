"""The last positions of many games, with what is to be learned from them."""

import torch


class Memory:
    def __init__(self, size):
        self.size, self.at, self.full, self.rows = size, 0, 0, None

    def add(self, rows):
        count, device = len(rows["ply"]), rows["ply"].device
        if self.rows is None:
            self.rows = {k: v.new_zeros((self.size, *v.shape[1:])) for k, v in rows.items()}
        places = (torch.arange(count, device=device) + self.at) % self.size
        for key, value in rows.items():
            self.rows[key][places] = value
        self.at = (self.at + count) % self.size
        self.full = min(self.size, self.full + count)

    def some(self, count):
        return self.take(torch.randint(self.full, (count,), device=self.rows["ply"].device))

    def take(self, places):
        return {k: v[places] for k, v in self.rows.items()}

    def games(self, side_by_side):
        """For each position a number of its game, where as many games were always added side by
        side, ply by ply, and the size is a multiple of that."""
        first = self.at if self.full == self.size else 0
        order = (torch.arange(self.full, device=self.rows["ply"].device) + first) % self.size
        ply = self.rows["ply"][order].view(-1, side_by_side)
        anew = torch.ones_like(ply)
        anew[1:] = ply[1:] != ply[:-1] + 1
        numbers = torch.empty_like(order)
        lanes = torch.arange(side_by_side, device=order.device)
        numbers[order] = (anew.cumsum(0) * side_by_side + lanes).flatten()
        return numbers
