"""Undoing a ruling: when another one replaces it, which is then applied as if it had never been made, or when its judge
withdraws it, for a few minutes, which reopens the case."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.pages.live import notify
from core.records.audit import record
from judging.cases.services.desk import case_lock, lock_cases, notify_pages, require_judge
from judging.models import Appeal, Case, Ruling
from judging.rulings.services.decisions import Decision, in_both_languages
from judging.rulings.services.notifications import notify_of_ruling
from tournaments.base.services.locking import event_lock
from tournaments.corrections.services.correction import (
    changed_matches,
    refuse_unresolved_matches,
    reinstate_results,
    snapshot_matches,
)
from tournaments.lifecycle.services.transitions import reopen_cut
from tournaments.models import Event, Match, PenaltyKind, Registration
from tournaments.players.services.dropping import revoke_disqualification
from tournaments.players.services.penalties import revoke_penalty
from tournaments.results.services.forfeits import open_matches

Changes = dict[str, Any]  # stored with a ruling: {"matches": [...], "player": {...} or None}
UNDO_FOR = timedelta(minutes=5)
WITHDRAWN = gettext_noop("The judge has withdrawn this ruling; the case is open again.")


def snapshot_before(case: Case, decision: Decision) -> Changes:
    """Return the state of everything that the decision may change."""
    matches = {case.match.pk: case.match} if case.match and not case.match.is_bye else {}
    if decision.penalty != PenaltyKind.DISQUALIFICATION or decision.penalised is None:
        return {"matches": snapshot_matches(matches.values()), "player": None}
    player = Registration.objects.get(pk=decision.penalised.pk)
    matches |= {match.pk: match for match in open_matches(player)}
    was = {"status": player.status, "left_after_round": player.left_after_round}
    return {"matches": snapshot_matches(matches.values()), "player": was}


def changes_since(before: Changes) -> Changes:
    return before | {"matches": changed_matches(before["matches"])}


@contextmanager
def revoked(former: Ruling | None, case: Case, *, who: User, why: str) -> Iterator[None]:
    """Undo the former ruling around applying its successor. If something cannot be undone, all of it is refused."""
    touched = {stood["match"] for stood in former.state_before.get("matches", [])} if former else set()
    found = snapshot_matches(Match.objects.filter(pk__in=touched | {case.match_id}).at_tables())
    if former:
        _revoke(former, who=who, why=why)
    yield
    refuse_unresolved_matches(found)
    reopen_cut(Event.objects.get(pk=case.event_id), who=who, why=why)


def _revoke(ruling: Ruling, *, who: User, why: str) -> None:
    """Undo a ruling in reverse order. The corrected copy of a log stays, but later corrections ignore it."""
    was = ruling.state_before.get("player")
    if was and ruling.penalised:
        revoke_disqualification(registration=ruling.penalised, who=who, why=why, **was)
    reinstate_results(ruling.case.event, ruling.state_before.get("matches", []), who=who, why=why)
    if ruling.penalty:
        revoke_penalty(penalty=ruling.penalty, who=who, why=why)


def may_withdraw(ruling: Ruling, judge: User) -> bool:
    """Whether the judge can withdraw the ruling: their own, recent, current, not appealed. A ruling on an appeal is
    final."""
    fresh = timezone.now() - ruling.at < UNDO_FOR
    mine = ruling.judge_id == judge.pk and ruling.remedy not in (Ruling.Remedy.WITHDRAWN, Ruling.Remedy.TOGETHER)
    stands = Ruling.objects.current().filter(pk=ruling.pk).exists()
    if not (fresh and mine and stands) or ruling.is_final or ruling.case.status != Case.Status.RULED:
        return False
    return not _is_appealed(ruling)


def is_fresh_final(ruling: Ruling) -> bool:
    """Whether a ruling on an appeal was made just now: it is said, though nobody can undo it."""
    return bool(ruling.is_final) and timezone.now() - ruling.at < UNDO_FOR


def _cases_of(ruling: Ruling) -> list[int]:
    """Return the case of the ruling and those closed with it: all are reopened."""
    return sorted({ruling.case_id, *Ruling.objects.closed_with(ruling).values_list("case", flat=True)})


def _is_appealed(ruling: Ruling) -> bool:
    """Whether a player has appealed in any of the ruling's cases, so that the head judge has to hear it."""
    return Appeal.objects.filter(case__in=_cases_of(ruling)).exists()


@transaction.atomic
def withdraw(*, ruling: Ruling, judge: User) -> Ruling:
    lock_cases(_cases_of(ruling))
    with case_lock(ruling.case_id) as case, event_lock(case.event_id):
        require_judge(case, judge)
        if ruling.judge_id != judge.pk:
            raise NotAllowed("not-your-ruling", _("Only the judge who made a ruling can undo it."))
        if _is_appealed(ruling):
            raise Refused("appealed-already", _("This ruling has already been appealed."))
        if case.current_ruling != ruling or not may_withdraw(Ruling.objects.get(pk=ruling.pk), judge):
            raise Refused("too-late-to-undo", _("This ruling can no longer be undone: replace it with another one."))
        message = in_both_languages(WITHDRAWN)
        with revoked(ruling, case, who=judge, why=message):
            for closed in Ruling.objects.closed_with(ruling).select_related("case__event").order_by("case_id"):
                _reopen(closed, who=judge, message=message)
            withdrawn = _reopen(ruling, who=judge, message=message)
        notify_pages(case)
        notify_of_ruling(withdrawn)
        return withdrawn


def _reopen(former: Ruling, *, who: User, message: str) -> Ruling:
    """Replace the ruling by a withdrawal; the case is open again and claimed by the judge."""
    case = Case.objects.with_people().get(pk=former.case_id)
    withdrawn = Ruling.objects.create(
        case=case, judge=who, remedy=Ruling.Remedy.WITHDRAWN, reason=message, message=message, supersedes=former
    )
    case.status = Case.Status.OPEN
    case.claimed_by, case.claimed_at = who, withdrawn.at
    case.save(update_fields=["status", "claimed_by", "claimed_at"])
    record("ruling-withdrawn", who=who, subject=case, scope=case.event, after={"ruling": former.pk})
    match = [case.match.topic] if case.match else []
    notify(case.topic, *match, *(person.topic for person in case.people()), *case.event.topics("cases"))
    return withdrawn
