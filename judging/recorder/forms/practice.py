"""Forms to set up a table: a practice table for two players, or the table of a match."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from judging.models import Recording
from judging.recorder.services.setup import Seat, build_header
from rules.games import DEFAULT, UnreadableListError
from rules.games import TeamList as Document
from teams.lists.forms import Lines, faults
from teams.models import TeamList
from teams.wording import card_title
from tournaments.lists.services.facts import brought_arenas
from tournaments.lists.services.visibility import visible_list
from tournaments.models import Match, RecordedGames, Registration

EXAMPLES = {
    "team_a": ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"),
    "team_b": ("anna-tommy", "kassius-kaos", "king-of-the-gobballs", "lil-healey"),
}
MOST_FIGURES = 8
DETAILS = [
    ("full", _("every move: the site proves the game")),
    ("ledger", _("the score alone: turns, KOs, GG, Kamas and purchases")),
]
SIDES = [("south", _("south")), ("north", _("north")), ("west", _("west")), ("east", _("east"))]


class TableForm(forms.Form):
    """Two teams, one figure per line, and the arena with the sides."""

    team_a = forms.CharField(label=_("Team of player A"), widget=Lines, required=False)
    team_b = forms.CharField(label=_("Team of player B"), widget=Lines, required=False)
    arena = forms.ChoiceField(label=_("Arena"), initial="the-pit")
    side_of_a = forms.ChoiceField(label=_("Player A's side"), choices=SIDES)
    detail = forms.ChoiceField(
        label=_("What to record"), choices=DETAILS, initial="full", widget=forms.RadioSelect, required=False
    )

    def __init__(self, *args: Any, arenas: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "arena", (built_in_arenas() if arenas is None else arenas).items())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in ("a", "b"):
            cleaned[f"figures_{side}"] = self._figures(side, cleaned.get(f"team_{side}") or "")
        return cleaned

    def _figures(self, side: str, typed: str) -> tuple[str, ...]:
        try:
            team = self.read(side, typed)
            errors = team.check().errors
        except UnreadableListError as unreadable:
            errors, team = unreadable.errors, Document(())
        if errors:
            self.add_error(f"team_{side}", faults(errors))
        elif not 1 <= len(team.figures) <= MOST_FIGURES:
            self.add_error(f"team_{side}", _("A practice team has one to eight figures."))
        return team.figures

    def read(self, side: str, typed: str) -> Document:
        return DEFAULT.lists.parse_text(typed.encode())

    def header(self, names: dict[str, str], **settings: str) -> dict[str, Any]:
        """Return the header. `settings` are the format and the box of rewards, if the event has fixed them."""
        data = self.cleaned_data
        seats = {side: Seat(names[side], data[f"figures_{side.lower()}"]) for side in ("A", "B")}
        header = build_header(seats, arena=data["arena"], side_of_a=data["side_of_a"], **settings)
        return header | {"detail": "ledger"} if data.get("detail") == "ledger" else header


def built_in_arenas() -> dict[str, str]:
    return {slug: found.name for slug in DEFAULT.arenas if (found := DEFAULT.arena(slug))}


class PracticeForm(TableForm):
    """A practice table: players choose names, and may load a saved team."""

    name_a = forms.CharField(label=_("Player A"), max_length=40, initial=_("Player A"), validators=[one_line])
    name_b = forms.CharField(label=_("Player B"), max_length=40, initial=_("Player B"), validators=[one_line])
    saved_a = forms.ModelChoiceField(label=_("or a saved team"), queryset=TeamList.objects.none(), required=False)
    saved_b = forms.ModelChoiceField(label=_("or a saved team"), queryset=TeamList.objects.none(), required=False)
    dice = forms.ChoiceField(
        label=_("Dice"), choices=Recording.Dice.choices, initial=Recording.Dice.RECORDED, widget=forms.RadioSelect
    )
    field_order = ("name_a", "name_b", "saved_a", "saved_b", "team_a", "team_b", "arena", "side_of_a", "detail", "dice")

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={team: typed_team(figures) for team, figures in EXAMPLES.items()}, **kwargs)
        mine = TeamList.objects.of(user)
        for name in ("saved_a", "saved_b"):
            offer_rows(self, name, mine)
        self.has_saved_teams = mine.exists()

    def read(self, side: str, typed: str) -> Document:
        saved: TeamList | None = self.cleaned_data.get(f"saved_{side}")
        return saved.document() if saved else super().read(side, typed)

    def header(self, names: dict[str, str] | None = None, **settings: str) -> dict[str, Any]:
        data = self.cleaned_data
        return super().header(names or {"A": data["name_a"], "B": data["name_b"]}, **settings)


def match_form(match: Match, viewer: Any, data: Any = None) -> TableForm:
    """Return the form for a match, with the arena and the lists that the viewer may see filled in."""
    assert match.b is not None
    arenas = arenas_of(match)
    initial = {
        "team_a": listed_team(match.a, viewer),
        "team_b": listed_team(match.b, viewer),
        "arena": match.arena or next(iter(arenas)),
    }
    form = TableForm(data, arenas=arenas, initial=initial | {"detail": match.recorded})
    if match.recorded == RecordedGames.FULL:
        del form.fields["detail"]
    return form


def arenas_of(match: Match) -> dict[str, str]:
    event = match.round.event
    known = {**built_in_arenas(), **brought_arenas(event)}
    return {slug: known[slug] for slug in event.arenas if slug in known} or known


def listed_team(registration: Registration, viewer: Any) -> str:
    submitted = visible_list(registration, viewer)
    return typed_team(submitted.figures) if submitted else ""


def typed_team(figures: Iterable[str]) -> str:
    return "\n".join(map(card_title, figures))
