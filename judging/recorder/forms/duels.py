"""Forms to set up a table of two: a practice table, or the table of a match; and what those of more share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from judging.models import Recording
from judging.recorder.board.table_state import arena_sketch
from judging.recorder.services.setup import Seat, build_header, cards_with
from judging.rights import plays_in
from rules.games import DEFAULT, RULESETS, Ruleset, UnreadableListError
from teams.lists.forms import Lines, faults
from teams.lists.pages import Portrait, portraits
from teams.models import TeamList
from teams.wording import board_title, card_title, counted
from tournaments.events.models.formats import GAMES
from tournaments.lists.services.event_facts import boards_of, content_for, facts_for
from tournaments.lists.services.visibility import lists_at, may_see_list, visible_list
from tournaments.models import Event, Match, RecordedGames, Registration, Scenery

EXAMPLES = {
    "team_a": ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"),
    "team_b": ("anna-tommy", "kassius-kaos", "king-of-the-gobballs", "lil-healey"),
}
LETTERS = "abcd"
LEAST_AT_A_TABLE = 3  # of several, where somebody did not come
DETAILS = [
    ("full", _("every move: the site proves the game")),
    ("ledger", _("the score alone: turns, KOs, GG, Kamas and purchases")),
]
SIDES = [("south", _("south")), ("north", _("north")), ("west", _("west")), ("east", _("east"))]


class SideOfTable(NamedTuple):
    letter: str
    player: str
    figures: tuple[Portrait, ...]
    team: forms.BoundField
    name: forms.BoundField | None
    saved: forms.BoundField | None


class TeamsForm(forms.Form):
    """A team for each player, typed with one figure per line or saved, and the arena with player A's side."""

    letters: str
    set_up = "judging/parts/set_up.html"
    rules: Ruleset = DEFAULT
    locked: Mapping[str, tuple[str, ...]] = {}  # teams of an event's match, which nobody types
    event: Event | None = None  # whose card texts count; without one the site's do
    find_board: Callable[[str], Any] = staticmethod(DEFAULT.boards.find)
    arena = forms.ChoiceField(label=_("Arena"), initial="the-pit", widget=forms.RadioSelect)
    side_of_a = forms.ChoiceField(label=_("Player A's side"), choices=SIDES, initial="south", widget=forms.RadioSelect)

    @property
    def team_sizes(self) -> range:
        return range(1, 9)

    @property
    def wrong_size(self) -> str:
        return gettext("A practice team has one to eight figures.")

    def players(self) -> list[SideOfTable]:
        return [self._player(letter) for letter in self.letters]

    def _player(self, letter: str) -> SideOfTable:
        """Return what the page shows of a player. At the table of a match nobody types a name."""
        name, saved = (self[key] if key in self.fields else None for key in (f"name_{letter}", f"saved_{letter}"))
        team = self[f"team_{letter}"]
        player = str(name.value() or name.label) if name else str(team.label)
        known = cards_with(self.facts)
        cards = map(known.find, self._figures_shown(letter))
        shown = portraits(counted((card.slug for card in cards if card), known))
        return SideOfTable(letter, player, shown, team, name, saved)

    def _figures_shown(self, letter: str) -> tuple[str, ...]:
        """Return what is typed or chosen so far; of a closed list nothing."""
        if self.is_bound and self.errors is not None and letter not in self.locked:
            figures: tuple[str, ...] = self.cleaned_data.get(f"figures_{letter}", ())
            return figures
        try:
            return DEFAULT.lists.parse_text((self[f"team_{letter}"].value() or "").encode()).figures
        except UnreadableListError:
            return ()

    def arenas(self) -> Iterator[tuple[Any, dict[str, str]]]:
        for radio in self["arena"]:
            yield radio, arena_sketch(self.find_board(radio.data["value"]))

    def other_radios(self) -> list[forms.BoundField]:
        return [self[name] for name in ("ruleset", "scenery", "mode", "detail", "dice") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for letter in self.playing(cleaned):
            cleaned[f"figures_{letter}"] = self._figures(letter, cleaned)
        return cleaned

    def playing(self, cleaned: Mapping[str, Any]) -> str:
        return self.letters

    def _figures(self, letter: str, cleaned: dict[str, Any]) -> tuple[str, ...]:
        if letter in self.locked:
            return self.locked[letter]
        saved: TeamList | None = cleaned.get(f"saved_{letter}")
        typed = (cleaned.get(f"team_{letter}") or "").encode()
        try:
            team = saved.document() if saved else DEFAULT.lists.parse_text(typed)
            errors, figures = team.check().errors, team.figures
        except UnreadableListError as unreadable:
            errors, figures = unreadable.errors, ()
        if errors:
            self.add_error(f"team_{letter}", faults(errors))
        elif len(figures) not in self.team_sizes:
            self.add_error(f"team_{letter}", self.wrong_size)
        return figures

    @cached_property
    def facts(self) -> bytes:
        return content_for(self.event)

    def seats(self, names: Mapping[str, str]) -> dict[str, Seat]:
        data = self.cleaned_data
        playing = self.playing(data)
        return {
            called.upper(): Seat(names[letter], data[f"figures_{letter}"])
            for called, letter in zip(LETTERS, playing, strict=False)
        }


def _sceneries() -> Iterator[tuple[str, Any]]:
    """Yield the choices, the one that only some rules have with their titles."""
    game = GAMES[DEFAULT.game]
    titles = ", ".join(str(title) for slug, title in game.rulesets.items() if "scenery" not in game.lacks_by(slug))
    for scenery, label in Scenery.choices:
        yield scenery, label if scenery == Scenery.FIXED else f"{label} ({titles})"


class WithRules(forms.Form):
    """Practice tables choose the rules, and what these leave to the players; at the table of a match they are the
    event's."""

    ruleset = forms.ChoiceField(
        label=_("Rules"),
        choices=[*GAMES[DEFAULT.game].rulesets.items()],
        initial=DEFAULT.slug,
        widget=forms.RadioSelect,
        required=False,
    )
    scenery = forms.ChoiceField(
        label=_("Scenery"), choices=_sceneries, initial=Scenery.FIXED, widget=forms.RadioSelect, required=False
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("scenery") == Scenery.BREAKABLE and not self.agreed():
            text = _("By the chosen rules scenery never breaks. Choose other rules, or leave it as it is.")
            self.add_error("scenery", forms.ValidationError(text, code="scenery-of-other-rules"))
        return cleaned

    def agreed(self) -> dict[str, str]:
        """What the rules leave to the players."""
        has_it = "scenery" not in GAMES[DEFAULT.game].lacks_by(self.rules.slug)
        return {"scenery": self.cleaned_data["scenery"] or Scenery.FIXED} if has_it else {}

    def clean_ruleset(self) -> str:
        chosen: str = self.cleaned_data["ruleset"] or DEFAULT.slug
        self.rules = RULESETS[chosen]
        return chosen


class DuelForm(TeamsForm):
    letters = "ab"
    team_a = forms.CharField(label=_("Team of player A"), widget=Lines, required=False)
    team_b = forms.CharField(label=_("Team of player B"), widget=Lines, required=False)
    detail = forms.ChoiceField(
        label=_("What to record"), choices=DETAILS, initial="full", widget=forms.RadioSelect, required=False
    )

    def __init__(self, *args: Any, arenas: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "arena", (built_in_arenas() if arenas is None else arenas).items())

    def duel_header(self, names: Mapping[str, str], **settings: Any) -> dict[str, Any]:
        """Return the header. `settings` are format, box of rewards and scenery, if the event has fixed them."""
        data = self.cleaned_data
        where = {"arena": data["arena"], "side_of_a": data["side_of_a"]}
        header = build_header(self.seats(names), rules=self.rules, facts=self.facts, **where, **settings)
        return header | {"detail": "ledger"} if data.get("detail") == "ledger" else header


def built_in_arenas(rules: Ruleset = DEFAULT) -> dict[str, str]:
    return {slug: board_title(found) for slug in rules.boards.slugs if (found := rules.boards.find(slug))}


class PracticeForm(WithRules, DuelForm):
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

    def header(self) -> dict[str, Any]:
        data = self.cleaned_data
        return self.duel_header({"a": data["name_a"], "b": data["name_b"]}, agreed=self.agreed())


class MatchForm(DuelForm):
    """The table of a duel of an event, with the arena and the lists that the viewer may see filled in."""

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        assert match.b is not None
        self.match, self.event, self.rules = match, match.round.event, match.round.event.rules
        self.names = {"a": str(match.a), "b": str(match.b)}
        arenas = arenas_of(match)
        initial = {
            "team_a": listed_team(match.a, viewer),
            "team_b": listed_team(match.b, viewer),
            "arena": match.arena or next(iter(arenas)),
            "detail": match.recorded,
        }
        super().__init__(*args, arenas=arenas, **{"initial": initial, **kwargs})
        self.find_board = facts_for(self.event).board
        if match.recorded == RecordedGames.FULL:
            del self.fields["detail"]
        for letter, name in self.names.items():
            self.fields[f"team_{letter}"].label = name
        keep_locked_teams(self, match, viewer)

    def header(self) -> dict[str, Any]:
        event = self.match.round.event
        return self.duel_header(self.names, team_format=event.team_format, agreed=agreed_in(event))


def agreed_in(event: Event) -> dict[str, str]:
    """What the header of a game says of rewards and scenery, if the rules of the event leave it open."""
    settings = {"rewards": event.rewards, "scenery": event.scenery}
    return {name: value for name, value in settings.items() if name not in event.lacks}


def arenas_of(match: Match) -> dict[str, str]:
    event = match.round.event
    known = boards_of(event)
    return {slug: known[slug] for slug in event.arenas if slug in known} or known


def listed_team(registration: Registration, viewer: Any) -> str:
    submitted = visible_list(registration, viewer)
    return typed_team(submitted.figures) if submitted else ""


def keep_locked_teams(form: Any, match: Match, viewer: Any) -> None:
    """What was locked is played, and nobody types it over. A player is shown the opponent's closed list on the board;
    staff to whom lists are closed type what stands on the table."""
    locked = {one.registration_id: one for one in lists_at(match) if one.locked_at is not None}
    plays = plays_in(match, viewer)
    form.locked = {
        letter: tuple(locked[player.pk].figures)
        for letter, player in zip(LETTERS, match.players(), strict=False)
        if player.pk in locked and (plays or may_see_list(player, locked[player.pk], viewer))
    }
    for letter in form.locked:
        field = form.fields[f"team_{letter}"]
        field.disabled = True
        if not form.initial[f"team_{letter}"]:
            field.widget.attrs["placeholder"] = _("The locked list: it is shown as soon as the game begins.")


def typed_team(figures: Iterable[str]) -> str:
    return "\n".join(map(card_title, figures))
