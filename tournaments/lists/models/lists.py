"""Submitted team lists: a snapshot of figures, locked at the deadline, with a public commitment."""

import hashlib
import json
import secrets
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line
from rules.common.verdicts import stored_issue
from teams.models.pools import only_known_figures


def new_salt() -> str:
    return secrets.token_hex(16)


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
    figures = models.JSONField(validators=[only_known_figures])
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
    seen = models.JSONField(default=list, validators=[only_known_figures])
    outcome = models.CharField(_("result"), max_length=8, choices=Outcome)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.submitted}: {self.get_outcome_display()}"

    def not_seen(self) -> list[str]:
        """The figures of the list that were not ticked, once per missing copy."""
        return list((Counter(self.submitted.figures) - Counter(self.seen)).elements())
