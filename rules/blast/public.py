"""What pages that draw the board of Krosmaster Blast may know of it; everything else asks `rules.games`."""

from rules.blast.frames import drawn_board

__all__ = ["drawn_board"]
