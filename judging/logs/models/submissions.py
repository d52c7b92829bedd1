"""Submitted logs. This table is also the queue of the validator."""

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core.database.immutable import NeverDeleted

# Broker visibility timeout (60 s) > lease > two attempts of the validator at its time limit (2 x 10 s).
LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 10


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def waiting(self) -> "SubmissionQuerySet":
        return self.filter(state=Submission.State.QUEUED)

    def in_queue_order(self) -> "SubmissionQuerySet":
        """Order waiting logs, live rounds first. The order matches the index `queue_in_turn`, so that the first row is
        found fast."""
        return self.waiting().filter(attempts__lt=MAX_ATTEMPTS).order_by("priority", "queued_at", "pk")

    def abandoned(self) -> "SubmissionQuerySet":
        """Filter logs whose worker has disappeared: its lease has expired."""
        lost = self.filter(state=Submission.State.RUNNING, lease_until__lt=Now(), attempts__lt=MAX_ATTEMPTS)
        return lost.order_by("lease_until")

    def attempts_exhausted(self) -> "SubmissionQuerySet":
        free = Q(state=Submission.State.QUEUED) | Q(state=Submission.State.RUNNING, lease_until__lt=Now())
        return self.filter(free, attempts__gte=MAX_ATTEMPTS)

    def overdue(self, seconds: float) -> "SubmissionQuerySet":
        """Filter logs that have waited longer than this, or whose worker's lease has expired."""
        since = Now() - timedelta(seconds=seconds)
        waits = Q(state=Submission.State.QUEUED, queued_at__lt=since)
        return self.filter(waits | Q(state=Submission.State.RUNNING, lease_until__lt=since))


class SubmissionManager(models.Manager["Submission"]):
    def get_queryset(self) -> SubmissionQuerySet:
        """Defer `content`, so that lists do not load up to two megabytes per row."""
        return SubmissionQuerySet(self.model, using=self._db).defer("content")


class Submission(NeverDeleted):
    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being checked")
        DONE = "done", _("checked")
        NEEDS_HUMAN = "needs_human", _("needs an organiser")
        UNPROCESSABLE = "unprocessable", _("could not be checked")

    class Source(models.TextChoices):
        PAGE = "page", _("page")
        API = "api", _("API")
        RECORDER = "recorder", _("recorder")
        CORRECTION = "correction", _("judge's correction")

    class Priority(models.IntegerChoices):
        LIVE = 0, _("round in play")
        MATCH = 1, _("match")
        ALONE = 2, _("no match")
        AGAIN = 3, _("checked again")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="submissions"
    )
    submitter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="submissions")
    guest = models.ForeignKey(  # set if submitted by personal link; `submitter` is then the organiser
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="submissions"
    )
    key = models.CharField(_("idempotency key"), max_length=200)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    source = models.CharField(max_length=12, choices=Source)
    address = models.GenericIPAddressField(_("from where"), null=True, blank=True)
    received_at = models.DateTimeField(auto_now_add=True)
    # only for a judge's copy: the log that it amends (its submitter is the judge), and which actions were added by
    # judges
    corrects = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrections")
    judge_entries = models.JSONField(default=list, db_default=[], blank=True)

    state = models.CharField(max_length=14, choices=State, default=State.QUEUED)
    priority = models.PositiveSmallIntegerField(choices=Priority, default=Priority.ALONE)
    queued_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True)
    trouble = models.TextField(_("what went wrong last"), blank=True)

    content = models.BinaryField(help_text=_("The bytes as they came."))

    objects = SubmissionManager.from_queryset(SubmissionQuerySet)()

    class Meta:
        ordering = ["-received_at", "-pk"]
        indexes = [
            models.Index(fields=["state", "priority", "queued_at", "id"], name="queue_in_turn"),
            models.Index(fields=["match", "state"]),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "submitter", "key"],
                condition=Q(match__isnull=False, guest__isnull=True, corrects__isnull=True),
                name="one_log_a_key_and_match",
            ),
            models.UniqueConstraint(
                fields=["match", "guest", "key"], condition=Q(guest__isnull=False), name="one_log_a_key_and_guest"
            ),
            models.UniqueConstraint(
                fields=["match", "guest", "sha256"], condition=Q(guest__isnull=False), name="same_bytes_once_a_guest"
            ),
            models.UniqueConstraint(
                fields=["submitter", "key"], condition=Q(match__isnull=True), name="one_log_a_key_without_match"
            ),
            models.UniqueConstraint(
                fields=["match", "submitter", "sha256"],
                condition=Q(match__isnull=False, guest__isnull=True, corrects__isnull=True),
                name="same_bytes_once_a_match",
            ),
            models.UniqueConstraint(
                fields=["submitter", "sha256"], condition=Q(match__isnull=True), name="same_bytes_once_without_match"
            ),
            models.CheckConstraint(
                condition=Q(state="running", lease_token__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(lease_token__isnull=True, lease_until__isnull=True)),
                name="a_lease_while_running_only",
            ),
        ]

    def __str__(self) -> str:
        return str(self.uuid)

    def get_absolute_url(self) -> str:
        return reverse("judging:submission", args=[self.uuid])

    @property
    def topic(self) -> str:
        """The topic of live updates to which open pages listen."""
        return f"log:{self.uuid}"

    @property
    def author(self) -> Any:
        """The author of the log: an account, or a player without one."""
        return self.guest or self.submitter

    @property
    def author_key(self) -> str:
        return f"guest{self.guest_id}" if self.guest_id else str(self.submitter_id)

    @cached_property
    def current_report(self) -> Any:
        """The current report of the validator, or None before the first. Pages ask for it many times; it is read
        once."""
        return self.reports.filter(current=True).first()

    @property
    def is_pending(self) -> bool:
        return self.state in {self.State.QUEUED, self.State.RUNNING}


class FurtherKey(models.Model):
    """Another idempotency key with which the same bytes were submitted again; it is valid for these bytes only."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="further_keys")
    key = models.CharField(_("idempotency key"), max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["submission", "key"], name="further_key_once")]

    def __str__(self) -> str:
        return self.key
