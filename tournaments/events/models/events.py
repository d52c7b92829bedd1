"""The event: its settings, its state and the allowed transitions."""

from typing import Any, NamedTuple

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.markdown import MarkdownField, RenderedField, WithRenderedTexts
from core.names import one_line
from tournaments.events.models.cancelling import Cancellable
from tournaments.events.models.event_texts import OF_EVENT
from tournaments.events.models.imported import Imported
from tournaments.events.models.limits import (
    A_DAY,
    A_WEEK,
    HIGHEST_TABLE,
    HIGHEST_TEAM_LEVEL,
    LOWEST_TEAM_LEVEL,
    MOST_PLAYERS,
    MOST_POINTS,
    NumberFrom,
    possible_date,
)
from tournaments.events.models.run_by import run_by
from tournaments.events.models.scored import Scored
from tournaments.events.models.settings import (
    IllegalList,
    LimitedKind,
    ListsAfter,
    ListsDuring,
    Mode,
    RecordedGames,
    RewardBox,
    TeamFormat,
    default_penalty_ladder,
    new_seed,
)
from tournaments.events.models.staged import Staged
from tournaments.events.models.states import OVER, EventState
from tournaments.events.models.timed import Timed

PUBLIC = ~Q(state=EventState.DRAFT) & Q(hidden_by_moderators=False) & ~Q(awaits_moderator=True, state__in=sorted(OVER))


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
        return self.filter(PUBLIC | run_by(user)).distinct()

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


class Event(Scored, Staged, Timed, Cancellable, Imported, WithRenderedTexts):
    THEMES = (  # of its live topics
        "announcements",
        "cases",
        "lists",
        "pairings",
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
    starts_at = models.DateTimeField(_("starts"), validators=[possible_date])
    ends_at = models.DateTimeField(_("venue closes"), validators=[possible_date], null=True, blank=True)
    registration_opens_at = models.DateTimeField(
        _("registration opens"), validators=[possible_date], null=True, blank=True
    )
    registration_closes_at = models.DateTimeField(
        _("registration closes"), validators=[possible_date], null=True, blank=True
    )
    capacity = models.PositiveIntegerField(_("most players"), default=32, validators=[NumberFrom(2, MOST_PLAYERS)])
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
        _("staff need a second factor"),
        default=False,
        db_default=False,
        help_text=_("Without one, a member of the staff sees and does no more than a visitor, also through the API."),
    )
    description = MarkdownField(_("description"))
    description_html = RenderedField(source="description")
    house_rules = MarkdownField(_("house rules"))
    house_rules_html = RenderedField(source="house_rules")
    prizes = models.TextField(_("prizes"), blank=True, help_text=_("One line per rank: “1: trophy”, “2-4: booster”."))

    mode = models.CharField(_("mode"), max_length=12, choices=Mode, default=Mode.DUEL, db_default=Mode.DUEL)
    team_level = models.PositiveSmallIntegerField(
        _("level of a team"),
        validators=[NumberFrom(LOWEST_TEAM_LEVEL, HIGHEST_TEAM_LEVEL)],
        null=True,
        blank=True,
        help_text=_("Events with four players at a table only. Leave empty for the level in the rules."),
    )
    team_format = models.CharField(_("format"), max_length=12, choices=TeamFormat, default=TeamFormat.CONSTRUCTED)
    limited_kind = models.CharField(_("limited by"), max_length=8, choices=LimitedKind, blank=True)
    legality = models.CharField(_("legality profile"), max_length=80, default="none")
    pinned_legality = models.JSONField(null=True, blank=True)
    rewards = models.CharField(
        _("Demonic Rewards"), max_length=8, choices=RewardBox, default="second", db_default="second"
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

    public_games = models.BooleanField(
        _("games may be public"),
        default=False,
        db_default=False,
        help_text=_("A game is public once all its players have agreed. Minors are shown by their initials."),
    )

    believed_glory_limit = models.PositiveSmallIntegerField(
        _("GG on trust allowed in a match"),
        validators=[NumberFrom(0, MOST_POINTS)],
        null=True,
        blank=True,
        help_text=_(
            "A log with more GG than this from effects taken on trust opens a case. "
            "Leave empty to open one only when the winner would change without them."
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
    penalty_ladder = models.JSONField(_("penalty ladder"), default=default_penalty_ladder)
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
    # what starting round 1 changed, to undo it
    start_snapshot = models.JSONField(null=True, blank=True, editable=False)

    versions_but_results: tuple[object, ...] | None = None  # of a page, for what is `unchanged_by_results`
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
        return f"{self.topic}:{theme}"

    def topics(self, *themes: str) -> list[str]:
        """Return the live topics of this event: the event itself, and each theme ("event:12:pairings")."""
        topic = self.topic
        return [topic, *[f"{topic}:{theme}" for theme in themes]]

    @property
    def announcements_topic(self) -> str:
        return self.topic_of("announcements")

    def latest_announcement(self) -> Any:
        """The last announcement that has not been withdrawn."""
        return self.announcements.model.latest_of(self)

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

    @property
    def is_free_for_all(self) -> bool:
        """Whether three or four players sit at a table and play alone."""
        return self.mode == Mode.FREE_FOR_ALL

    @property
    def is_for_crews(self) -> bool:
        """Whether two players are paired and ranked together."""
        return self.mode == Mode.TWO_V_TWO

    @property
    def is_limited(self) -> bool:
        return self.team_format == TeamFormat.LIMITED


def _empty(column: Any) -> Any:
    """Return what stands in a column without a text."""
    if isinstance(column, models.JSONField):
        return None
    return SafeString() if isinstance(column, RenderedField) else ""
