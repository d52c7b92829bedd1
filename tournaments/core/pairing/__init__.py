"""Swiss pairing, pure: players in, the best pairing with its reasons out. What is best is said in swiss.py."""

from tournaments.core.pairing.players import CannotPair, Pairing, Player
from tournaments.core.pairing.reasons import Explanation, Reason, explain
from tournaments.core.pairing.swiss import pair

__all__ = ["CannotPair", "Explanation", "Pairing", "Player", "Reason", "explain", "pair"]
