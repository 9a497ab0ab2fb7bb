"""Networks for Galet, trained by self-play on a GPU."""
