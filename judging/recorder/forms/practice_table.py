"""The form to set up a table for three or four players (chapter 9)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from judging.models import Recording
from judging.recorder.forms.practice import SIDES, arenas_of, built_in_arenas, listed_team, typed_team
from judging.recorder.services.setup import Seat, build_table_header
from rules.games import DEFAULT, UnreadableListError
from teams.lists.forms import Lines, faults
from teams.models import TeamList
from tournaments.events.models.settings import Mode
from tournaments.models import Match

FIGURES_EACH = 2  # 9.1.2
LEVEL = 6
LETTERS = "abcd"
TEAMS = {
    "a": ("queen-of-the-tofus", "lil-healey"),
    "b": ("anna-tommy", "bill-tell"),
    "c": ("oscar-kass", "kassius-kaos"),
    "d": ("bad-aboum", "king-of-the-gobballs"),
}
CREWS = (("A", "C"), ("B", "D"))
MODES = [
    ("free-for-all", _("everyone for themselves")),
    ("two-v-two", _("two against two: A and C against B and D")),
]


class SideOfTable(NamedTuple):
    letter: str
    name: forms.BoundField
    team: forms.BoundField
    saved: forms.BoundField


class TeamsOfTable(forms.Form):
    """A team of two figures for each player."""

    letters: str
    arena = forms.ChoiceField(label=_("Arena"), initial="the-pit")
    side_of_a = forms.ChoiceField(label=_("Player A's side"), choices=SIDES)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for letter in self.playing(cleaned):
            cleaned[f"figures_{letter}"] = self._figures(letter, cleaned)
        return cleaned

    def playing(self, cleaned: Mapping[str, Any]) -> str:
        return self.letters

    def _figures(self, letter: str, cleaned: dict[str, Any]) -> tuple[str, ...]:
        saved: TeamList | None = cleaned.get(f"saved_{letter}")
        typed = (cleaned.get(f"team_{letter}") or "").encode()
        try:
            team = saved.document() if saved else DEFAULT.lists.parse_text(typed)
            errors, figures = team.check().errors, team.figures
        except UnreadableListError as unreadable:
            errors, figures = unreadable.errors, ()
        if errors:
            self.add_error(f"team_{letter}", faults(errors))
        elif len(figures) != FIGURES_EACH:
            self.add_error(
                f"team_{letter}", _("In a game of three or four everyone plays exactly two figures (9.1.2).")
            )
        return figures

    def seats(self, names: Mapping[str, str]) -> dict[str, Seat]:
        data = self.cleaned_data
        playing = self.playing(data)
        return {
            called.upper(): Seat(names[letter], data[f"figures_{letter}"])
            for called, letter in zip(LETTERS, playing, strict=False)
        }


class PracticeTableForm(TeamsOfTable):
    """A practice table: each player with a name and two figures, from which turn order and sides follow."""

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

    def players(self) -> Iterator[SideOfTable]:
        for letter in self.letters:
            yield SideOfTable(letter, *(self[f"{field}_{letter}"] for field in ("name", "team", "saved")))

    def header(self) -> dict[str, Any]:
        data = self.cleaned_data
        seats = self.seats({letter: data[f"name_{letter}"] for letter in self.letters})
        return build_table_header(
            seats,
            arena=data["arena"],
            side_of_a=data["side_of_a"],
            crews=CREWS if data.get("mode") == "two-v-two" else (),
            team_level=_level_of_all(seats),
        )


def _level_of_all(seats: dict[str, Seat]) -> int | None:
    """Return the agreed level: that of all teams if it is equal, but differs from the rules."""
    levels = {sum(card.level for card in seat.cards()) for seat in seats.values()}
    return next(iter(levels)) if len(levels) == 1 and levels != {LEVEL} else None


class MatchTableForm(TeamsOfTable):
    """The table of a match, with the players and the lists that the viewer may see filled in."""

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.seated = match, dict(zip(LETTERS, match.seated(), strict=False))
        self.letters = "".join(self.seated)
        arenas = arenas_of(match)
        listed = {f"team_{letter}": listed_team(seat.registration, viewer) for letter, seat in self.seated.items()}
        super().__init__(*args, **{"initial": listed | {"arena": match.arena or next(iter(arenas))}, **kwargs})
        offer(self, "arena", arenas.items())
        for letter, seat in self.seated.items():
            self.fields[f"team_{letter}"] = forms.CharField(label=str(seat.registration), widget=Lines, required=False)
        if len(self.letters) == len(LETTERS) and match.round.event.mode == Mode.FREE_FOR_ALL:
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

    def players(self) -> Iterator[tuple[str, forms.BoundField]]:
        for letter in self.letters:
            yield letter, self[f"team_{letter}"]

    def header(self) -> dict[str, Any]:
        event = self.match.round.event
        return build_table_header(
            self.seats({letter: str(seat.registration) for letter, seat in self.seated.items()}),
            arena=self.cleaned_data["arena"],
            side_of_a=self.cleaned_data["side_of_a"],
            crews=self._crews() if event.mode == Mode.TWO_V_TWO else (),
            team_level=event.team_level,
            rewards=event.rewards,
        )

    def _crews(self) -> list[list[str]]:
        crews: dict[int, list[str]] = {}
        for letter, seat in self.seated.items():
            crews.setdefault(seat.side, []).append(letter.upper())
        return list(crews.values())
