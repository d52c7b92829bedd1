"""Public games: which ones are public, who consented, and what strangers see of them."""
