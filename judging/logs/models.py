"""Submitted logs, the validator's reports on them, and comparisons of a log's end with the current result.

The table of submissions is also the queue of the validator. All reports are kept; one is current. A comparison is
repeated when either of the two changes.
"""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from itertools import zip_longest
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core.database.append_only import NeverDeleted, WrittenOnce
from rules.games import DEFAULT, RULESETS, Ruleset

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


DIGEST_LENGTH = 8  # hexadecimal digits for each action in `steps`
TALLIES = ("glory", "glyphs", "gg")  # what games count, as documents name it
DECLARED_GLORY = "declared-glory"

KEPT_OF_AN_ERROR = ("action", "severity", "article", "code", "message")


def percent(part: int, whole: int) -> int:
    """Round to a percentage that is 0 only for nothing and 100 only for all."""
    if not whole or part in (0, whole):
        return 100 if whole and part else 0
    return min(99, max(1, round(100 * part / whole)))


def percent_proved(body: dict[str, Any]) -> int | None:
    proof, actions = body.get("proof"), body.get("actions")
    return percent(proof["proved"], actions) if proof and actions else None


def first_error_in(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the first error in an answer of the validator, with its sentences, or an empty dictionary."""
    rows = zip_longest(answer["report"]["findings"], answer["sentences"], answer.get("descriptions", []))
    errors = ((found, said, done) for found, said, done in rows if found and found["severity"] == "error")
    for found, said, done in errors:
        return {**{name: found.get(name) for name in KEPT_OF_AN_ERROR}, "said": said, "done": done}
    return {}


class Report(WrittenOnce):
    """The validator's report on a submission.

    `body` is the report of `rules.games.replay`, `sentences` are the texts of its findings, for pages to translate, and
    `differences` are the differences from the event.

    A rule broken in play and a log that does not fit its match are different things, found by different means: they are
    never mixed. Either can open a case on the desk.
    """

    class Verdict(models.TextChoices):
        VALID = "valid", _("valid")
        UNVERIFIED = "unverified", _("no infringement found, some effects not verified")
        LEDGER = "ledger", _("score checked, play not recorded")
        INVALID = "invalid", _("not legal")
        MALFORMED = "malformed", _("not a game log")
        UNPROCESSABLE = "unprocessable", _("could not be checked")
        NOT_VALIDATED = "not-validated", _("not validated yet")

    REPLAYED = (Verdict.VALID, Verdict.UNVERIFIED, Verdict.INVALID)

    submission = models.ForeignKey("judging.Submission", on_delete=models.PROTECT, related_name="reports")
    verdict = models.CharField(max_length=13, choices=Verdict)
    ended = models.BooleanField(default=False, db_default=False, help_text=_("The game in this log is over."))
    body = models.JSONField()
    sentences = models.JSONField(
        default=list, db_default=[], help_text=_("What each finding says, with its facts apart.")
    )
    descriptions = models.JSONField(
        default=list,
        db_default=[],
        help_text=_("What was done at each finding, with the figures and numbers involved."),
    )
    first_error = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("The first error of the findings, for lists: what was done, and why not."),
    )
    differences = models.JSONField(default=list)
    header = models.JSONField(default=dict, help_text=_("What the log says of itself: format, arena, teams, result."))
    proved_percent = models.PositiveSmallIntegerField(
        null=True,
        help_text=_("Share of the actions that were proved; none for a log without a game."),
    )
    claims = models.JSONField(
        default=list, db_default=[], help_text=_("Card texts that nobody has entered, as far as this game shows them.")
    )
    steps = models.TextField(blank=True, help_text=_("A short digest of each action, to compare two logs."))
    engine = models.CharField(max_length=60)
    data_version = models.CharField(max_length=64)
    facts = models.CharField(  # empty: only the built-in data
        max_length=64,
        blank=True,
        db_default="",
        db_index=True,
        help_text=_("The digest of the card texts of the event."),
    )
    milliseconds = models.PositiveIntegerField(default=0)
    current = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["submission"], condition=Q(current=True), name="one_current_report")
        ]

    def __str__(self) -> str:
        return f"{self.submission} {self.verdict}"

    @property
    def rules(self) -> Ruleset:
        """The rules that the log names; older reports name none."""
        return RULESETS.get(self.header.get("ruleset", ""), DEFAULT)

    @property
    def has_replay(self) -> bool:
        """Whether there are positions, which judges look at one by one and correct."""
        return not self.is_light and self.rules.frames is not None

    @property
    def tally(self) -> Mapping[str, int]:
        """What each side had at the end, by the rules: GG or glyphs."""
        return tally_in(self.body)[1]

    @property
    def is_light(self) -> bool:
        """Whether the log only contains the score, so that there is no position to show or correct."""
        return "ledger" in self.body

    @property
    def found_no_error(self) -> bool:
        return self.verdict in (self.Verdict.VALID, self.Verdict.UNVERIFIED, self.Verdict.LEDGER)

    @property
    def stops_early(self) -> bool:
        """Whether the log is legal but incomplete, and so proves no result. After an error, the end of a game is
        unreliable."""
        return self.found_no_error and not self.ended

    @property
    def is_of_other_rules(self) -> bool:
        """Whether the log was played by other rules than those of its event: then nothing else in it is compared."""
        return any(difference["code"] == "ruleset-differs" for difference in self.differences)

    @property
    def states_result(self) -> bool:
        return bool(self.header.get("result"))

    @property
    def proof(self) -> dict[str, Any] | None:
        """How much was proved; None for reports made before this was counted."""
        proof: dict[str, Any] | None = self.body.get("proof")
        return proof if proof and self.body.get("actions") else None

    def has_finding(self, code: str) -> bool:
        return any(finding.get("code") == code for finding in self.body.get("findings", []))

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings of `body` with their texts: `said` for the finding, `done` for the action. Older reports have
        neither."""
        rows = zip_longest(self.body.get("findings", []), self.sentences, self.descriptions)
        return [{**finding, "said": said, "done": done} for finding, said, done in rows if finding]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [finding for finding in self.findings if finding["severity"] == "error"]

    def first_difference(self, other: "Report") -> int | None:
        """Return the index of the first action that differs in the two logs, or None if both tell the same game."""
        mine, theirs = self.digests(), other.digests()
        for index, (left, right) in enumerate(zip(mine, theirs, strict=False)):
            if left != right:
                return index
        return None if len(mine) == len(theirs) else min(len(mine), len(theirs))

    def digests(self) -> list[str]:
        """Return a digest of each action."""
        return [self.steps[start : start + DIGEST_LENGTH] for start in range(0, len(self.steps), DIGEST_LENGTH)]


def tally_in(stated: Mapping[str, Any]) -> tuple[str, Mapping[str, int]]:
    """Return what a result or a report counts, and how many each side had."""
    return next(((name, stated[name]) for name in TALLIES if stated.get(name)), ("", {}))


class Comparison(NeverDeleted):
    report = models.ForeignKey("judging.Report", on_delete=models.PROTECT, related_name="comparisons")
    result = models.ForeignKey("tournaments.Result", on_delete=models.PROTECT, related_name="+")
    differences = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["report", "result"], name="a_report_and_a_result_once")]

    def __str__(self) -> str:
        return f"{self.report} / {self.result}"
