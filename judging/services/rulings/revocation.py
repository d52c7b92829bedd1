"""Undoing a ruling that is replaced, so that the new one is applied as if it had never been made."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from accounts.models import User
from judging.models import Case, Ruling
from judging.services.rulings.decisions import Decision
from tournaments.models import Event, Match, PenaltyKind, Registration
from tournaments.services.corrections.reinstate import (
    changed_matches,
    refuse_unresolved_matches,
    reinstate_results,
    snapshot_matches,
)
from tournaments.services.lifecycle.state import reopen_cut
from tournaments.services.players.dropping import revoke_disqualification
from tournaments.services.players.penalties import revoke_penalty
from tournaments.services.results.forfeits import open_matches

Changes = dict[str, Any]  # stored with a ruling: {"matches": [...], "player": {...} or None}


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
    touched = {stood["match"] for stood in former.moved.get("matches", [])} if former else set()
    found = snapshot_matches(Match.objects.filter(pk__in=touched | {case.match_id}).at_tables())
    if former:
        _revoke(former, who=who, why=why)
    yield
    refuse_unresolved_matches(found)
    reopen_cut(Event.objects.get(pk=case.event_id), who=who, why=why)


def _revoke(ruling: Ruling, *, who: User, why: str) -> None:
    """Undo a ruling in reverse order. The corrected copy of a log stays, but later corrections ignore it."""
    was = ruling.moved.get("player")
    if was and ruling.penalised:
        revoke_disqualification(registration=ruling.penalised, who=who, why=why, **was)
    reinstate_results(ruling.case.event, ruling.moved.get("matches", []), who=who, why=why)
    if ruling.penalty:
        revoke_penalty(penalty=ruling.penalty, who=who, why=why)
