"""The event: its settings, its state and the allowed transitions; its announcements, the e-mail preferences of each
user, and series of events: a ladder with points by final rank."""

import datetime as dt
import zoneinfo
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.second_factor import second_factor_of
from core.pages.cities import zone_in
from core.pages.locale import zone_names, zone_or_none
from core.text.markdown import MarkdownField, RenderedField, WithRenderedTexts
from core.text.names import one_line
from rules.games import DEFAULT, ON_SITE, RULESETS, Ruleset
from tournaments.core.scoring import Scoring
from tournaments.events.models.event_texts import OF_EVENT
from tournaments.events.models.formats import GAMES, Format, Game, game_choices, ruleset_choices
from tournaments.events.models.limits import (
    A_DAY,
    A_WEEK,
    HERO_LEVEL,
    HIGHEST_HERO,
    HIGHEST_TABLE,
    HIGHEST_TEAM_LEVEL,
    LARGEST_TEAM,
    LOWEST_HERO,
    LOWEST_TEAM_LEVEL,
    MOST_CHALLENGES,
    MOST_OF_A_REASON,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_ROUNDS,
    SMALLEST_TEAM,
    NumberFrom,
    possible_date,
)
from tournaments.events.models.settings import (
    BEFORE_CHECK_IN,
    OVER,
    STARTED,
    TRANSITIONS,
    Appeals,
    BoardSeats,
    CutKind,
    EventState,
    FirstRound,
    IllegalList,
    LimitedKind,
    ListsAfter,
    ListsDuring,
    LiveGames,
    Mode,
    RecordedGames,
    RewardBox,
    Scenery,
    TeamFormat,
    default_penalty_ladder,
    default_points_by_place,
    default_tie_breaks,
    new_seed,
)


def staffed_by(user: Any) -> Q:
    """Return a condition for events on whose staff the user is, with a second factor if required: without it they have
    no rights."""
    factor = Q(second_factor_of(user))
    return Q(staff__user=user) & (factor if settings.STAFF_SECOND_FACTOR else factor | Q(staff_second_factor=False))


IMPORTED_FIELDS = frozenset({"imported_at", "imported_by", "awaits_moderator", "import_refused_because"})
PUBLIC = ~Q(state=EventState.DRAFT) & Q(hidden_by_moderators=False) & ~Q(awaits_moderator=True, state__in=sorted(OVER))


def check_time_zone(name: str) -> str:
    return name if name in zone_names() else "UTC"


class Elsewhere(NamedTuple):
    """Where an event goes on that was exported from here."""

    at: str  # "" if its staff have not said so


class EventQuerySet(models.QuerySet["Event"]):
    RUNNING = (EventState.CHECK_IN, EventState.RUNNING, EventState.CUT)
    COMING = (EventState.DRAFT, EventState.ANNOUNCED, EventState.REGISTRATION)

    def visible_to(self, user: Any) -> "EventQuerySet":
        """Filter visible events. Drafts, events hidden by moderators, and finished ones from a file that no moderator
        has agreed to are visible to their own staff only."""
        if getattr(user, "is_superuser", False):
            return self
        if not user.is_authenticated:
            return self.public()
        return self.filter(PUBLIC | staffed_by(user)).distinct()

    def public(self) -> "EventQuerySet":
        return self.filter(PUBLIC)

    def closed(self) -> "EventQuerySet":
        """Filter drafts and events hidden by moderators."""
        return self.exclude(PUBLIC)

    def running(self) -> "EventQuerySet":
        return self.filter(state__in=self.RUNNING).order_by("starts_at")

    def coming(self) -> "EventQuerySet":
        return self.filter(state__in=self.COMING).order_by("starts_at")

    def past(self) -> "EventQuerySet":
        return self.filter(state__in=OVER)


class Event(WithRenderedTexts):
    THEMES = (  # of its live topics
        "announcements",
        "cases",
        "lists",
        "live",
        "pairings",
        "penalties",
        "players",
        "results",
        "rounds",
        "settings",
        "standings",
        "state",
        "timer",
    )

    name = models.CharField(_("name"), max_length=120, validators=[one_line])
    slug = models.SlugField(max_length=140, unique=True)
    state = models.CharField(max_length=12, choices=EventState, default=EventState.DRAFT, db_index=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    series = models.ForeignKey(
        "tournaments.Series",
        verbose_name=_("series"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="events",
    )

    place = models.CharField(_("venue"), max_length=200, blank=True, validators=[one_line])
    contact = models.CharField(
        _("contact"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
        validators=[one_line],
        help_text=_("An e-mail address, a phone number or a link. Everybody sees it."),
    )
    elsewhere_since = models.DateTimeField(null=True, blank=True, editable=False)  # another computer runs it since then
    elsewhere_at = models.CharField(max_length=200, blank=True, db_default="", editable=False)
    links_are_new = models.BooleanField(default=False, db_default=False, editable=False)  # since it was imported
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    # by which the zone is shown, if not by its own; of the cities of the site
    city = models.CharField(_("city"), max_length=100, blank=True, default="", db_default="", editable=False)
    starts_at = models.DateTimeField(_("starts"), validators=[possible_date])
    ends_at = models.DateTimeField(_("hall closes at"), validators=[possible_date], null=True, blank=True)
    registration_opens_at = models.DateTimeField(
        _("registration opens"), validators=[possible_date], null=True, blank=True
    )
    registration_closes_at = models.DateTimeField(
        _("registration closes"), validators=[possible_date], null=True, blank=True
    )
    capacity = models.PositiveIntegerField(_("number of places"), default=32, validators=[NumberFrom(2, MOST_PLAYERS)])
    needs_approval = models.BooleanField(_("staff approve each registration"), default=False)
    has_waiting_list = models.BooleanField(_("waiting list"), default=True)
    entry_fee = models.CharField(
        _("entry fee"),
        max_length=40,
        blank=True,
        validators=[one_line],
        help_text=_("As announced, for example “5 €”."),
    )
    minimum_age = models.PositiveSmallIntegerField(
        _("minimum age"), validators=[NumberFrom(0, 120)], null=True, blank=True
    )
    asks_guardian = models.BooleanField(_("minors need a guardian's note"), default=False)
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)
    staff_second_factor = models.BooleanField(
        _("staff confirm their sign-in with a code or passkey"),
        default=False,
        db_default=False,
        help_text=_("Without one, a member of the staff sees and does no more than a visitor, also through the API."),
    )
    description = MarkdownField(_("description"))
    description_html = RenderedField(source="description")
    house_rules = MarkdownField(_("house rules"))
    house_rules_html = RenderedField(source="house_rules")
    prizes = models.TextField(_("prizes"), blank=True, help_text=_("One line per rank: “1: trophy”, “2-4: booster”."))

    game = models.CharField(
        _("game"), max_length=20, choices=game_choices, default=DEFAULT.game, db_default=DEFAULT.game
    )
    ruleset = models.CharField(
        _("rules"), max_length=40, choices=ruleset_choices, default=DEFAULT.slug, db_default=DEFAULT.slug
    )
    mode = models.CharField(_("mode"), max_length=12, choices=Mode, default=Mode.DUEL, db_default=Mode.DUEL)
    team_level = models.PositiveSmallIntegerField(
        _("level of a team"),
        validators=[NumberFrom(LOWEST_TEAM_LEVEL, HIGHEST_TEAM_LEVEL)],
        null=True,
        blank=True,
        help_text=_("Events with four players at a table only. Leave empty for the level in the rules."),
    )
    team_format = models.CharField(_("format"), max_length=12, choices=TeamFormat, default=TeamFormat.CONSTRUCTED)
    limited_kind = models.CharField(_("pools come from"), max_length=8, choices=LimitedKind, blank=True)
    legality = models.CharField(_("Boss and ban list"), max_length=80, default="none")
    pinned_legality = models.JSONField(null=True, blank=True)
    rewards = models.CharField(
        _("Demonic Rewards"), max_length=8, choices=RewardBox, default="second", db_default="second"
    )
    scenery = models.CharField(
        _("scenery"), max_length=9, choices=Scenery, default=Scenery.FIXED, db_default=Scenery.FIXED
    )
    hero_level = models.PositiveSmallIntegerField(
        _("level of each Krosmaster"),
        null=True,
        blank=True,
        validators=[NumberFrom(LOWEST_HERO, HIGHEST_HERO)],
        default=HERO_LEVEL,
        db_default=HERO_LEVEL,
        help_text=_("Leave empty for any level."),
    )
    team_size = models.PositiveSmallIntegerField(
        _("Krosmasters in a team"),
        validators=[NumberFrom(SMALLEST_TEAM, LARGEST_TEAM)],
        default=SMALLEST_TEAM,
        db_default=SMALLEST_TEAM,
    )
    simple_game = models.BooleanField(
        _("simple game"),
        default=False,
        db_default=False,
        help_text=_("Without the advanced rules: no zones, superior favors or Divine Challenges."),
    )
    superior_favors = models.BooleanField(_("superior favors"), default=True, db_default=True)
    board_seats = models.CharField(
        _("sides of the board"), max_length=5, choices=BoardSeats, default=BoardSeats.LOT, db_default=BoardSeats.LOT
    )
    challenges = models.JSONField(_("Divine Challenges in use"), default=list, db_default=[], blank=True)
    open_challenges = models.PositiveSmallIntegerField(
        _("Divine Challenges in a game"),
        validators=[NumberFrom(0, MOST_CHALLENGES)],
        default=1,
        db_default=1,
        help_text=_("So many of those in use are drawn for each round. Where none are chosen, the players choose."),
    )
    arenas = models.JSONField(_("arenas"), default=list, blank=True)
    lists_required = models.BooleanField(_("players submit team lists"), default=True)
    list_deadline = models.DateTimeField(_("list deadline"), validators=[possible_date], null=True, blank=True)
    lists_locked_at = models.DateTimeField(null=True, blank=True)
    illegal_list = models.CharField(
        _("illegal list at the deadline"), max_length=8, choices=IllegalList, default=IllegalList.JUDGE
    )
    tells_level = models.BooleanField(
        _("tell players the highest level of their pool"),
        default=False,
        db_default=False,
        help_text=_("Limited events only; judges always see it."),
    )
    lists_during = models.CharField(
        _("lists during the event"), max_length=8, choices=ListsDuring, default=ListsDuring.OPPONENT
    )
    lists_after = models.CharField(
        _("lists after the event"), max_length=8, choices=ListsAfter, default=ListsAfter.PUBLIC
    )

    swiss_rounds = models.PositiveSmallIntegerField(
        _("Swiss rounds"),
        validators=[NumberFrom(1, MOST_ROUNDS)],
        null=True,
        blank=True,
        help_text=_("Leave empty to use the recommendation for the attendance at round 1."),
    )
    cut_size = models.PositiveSmallIntegerField(
        _("players in the top cut"), validators=[NumberFrom(0, MOST_PLAYERS)], null=True, blank=True
    )
    cut_points = models.PositiveSmallIntegerField(
        _("or every player with this many points"), validators=[NumberFrom(0, MOST_POINTS)], null=True, blank=True
    )
    cut_kind = models.CharField(_("top cut is played as"), max_length=8, choices=CutKind, default=CutKind.SINGLE)
    cut_seeds = models.JSONField(default=list, blank=True)
    third_place = models.BooleanField(_("match for third place"), default=False)
    first_round = models.CharField(_("round 1 is paired"), max_length=8, choices=FirstRound, default=FirstRound.RANDOM)
    club_rounds = models.PositiveSmallIntegerField(
        _("rounds in which clubs are separated"), validators=[NumberFrom(0, MOST_ROUNDS)], default=0
    )
    pod_rounds = models.PositiveSmallIntegerField(
        _("rounds paired inside the pods"),
        validators=[NumberFrom(0, MOST_ROUNDS)],
        default=0,
        db_default=0,
        help_text=_("Limited events only."),
    )
    pods_seed = models.PositiveBigIntegerField(null=True, blank=True)
    points_win = models.PositiveSmallIntegerField(
        _("points for a win"), validators=[NumberFrom(0, MOST_POINTS)], default=3
    )
    points_draw = models.PositiveSmallIntegerField(
        _("points for a draw"), validators=[NumberFrom(0, MOST_POINTS)], default=1
    )
    points_loss = models.PositiveSmallIntegerField(
        _("points for a loss"), validators=[NumberFrom(0, MOST_POINTS)], default=0
    )
    points_by_place = models.JSONField(_("points by place"), default=default_points_by_place, db_default=[6, 3, 1, 0])
    bye_points = models.PositiveSmallIntegerField(
        _("points for a bye"),
        validators=[NumberFrom(0, MOST_POINTS)],
        null=True,
        blank=True,
        help_text=_("At tables of four. Leave empty for the points of second place."),
    )
    tables_of_three = models.BooleanField(
        _("tables of three"),
        default=True,
        db_default=True,
        help_text=_("Without them up to three players have a bye in each round."),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    glory_cap = models.PositiveSmallIntegerField(
        _("cap of the GG difference of a match"), validators=[NumberFrom(0, MOST_POINTS)], default=6
    )

    public_games = models.BooleanField(
        _("games may be public"),
        default=False,
        db_default=False,
        help_text=_("A game is public once all its players have agreed. Minors are shown by their initials."),
    )

    live_games = models.CharField(
        _("games may be followed live"),
        max_length=7,
        choices=LiveGames,
        default=LiveGames.NONE,
        db_default=LiveGames.NONE,
        help_text=_("Where every player at the table agrees and team lists are public, or none are asked."),
    )
    believed_glory_limit = models.PositiveSmallIntegerField(
        _("GG accepted without proof in a match"),
        validators=[NumberFrom(0, MOST_POINTS)],
        null=True,
        blank=True,
        help_text=_(
            "A log with more GG than this from effects taken on trust opens a case. "
            "Leave empty to open one only when the winner or GG would change without them."
        ),
    )
    recorded_games = models.CharField(
        _("games of the rounds are recorded"),
        max_length=6,
        choices=RecordedGames,
        default=RecordedGames.FULL,
        db_default=RecordedGames.FULL,
    )
    recorded_cut_games = models.CharField(
        _("games of the cut are recorded"),
        max_length=6,
        choices=RecordedGames,
        default=RecordedGames.FULL,
        db_default=RecordedGames.FULL,
    )
    appeals = models.CharField(
        _("appeals"), max_length=5, choices=Appeals, default=Appeals.HEARD, db_default=Appeals.HEARD
    )
    penalty_ladder = models.JSONField(_("penalties, in order"), default=default_penalty_ladder)
    seed = models.PositiveBigIntegerField(default=new_seed)
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes per round"), default=60, validators=[NumberFrom(1, 600)]
    )
    break_minutes = models.PositiveSmallIntegerField(
        _("minutes between rounds"), validators=[NumberFrom(0, A_DAY)], default=10
    )
    no_show_minutes = models.PositiveSmallIntegerField(
        _("no-show after (minutes)"), validators=[NumberFrom(0, A_DAY)], default=10
    )
    check_in_minutes = models.PositiveSmallIntegerField(
        _("check-in opens (minutes before the start)"),
        validators=[NumberFrom(0, A_WEEK)],
        default=60,
        help_text=_("Players are told this time. Check-in opens for them when you start it."),
    )
    first_table = models.PositiveSmallIntegerField(
        _("number of the first table"), validators=[NumberFrom(1, HIGHEST_TABLE)], default=1
    )
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_from = models.CharField(
        max_length=12, choices=EventState, blank=True, default="", db_default="", editable=False
    )
    cancelled_because = models.CharField(
        _("reason of the cancellation"),
        max_length=MOST_OF_A_REASON,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )

    # rounds that came from a file; nobody can edit them
    imported_at = models.DateTimeField(null=True, blank=True, editable=False)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )
    awaits_moderator = models.BooleanField(default=False, db_default=False, editable=False)
    import_refused_because = models.CharField(
        _("reason of the refusal"), max_length=500, blank=True, default="", db_default="", editable=False
    )

    # what starting round 1 changed, to undo it
    start_snapshot = models.JSONField(null=True, blank=True, editable=False)

    has_forgotten_texts = False

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(capacity__gte=1), name="event_has_places"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")), name="event_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:event", args=[self.slug])

    @property
    def topic(self) -> str:
        return f"event:{self.pk}"

    def topic_of(self, theme: str) -> str:
        """Return the live topic of one theme of this event."""
        assert theme in self.THEMES, theme
        return f"{self.topic}:{theme}"

    def topics(self, *themes: str) -> list[str]:
        """Return the live topics of this event: the event itself, and each theme ("event:12:pairings")."""
        return [self.topic, *map(self.topic_of, themes)]

    def latest_announcement(self) -> Any:
        """The last announcement that has not been withdrawn."""
        return self.announcements.shown_on(self).first()

    def forget_texts(self) -> None:
        """Blank the texts hidden by moderators, for a page whose reader may not see them. The event must not be
        saved."""
        self.has_forgotten_texts = True
        for column in OF_EVENT.columns:
            setattr(self, column, _empty(self._meta.get_field(column)))
        self.name = gettext("Event %(number)s") % {"number": self.pk}

    @property
    def elsewhere(self) -> Elsewhere | None:
        return Elsewhere(self.elsewhere_at) if self.elsewhere_since else None

    def clean(self) -> None:
        if self.game in GAMES and self.ruleset not in GAMES[self.game].rulesets:
            named = ", ".join(map(str, GAMES[self.game].rulesets))
            text = gettext("These rules are of another game. Those of this one: %(rulesets)s.") % {"rulesets": named}
            raise ValidationError({"ruleset": ValidationError(text, code="other-game")})

    @property
    def game_record(self) -> Game:
        return GAMES[self.game]

    @property
    def lacks(self) -> Mapping[str, Any]:
        """The settings that its game or its rules do not have, with what stands in their columns."""
        return self.game_record.lacks_by(self.ruleset)

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]

    @property
    def validates_logs(self) -> bool:
        """Whether the site has an engine for its rules; else it keeps logs and says nothing of them."""
        return self.ruleset in ON_SITE

    @property
    def format(self) -> Format:
        return self.game_record.formats[self.mode]

    @property
    def scoring(self) -> Scoring:
        return self.format.scoring(self)

    @property
    def points_in_words(self) -> str:
        """How points are given, after a semicolon or as a sentence without its end."""
        return str(self.format.words.points) % self.scoring.in_figures()

    @property
    def is_limited(self) -> bool:
        return self.team_format == TeamFormat.LIMITED

    @property
    def shows_live_games(self) -> bool:
        """Whether a game can be followed as soon as its players agree: who follows one sees its teams."""
        are_lists_shown = not self.lists_required or self.lists_during == ListsDuring.PUBLIC
        return self.live_games != LiveGames.NONE and are_lists_shown

    @property
    def transitions(self) -> tuple[EventState, ...]:
        """The allowed next states; a finished event can return to the stage it was in, Swiss rounds or cut."""
        if self.state == EventState.FINISHED:
            never = EventState.RUNNING if self.cut_seeds else EventState.CUT
            return tuple(state for state in TRANSITIONS[EventState.FINISHED] if state != never)
        return TRANSITIONS[EventState(self.state)]

    @property
    def next_state(self) -> EventState | None:
        """The regular next state; the cut only if one is planned."""
        onward = [state for state in self.transitions if state != EventState.CUT or self.has_planned_cut]
        return onward[0] if onward else None

    @property
    def has_planned_cut(self) -> bool:
        """Whether a cut is planned."""
        return self.format.plans_cut(self)

    @property
    def is_before_cut(self) -> bool:
        """Whether results still decide who is in the cut; once it has started, its seeds are fixed."""
        return self.has_planned_cut and not self.cut_seeds and not self.is_over

    @property
    def has_started(self) -> bool:
        """Whether round 1 has started, so that points, tie-breaks and format are fixed."""
        return self.state in STARTED

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def lists_are_open(self) -> bool:
        """Whether everyone may see the lists, because the event has ended and publishes them."""
        return self.is_over and self.state != EventState.CANCELLED and self.lists_after == ListsAfter.PUBLIC

    @property
    def is_playing(self) -> bool:
        return self.state in {EventState.RUNNING, EventState.CUT}

    @property
    def accepts_players(self) -> bool:
        """Whether the staff can add players, late entries included."""
        return self.state != EventState.CUT and not self.is_over

    def zone_for(self, viewer: Any) -> zoneinfo.ZoneInfo:
        """Return the time zone that the viewer has chosen, otherwise that of the event."""
        return zone_or_none(getattr(viewer, "time_zone", "")) or self.zone

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zone_in(check_time_zone(self.time_zone), self.city)

    def accepts_registrations(self) -> bool:
        now = timezone.now()
        opened = self.registration_opens_at is None or self.registration_opens_at <= now
        closed = self.registration_closes_at is not None and self.registration_closes_at <= now
        return self.state == EventState.REGISTRATION and opened and not closed and not self.hidden_by_moderators

    @property
    def check_in_opens_at(self) -> dt.datetime:
        """When players are told that it opens; it does when the staff start it, earlier or later."""
        return self.starts_at - dt.timedelta(minutes=self.check_in_minutes)

    @property
    def is_check_in_open(self) -> bool:
        return self.state == EventState.CHECK_IN

    @property
    def is_check_in_late(self) -> bool:
        """Whether the time that players were told is over and the staff have not started the check-in."""
        return self.state in BEFORE_CHECK_IN and timezone.now() >= self.check_in_opens_at

    def accepts_lists(self) -> bool:
        now = timezone.now()
        in_time = self.list_deadline is None or now < self.list_deadline
        return self.lists_required and self.lists_locked_at is None and in_time and self.state not in OVER

    def time_for(self, rounds: int) -> dt.timedelta:
        """Return how long this many rounds take, with the breaks between them."""
        return dt.timedelta(minutes=rounds * self.round_minutes + max(rounds - 1, 0) * self.break_minutes)

    @property
    def time_for_next_round(self) -> dt.timedelta:
        """How long a break and a round after it take."""
        return dt.timedelta(minutes=self.break_minutes + self.round_minutes)

    @property
    def was_cancelled(self) -> bool:
        """Whether the event was cancelled, even if archived afterwards; it has no winner and no final ranking."""
        return self.state == EventState.CANCELLED or self.cancelled_at is not None

    @property
    def has_final_ranking(self) -> bool:
        return self.state in OVER and not self.was_cancelled

    @property
    def can_be_undone_until(self) -> dt.datetime | None:
        """Midnight after the cancelling in the event's time zone, until which it can be undone."""
        if self.state != EventState.CANCELLED or self.cancelled_at is None:
            return None
        zone = zone_or_none(self.time_zone) or dt.UTC
        next_day = self.cancelled_at.astimezone(zone).date() + dt.timedelta(days=1)
        return dt.datetime.combine(next_day, dt.time(), zone)

    @property
    def can_undo_cancelling(self) -> bool:
        until = self.can_be_undone_until
        return until is not None and timezone.now() < until

    @property
    def is_unconfirmed(self) -> bool:
        """Whether results from a file would stand here for good, and no moderator has agreed to that."""
        return self.awaits_moderator and self.state in OVER


def _empty(column: Any) -> Any:
    """Return what stands in a column without a text."""
    if isinstance(column, models.JSONField):
        return None
    return SafeString() if isinstance(column, RenderedField) else ""


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def shown_on(self, event: Event) -> "AnnouncementQuerySet":
        """Filter those of an event that its page shows: none that were withdrawn, none of a hidden event."""
        return self.none() if event.has_forgotten_texts else self.filter(event=event, withdrawn_at__isnull=True)


class Announcement(models.Model):
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


class Topic(models.TextChoices):
    REGISTRATION = "registration", _("my registration")
    PAIRING = "pairing", _("my pairing in each round")
    DEADLINE = "deadline", _("deadlines of team lists")
    ANNOUNCEMENT = "announcement", _("announcements of the organiser")
    RULING = "ruling", _("rulings in my matches")


class MailChoice(models.Model):
    """E-mail preferences. Without a row the defaults apply: registration, deadlines and rulings."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_choice")
    registration = models.BooleanField(Topic.REGISTRATION.label, default=True)
    pairing = models.BooleanField(Topic.PAIRING.label, default=False)
    deadline = models.BooleanField(Topic.DEADLINE.label, default=True)
    announcement = models.BooleanField(Topic.ANNOUNCEMENT.label, default=False)
    ruling = models.BooleanField(Topic.RULING.label, default=True, db_default=True)

    def __str__(self) -> str:
        return str(self.user)

    def wants(self, topic: str) -> bool:
        return bool(getattr(self, topic))


class OnceKey(models.Model):
    """The key of a form that was processed. Sending the form again, by a double click or a retry, has no effect."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    action = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="form_handled_once")]

    def __str__(self) -> str:
        return f"{self.action} {self.key}"


def points_of_a_league_day() -> list[int]:
    return [12, 9, 7, 6, 5, 4, 3, 2]


class Series(WithRenderedTexts):
    """A series. Points are by final rank, the winner's first; the rest get `points_for_taking_part`."""

    name = models.CharField(_("name"), max_length=120, validators=[one_line])
    slug = models.SlugField(max_length=140, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series")
    description = MarkdownField(_("description"))
    description_html = RenderedField(source="description")
    points_by_rank = models.JSONField(_("points by rank"), default=points_of_a_league_day)
    points_for_taking_part = models.PositiveSmallIntegerField(
        _("points for taking part"), validators=[NumberFrom(0, MOST_POINTS)], default=1
    )
    best_of = models.PositiveSmallIntegerField(
        _("results that count"),
        null=True,
        blank=True,
        validators=[NumberFrom(1, 999)],
        help_text=_("Leave empty to count all."),
    )

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.slug])

    def points_for(self, rank: int) -> int:
        listed = self.points_by_rank[rank - 1] if rank <= len(self.points_by_rank) else 0
        return max(listed, self.points_for_taking_part)
