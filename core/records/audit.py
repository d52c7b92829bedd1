"""The audit log: who did what, when and why. Entries are written once and never changed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.conf import settings
from django.db import models

from core.database.append_only import WrittenOnce
from core.records.outbox import publish
from core.records.request_id import current_request_id

JsonValue: TypeAlias = (
    # types of values that an entry can hold
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)


class AuditEntry(WrittenOnce):
    """One action. `scope` names the event ("event:12"), `subject` names the changed row ("match:7")."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    who = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=60)
    scope = models.CharField(max_length=60, blank=True)
    subject = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.TextField(blank=True)
    request = models.CharField(max_length=64, blank=True, db_default="")  # the id of the HTTP request that caused it

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["scope", "-at"], name="audit_scope_at"),
            models.Index(fields=["subject", "-at"], name="audit_subject_at"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who} {self.action} {self.subject}"


def key(row: models.Model) -> str:
    """The key by which the audit log refers to a row: "match:7"."""
    return f"{row._meta.model_name}:{row.pk}"


def record(
    action: str,
    *,
    who: Any,
    subject: models.Model,
    scope: models.Model | None = None,
    before: JsonValue = None,
    after: JsonValue = None,
    why: str = "",
) -> AuditEntry:
    """Add an entry and publish it as a domain event (outbox.py). Call inside the transaction of the change."""
    entry = _entry(action, who=who, subject=subject, scope=scope, before=before, after=after, why=why)
    entry.save()
    publish(action, scope=entry.scope, subject=entry.subject)
    return entry


def record_many(
    action: str, *, who: Any, subjects: Sequence[models.Model], scope: models.Model, after: Sequence[JsonValue]
) -> None:
    """Record the same action on many rows in one query. Subscribers are notified of each row."""
    rows = zip(subjects, after, strict=True)
    entries = [_entry(action, who=who, subject=subject, scope=scope, after=facts) for subject, facts in rows]
    AuditEntry.objects.bulk_create(entries)
    for entry in entries:
        publish(action, scope=entry.scope, subject=entry.subject)


def _entry(
    action: str,
    *,
    who: Any,
    subject: models.Model,
    scope: models.Model | None,
    before: JsonValue = None,
    after: JsonValue = None,
    why: str = "",
) -> AuditEntry:
    facts = getattr(who, "audit_facts", None)
    if facts:  # somebody without an account
        after = {**(after if isinstance(after, Mapping) else {} if after is None else {"value": after}), **facts}
    return AuditEntry(
        action=action,
        who=who if who is not None and who.pk else None,
        subject=key(subject),
        scope=key(scope) if scope else "",
        before=_as_stored(before),
        after=_as_stored(after),
        why=why,
        request=current_request_id(),
    )


def _as_stored(value: JsonValue) -> Any:
    """Convert values as JSON will store them, so that a new entry can be described at once. JSON has no infinity."""
    return json.loads(json.dumps(value, allow_nan=False))
