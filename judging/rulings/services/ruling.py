"""Ruling on a case, with all consequences in one transaction: result, penalty, audit log and notifications."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.records.audit import JsonValue, record
from judging.cases.services.desk import (
    case_lock,
    claim,
    lock_cases,
    notify_pages,
    require_judge,
    require_may_take,
    shown_cases,
)
from judging.models import Case, Ruling, Submission
from judging.rights import may_rule_on_appeals
from judging.rulings.services.amended_log import corrected_copy
from judging.rulings.services.decisions import DECIDES_THE_MATCH, Decision, Remedy, check
from judging.rulings.services.notifications import notify_of_ruling
from judging.rulings.services.revocation import changes_since, revoked, snapshot_before
from tournaments.base.services.locking import event_lock, match_lock
from tournaments.corrections.services.correction import apply_correction, reopen_match
from tournaments.corrections.services.preview import EventDiff, preview_changes
from tournaments.models import Penalty, PenaltyKind, Result
from tournaments.players.services.dropping import disqualify
from tournaments.players.services.penalties import apply_penalty


@transaction.atomic
def rule_on_table(*, case_id: int, judge: User, decision: Decision, together: Collection[int]) -> Ruling:
    """Rule on the case, and close those other cases of the table that are named in `together`."""
    case = _lock_table(case_id, judge, together)
    ruling = rule(case_id=case_id, judge=judge, decision=decision)
    for other in shown_cases(case, judge, together):
        if not other.needs_a_result or decision.remedy in DECIDES_THE_MATCH:
            _close_with(ruling, other)
    return ruling


@transaction.atomic
def claim_and_rule(*, case_id: int, judge: User, decision: Decision, together: Collection[int]) -> Ruling:
    """Claim the case if it is not settled, and rule on it as `rule_on_table` does; if that is refused, it is not
    claimed either."""
    if _lock_table(case_id, judge, together).is_unsettled:
        claim(case_id=case_id, judge=judge)
    return rule_on_table(case_id=case_id, judge=judge, decision=decision, together=together)


def _lock_table(case_id: int, judge: User, together: Collection[int]) -> Case:
    case = Case.objects.with_people().get(pk=case_id)
    lock_cases([case.pk, *(other.pk for other in shown_cases(case, judge, together))])
    return case


def _close_with(lead: Ruling, case: Case) -> None:
    ruling = Ruling.objects.create(
        case=case,
        judge=lead.judge,
        remedy=Remedy.TOGETHER,
        details={"ruling": lead.pk},
        article=lead.article,
        reason=lead.reason,
        message=lead.message,
        supersedes=case.current_ruling,
    )
    close_case(case, ruling)


def preview_ruling(*, case_id: int, judge: User, decision: Decision) -> EventDiff:
    """Return what the ruling would change; nothing is stored."""
    with case_lock(case_id) as case:
        return preview_changes(case.event_id, partial(rule, case_id=case_id, judge=judge, decision=decision))


def rule(*, case_id: int, judge: User, decision: Decision) -> Ruling:
    with case_lock(case_id) as case, event_lock(case.event_id):
        former = case.current_ruling
        if former and _is_repeated(former, judge, decision):
            return former
        _require_ruling_allowed(case, judge, former)
        if decision.replaces != (former.pk if former else None):
            raise Refused("stale", _("There is a new ruling on this case. Read it first."))
        if decision.log not in (None, case.submission_id):
            raise Refused("newer-log", _("A newer log has been submitted. Read it first."))
        since = _disqualified_since(former, decision)
        with revoked(former, case, who=judge, why=decision.reason):
            return _carry_out(Case.objects.with_people().get(pk=case_id), judge, decision, former, since)


def _carry_out(case: Case, judge: User, decision: Decision, former: Ruling | None, since: int | None) -> Ruling:
    check(case, decision)
    before = snapshot_before(case, decision)
    penalty = _penalise(case, judge, decision, since)
    corrected_log = _settle(case, judge, decision, former)
    ruling = Ruling.objects.create(
        case=case,
        judge=judge,
        remedy=decision.remedy,
        details=_details(decision),
        state_before=changes_since(before),
        penalty_kind=decision.penalty,
        penalised=decision.penalised,
        penalty=penalty,
        article=decision.article,
        reason=decision.reason,
        message=decision.message,
        corrected_log=corrected_log,
        is_final=case.is_appealed,
        supersedes=former,
    )
    close_case(case, ruling)
    return ruling


def _is_repeated(former: Ruling, judge: User, decision: Decision) -> bool:
    """Whether the decision repeats the former ruling and was made before that was stored, as by a double click."""
    if (former.judge_id, former.supersedes_id) != (judge.pk, decision.replaces):
        return False
    first = (former.remedy, former.reason, former.message, former.article, former.penalty_kind, former.penalised)
    again = (decision.remedy, decision.reason, decision.message, decision.article, decision.penalty, decision.penalised)
    return first == again and former.details == _details(decision)


def _require_ruling_allowed(case: Case, judge: User, former: Ruling | None) -> None:
    require_judge(case, judge)
    if case.status == Case.Status.CLOSED:
        raise Refused("closed", _("The head judge has closed this case."))
    if case.is_unsettled and case.claimed_by_id != judge.pk:
        raise Refused("not-claimed", _("Claim the case before you rule on it."))
    require_may_take(case, judge)
    if former and not case.is_unsettled and former.judge_id != judge.pk and not may_rule_on_appeals(case.event, judge):
        raise NotAllowed("not-your-ruling", _("Only the judge of this case or the head judge can replace a ruling."))


def _disqualified_since(former: Ruling | None, decision: Decision) -> int | None:
    """Return the round of the first ruling if this one confirms a disqualification."""
    confirmed = (PenaltyKind.DISQUALIFICATION, decision.penalised)
    if former is None or (former.penalty_kind, former.penalised) != confirmed or decision.penalty != confirmed[0]:
        return None
    return former.penalised.left_after_round if former.penalised else None


def _penalise(case: Case, judge: User, decision: Decision, since: int | None) -> Penalty | None:
    if not decision.penalty or decision.penalised is None:
        return None
    penalty = apply_penalty(
        registration=decision.penalised,
        who=judge,
        kind=decision.penalty,
        why=decision.message,  # the player reads it; the reason is in the ruling and its audit entry
        article=decision.article,
        match=case.match,
        by_ruling=True,
    )
    if decision.penalty == PenaltyKind.DISQUALIFICATION:
        disqualify(registration=decision.penalised, who=judge, why=decision.reason, after_round=since)
    return penalty


def _settle(case: Case, judge: User, decision: Decision, former: Ruling | None) -> Submission | None:
    """Apply the ruling to the game; return the corrected log if there is one."""
    if decision.remedy == Remedy.CORRECT_RESULT and decision.score and case.match:
        with match_lock(case.match.pk) as match:
            source = Result.Source.RULING
            apply_correction(
                match, who=judge, score=decision.score, why=decision.reason, then=decision.then, source=source
            )
    elif decision.remedy == Remedy.REPLAY_GAME and case.match:
        reopen_match(match_id=case.match.pk, who=judge, why=decision.reason)
    elif decision.remedy == Remedy.CORRECT_LOG and case.submission and decision.correction:
        return corrected_copy(case.submission, decision.correction, judge, why=decision.reason, replaces=former)
    return None


def _details(decision: Decision) -> dict[str, Any]:
    counts = {"counts": decision.counts} if decision.counts else {}
    if decision.remedy == Remedy.CORRECT_RESULT and decision.score:
        return {"score": decision.score.fields()} | counts
    if decision.remedy == Remedy.CORRECT_LOG and decision.correction:
        return {"after": decision.correction.after, "set": decision.correction.changes}
    return counts


def close_case(case: Case, ruling: Ruling) -> None:
    case.status = Case.Status.CLOSED if case.is_appealed else Case.Status.RULED
    case.claimed_by = case.claimed_at = case.coming_at = None
    case.save(update_fields=["status", "claimed_by", "claimed_at", "coming_at"])
    after: dict[str, JsonValue] = {"remedy": ruling.remedy, "penalty": ruling.penalty_kind, "article": ruling.article}
    after["ruling"] = ruling.pk
    record("ruled", who=ruling.judge, subject=case, scope=case.event, after=after, why=ruling.reason)
    notify_pages(case)
    notify_of_ruling(ruling)
