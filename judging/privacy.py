"""The personal data of judging: exported, or erased while logs, reports and rulings stay."""

import hashlib
import json
from typing import Any

from django.db.models import Q

from accounts.users import User
from judging.models import Appeal, Recording, Report, Ruling, Statement, Submission

FORMER_PLAYER = "former player"


def export(user: User) -> dict[str, Any]:
    return {
        "logs": list(
            Submission.objects.filter(submitter=user, guest__isnull=True).values(
                "uuid", "match", "received_at", "state", "size", "address"
            )
        ),
        "recordings": list(Recording.objects.filter(started_by=user).values("uuid", "match", "started_at", "header")),
        "statements": list(Statement.objects.filter(by=user).values("case", "text", "at")),
        "appeals": list(Appeal.objects.filter(by=user).values("case", "text", "at")),
        "rulings": list(Ruling.objects.filter(judge=user).values("case", "reason", "message")),
    }


def erase(user: User) -> None:
    """Moves and dice are the proof of a result and stay; the name that stands above them goes, and one's own words."""
    Submission.objects.filter(submitter=user, guest__isnull=True).update(address=None)
    Statement.objects.filter(by=user).update(text="")
    Appeal.objects.filter(by=user).update(text="")
    played = Q(match__a__user=user) | Q(match__b__user=user)
    for submission in Submission.objects.defer(None).filter(Q(submitter=user) | played):
        _forget_name_in_log(submission, user.public_name)
    for recording in Recording.objects.filter(Q(started_by=user) | played):
        Recording.objects.filter(pk=recording.pk).update(header=_renamed(recording.header, user.public_name))


def _forget_name_in_log(submission: Submission, name: str) -> None:
    """In the bytes, however malformed the log is; the digest follows, so that the same log is still known."""
    content = bytes(submission.content)
    for written in {json.dumps(name), json.dumps(name, ensure_ascii=False)}:
        content = content.replace(written.encode(), json.dumps(FORMER_PLAYER).encode())
    Submission.objects.filter(pk=submission.pk).update(
        content=content, size=len(content), sha256=hashlib.sha256(content).hexdigest()
    )
    for report in submission.reports.all():
        Report.objects.filter(pk=report.pk).update(header=_renamed(report.header, name))


def _renamed(header: dict[str, Any], name: str) -> Any:
    return json.loads(json.dumps(header).replace(json.dumps(name), json.dumps(FORMER_PLAYER)))
