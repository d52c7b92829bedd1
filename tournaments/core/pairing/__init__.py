"""Swiss pairing without Django: takes players, returns the best pairing and its reasons. swiss.py defines "best"."""

from tournaments.core.pairing.players import CannotPair, Pairing, Player, Players
from tournaments.core.pairing.reasons import Explanation, Reason, explain
from tournaments.core.pairing.swiss import pair

__all__ = ["CannotPair", "Explanation", "Pairing", "Player", "Players", "Reason", "explain", "pair"]
