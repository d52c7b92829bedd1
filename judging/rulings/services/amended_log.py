"""A judge's copy of a log with one `correct` entry more. It is validated like any log; the original is unchanged."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from core.records.audit import record
from judging.logs.services.parsed_logs import frame_after, log_of_submission
from judging.logs.wake_up import worker_notifier
from judging.models import Ruling, Submission
from rules.common.strictjson import loads
from rules.common.verdicts import Illegal, Malformed
from rules.games import MAX_BYTES, MAX_DEPTH


@dataclass(frozen=True)
class Correction:
    """What a `correct` entry sets, after which action (-1: before the first), and the text that it shows."""

    after: int
    changes: dict[str, Any]
    description: str  # shown in the copy, which both players can read; the reason is for the judges only


def corrected_copy(
    submission: Submission, correction: Correction, judge: User, *, why: str, replaces: Ruling | None = None
) -> Submission:
    """Create the log with this and all current corrections. Call in the ruling's transaction."""
    _refuse_unknown_pieces(submission, correction)
    corrections = [*_current_corrections(submission, replaces), correction]
    content, entries = _with_entries(bytes(submission.content), corrections)
    sha256 = hashlib.sha256(content).hexdigest()
    known = submission.corrections.filter(submitter=judge, sha256=sha256).first()
    if known:
        return known
    copy = Submission.objects.create(
        match=submission.match,
        submitter=judge,
        key=sha256,
        sha256=sha256,
        size=len(content),
        content=content,
        source=Submission.Source.CORRECTION,
        priority=Submission.Priority.LIVE,
        corrects=submission,
        judge_entries=entries,
    )
    transaction.on_commit(worker_notifier.notify)
    event = submission.match.round.event if submission.match else None
    record("log-corrected", who=judge, subject=copy, scope=event, after={"set": correction.changes}, why=why)
    return copy


def _refuse_unknown_pieces(submission: Submission, correction: Correction) -> None:
    """Refuse figures that are not in the game at that moment, summons included. A log that cannot be played is not
    checked."""
    try:
        state = frame_after(log_of_submission(submission), correction.after)
    except (Malformed, Illegal):
        return
    if state and not _named_pieces(correction.changes) <= set(state["units"]):
        raise Invalid("no-such-piece", _("There is no such figure in the game at that moment."))


def _named_pieces(changes: Mapping[str, Any]) -> set[str]:
    """Return the figures that are set, that placed a marker, and that summon."""
    units = changes.get("units", {})
    owners = {owner for sets in units.values() for owner in sets.get("markers", {}).values() if isinstance(owner, str)}
    return {*units, *owners, *(each["by"] for each in changes.get("summoned", ()))}


def _current_corrections(submission: Submission, replaces: Ruling | None) -> list[Correction]:
    """Return the corrections in the order of their rulings, including those of other cases about this log."""
    rulings = Ruling.objects.current().filter(corrected_log__corrects=submission).order_by("pk")
    current = rulings.exclude(pk=replaces.pk) if replaces else rulings
    return [Correction(ruling.details["after"], ruling.details["set"], ruling.message) for ruling in current]


def _with_entries(content: bytes, corrections: list[Correction]) -> tuple[bytes, list[int]]:
    """Return the copy, and which of its actions are the judges'; corrections by players are not among them.

    Corrections are numbered as in the original log, so the last one is inserted first.
    """
    try:
        document: Any = loads(content, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
        actions = document["actions"]
        length = len(actions)
    except (Malformed, KeyError, TypeError):
        raise Refused("log-unreadable", _("This log cannot be read, so it cannot be corrected.")) from None
    if not all(-1 <= correction.after < length for correction in corrections):
        raise Invalid("no-such-action", _("The log has no action with this number."))
    entries = []
    corrections.reverse()
    for correction in sorted(corrections, key=lambda correction: correction.after, reverse=True):
        entry = {"do": "correct", "set": correction.changes, "reason": correction.description}
        entries.append(entry)
        actions.insert(correction.after + 1, entry)
    places = [place for place, action in enumerate(actions) if any(action is entry for entry in entries)]
    return json.dumps(document, ensure_ascii=False).encode(), places
