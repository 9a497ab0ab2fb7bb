"""The network: one hidden layer that both players' views share, and one output per phase.

It is made for integer arithmetic that keeps the hidden layer up to date move by move: inputs
are 0 or 1, hidden values are clipped to 0..1 and squared, weights are clipped to what the
integers can hold.
"""

import struct

import torch
from torch import nn

# One unit of the hidden layer, of an output weight, and of the final score in integers.
HIDDEN_UNIT = 255
OUTPUT_UNIT = 64
SCORE_UNIT = 400
LARGEST_OUTPUT = 127 / OUTPUT_UNIT
LARGEST_INPUT = 127 / HIDDEN_UNIT * 4


class Net(nn.Module):
    def __init__(self, game, hidden):
        super().__init__()
        features, buckets = game.features, game.buckets
        self.register_buffer("swapped", torch.tensor(game.swapped(), device=game.device), False)
        self.view = nn.Linear(features, hidden)
        self.out = nn.Linear(2 * hidden, buckets)
        nn.init.uniform_(self.view.weight, -0.1, 0.1)
        nn.init.constant_(self.view.bias, 0.25)
        nn.init.normal_(self.out.weight, std=0.05)
        nn.init.zeros_(self.out.bias)

    def hidden(self, inputs):
        """The hidden values of both views. `inputs` is what the side to move sees; the other side
        sees the same features under other numbers."""
        weight = torch.cat([self.view.weight, self.view.weight[:, self.swapped]])
        return torch.addmm(self.view.bias.repeat(2), inputs, weight.t()).clamp(0, 1).square()

    def forward(self, inputs, bucket):
        """The chances of the side to move, as a logit."""
        return self.out(self.hidden(inputs)).gather(1, bucket[:, None])[:, 0].float()

    @torch.no_grad()
    def clip(self):
        self.view.weight.clamp_(-LARGEST_INPUT, LARGEST_INPUT)
        self.out.weight.clamp_(-LARGEST_OUTPUT, LARGEST_OUTPUT)


def grown(small, game, hidden):
    """A network with at least as many hidden values that begins as a smaller one. Features that the
    smaller one lacks come after its own and count for nothing at first."""
    return begin_as(Net(game, hidden).to(game.device), small)


@torch.no_grad()
def begin_as(net, small):
    """Makes a new network begin as a smaller one."""
    hidden, old = net.view.out_features, small.view.out_features
    net.view.weight[:old] = 0
    net.view.weight[:old, : small.view.in_features] = small.view.weight
    net.view.bias[:old] = small.view.bias
    # The new values are hardly listened to at first.
    net.out.weight.mul_(0.1)
    net.out.weight[:, :old] = small.out.weight[:, :old]
    net.out.weight[:, hidden : hidden + old] = small.out.weight[:, old:]
    net.out.bias.copy_(small.out.bias)
    return net


def whole(tensor, unit):
    return torch.round(tensor.detach().cpu().double() * unit).to(torch.int64)


def integers(net):
    """The weights as the integers that are exported."""
    return {
        "view": whole(net.view.weight, HIDDEN_UNIT).t().contiguous(),
        "view_bias": whole(net.view.bias, HIDDEN_UNIT),
        "out": whole(net.out.weight, OUTPUT_UNIT),
        "out_bias": whole(net.out.bias, HIDDEN_UNIT * OUTPUT_UNIT),
    }


def evaluate(weights, inputs, swapped, bucket):
    """The score by integers only: what the engine must reproduce."""
    inputs = inputs.cpu().long()
    sums = []
    for view in (inputs, inputs[:, swapped.cpu()]):
        hidden = view @ weights["view"] + weights["view_bias"]
        sums.append(hidden.clamp(0, HIDDEN_UNIT).square())
    hidden = torch.cat(sums, 1)
    rows = weights["out"][bucket.cpu()]
    total = (hidden * rows).sum(1)
    # Truncating towards zero, as integers divide in Rust.
    total = torch.div(total, HIDDEN_UNIT, rounding_mode="trunc")
    total = total + weights["out_bias"][bucket.cpu()]
    return torch.div(total * SCORE_UNIT, HIDDEN_UNIT * OUTPUT_UNIT, rounding_mode="trunc")


def export(net, game, run, path, score_unit=SCORE_UNIT):
    """Writes the network as one little-endian file: see docs/training.md for the format."""
    weights = integers(net)
    body = b""
    for name, kind in (("view", "<h"), ("view_bias", "<h"), ("out", "<h"), ("out_bias", "<i")):
        values = weights[name].flatten()
        limit = 2 ** (15 if kind == "<h" else 31)
        assert values.abs().max() < limit, f"{name} does not fit"
        dtype = torch.int16 if kind == "<h" else torch.int32
        body += values.to(dtype).numpy().tobytes()
    run = run.encode()[:32].ljust(32, b"\0")
    header = struct.pack(
        "<8s4H3H2x16s32s", b"GALETNET", 1, net.view.in_features, net.view.out_features,
        net.out.out_features, HIDDEN_UNIT, OUTPUT_UNIT, score_unit,
        game.name.encode().ljust(16, b"\0"), run,
    )
    checksum = fnv(header + body)
    with open(path, "wb") as file:
        file.write(header + struct.pack("<Q", checksum) + body)
    return f"{checksum:016x}"


def load(path, game):
    """A network from the file that [`export`] wrote, with its score unit."""
    data = open(path, "rb").read()
    form = "<8s4H3H2x16s32s"
    size = struct.calcsize(form)
    magic, version, features, hidden, buckets, *_, unit, name, _ = struct.unpack(form, data[:size])
    if magic != b"GALETNET" or version != 1 or name.rstrip(b"\0").decode() != game.name:
        raise ValueError(f"{path} is no network of {game.name}")
    body = data[size + 8 :]
    if struct.unpack("<Q", data[size : size + 8])[0] != fnv(data[:size] + body):
        raise ValueError(f"{path} is damaged")
    net = Net(game, hidden)
    at = 0
    for weights, dtype, scale, turned in (
        (net.view.weight, torch.int16, HIDDEN_UNIT, True),
        (net.view.bias, torch.int16, HIDDEN_UNIT, False),
        (net.out.weight, torch.int16, OUTPUT_UNIT, False),
        (net.out.bias, torch.int32, HIDDEN_UNIT * OUTPUT_UNIT, False),
    ):
        count = weights.numel()
        values = torch.frombuffer(bytearray(data), dtype=dtype, count=count, offset=size + 8 + at)
        at += count * values.element_size()
        values = values.float() / scale
        shape = tuple(weights.shape)
        values = values.view(shape[::-1]).t() if turned else values.view(shape)
        with torch.no_grad():
            weights.copy_(values)
    return net.to(game.device), unit


def fnv(data):
    """FNV-1a in 64 bits: tells a damaged file."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (2**64 - 1)
    return value
