"""Lines typed from slips: `12 6-0` for a duel, `1 Gus 6 Ana Joe Cid` for a table of three or four."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.text.names import name_words
from tournaments.core.places import is_draw
from tournaments.events.models.formats import Format
from tournaments.models import Ending, Event, Match, Round, RoundState
from tournaments.results.forms.readings import (
    SHARED,
    Reading,
    read_both,
    read_names,
    unknown_words,
    unnamed_seats,
)
from tournaments.results.services.entry import OTHER_PAIRINGS
from tournaments.results.services.scores import Score

LINE = re.compile(r"(?P<table>\d{1,5})\s+(?P<result>\S.*)", re.DOTALL)
HEAT = re.compile(r"(?P<how>[a-z])\s+(?P<turns>\d{1,3})\s+(?P<glory>\d{1,3})\s+(?P<kos>\d{1,3})")
PAIRINGS = re.compile(r"(?P<round>\d{1,18})-\d+")  # Round.pairings_key


class SlipForm(forms.Form):
    """One line typed from a slip, for a match of the open round, or of the round whose `pairings` its page showed.

    What the line leaves open is asked: how the game ended, or with which tally. `offers` are lines that say it.
    """

    slip = forms.CharField(label=_("table and score"), max_length=200)
    pairings = forms.CharField(required=False, max_length=40)

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        self.event = event
        self.match: Match | None = None
        self.score: Score | None = None
        self.offers: list[tuple[str, Any]] = []

    def line(self) -> tuple[Match, Score]:
        """Return the match and its score; the form has to be valid."""
        assert self.match is not None and self.score is not None
        return self.match, self.score

    def clean(self) -> dict[str, Any]:
        if line := self.cleaned_data.get("slip"):
            if found := LINE.fullmatch(line):
                self._read(int(found["table"]), found["result"])
            else:
                self._refuse("unreadable", self.event.format.words.line)
        return self.cleaned_data

    def _read(self, table: int, result: str) -> None:
        played = self._round()
        self.match = played.matches.named().filter(table=table).first() if played else None
        if self.match is None and played is None and self.cleaned_data.get("pairings"):
            self._refuse("other-pairings", OTHER_PAIRINGS)
        elif self.match is None:
            self._refuse("no-such-table", _("This round has no table %(table)s.") % {"table": table})
        else:
            self._read_result(self.match, result)

    def _round(self) -> Round | None:
        """Return the round for which the line was typed, whatever has become of it, so that a repeated one finds it."""
        key = self.cleaned_data.get("pairings")
        if not key:
            return self.event.rounds.filter(state=RoundState.PUBLISHED).first()
        found = PAIRINGS.fullmatch(key)
        return self.event.rounds.filter(pk=found["round"]).first() if found else None

    def _read_as_heat(self, match: Match, result: str) -> None:
        """How it ended, Demon turns, GG of the best player and KOs. Only a filled path is won."""
        found, letters = HEAT.fullmatch(result.strip()), match.format.letters
        if found is None or found["how"] not in letters:
            self._refuse("unreadable", match.format.words.line)
            return
        ending, numbers = letters[found["how"]], [int(found[name]) for name in ("turns", "glory", "kos")]
        place = 1 if ending in match.format.usual_endings else 2
        self.score = Score((place,), (numbers[1],), ending, (), (numbers[0], numbers[2]))

    def _read_result(self, match: Match, result: str) -> None:
        reads = {"outcome": self._read_as_outcome, "places": self._read_as_places, "heat": self._read_as_heat}
        reads[match.format.enters_results_by](match, result)

    def _read_as_outcome(self, match: Match, result: str) -> None:
        readings = list(read_both(result, match.format, in_cut=match.is_in_the_cut))
        if readings:
            self._take(match, [], readings[0])
        else:
            self._refuse("unreadable", match.format.words.line)

    def _read_as_places(self, match: Match, result: str) -> None:
        names = [name_words(f"{player.full_name} {player.shown_name}") for player in match.seats()]
        seats = [list(dict.fromkeys(name)) for name in names]
        words = result.replace(SHARED, f" {SHARED} ").split()
        readings = list(read_names(words, seats, match.format, in_cut=match.is_in_the_cut))
        if len(readings) == 1:
            self._take(match, words, readings[0])
        else:
            self._refuse_names(match, words, seats)

    def _take(self, match: Match, words: list[str], reading: Reading) -> None:
        if reading.needs_glory:
            self._ask_glory(match, words, reading)
        elif reading.leaves_ending_open:
            self._ask_ending(reading, match.format)
        else:
            self.score = reading.score()

    def _ask_ending(self, reading: Reading, format_: Format) -> None:
        """Right after a name a letter could be the beginning of another of its words: a tally stands between."""
        line = self.cleaned_data["slip"]
        if reading.placed[-1].glory is None:
            line += " 0"
        of_draw = {*format_.endings_of_draw, Ending.INTENTIONAL_DRAW}
        with_winner = {*format_.letters.values()} - {Ending.INTENTIONAL_DRAW}
        possible = of_draw if is_draw(reading.score().places) else with_winner
        self.offers = [
            (f"{line} {letter}", Ending(ending).label)
            for letter, ending in format_.letters.items()
            if ending in possible and ending not in format_.usual_endings
        ]
        self._refuse("ending-missing", _("How did this game end? Choose, or add its letter."))

    def _refuse_names(self, match: Match, words: list[str], seats: list[list[str]]) -> None:
        """Name the word that fits nobody, or who is missing; without any name that fits, everyone."""
        players = [player.full_name for player in match.seats()]
        unknown, unnamed = unknown_words(words, seats, match.format), unnamed_seats(words, seats)
        values = {"table": match.table, "names": ", ".join(players)}
        if unknown and len(unnamed) < len(players):
            text = _("Nobody at table %(table)s is called “%(word)s”. Its players: %(names)s.")
            self._refuse("no-such-player", text % {**values, "word": unknown[0]})
        elif unnamed and len(unnamed) < len(players):
            text = _("Name everyone at table %(table)s in the order of their places. Missing: %(names)s.")
            missing = ", ".join(players[seat] for seat in unnamed)
            self._refuse("player-missing", text % {**values, "names": missing})
        else:
            text = _("Name everyone at table %(table)s in the order of their places: %(names)s.")
            self._refuse("names-unclear", text % values)

    def _ask_glory(self, match: Match, words: list[str], reading: Reading) -> None:
        tally = match.game_record.tally
        if reading.ending not in match.format.usual_endings:
            self._refuse("glory-missing", tally.missing_after_names)
            return
        first = reading.placed[0]
        for glory in range(1, tally.usual_of_table + 1):
            line = [str(match.table), *words[: first.end_of_name], str(glory), *words[first.end_of_name :]]
            self.offers.append((" ".join(line), tally.amount % {"glory": glory}))
        name = match.seats()[first.seat].full_name
        self._refuse("glory-missing", str(tally.how_many) % {"name": name})

    def _refuse(self, code: str, text: Any) -> None:
        self.add_error("slip", forms.ValidationError(text, code=code))
