"""Forms to set up a table: a practice table for two, three or four players (chapter 9), or the table of a match."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from judging.models import Recording
from judging.recorder.board.set_up import arena_sketch
from judging.recorder.services.setup import Seat, build_header, build_table_header, cards_with
from judging.rights import plays_in
from rules.common.names import slugify
from rules.common.verdicts import Malformed
from rules.games import BLAST, DEFAULT, QUEST, RULESETS, Catalogue, Ruleset, UnreadableListError, read
from teams.lists.forms import Lines, faults
from teams.lists.pages import Portrait, portraits
from teams.models import TeamList
from teams.wording import board_title, card_title, counted, render_message
from tournaments.events.models.formats import GAMES
from tournaments.lists.services.event_facts import boards_of, content_for, facts_for
from tournaments.lists.services.lots import Draw
from tournaments.lists.services.visibility import lists_at, may_see_list, visible_list
from tournaments.models import Event, Match, RecordedGames, Registration, Scenery
from tournaments.rounds.models.matches import PLAYERS_OF_A_DUEL

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
        _keep_locked_teams(self, match, viewer)

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


def _keep_locked_teams(form: "TeamsForm | BlastTableForm", match: Match, viewer: Any) -> None:
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


LEVEL = 6
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
            crews=CREWS if data.get("mode") == "two-v-two" else (),
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
        _keep_locked_teams(self, match, viewer)
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


class BlastTableForm(forms.Form):
    """The table of a duel of Blast: board, sides and challenges as they were drawn, and the figures of both players.

    What nobody has entered can be typed all the same: what depends on it is believed.
    """

    set_up = "judging/parts/set_up_blast.html"
    locked: Mapping[str, tuple[str, ...]] = {}
    board = forms.CharField(label=_("Board"), max_length=60, validators=[one_line])
    side_of_a = forms.ChoiceField(choices=SIDES, widget=forms.RadioSelect)
    first_player = forms.ChoiceField(
        label=_("Who goes first"), widget=forms.RadioSelect, help_text=_("A Glyph tile is tossed for it.")
    )
    challenges = forms.CharField(label=_("Divine Challenges"), max_length=200, required=False)
    team_a = forms.CharField(widget=Lines, required=False)
    team_b = forms.CharField(widget=Lines, required=False)

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.event = match, match.round.event
        self.seated = dict(zip(LETTERS, match.players(), strict=False))
        drawn = Draw(self.event, {}).of(match)
        initial = {
            "board": self.titles.get(drawn.board, drawn.board),
            "side_of_a": drawn.sides[0],
            "challenges": ", ".join(self.titles.get(slug, slug) for slug in drawn.challenges),
            **{f"team_{letter}": listed_team(player, viewer) for letter, player in self.seated.items()},
        }
        super().__init__(*args, **{"initial": initial, **kwargs})
        names = {letter: str(player) for letter, player in self.seated.items()}
        offer(self, "first_player", [(letter.upper(), name) for letter, name in names.items()])
        self.fields["side_of_a"].label = _("Side of %(player)s") % {"player": names["a"]}
        for letter, name in names.items():
            self.fields[f"team_{letter}"].label = name
        if self.event.simple_game:
            del self.fields["challenges"]
        _keep_locked_teams(self, match, viewer)

    @cached_property
    def known(self) -> Any:
        return self.event.rules.figures({self.event.game: content_for(self.event)})

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of boards and challenges by slug."""
        return {slug: each.name for kind in (self.known.boards, self.known.challenges) for slug, each in kind.items()}

    def teams(self) -> list[forms.BoundField]:
        return [self[f"team_{letter}"] for letter in self.seated]

    def choices(self) -> list[forms.BoundField]:
        return [self["side_of_a"], self["first_player"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self._hold_to_the_rules()
        return cleaned

    def _hold_to_the_rules(self) -> None:
        """What the rules say against the header: the number of figures, a Minion, the same elite figure twice."""
        rules = self.event.rules
        try:
            log = rules.with_facts(read({**self.header(), "actions": []}), {self.event.game: content_for(self.event)})
        except Malformed as malformed:
            self.add_error(None, forms.ValidationError(render_message(malformed.message), code=malformed.code))
            return
        for found in rules.replay(log).errors:
            self.add_error(None, forms.ValidationError(render_message(found.message), code=found.code))

    def header(self) -> dict[str, Any]:
        data, event = self.cleaned_data, self.event
        near = data["side_of_a"]
        return {
            "format": event.rules.formats[0],
            "ruleset": event.ruleset,
            "options": {"advanced": not event.simple_game, "superior": event.superior_favors},
            "board": self._slug(data["board"]),
            "sides": {"A": near, "B": event.rules.boards.opposite[near]},
            "challenges": [self._slug(name) for name in data.get("challenges", "").split(",") if name.strip()],
            "players": {letter.upper(): self._player(letter) for letter in self.seated},
            "first_player": data["first_player"],
        }

    def _player(self, letter: str) -> dict[str, Any]:
        locked = self.locked.get(letter)
        typed = [line.strip() for line in self.cleaned_data[f"team_{letter}"].splitlines() if line.strip()]
        cards = [card.slug if (card := self.known.fighter(name)) else slugify(name) for name in locked or typed]
        team = {f"{letter}{number}": card for number, card in enumerate(cards, start=1)}
        return {"name": str(self.seated[letter]), "team": team}

    def _slug(self, name: str) -> str:
        """That of a board or challenge with this name; of one that nobody has entered, the name itself."""
        named = (slug for slug, title in self.titles.items() if slugify(title) == slugify(name))
        return next(named, slugify(name))


class QuestTableForm(forms.Form):
    """A table of Quest: a Krosmaster for each player, from which the order of turns follows, and what lies on it."""

    set_up = "judging/parts/set_up_quest.html"
    families = forms.MultipleChoiceField(
        label=_("Families of mobs in play"),
        choices=[("gobball", _("gobballs")), ("tofu", _("tofus"))],
        initial=["gobball", "tofu"],
        widget=forms.CheckboxSelectMultiple,
    )
    demon = forms.ChoiceField(
        label=_("Who plays the Demon"),
        choices=[("shared", _("the token goes round")), ("player", _("somebody who plays no Krosmaster"))],
        initial="shared",
        widget=forms.RadioSelect,
    )
    detail = forms.ChoiceField(
        label=_("What is recorded"),
        choices=[("gg", _("turns, the Demon, quests and GG")), ("economy", _("also Kamas, bags, prices and AP"))],
        initial="gg",
        required=False,
        widget=forms.RadioSelect,
    )
    scenario = forms.CharField(
        label=_("Scenario"), max_length=60, required=False, help_text=_("Empty: a free game."), validators=[one_line]
    )
    adventure_path = forms.IntegerField(
        label=_("Places of the Adventure Path"), min_value=5, max_value=8, initial=8, widget=forms.NumberInput
    )
    geegee_path = forms.IntegerField(
        label=_("Spaces of the Geegee Path"),
        min_value=7,
        max_value=30,
        initial=13,
        help_text=_("Count them on the dashboard: the rule book does not say how many there are."),
    )

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.event = match, match.round.event
        self.seated = dict(zip(LETTERS, match.seated(), strict=False))
        listed = {f"hero_{letter}": listed_team(seat.registration, viewer) for letter, seat in self.seated.items()}
        super().__init__(*args, **{"initial": listed, **kwargs})
        for letter, seat in self.seated.items():
            self.fields[f"hero_{letter}"] = forms.CharField(
                label=str(seat.registration),
                max_length=80,
                required=False,
                help_text=_("A figure of the catalogue. Empty: did not come."),
                validators=[one_line],
            )

    @cached_property
    def known(self) -> Catalogue:
        return self.event.rules.figures({self.event.game: content_for(self.event)})

    def heroes(self) -> list[forms.BoundField]:
        return [self[f"hero_{letter}"] for letter in self.seated]

    def choices(self) -> list[forms.BoundField]:
        return [self["families"], self["demon"], self["detail"]]

    def numbers(self) -> list[forms.BoundField]:
        return [self["scenario"], self["adventure_path"], self["geegee_path"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.playing = {letter: name for letter in self.seated if (name := cleaned.get(f"hero_{letter}"))}
        for letter, name in self.playing.items():
            if self.known.find(name) is None:
                alike = ", ".join(map(card_title, self.known.nearest(name)))
                self.add_error(f"hero_{letter}", _no_such_figure(name, alike))
        if not self.errors and len(self.playing) < LEAST_AT_A_TABLE:
            self.add_error(None, forms.ValidationError(_("At least three players play."), code="too-few"))
        if not self.errors:
            self._hold_to_the_rules()
        return cleaned

    def _hold_to_the_rules(self) -> None:
        """What the rules say against the header: a Boss, a figure twice, a path that the scenario does not have."""
        rules = self.event.rules
        log = rules.with_facts(read({**self.header(), "actions": []}), {self.event.game: content_for(self.event)})
        for found in rules.replay(log).errors:
            self.add_error(None, forms.ValidationError(render_message(found.message), code=found.code))

    def header(self) -> dict[str, Any]:
        data = self.cleaned_data
        cards = {letter: self.known.find(name) for letter, name in self.playing.items()}
        called = dict(zip(self.playing, LETTERS.upper(), strict=False))
        order = sorted(self.playing, key=lambda letter: -(card.initiative if (card := cards[letter]) else 0))
        return {
            "format": self.event.rules.formats[0],
            "ruleset": self.event.ruleset,
            "detail": data["detail"] or "gg",
            "mode": self.event.mode,
            "demon": data["demon"],
            "families": data["families"],
            "scenario": data["scenario"] or None,
            "adventure_path": data["adventure_path"],
            "geegee_path": data["geegee_path"],
            "players": {
                called[letter]: {"name": str(self.seated[letter].registration), "hero": card.slug}
                for letter, card in cards.items()
                if card
            },
            "order": [called[letter] for letter in order],
        }


def _no_such_figure(name: str, alike: str) -> forms.ValidationError:
    if alike:
        text = gettext("There is no figure called %(name)s. Closest matches: %(alike)s.")
        return forms.ValidationError(text % {"name": name, "alike": alike}, code="unknown-figure")
    return forms.ValidationError(gettext("There is no figure called %(name)s.") % {"name": name}, code="unknown-figure")


OF_OTHER_GAMES: Mapping[str, Any] = {QUEST.game: QuestTableForm, BLAST.game: BlastTableForm}


def match_form(
    match: Match, viewer: Any, data: Any = None
) -> MatchForm | MatchTableForm | QuestTableForm | BlastTableForm:
    if match.round.event.game in OF_OTHER_GAMES:
        return OF_OTHER_GAMES[match.round.event.game](data, match=match, viewer=viewer)
    form = MatchForm if len(match.players()) == PLAYERS_OF_A_DUEL else MatchTableForm
    return form(data, match=match, viewer=viewer)
