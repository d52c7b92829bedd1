"""What the logs of random games prove: of their casts, injuries, KOs and GG, by game and by card, and their verdicts.

    python -m benchmarks.proved [--games 1000] [--faces] [--cards 15] [--seed proved]

The teams are drawn evenly from all figures, and casts are chosen by the symbol of the spell, whatever is known of what
it does. A figure or summon of which the data lacks something is played by a text drawn for that game, and noted as by a
table that has the card (tools/selfplay/unseen_cards.py); then the log is read with the data, which lacks it. A game in
which something happened that no declaration can say is counted apart. The games are recorded by the outcome of their
dice, or by faces. At the end the page of an event with these teams tells beforehand what share will be proved: the
figures of `teams/cards/catalogue/completeness.py` come from here.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from statistics import quantiles
from typing import NamedTuple

from rules.arena.cards import catalogue
from rules.arena.engine.reports.dependencies import Dependencies
from rules.arena.engine.reports.proof import faulty_actions, state_of
from rules.arena.engine.state import Game
from rules.arena.log import Log, read
from rules.arena.recovery.reading import Reading, start, steps
from rules.arena.replay import replayed
from rules.arena.texts import figures
from rules.common.proof import PROVED
from teams.cards.catalogue.completeness import actions_proved, how_known
from tools.selfplay.options import by_symbol
from tools.selfplay.rng import Rng
from tools.selfplay.teams import team_from
from tools.selfplay.unseen_cards import Noted, noted_game

NOBODY = "no figure"
EVENTS = {"injured": "injuries", "knocked-out": "KOs", "glory": "GG"}
KINDS = ("actions", "casts", *EVENTS.values())


class Counted(NamedTuple):
    """So many injuries, or casts, of one action, and how many of them are proved."""

    kind: str
    card: str  # of who acted, a summon's own
    figure: str  # and of the figure that summoned it
    beside_the_unknown: bool  # with a summon in play whose numbers nobody knows
    number: int
    proved: int


def even_game(seed: str, *, faces: bool = False) -> Noted:
    rng = Rng(f"{seed}/teams")
    return noted_game(seed, [team_from(rng, catalogue().cards) for _ in "AB"], by_symbol, faces=faces)


def counted(log: Log, reading: Reading) -> Iterator[Counted]:
    game, faulty = reading.game, faulty_actions(reading.game)
    rests = Dependencies(game, game.basis.otherwise())
    believed = {"injuries": rests.injuries, "KOs": rests.knock_outs, "GG": rests.glory}
    happened = {kind: Counter[int | None]() for kind in believed}
    for action, event, facts in game.basis.events:
        if event in EVENTS:
            happened[EVENTS[event]][action] += facts.get("amount", 1)
    position, before = start(log), None
    for index in steps(log, position, reading.way):
        acted = position.active or before
        before = position.active
        card = acted.profile.card if acted else NOBODY
        figure = (acted.summoner or acted).profile.card if acted else NOBODY
        who = card, figure, _beside_the_unknown(position)
        is_proved = state_of(game, index, faulty) == PROVED
        yield Counted("actions", *who, 1, is_proved)
        if log.actions[index]["do"] == "cast":
            yield Counted("casts", *who, 1, is_proved)
        for kind, numbers in happened.items():
            if numbers[index]:
                yield Counted(kind, *who, numbers[index], numbers[index] - believed[kind][index])


def _beside_the_unknown(game: Game) -> bool:
    return any(not unit.profile.figures_known for unit in game.in_play())


class Tally:
    """Shares of what was counted, under any names."""

    def __init__(self) -> None:
        self.numbers: Counter[tuple[str, str]] = Counter()
        self.proved: Counter[tuple[str, str]] = Counter()

    def add(self, name: str, each: Counted) -> None:
        self.numbers[name, each.kind] += each.number
        self.proved[name, each.kind] += each.proved

    def share(self, name: str, kind: str) -> float:
        number = self.numbers[name, kind]
        return 100 * self.proved[name, kind] / number if number else 100.0

    def line(self, name: str) -> str:
        shares = (f"{kind} {self.share(name, kind):5.1f} % of {self.numbers[name, kind]}" for kind in KINDS)
        return f"{name:>28}: {', '.join(shares)}"


ALL, WITHOUT = "all", "no unknown summon in play"


class Measured:
    """Of so many games: the verdicts, the shares of all, by how much of a figure is known, by game and by card."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.untold = 0
        self.tally, self.by_known, self.by_card, self.by_game = Tally(), Tally(), Tally(), Tally()
        self.teams: list[str] = []

    def add(self, name: str, game: Noted) -> None:
        if game.untold is not None:
            self.untold += 1
            return
        report, log, reading = replayed(read(game.document))
        self.verdicts[report.verdict] += 1
        if report.errors or reading is None:
            sys.stdout.write(f"accused: {name}: {report.errors[:1]}\n")
            return
        self.teams += [card for player in log.players.values() for card in player.team.values()]
        for each in counted(log, reading):
            self.tally.add(ALL, each)
            if not each.beside_the_unknown:
                self.tally.add(WITHOUT, each)
            self.by_card.add(each.card, each)
            self.by_game.add(name, each)
            is_figure = each.figure != NOBODY
            self.by_known.add(how_known(figures().get(each.figure)) if is_figure else NOBODY, each)

    def lines(self, cards: int) -> Iterator[str]:
        games = sorted({name for name, _kind in self.by_game.numbers})
        yield f"{len(games)} games: {dict(sorted(self.verdicts.items()))}, and {self.untold} that no log can tell"
        yield from (self.tally.line(name) for name in (ALL, WITHOUT))
        for kind in KINDS:
            shares = sorted(self.by_game.share(name, kind) for name in games if self.by_game.numbers[name, kind])
            if len(shares) > 1:
                tenths = quantiles(shares, n=10)
                whole = sum(share == 100 for share in shares)
                yield (
                    f"{kind} by game: all proved in {whole} of {len(shares)},"
                    f" median {tenths[4]:.1f} %, a tenth below {tenths[0]:.1f} %"
                )
        yield "by how much of the card is known:"
        yield from (self.by_known.line(name) for name in sorted({name for name, _kind in self.by_known.numbers}))
        yield "by card, those with the most casts and injuries that are not proved:"
        names = {name for name, _kind in self.by_card.numbers} - {NOBODY}
        yield from (self.by_card.line(name) for name in sorted(names, key=self._unproved)[:cards])
        yield f"told beforehand: {self.forecast} % of the actions; proved: {self.tally.share(ALL, 'actions'):.1f} %"

    @property
    def forecast(self) -> int:
        return actions_proved((figures().get(card), 1) for card in self.teams)

    def _unproved(self, card: str) -> tuple[int, str]:
        of = self.by_card
        return sum(of.proved[card, kind] - of.numbers[card, kind] for kind in ("casts", "injuries")), card


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--faces", action="store_true")
    parser.add_argument("--cards", type=int, default=15)
    parser.add_argument("--seed", default="proved")
    options = parser.parse_args()
    measured = Measured()
    for number in range(options.games):
        seed = f"{options.seed}/{number}"
        measured.add(seed, even_game(seed, faces=options.faces))
    sys.stdout.writelines(f"{line}\n" for line in measured.lines(options.cards))
    return 1 if measured.verdicts["invalid"] else 0


if __name__ == "__main__":
    sys.exit(main())
