"""A second implementation of the rules (books.py, data.py, table.py, powers.py, effects.py, spells.py, game.py).

It shares the data files with the engine, but no code, and answers for a log: legal, or the first illegal action; the
final GG; the winner; or that it cannot tell. .ci/run compares it with the engine on 200 random games and 2,000
mutated ones; before a release, `python -m tests.oracle.comparing --games 2000 --mutants 20000` compares ten times as
many (some hours on one core) and exits with 0 if the two never differ. Where they differ, the text of the
rules decides, and the case becomes a test. In half of the games it models every figure and token, in four of ten the
teams are drawn evenly from the printed figures of which every fact is known, and one in ten has two equal teams. It
tells of more than half of the games to the end; not of limited teams, the box of 8.1, bombs, traps, tombstones, choices
that no log names, or any word in `BEYOND` of data.py: tests/rules has those.

With `--book 2013` it reads the book of 2013 (books.py has what differs): 200 games, half of them between the
figures of the box and a third with scenery that breaks, and 2,000 mutants. There it tells of bombs too.

`python -m tests.oracle.reached` measures which articles random games reach and writes tools/reached.toml. An enforced
article is reached when the report of a mutated game names it, an applied one when a legal game runs through its place
in the engine (witnesses.py). An article that is not reached needs a reason in tools/unreached.toml. Run it again when
a new article, or a change in how games are played, makes test_reached.py fail; then run `manage.py rules_coverage`.
"""
