"""Submitted team lists: a snapshot of figures, locked at the deadline, with a public commitment."""

import datetime as dt
import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.append_only import WrittenOnce
from core.text.names import one_line
from rules.common.facts import LONGEST_SLUG
from rules.common.names import slugify
from rules.common.verdicts import stored_issue
from teams.cards.models import FactRevision
from teams.pools.models import LARGEST_POOL, only_known_figures


def new_salt() -> str:
    return secrets.token_hex(16)


def only_figures(figures: Any) -> None:
    """Validate the shape of figures: which of them there are, the game of the event says."""
    if not isinstance(figures, list) or len(figures) > LARGEST_POOL:
        raise ValidationError(_("A list holds at most 300 figures."), code="list-too-large")
    if not all(isinstance(slug, str) and slug == slugify(slug)[:LONGEST_SLUG] for slug in figures):
        raise ValidationError(_("Some figures are not in the catalogue."), code="unknown-figure")


def only_a_verdict(kept: Any) -> None:
    """Validate a stored verdict, for example of an import."""
    try:
        for violation in kept["violations"]:
            stored_issue(violation)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValidationError(_("This is not a team list verdict."), code="no-verdict") from error


class SubmittedListQuerySet(models.QuerySet["SubmittedList"]):
    def current(self) -> "SubmittedListQuerySet":
        return self.filter(superseded_at__isnull=True)

    def locked(self) -> "SubmittedListQuerySet":
        """Filter the lists that were locked, replaced ones too."""
        return self.filter(locked_at__isnull=False)


class SubmittedList(models.Model):
    """A submitted list. Each submission is a new row; the last one counts, and the deadline locks it."""

    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="lists")
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[one_line])
    figures = models.JSONField(validators=[only_figures])
    pool = models.JSONField(null=True, validators=[only_known_figures])
    level = models.PositiveSmallIntegerField(default=0)
    initiative = models.PositiveSmallIntegerField(default=0)
    legal = models.BooleanField()
    verdict = models.JSONField(validators=[only_a_verdict])
    submitted_at = models.DateTimeField(default=timezone.now, editable=False)
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(  # of a locked list, why a judge replaced the one before it
        _("reason"), max_length=500, blank=True, db_default="", validators=[one_line]
    )
    superseded_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)
    salt = models.CharField(max_length=32, default=new_salt)
    commitment = models.CharField(max_length=64, blank=True)
    revealed_at = models.DateTimeField(null=True)

    objects = SubmittedListQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration"], condition=Q(superseded_at__isnull=True), name="one_current_list"
            ),
            models.CheckConstraint(
                condition=Q(locked_at__isnull=True) | ~Q(commitment=""), name="locked_list_is_committed"
            ),
        ]

    def __str__(self) -> str:
        return self.name or ", ".join(self.figures)

    @property
    def replaced_a_locked_list(self) -> bool:
        return bool(self.why)

    def committed_text(self) -> str:
        """Return the text that the commitment hashes, with the figures in sorted order."""
        document = {"figures": sorted(self.figures), "pool": None if self.pool is None else sorted(self.pool)}
        return json.dumps(document, separators=(",", ":"), sort_keys=True)

    def commit_to(self) -> str:
        """Return the SHA-256 of salt, colon and text. Salt and text are published at the end of the event."""
        return hashlib.sha256(f"{self.salt}:{self.committed_text()}".encode()).hexdigest()


class DeckCheck(models.Model):
    """A comparison by the staff of the figures on the table with the list."""

    class Outcome(models.TextChoices):
        MATCHES = "matches", _("the figures match the list")
        DIFFERS = "differs", _("the figures differ from the list")

    submitted = models.ForeignKey(SubmittedList, on_delete=models.PROTECT, related_name="checks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    seen = models.JSONField(default=list, validators=[only_figures])
    outcome = models.CharField(_("result"), max_length=8, choices=Outcome)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.submitted}: {self.get_outcome_display()}"

    def not_seen(self) -> list[str]:
        """The figures of the list that were not ticked, once per missing copy."""
        return list((Counter(self.submitted.figures) - Counter(self.seen)).elements())


OPEN_FOR = dt.timedelta(minutes=30)  # so long lists stay open to somebody who has opened them
LONGEST_REASON = 500


class ListReaderQuerySet(models.QuerySet["ListReader"]):
    def not_playing(self) -> "ListReaderQuerySet":
        """Filter those who do not play, because no owner has let them play since they said so."""
        return self.filter(may_play_since__isnull=True)


class ListReader(models.Model):
    """A person of the staff who has said that they do not play in the event."""

    times: list[dt.datetime]  # when they opened lists; set by `readers_of_lists`

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="list_readers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    declared_at = models.DateTimeField(default=timezone.now)
    may_play_since = models.DateTimeField(null=True)
    may_play_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    may_play_why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)

    objects = ListReaderQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="list_reader_once_an_event"),
            models.CheckConstraint(
                condition=Q(may_play_since__isnull=True) | ~Q(may_play_why=""), name="list_reader_plays_for_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}"


class ListReadingQuerySet(models.QuerySet["ListReading"]):
    def still_open(self) -> "ListReadingQuerySet":
        return self.filter(reader__may_play_since__isnull=True, at__gt=timezone.now() - OPEN_FOR)


class ListReading(models.Model):
    """Somebody opened the list of a player, or without a player every list of the event."""

    reader = models.ForeignKey(ListReader, on_delete=models.CASCADE, related_name="readings")
    player = models.ForeignKey("tournaments.Registration", null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = ListReadingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.reader}, {self.at:%Y-%m-%d %H:%M}"


def is_still_open(opened_at: dt.datetime | None) -> bool:
    return opened_at is not None and timezone.now() < opened_at + OPEN_FOR


class FactsPin(WrittenOnce):
    """A pinned set of card texts; the last one of an event counts.

    `changes` names each card that differs from the previous pin and the revision that was used, None for the built-in
    text.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="facts_pins")
    # None: no facts
    snapshot = models.ForeignKey("teams.FactsSnapshot", null=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True, validators=[one_line])
    changes = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.digest[:12]}"

    @property
    def digest(self) -> str:
        return self.snapshot.digest if self.snapshot else ""

    @property
    def keys(self) -> list[str]:
        """The keys of the changed cards, including alternative names: "text:bill-tell"."""
        return [key for change in self.changes for key in (change["key"], *change.get("also", ()))]

    @property
    def titles(self) -> list[str]:
        """The titles of the changed cards."""
        # from an earlier version of the site
        untitled = [change["revision"] for change in self.changes if "title" not in change]
        rows = FactRevision.objects.filter(pk__in=untitled) if untitled else ()
        return sorted(
            [*(change["title"] for change in self.changes if "title" in change), *(row.title for row in rows)]
        )

    @staticmethod
    def change(key: str, revision: int | None, *, title: str, also: Sequence[str] = ()) -> dict[str, Any]:
        return {"key": key, "revision": revision, "title": title, "also": [*also]}
