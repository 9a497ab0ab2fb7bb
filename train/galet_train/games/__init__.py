"""The games as arrays. Each is checked move for move against the rules in Rust (`check.py`)."""

from .abalone import Abalone
from .avalam import Avalam

GAMES = {game.name: game for game in (Abalone, Avalam)}
