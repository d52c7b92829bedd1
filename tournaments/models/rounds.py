"""Rounds and their matches."""

import datetime as dt
from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.players import Registration
from tournaments.models.round_names import name_of_round
from tournaments.models.settings import RecordedGames


class Stage(models.TextChoices):
    SWISS = "swiss", _("Swiss")
    CUT = "cut", _("top cut")


class RoundState(models.TextChoices):
    UNPUBLISHED = "draft", _("draft")
    PUBLISHED = "published", _("published")
    CLOSED = "closed", _("closed")


class RoundQuerySet(models.QuerySet["Round"]):
    def public(self) -> "RoundQuerySet":
        return self.exclude(state=RoundState.UNPUBLISHED)

    def swiss(self) -> "RoundQuerySet":
        return self.filter(stage=Stage.SWISS)

    def cut(self) -> "RoundQuerySet":
        return self.filter(stage=Stage.CUT)


class Round(models.Model):
    """One round. The timer is a few instants on the server's clock; every screen counts down from them."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.SWISS)
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.UNPUBLISHED)
    version = models.PositiveIntegerField(default=1)
    seed = models.PositiveBigIntegerField(default=0)
    rematches = models.PositiveSmallIntegerField(default=0)
    reasons = models.JSONField(default=dict, blank=True)
    frozen_standings = models.JSONField(null=True, blank=True)
    clinch = models.JSONField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(default=60)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:round", args=[self.event.slug, self.number])

    @property
    def name(self) -> str:
        """As a heading: “Round 3”, “Semi-finals”. Every page, e-mail and print says this."""
        return self._name(in_sentence=False)

    @property
    def name_in_sentence(self) -> str:
        """ "round 3", "the semi-finals"."""
        return self._name(in_sentence=True)

    def _name(self, *, in_sentence: bool) -> str:
        slots = self.matches.values_list("bracket_slot", flat=True) if self.stage == Stage.CUT else ()
        return self.name_for(slots, in_sentence=in_sentence)

    def name_for(self, slots: Iterable[str], *, in_sentence: bool) -> str:
        """Of the matches in these places of the bracket. A Swiss round does not ask for its event."""
        is_cut = self.stage == Stage.CUT
        event = (self.event.swiss_rounds, self.event.cut_kind, self.event.cut_seeds) if is_cut else (None, "", [])
        return name_of_round(self.number, is_cut=is_cut, event=event, slots=slots, in_sentence=in_sentence)

    @property
    def is_unpublished(self) -> bool:
        return self.state == RoundState.UNPUBLISHED

    @property
    def is_open(self) -> bool:
        return self.state == RoundState.PUBLISHED

    def has_begun(self) -> bool:
        """Its clock was started, or something is known of one of its matches."""
        untouched = self.matches.untouched().values("pk")
        return self.started_at is not None or self.matches.exclude(pk__in=untouched).exists()

    @property
    def ends_at(self) -> dt.datetime | None:
        """When the time is up if nobody pauses again; while paused, as of the pause."""
        if self.started_at is None:
            return None
        return self.started_at + dt.timedelta(minutes=self.minutes, seconds=self.paused_seconds)

    def seconds_left(self, now: dt.datetime | None = None) -> int | None:
        if self.ends_at is None:
            return None
        return int((self.ends_at - (self.paused_at or now or timezone.now())).total_seconds())


class MatchState(models.TextChoices):
    OPEN = "open", _("in progress")
    REPORTED = "reported", _("reported by one player")
    DISPUTED = "disputed", _("disputed")
    DONE = "done", _("settled")


class MatchQuerySet(models.QuerySet["Match"]):
    def named(self) -> "MatchQuerySet":
        """With players and round, without the large columns that only the pages of the round need."""
        kept = ("round__reasons", "round__frozen_standings", "round__clinch")
        return self.select_related("a__user", "b__user", "round").defer(*kept)

    def of(self, registration: Registration) -> "MatchQuerySet":
        return self.filter(Q(a=registration) | Q(b=registration))

    def public(self) -> "MatchQuerySet":
        return self.exclude(round__state=RoundState.UNPUBLISHED)

    def undecided(self) -> "MatchQuerySet":
        return self.exclude(state=MatchState.DONE)

    def disputed(self) -> "MatchQuerySet":
        return self.filter(state=MatchState.DISPUTED)

    def untouched(self) -> "MatchQuerySet":
        """Matches without reports, results, penalties, logs or cases."""
        return self.filter(reports__isnull=True, results__isnull=True, penalties__isnull=True, in_use=False)

    def mark_in_use(self) -> None:
        """A log, a recording or a case belongs to these matches now: they are not paired again."""
        self.filter(in_use=False).update(in_use=True)

    def by_table(self) -> "MatchQuerySet":
        return self.order_by(F("table").asc(nulls_last=True), "pk")


class Match(models.Model):
    """Two seats at a table, or one player with the bye (no `b`, no table). In the cut `a` is the higher seed."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    a = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="matches_as_a")
    b = models.ForeignKey(Registration, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_as_b")
    state = models.CharField(max_length=12, choices=MatchState, default=MatchState.OPEN, db_index=True)
    version = models.PositiveIntegerField(default=1)
    bracket_slot = models.CharField(max_length=12, blank=True)
    manual_why = models.CharField(max_length=300, blank=True)
    extra_seconds = models.PositiveIntegerField(default=0)
    arena = models.CharField(max_length=60, blank=True)
    in_use = models.BooleanField(default=False, db_default=False, editable=False)  # see MatchQuerySet.mark_in_use

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "bracket_slot"], condition=~Q(bracket_slot=""), name="bracket_slot_once_a_round"
            ),
            models.CheckConstraint(condition=Q(b__isnull=True) | ~Q(a=F("b")), name="nobody_meets_oneself"),
            models.CheckConstraint(
                condition=Q(b__isnull=True, table__isnull=True) | Q(b__isnull=False, table__isnull=False),
                name="a_table_for_two_and_none_for_a_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.a} - {self.b}" if self.b_id else f"{self.a} (bye)"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:match", args=[self.pk])

    @property
    def topic(self) -> str:
        return f"match:{self.pk}"

    @property
    def is_in_the_cut(self) -> bool:
        """In the cut every match has a winner."""
        return self.round.stage == Stage.CUT

    @property
    def round_name(self) -> str:
        """As a heading: “Round 3”, “Semi-finals”; in a double elimination that of this part of the bracket."""
        return self.round.name_for([self.bracket_slot], in_sentence=False)

    @property
    def round_name_in_sentence(self) -> str:
        return self.round.name_for([self.bracket_slot], in_sentence=True)

    @property
    def recorded(self) -> RecordedGames:
        """What the event asks its players to record of this game."""
        event = self.round.event
        return RecordedGames(event.recorded_cut_games if self.is_in_the_cut else event.recorded_games)

    @property
    def is_bye(self) -> bool:
        return self.b_id is None

    @property
    def is_done(self) -> bool:
        return self.state == MatchState.DONE

    def side_of(self, registration: Registration) -> str:
        """ "a" or "b", or "" for anybody else."""
        return {self.a_id: "a", self.b_id: "b"}.get(registration.pk, "")

    def seats(self) -> list[Registration]:
        return [self.a] if self.b is None else [self.a, self.b]

    def opponent_of(self, registration: Registration) -> Registration | None:
        return self.b if registration.pk == self.a_id else self.a

    @property
    def ends_at(self) -> dt.datetime | None:
        """The end of the round plus the extra time of this table."""
        ends = self.round.ends_at
        return ends and ends + dt.timedelta(seconds=self.extra_seconds)

    @property
    def extra_minutes(self) -> int:
        return self.extra_seconds // 60

    def seconds_left(self) -> int | None:
        left = self.round.seconds_left()
        return None if left is None else left + self.extra_seconds


class Seat(models.Model):
    """Lets the database refuse a player twice in a round, on either side."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="seats")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seat_rows")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "registration"], name="player_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round}: {self.registration_id}"
