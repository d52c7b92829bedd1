"""Rounds with their stage, state and clock."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.rounds.models.round_names import name_of_round


class Stage(models.TextChoices):
    SWISS = "swiss", _("Swiss")
    CUT = "cut", _("top cut")


class RoundState(models.TextChoices):
    UNPUBLISHED = "draft", pgettext_lazy("round", "unpublished")
    PUBLISHED = "published", _("published")
    CLOSED = "closed", _("closed")


class RoundQuerySet(models.QuerySet["Round"]):
    def public(self) -> "RoundQuerySet":
        return self.exclude(state=RoundState.UNPUBLISHED)

    def swiss(self) -> "RoundQuerySet":
        return self.filter(stage=Stage.SWISS)

    def cut(self) -> "RoundQuerySet":
        return self.filter(stage=Stage.CUT)

    def in_order(self) -> "RoundQuerySet":
        """Order by number, as pages list rounds."""
        return self.order_by("number")

    def numbers(self) -> list[int]:
        return list(self.order_by("number").values_list("number", flat=True))


class Round(models.Model):
    """One round. The timer consists of a few timestamps of the server, from which every screen counts down."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.SWISS)
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.UNPUBLISHED)
    version = models.PositiveIntegerField(default=1)
    seed = models.PositiveBigIntegerField(default=0)
    rematches = models.PositiveSmallIntegerField(default=0)
    separates_clubs = models.BooleanField(default=False, db_default=False)  # whether its draw kept clubs apart
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
        """The name as a heading on pages, e-mails and prints: “Round 3”, “Semi-finals”."""
        return self._name(in_sentence=False)

    @property
    def name_in_sentence(self) -> str:
        """The name within a sentence: "round 3", "the semi-finals"."""
        return self._name(in_sentence=True)

    def _name(self, *, in_sentence: bool) -> str:
        slots = self.matches.values_list("bracket_slot", flat=True) if self._is_named_by_its_matches() else ()
        return self.name_for(slots, in_sentence=in_sentence)

    def _is_named_by_its_matches(self) -> bool:
        """Whether the name depends on the matches; where it does not, lists save queries."""
        return self.stage == Stage.CUT and self.event.format.names_cut_by_matches(self.event)

    def name_for(self, slots: Iterable[str], *, in_sentence: bool) -> str:
        """Return the name for matches in these slots of the bracket. A Swiss round does not load its event."""
        is_cut = self.stage == Stage.CUT
        event = (self.event.swiss_rounds, self.event.cut_kind, self.event.cut_seeds) if is_cut else (None, "", [])
        return name_of_round(self.number, is_cut=is_cut, event=event, slots=slots, in_sentence=in_sentence)

    @property
    def details(self) -> "RoundDetails":
        """What is kept of the round in a row of its own; empty until it is saved."""
        return self.kept_details if hasattr(self, "kept_details") else RoundDetails(round=self)

    def keep(self, **details: Any) -> None:
        """Store these details."""
        kept = self.details
        for name, value in details.items():
            setattr(kept, name, value)
        kept.save()

    @property
    def pairings_key(self) -> str:
        """A key of these pairings: other rounds have others, and so has this round after it was paired again."""
        return f"{self.pk}-{self.version}"

    @property
    def is_unpublished(self) -> bool:
        return self.state == RoundState.UNPUBLISHED

    @property
    def is_open(self) -> bool:
        return self.state == RoundState.PUBLISHED

    @property
    def runs_on_a_clock(self) -> bool:
        return self.is_open and self.started_at is not None

    def has_begun(self) -> bool:
        """Whether the timer was started, or a match has a report, result, penalty, log or case."""
        if self.started_at is not None:
            return True
        return self.matches.exclude(pk__in=self.matches.untouched().values("pk")).exists()

    def has_a_result(self) -> bool:
        """Whether a table is decided now; a result that was entered and undone decides none."""
        return self.matches.filter(bye=False).exclude(pk__in=self.matches.undecided().values("pk")).exists()

    @property
    def ends_at(self) -> dt.datetime | None:
        """The end if the timer is not paused again; while it is paused, as of the pause."""
        if self.started_at is None:
            return None
        return self.started_at + dt.timedelta(minutes=self.minutes, seconds=self.paused_seconds)

    def seconds_left(self, now: dt.datetime | None = None) -> int | None:
        if self.ends_at is None:
            return None
        return int((self.ends_at - (self.paused_at or now or timezone.now())).total_seconds())


class RoundDetails(models.Model):
    """What few pages show of a round, and what grows with its players: no query for rounds reads it."""

    round = models.OneToOneField(Round, primary_key=True, on_delete=models.CASCADE, related_name="kept_details")
    reasons = models.JSONField(default=dict, blank=True)  # of its pairings, for the staff who review them
    frozen_standings = models.JSONField(null=True, blank=True)  # as they were when the round was closed
    clinch = models.JSONField(null=True, blank=True)  # who has qualified, as published during the round

    def __str__(self) -> str:
        return str(self.round)


LONGEST_REASON = 500


class Draw(models.Model):
    """One draw. It stays when the pairings are discarded, so that nobody draws until the pairings suit them unseen."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()  # of the round
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)  # why the round was drawn again
    discarded_because = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    seed = models.PositiveBigIntegerField()
    separates_clubs = models.BooleanField(default=False)
    document = models.JSONField()  # what `python -m tournaments.core.pairing` reads

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "number"], name="draws_of_a_round")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}, {self.at:%Y-%m-%d %H:%M}"

    @property
    def keeps_apart(self) -> bool:
        """Whether the document names pairs that must not meet."""
        return bool(self.document.get("forbidden"))
