"""Forms to set up a table of three or four players (chapter 9): a practice table, or the table of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from judging.models import Recording
from judging.recorder.forms.duels import (
    LETTERS,
    TeamsForm,
    WithRules,
    agreed_in,
    arenas_of,
    built_in_arenas,
    keep_locked_teams,
    listed_team,
    typed_team,
)
from judging.recorder.services.setup import Seat, build_table_header, cards_with
from rules.games import Catalogue
from teams.lists.forms import Lines
from teams.models import TeamList
from tournaments.lists.services.event_facts import facts_for
from tournaments.models import Match

LEVEL = 6
TEAMS = {
    "a": ("queen-of-the-tofus", "lil-healey"),
    "b": ("anna-tommy", "bill-tell"),
    "c": ("oscar-kass", "kassius-kaos"),
    "d": ("bad-aboum", "king-of-the-gobballs"),
}
CREWS = {"two-v-two": (("A", "C"), ("B", "D"))}  # of a mode
MODES = [
    ("free-for-all", _("everyone for themselves")),
    ("two-v-two", _("two against two: A and C against B and D")),
]


class TableForm(TeamsForm):
    @property
    def team_sizes(self) -> range:
        return self.rules.lists.team_sizes["four-player"]

    @property
    def wrong_size(self) -> str:
        if len(self.team_sizes) == 1:
            text = gettext("In a game of three or four everyone plays exactly two figures (%(article)s).")
        else:
            text = gettext("In a game of three or four everyone plays one to four figures (%(article)s).")
        return text % {"article": self.rules.cites("9.1.2", "")}

    @property
    def about_teams(self) -> str:
        if len(self.team_sizes) == 1:
            text = gettext(
                "Everyone plays two figures. The order of turns and the sides of the "
                "others follow from initiative (%(article)s)."
            )
        else:
            text = gettext(
                "Everyone plays one to four figures. The order of turns and the sides of the "
                "others follow from initiative (%(article)s)."
            )
        return text % {"article": self.rules.cites("9.2.1", "")}


class PracticeTableForm(WithRules, TableForm):
    """A practice table: each player with a name and figures, from which turn order and sides follow."""

    mode = forms.ChoiceField(
        label=_("Who plays against whom"), choices=MODES, initial="free-for-all", widget=forms.RadioSelect
    )
    dice = forms.ChoiceField(
        label=_("Dice"), choices=Recording.Dice.choices, initial=Recording.Dice.RECORDED, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, players: int, user: Any, **kwargs: Any) -> None:
        self.letters = LETTERS[:players]
        initial = {f"team_{letter}": typed_team(TEAMS[letter]) for letter in self.letters}
        super().__init__(*args, **{"initial": initial, **kwargs})
        offer(self, "arena", built_in_arenas().items())
        if players < len(LETTERS):
            del self.fields["mode"]
        mine = TeamList.objects.of(user)
        self.has_saved_teams = mine.exists()
        for letter in self.letters:
            self._add_player(letter, mine)

    def _add_player(self, letter: str, mine: Any) -> None:
        name = _("Player %(letter)s") % {"letter": letter.upper()}
        team = _("Team of player %(letter)s") % {"letter": letter.upper()}
        self.fields |= {
            f"name_{letter}": forms.CharField(label=name, max_length=40, initial=name, validators=[one_line]),
            f"team_{letter}": forms.CharField(label=team, widget=Lines, required=False),
            f"saved_{letter}": forms.ModelChoiceField(
                label=_("or a saved team"), queryset=TeamList.objects.none(), required=False
            ),
        }
        offer_rows(self, f"saved_{letter}", mine)

    def header(self) -> dict[str, Any]:
        data = self.cleaned_data
        seats = self.seats({letter: data[f"name_{letter}"] for letter in self.letters})
        return build_table_header(
            seats,
            rules=self.rules,
            arena=data["arena"],
            side_of_a=data["side_of_a"],
            crews=CREWS.get(data.get("mode", ""), ()),
            team_level=_level_of_all(seats, cards_with(self.facts)),
            agreed=self.agreed(),
            facts=self.facts,
        )


def _level_of_all(seats: dict[str, Seat], known: Catalogue) -> int | None:
    """Return the agreed level: that of all teams if it is equal, but differs from the rules."""
    levels = {sum(card.level for card in seat.cards(known)) for seat in seats.values()}
    return next(iter(levels)) if len(levels) == 1 and levels != {LEVEL} else None


class MatchTableForm(TableForm):
    """The table of a match, with the players and the lists that the viewer may see filled in."""

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.event, self.rules = match, match.round.event, match.round.event.rules
        self.seated = dict(zip(LETTERS, match.seated(), strict=False))
        self.letters = "".join(self.seated)
        arenas = arenas_of(match)
        listed = {f"team_{letter}": listed_team(seat.registration, viewer) for letter, seat in self.seated.items()}
        super().__init__(*args, **{"initial": listed | {"arena": match.arena or next(iter(arenas))}, **kwargs})
        offer(self, "arena", arenas.items())
        self.find_board = facts_for(self.event).board
        for letter, seat in self.seated.items():
            self.fields[f"team_{letter}"] = forms.CharField(label=str(seat.registration), widget=Lines, required=False)
        keep_locked_teams(self, match, viewer)
        if len(self.letters) == len(LETTERS) and match.format.plays_on:
            self._ask_who_is_missing()

    def _ask_who_is_missing(self) -> None:
        """Ask who did not come. At a table of four the others play on as three."""
        gone = [letter for letter, seat in self.seated.items() if not seat.registration.can_play]
        everybody = [("", _("everybody came"))]
        self.fields["missing"] = forms.ChoiceField(
            label=_("Who did not come"),
            choices=[*everybody, *((letter, str(seat.registration)) for letter, seat in self.seated.items())],
            required=False,
            initial=gone[0] if gone else "",
        )

    def playing(self, cleaned: Mapping[str, Any]) -> str:
        missing = cleaned.get("missing")
        return self.letters.replace(missing, "") if missing else self.letters

    def header(self) -> dict[str, Any]:
        event = self.match.round.event
        return build_table_header(
            self.seats({letter: str(seat.registration) for letter, seat in self.seated.items()}),
            rules=self.rules,
            arena=self.cleaned_data["arena"],
            side_of_a=self.cleaned_data["side_of_a"],
            crews=self._crews(),
            team_level=event.team_level,
            agreed=agreed_in(event),
            facts=self.facts,
        )

    def _crews(self) -> list[list[str]]:
        crews: dict[int, list[str]] = {}
        for letter, seat in self.seated.items():
            crews.setdefault(seat.side, []).append(letter.upper())
        return [crew for crew in crews.values() if len(crew) > 1]
