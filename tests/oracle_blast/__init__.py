"""A second reading of Krosmaster Blast (reading.py), written from its book alone, beside the engine.

It shares nothing with the engine but logs and facts, and says of a log: legal, with the glyphs, the Dofus and the
winner, or the first illegal action and its number; or that it cannot tell, because something is not known or told by
the players. `python -m tests.oracle_blast.comparing --games 200 --mutants 2000` compares the two on random games on a
made-up board with made-up cards, and on logs spoiled from them; .ci/run does so for a few. Where the two differ, the
text of the book decides, and the case becomes a test.
"""
