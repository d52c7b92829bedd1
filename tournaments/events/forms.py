"""Forms with which an organiser creates and edits an event."""

import datetime as dt
import re
import secrets
import zoneinfo
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator, format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.sign_in.second_factor import has_second_factor
from core.pages.cities import ZoneField, chosen_city, city_of, zone_of
from core.pages.form_choices import offer, offer_rows
from core.records import mail
from core.text.names import one_line
from rules.common.names import slugify
from rules.games import RULESETS
from teams.models import legality_choices
from tournaments.core.fours.players import MOST_FOR_FIRST
from tournaments.core.scoring import ImpossibleScoring, PointsByPlace
from tournaments.cut.services.prizes import lines_for_nobody
from tournaments.events.models.events import check_time_zone
from tournaments.events.models.formats import (
    GAMES,
    OF_DUELS,
    OF_FOUR,
    OF_OPPONENTS,
    OF_TABLES,
    Game,
    ruleset_choices,
    ruleset_title,
)
from tournaments.events.models.limits import MOST_OF_A_REASON, possible_date
from tournaments.events.models.settings import CutKind, LiveGames, Mode
from tournaments.events.services.contradictions import contradictions_of_mode, format_of
from tournaments.events.services.editing import GAME_HAS_CHANGED, GAME_IS_FIXED
from tournaments.lists.services.event_facts import boards_of, challenges_of
from tournaments.models import Announcement, Event, MailChoice, PenaltyKind, Series, TeamFormat, TieBreak

BETWEEN = re.compile(r"\s*[-–/,; ]\s*")  # numbers in one line
LONGEST_POINTS = 40


def concerns(name: str, game: Game, mode: str) -> bool:
    """Whether a setting exists in this mode of a game."""
    return name not in game.lacks and (mode not in game.formats or name not in game.formats[mode].lacks)


# what another game has otherwise, or not at all
OF_THE_GAME = frozenset({"round_minutes", "glory_cap"}).union(
    *(game.lacks for game in GAMES.values()),
    *(game.choices(ruleset) for game in GAMES.values() for ruleset in game.rulesets),
)


def _lacking(ruleset: str) -> frozenset[str]:
    """The settings that these rules do not have in any mode."""
    game = GAMES[RULESETS[ruleset].game]
    in_no_mode = frozenset.intersection(*(form.lacks for form in game.formats.values()))
    only_mode = {"mode"} if len(game.formats) == 1 else set()
    return in_no_mode | only_mode | game.lacks_by(ruleset).keys()


class RulesetField(forms.ChoiceField):
    """The game, by its rules."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=ruleset_choices, required=False, show_hidden_initial=True, **kwargs)

    def validate(self, value: Any) -> None:
        if value and not self.valid_value(value):
            titles = ", ".join(str(title) for _slug, title in ruleset_choices())
            text = _("This site has no such game. Choose one of these: %(games)s.") % {"games": titles}
            raise forms.ValidationError(text, code="invalid_choice")


class ModeField(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Mode.choices, required=False, **kwargs)


class PointsByPlaceField(forms.CharField):
    """Four numbers in one line: 6-3-1-0."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_POINTS, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "-".join(str(number) for number in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        typed = super().to_python(value)
        if not typed:
            return []
        parts = BETWEEN.split(typed) if len(typed) <= LONGEST_POINTS else []
        if len(parts) != 4 or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
            raise forms.ValidationError(_("Write four numbers, for example 6-3-1-0."), code="points-by-place")
        points = [int(part) for part in parts]
        first, second, third, last = points
        try:
            PointsByPlace((first, second, third, last))
        except ImpossibleScoring:
            text = _("The points must not rise from one place to the next, and first place needs at least one.")
            raise forms.ValidationError(text, code="points-by-place") from None
        if first > MOST_FOR_FIRST:
            most = _("Enter at most %(most)s points.") % {"most": MOST_FOR_FIRST}
            raise forms.ValidationError(most, code="points-by-place")
        return points


def settle_mode(data: dict[str, Any]) -> None:
    """Reset settings that the mode does not have."""
    form = format_of(data)
    if form is not None and "cut_kind" in form.lacks:
        data |= {"cut_points": None, "third_place": False, "cut_kind": CutKind.SINGLE}
    if form is not None and "cut_size" in form.lacks:
        data["cut_size"] = None


JUST_NOW = dt.timedelta(hours=1)  # for an event that is created while its players arrive
CONFIRMED = "past_start"  # the checkbox below the start


class AsksAboutPastStart(forms.BaseForm):
    def clean_starts_at(self) -> dt.datetime:
        starts_at: dt.datetime = self.cleaned_data["starts_at"]
        possible_date(starts_at)
        if self.is_new and starts_at < timezone.now() - JUST_NOW and CONFIRMED not in self.data:
            message = _("This start is in the past: correct it, or confirm it below.")
            raise forms.ValidationError(message, code="past-start")
        return starts_at

    @property
    def is_new(self) -> bool:
        return True

    @property
    def asks_about_start(self) -> bool:
        """Whether to show the checkbox. Once it is ticked it stays visible, even if there are other errors."""
        return self.has_error("starts_at", "past-start") or self.start_is_confirmed

    @property
    def start_is_confirmed(self) -> bool:
        return CONFIRMED in self.data


TIE_BREAK_PLACES = 6
LADDER_PLACES = 5
MOST_SWISS_ROUNDS = 30
WHEN = ("starts_at", "ends_at", "registration_opens_at", "registration_closes_at", "list_deadline")


@contextmanager
def clock_of(name: str) -> Iterator[None]:
    """Use the event's time zone for entering and displaying dates."""
    with timezone.override(zoneinfo.ZoneInfo(check_time_zone(zone_of(name)))):
        yield


def local_time() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class PlacesInOrder(forms.MultiWidget):
    """An ordered choice, with a select for each position."""

    def __init__(self, choices: list[tuple[str, Any]], places: int) -> None:
        options = [("", "-"), *choices]
        names = [format_lazy("{place} {number}", place=_("place"), number=place + 1) for place in range(places)]
        super().__init__([forms.Select(choices=options, attrs={"aria-label": name}) for name in names])

    def decompress(self, value: Any) -> list[str]:
        return list(value or [])

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0"


class OrderedChoice(forms.MultiValueField):
    def __init__(self, choices: list[tuple[str, Any]], places: int, **kwargs: Any) -> None:
        fields = [forms.ChoiceField(choices=[("", "-"), *choices], required=False) for _place in range(places)]
        self.choices = choices
        super().__init__(fields, widget=PlacesInOrder(choices, places), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[str]) -> list[str]:
        chosen = [value for value in data_list if value]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError(_("Each can be chosen once."), code="twice")
        return chosen


# all fields of an event that its staff fill in, as grouped on the page
GROUPS = (
    (
        _("What and where"),
        ("ruleset", "name", "series", "place", "contact", "time_zone", "starts_at", "ends_at", "description"),
    ),
    (
        _("Registration"),
        (
            *("capacity", "registration_opens_at", "registration_closes_at", "needs_approval", "has_waiting_list"),
            *("entry_fee", "minimum_age", "asks_guardian", "check_in_minutes"),
        ),
    ),
    (
        _("Teams and lists"),
        (
            *(
                "mode",
                "team_level",
                "team_format",
                "limited_kind",
                "legality",
                "rewards",
                "scenery",
                "arenas",
                "hero_level",
                *("team_size", "simple_game", "superior_favors", "board_seats", "challenges", "open_challenges"),
                "lists_required",
                "list_deadline",
            ),
            *("illegal_list", "lists_during", "lists_after", "tells_level", "public_games", "live_games"),
        ),
    ),
    (
        _("Rounds"),
        (
            *("swiss_rounds", "first_round", "club_rounds", "round_minutes", "break_minutes", "no_show_minutes"),
            *("pod_rounds", "first_table", "tables_of_three", "cut_size", "cut_points", "cut_kind", "third_place"),
        ),
    ),
    (
        _("Points"),
        (
            *("points_win", "points_draw", "points_loss", "points_by_place", "bye_points"),
            *("glory_cap", "tie_breaks", "penalty_ladder", "appeals"),
            *("believed_glory_limit", "recorded_games", "recorded_cut_games"),
        ),
    ),
    (_("House rules and prizes"), ("house_rules", "prizes")),
    (_("Staff"), ("staff_second_factor",)),
)


ONLY_LIMITED = frozenset({"limited_kind", "tells_level", "pod_rounds"})
# of a new event: what is asked, and the groups that have their values from its template
STEPS = (
    (_("What and when"), ("ruleset", "name", "starts_at", "time_zone", "place"), (0,)),
    (_("How it is played"), (), (2, 3, 4)),
    (_("Who and how"), ("capacity",), (1, 5, 6)),
)
ASKED = frozenset(name for _title, names, _groups in STEPS for name in names)
MORE = _("More about the event")


@dataclass(frozen=True)
class Group:
    """A section of the form that is collapsed until it is needed."""

    title: Any
    fields: list[forms.BoundField]
    is_limited: bool
    game: Game
    mode: str
    shown: Set[str] | None = None  # whose values are shown; None for all

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)

    @property
    def values(self) -> list[tuple[Any, str]]:
        """Return label and value of the filled-in fields that concern this event."""
        shown = [(field.label, value_of(field)) for field in self.fields if self._concerns(field)]
        return [(label, value) for label, value in shown if value]

    def _concerns(self, field: forms.BoundField) -> bool:
        is_shown = self.shown is None or field.name in self.shown
        is_of_format = self.is_limited or field.name not in ONLY_LIMITED
        return is_shown and is_of_format and concerns(field.name, self.game, self.mode)

    @property
    def anchor(self) -> str:
        return f"about-{self.fields[0].name}"


@dataclass(frozen=True)
class Step:
    """A step of creating an event: what is asked or differs from the template, and groups of the rest."""

    number: int
    title: Any
    fields: list[forms.BoundField]
    groups: list[Group]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)

    @property
    def anchor(self) -> str:
        return f"step-{self.number}"


def value_of(field: forms.BoundField) -> str:
    """Return the value for display; empty if the field is not filled in."""
    value = field.value()
    if isinstance(field.field, forms.BooleanField):
        return str(_("yes") if value else _("no"))
    if isinstance(value, dt.datetime):
        return date_format(timezone.localtime(value) if timezone.is_aware(value) else value, "j F Y, H:i")
    choices = getattr(field.field, "choices", ())
    labels = {str(code): str(label) for code, label in choices}
    values = value if isinstance(value, list) else [value]
    text = ", ".join(labels.get(str(one), str(one)) for one in values if one not in (None, ""))
    return text if labels else Truncator(text).chars(80)


NOT_YET_LIVE = _(
    "Nobody can follow a game yet: team lists are required and not public during the event. Make them public during "
    "the event; players are asked only then."
)
GAME_STAYED = _("The game was not changed. Correct what is marked below, then choose it again.")


class EventForm(AsksAboutPastStart, forms.ModelForm):
    required_css_class = "required"
    only_limited = ONLY_LIMITED
    ruleset = RulesetField(label=pgettext_lazy("of an event", "game"))
    mode = ModeField(
        label=_("mode"),
    )
    points_by_place = PointsByPlaceField(
        label=_("points by place"),
        help_text=_("From first to fourth. At a table of three: first, the mean of second and third, last."),
    )
    arenas = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    challenges = forms.MultipleChoiceField(
        label=_("Divine Challenges in use"), required=False, widget=forms.CheckboxSelectMultiple
    )
    legality = forms.ChoiceField(label=_("Boss and ban list"), choices=legality_choices)
    tie_breaks = OrderedChoice(TieBreak.choices, TIE_BREAK_PLACES, label=_("tie-breaks, in order"))
    penalty_ladder = OrderedChoice(
        PenaltyKind.choices,
        LADDER_PLACES,
        label=_("penalties, in order"),
        help_text=_("For the first offence, the second and so on; the last one repeats. A judge decides each time."),
        required=False,
    )
    time_zone = ZoneField(label=_("city"))

    class Meta:
        model = Event
        fields = [name for _title, names in GROUPS for name in names]
        widgets = {name: local_time() for name in WHEN}

    def __init__(self, *args: Any, who: Any, template: Set[str] = frozenset(), **kwargs: Any) -> None:
        """Offer the user's own series, and the series in which the event already is. `template`: of a new event, the
        settings that its template is made of."""
        super().__init__(*args, **kwargs)
        self.template = template
        self.who, self.initial_ruleset = who, self.instance.ruleset
        if self.instance.city:
            self.initial["time_zone"] = city_of(self.instance.zone)
        own = Q(owner=who) | Q(pk=self.instance.series_id)
        offer_rows(self, "series", Series.objects.filter(own))
        game = self.instance.game_record
        offer(self, "arenas", boards_of(self.instance).items())
        offer(self, "challenges", challenges_of(self.instance).items())
        self.fields["arenas"].label = game.boards
        self.fields["mode"].help_text = game.about_modes
        titles = game.tie_break_titles()
        self.fields["tie_breaks"] = OrderedChoice(
            [(code, titles[code]) for code in game.tie_breaks], TIE_BREAK_PLACES, label=_("tie-breaks, in order")
        )
        self.fields["glory_cap"].label = game.tally.cap_of_difference
        if not self.is_new and self.instance.live_games != LiveGames.NONE and not self.instance.shows_live_games:
            self.fields["live_games"].help_text = NOT_YET_LIVE
        for name in [*self._not_asked()]:
            del self.fields[name]
        for name, offered in GAMES[RULESETS[self.chosen_ruleset].game].choices(self.chosen_ruleset).items():
            self._offer_only(name, offered)

    def _offer_only(self, name: str, offered: Sequence[str]) -> None:
        """Leave the choices that the chosen rules have, and name them if another one comes."""
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            all_of_them: Any = field.choices
            choices = [(code, title) for code, title in all_of_them if code in offered]
            offer(self, name, choices)
            text = _("The chosen rules do not have this. Choose one of these: %(choices)s.")
            titles = ", ".join(str(title) for _code, title in choices)
            field.error_messages["invalid_choice"] = text % {"choices": titles}

    def _not_asked(self) -> Iterator[str]:
        """Yield the settings that the rules do not have in any mode, neither those of the page that was filled in nor
        those that are chosen, and if these are of another game, all that it has otherwise."""
        concerned = {self.initial_ruleset, self.shown_ruleset, self.chosen_ruleset}
        lacking = frozenset[str]().union(*map(_lacking, concerned))
        of_other_games = OF_THE_GAME if len({RULESETS[each].game for each in concerned}) > 1 else frozenset()
        yield from (lacking | of_other_games) & self.fields.keys()

    @property
    def shown_ruleset(self) -> str:
        """Those of the page that was filled in."""
        return self._known_ruleset(self.seen_ruleset)

    @property
    def chosen_ruleset(self) -> str:
        """Those of a started event stay."""
        return self.initial_ruleset if self.instance.has_started else self._known_ruleset(self.data.get("ruleset"))

    def _known_ruleset(self, named: str | None) -> str:
        return named if named in dict(ruleset_choices()) else self.initial_ruleset

    def with_former_game(self, form_of: Callable[[Any], Self]) -> Self:
        """Return the form with all that was typed of the former game, where another one was chosen and something is
        wrong: no page asks for the settings of both."""
        is_other = RULESETS[self.chosen_ruleset].game != RULESETS[self.shown_ruleset].game
        if not self.errors or self.has_error("ruleset") or not is_other:
            return self
        data: Any = copy(self.data)
        data["ruleset"] = self.shown_ruleset
        former = form_of(data)
        for name, faults in self.errors.as_data().items():
            if name not in former.errors:
                former.add_error(name if name in former.fields else None, faults)
        former.add_error("ruleset", GAME_STAYED)
        return former

    @property
    def is_new(self) -> bool:
        return self.instance.pk is None

    @property
    def only_in(self) -> dict[str, frozenset[str]]:
        """The settings of some modes alone, by the name that style sheets give these; none where there is one mode."""
        if "mode" not in self.fields:
            return {}
        return {"duels": OF_DUELS, "tables": OF_TABLES, "four": OF_FOUR, "opponents": OF_OPPONENTS}

    def groups(self) -> list[Group]:
        return self._grouped(GROUPS)

    def _grouped(self, layout: Iterable[tuple[Any, Iterable[str]]]) -> list[Group]:
        is_limited = self._now("team_format") == TeamFormat.LIMITED
        game, mode = self.instance.game_record, self._now("mode")
        shown = [(title, [self[name] for name in names if name in self.fields]) for title, names in layout]
        of_template = self.template if self.is_new else None
        return [Group(title, fields, is_limited, game, mode, of_template) for title, fields in shown if fields]

    def steps(self) -> list[Step]:
        """Return the steps of a new event. Only what differs from its template stands beside what is asked."""
        differs = {name for name in self.fields if self.has_error(name)}
        differs |= set(self.changed_data) if self.is_bound else set()
        return [
            self._step(number, title, names, [GROUPS[at] for at in groups], ASKED | differs)
            for number, (title, names, groups) in enumerate(STEPS, start=1)
        ]

    def _step(self, number: int, title: Any, asked: Sequence[str], groups: Sequence[Any], shown: Set[str]) -> Step:
        of_groups = [name for _title, names in groups for name in names if name in shown and name not in ASKED]
        fields = [self[name] for name in (*asked, *of_groups) if name in self.fields]
        left = [(title, [name for name in names if name not in shown]) for title, names in groups]
        rest = [(MORE if title == GROUPS[0][0] else title, names) for title, names in left]
        return Step(number, title, fields, self._grouped(rest))

    def _now(self, name: str) -> Any:
        """The value of a setting, typed or stored."""
        return (self[name].value() if name in self.fields else None) or getattr(self.instance, name)

    def faulty_groups(self) -> Sequence[Step | Group]:
        return [group for group in (self.steps() if self.is_new else self.groups()) if group.has_errors]

    @property
    def seen_ruleset(self) -> str | None:
        """What was chosen when the page was opened; None of forms that do not say it."""
        return self.data.get(self.add_initial_prefix("ruleset"))

    def clean_ruleset(self) -> str:
        chosen: str = self.cleaned_data["ruleset"] or self.initial_ruleset
        if not self.is_new and self.seen_ruleset not in (None, self.initial_ruleset):
            raise forms.ValidationError(GAME_HAS_CHANGED, code="stale")
        if chosen != self.initial_ruleset and self.instance.has_started:
            raise forms.ValidationError(GAME_IS_FIXED, code="fixed-at-the-start")
        return chosen

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        self.cleaned_data["city"] = chosen_city(self.data.get(self.add_prefix("time_zone"), ""))
        return zone

    def clean_mode(self) -> str:
        return self.cleaned_data["mode"] or self.instance.mode

    def clean_arenas(self) -> list[str]:
        return self._in_order_kept("arenas")

    def clean_challenges(self) -> list[str]:
        return self._in_order_kept("challenges")

    def _in_order_kept(self, name: str) -> list[str]:
        """The boxes are in an order of their own: the same choice in another order is no change."""
        chosen, kept = self.cleaned_data[name], getattr(self.instance, name)
        return kept if sorted(chosen) == sorted(kept) else chosen

    def clean_points_by_place(self) -> list[int]:
        return self.cleaned_data["points_by_place"] or self.instance.points_by_place

    def clean_staff_second_factor(self) -> bool:
        """Refuse a required second factor if the owner has none, because it would lock them out."""
        wanted: bool = self.cleaned_data["staff_second_factor"]
        if wanted and not self.instance.staff_second_factor and not has_second_factor(self.who):
            message = _("Set up a second factor for your own account first: Profile, Second factor.")
            raise forms.ValidationError(message, code="own-factor-first")
        return wanted

    def clean_prizes(self) -> str:
        """Refuse prizes without a rank, except unchanged text from before this rule."""
        prizes, kept = self.cleaned_data["prizes"], self.instance.prizes
        if prizes.splitlines() == kept.strip().splitlines():
            return kept
        for line in lines_for_nobody(prizes):
            message = _("“%(line)s” names no rank: write “1: trophy” or “2-4: booster”.") % {"line": line[:60]}
            raise forms.ValidationError(message, code="prize-for-nobody")
        return str(prizes)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        settings = self._with_game(data)
        self.instance.game = settings["game"]
        for name, message, code in [*_contradictions(settings), *contradictions_of_mode(settings)]:
            self.add_error(name if name in self.fields else None, forms.ValidationError(message, code=code))
        for setting in self._sent_of_other_rules():
            text = _("%(rules)s: there is no such setting: %(setting)s. Send the form again to go on without it.")
            facts = {"rules": ruleset_title(self.chosen_ruleset), "setting": setting}
            self.add_error(None, forms.ValidationError(text, params=facts, code="not-in-ruleset"))
        return data

    def _sent_of_other_rules(self) -> Iterator[str]:
        """Yield the settings that were sent although the chosen rules lack them; from a page of other rules, which asks
        for them, only what was chosen there."""
        rules = RULESETS[self.chosen_ruleset]
        for name, without in GAMES[rules.game].lacks_under.get(rules.slug, {}).items():
            is_of_others = self.seen_ruleset not in (None, rules.slug)
            usual = {"", str(without), str(getattr(Event(), name)) if is_of_others else ""}
            if self.data.get(name, "") not in usual:
                yield str(self.base_fields[name].label)

    def as_typed(self) -> Event:
        """Return the event as far as it is filled in, to be shown and not to be saved: what is wrong is as before."""
        wrong = {name: self.initial[name] for name in self.errors.keys() & self.initial.keys() - {"series"}}
        for name, value in (wrong | self._with_game(self.cleaned_data)).items():
            setattr(self.instance, name, value)
        return self.instance

    def settings(self) -> dict[str, Any]:
        """Return what was filled in, and what follows from it; the form has to be valid."""
        settings = self._with_game(self.cleaned_data)
        if settings.get("team_format") != TeamFormat.LIMITED:
            settings["limited_kind"] = ""
        settle_mode(settings)
        return settings

    def _with_game(self, data: dict[str, Any]) -> dict[str, Any]:
        """Add what the game does not have, and of another game than before the settings of a new event."""
        rules = RULESETS[data.get("ruleset", self.instance.ruleset)]
        game, was = GAMES[rules.game], RULESETS[self.initial_ruleset].game
        if rules.game == was:
            return {"mode": self.instance.mode, **data, **game.lacks_by(rules.slug), "game": rules.game}
        of_new_event = game.settings_of_new_event(rules.slug)
        settings = {**of_new_event, **data, **game.lacks_by(rules.slug), "game": rules.game}
        sizes = game.formats[settings["mode"]].cut_sizes
        if settings.get("cut_size") and sizes and "cut_size" not in self.changed_data:
            settings["cut_size"] = sizes[-1]  # nobody typed that of the former game
        return settings


def _contradictions(data: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield field, message and code for each contradiction."""
    if _ends_too_early(data.get("starts_at"), data.get("ends_at")):
        yield "ends_at", _("The venue must close after it opens."), "order"
    if _ends_too_early(data.get("registration_opens_at"), data.get("registration_closes_at")):
        yield "registration_closes_at", _("Registration must close after it opens."), "order"
    if (data.get("swiss_rounds") or 0) > MOST_SWISS_ROUNDS:
        yield "swiss_rounds", _("Enter at most %(most)s rounds.") % {"most": MOST_SWISS_ROUNDS}, "rounds"
    if data.get("cut_size") and not 2 <= data["cut_size"] <= 64:
        yield "cut_size", _("A top cut has 2 to 64 players."), "cut-size"
    if data.get("points_win", 0) < data.get("points_draw", 0):
        yield "points_win", _("A win must be worth at least as much as a draw."), "points"


def _ends_too_early(begins: dt.datetime | None, ends: dt.datetime | None) -> bool:
    return bool(begins and ends and ends <= begins)


class CancelForm(forms.Form):
    why = forms.CharField(
        label=_("reason"),
        max_length=MOST_OF_A_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody can read it on the event's pages."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if mail.can_be_sent():
            text = _("Everybody can read it on the event's pages, and players get it by e-mail.")
            self.fields["why"].help_text = text


class CloneForm(AsksAboutPastStart, forms.Form):
    name = forms.CharField(label=_("name"), max_length=120, validators=[one_line])
    starts_at = forms.DateTimeField(label=_("starts"), widget=local_time(), validators=[possible_date])


MOST_PRIZED_RANKS = 128


class SeriesForm(forms.ModelForm):
    points_by_rank = forms.CharField(
        label=_("points by rank"), help_text=_("For 1st, 2nd, 3rd place and so on: “12, 9, 7”."), max_length=1000
    )

    class Meta:
        model = Series
        fields = ["name", "description", "points_by_rank", "points_for_taking_part", "best_of"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["points_by_rank"] = ", ".join(map(str, self.instance.points_by_rank))

    def clean_points_by_rank(self) -> list[int]:
        numbers = [word for word in self.cleaned_data["points_by_rank"].replace(",", " ").split() if word]
        if not all(word.isdecimal() and len(word) < 6 for word in numbers) or len(numbers) > MOST_PRIZED_RANKS:
            raise forms.ValidationError(_("Enter whole numbers separated by commas."), code="no-numbers")
        return [int(word) for word in numbers]

    def save(self, commit: bool = True) -> Any:
        if not self.instance.slug:
            slug = slugify(self.instance.name)[:120] or "series"
            is_taken = Series.objects.filter(slug=slug).exists()
            self.instance.slug = f"{slug}-{secrets.token_hex(3)}" if is_taken else slug
        return super().save(commit)


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ["text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 3, "maxlength": 500})}


class MailChoiceForm(forms.ModelForm):
    class Meta:
        model = MailChoice
        fields = ["registration", "pairing", "deadline", "announcement", "ruling"]
