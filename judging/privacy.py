"""Personal data of judging: export, and erasure while logs, reports and rulings stay."""

import hashlib
from typing import Any

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.profile.models import User
from accounts.profile.privacy import identity_of
from core.privacy.forgetting import Identity, documents, scrub
from core.privacy.personal_data import StoredData, ending, number_held, rows_held
from judging.logs.services.submission import ADDRESS_RETENTION
from judging.models import Appeal, Comparison, FurtherKey, Recording, Report, Ruling, Statement, Submission, UndoneEntry
from tournaments.models import Match


def logs_of(user: User) -> QuerySet[Submission]:
    """Return the user's logs, including those submitted as a guest."""
    own = Q(submitter=user, guest__isnull=True) | Q(guest__user=user)
    return Submission.objects.defer(None).filter(own)


def _said_by(user: User) -> Q:
    return Q(by=user) | Q(guest__user=user)


def export(user: User) -> dict[str, Any]:
    mine = logs_of(user)
    return {
        "logs": documents(mine, "id", "submitter_id", "lease_token", "lease_until"),
        "further_keys": list(FurtherKey.objects.filter(submission__in=mine).values("submission__uuid", "key")),
        "reports": documents(Report.objects.filter(submission__in=mine), "id"),
        "recordings": documents(Recording.objects.filter(started_by=user), "id", "started_by_id"),
        "undone_entries": documents(UndoneEntry.objects.filter(recording__started_by=user), "id"),
        "statements": list(Statement.objects.filter(_said_by(user)).values("case", "text", "at")),
        "appeals": list(Appeal.objects.filter(_said_by(user)).values("case", "text", "at")),
        "rulings": list(Ruling.objects.filter(judge=user).values("case", "reason", "message")),
    }


def erase(user: User) -> None:
    """Erase the user's name and texts. Moves and dice stay, because they prove a result."""
    identity = identity_of(user)
    Statement.objects.filter(_said_by(user)).update(text="")
    Appeal.objects.filter(_said_by(user)).update(text="")
    played = Q(match__in=Match.objects.played_by(user))
    for log in logs_of(user):
        Submission.objects.filter(pk=log.pk).update(address=None, key=f"erased-{log.pk}")
    for further in FurtherKey.objects.filter(submission__in=logs_of(user)):
        FurtherKey.objects.filter(pk=further.pk).update(key=f"erased-{further.pk}")
    logs = Submission.objects.defer(None).filter(Q(submitter=user) | Q(guest__user=user) | played)
    for number in logs.values_list("pk", flat=True):
        # one at a time, because each may be large
        _forget_in_log(Submission.objects.defer(None).get(pk=number), identity)
    scrub(logs, identity, "trouble", "judge_entries")
    texts = ("header", "body", "sentences", "descriptions", "first_error", "differences")
    scrub(Report.objects.filter(submission__in=logs), identity, *texts)
    scrub(Comparison.objects.filter(report__submission__in=logs), identity, "differences")
    recordings = Recording.objects.filter(Q(started_by=user) | played)
    scrub(recordings, identity, "header", "actions", "entered_by", "recent")
    scrub(UndoneEntry.objects.filter(recording__in=recordings), identity, "actions", "entered_by", "undone_by")
    _forget_in_cases(user, identity)


def _forget_in_cases(user: User, identity: Identity) -> None:
    near = Q(case__match__in=Match.objects.played_by(user)) | Q(case__registration__user=user)
    near |= Q(case__event__registrations__user=user) | Q(case__event__staff__user=user)
    for model, own, fields in (
        (Ruling, Q(judge=user), ("details", "state_before", "reason", "message")),
        (Statement, _said_by(user), ("text",)),
        (Appeal, _said_by(user), ("text",)),
    ):
        found: Any = model._base_manager.filter(near | own).values("pk")
        scrub(model._base_manager.filter(pk__in=found), identity, *fields)


def _forget_in_log(submission: Submission, identity: Identity) -> None:
    """Remove the user from a log and update its digest, by which resubmissions are recognised.

    If two logs become equal, their digests stay distinct.
    """
    before = bytes(submission.content)
    content = identity.out_of_bytes(before)
    if content == before:
        return
    digest = hashlib.sha256(content).hexdigest()
    if Submission.objects.filter(match=submission.match_id, sha256=digest).exists():
        digest = hashlib.sha256(content + f"#{submission.pk}".encode()).hexdigest()
    Submission.objects.filter(pk=submission.pk).update(content=content, size=len(content), sha256=digest)


def stored_data(user: User) -> list[StoredData]:
    nameless = _("for good; without your name once you delete your account")
    known = Q(address__isnull=False)
    logs = logs_of(user).aggregate(
        number=Count("pk"), addresses=Count("pk", filter=known), last=Max("received_at", filter=known)
    )
    words = rows_held(Statement, "by", user) + rows_held(Appeal, "by", user)
    return [
        StoredData(_("Game logs"), str(logs["number"] or ""), nameless),
        StoredData(
            _("Network addresses from which game logs came"),
            str(logs["addresses"] or ""),
            _("90 days each"),
            ending(logs["last"], ADDRESS_RETENTION),
        ),
        StoredData(_("Recorded games"), number_held(Recording, "started_by", user), nameless),
        StoredData(_("Statements and appeals"), str(words or ""), _("until you delete your account")),
        StoredData(_("Rulings that you gave"), number_held(Ruling, "judge", user), nameless),
    ]
