"""The light log: turns, KOs, GG, Kamas and purchases of a game, without its play. The contract: docs/game-log.md."""
