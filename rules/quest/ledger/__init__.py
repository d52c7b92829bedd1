"""The ledger of a game: turns, the Demon, quests and GG, and with every detail Kamas, bags and AP; no tiles."""
