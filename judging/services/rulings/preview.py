"""Preview of what a ruling would change; nothing is stored."""

from functools import partial

from accounts.models import User
from judging.services.cases.desk import case_lock
from judging.services.rulings.decisions import Decision
from judging.services.rulings.ruling import rule
from tournaments.services.corrections import preview
from tournaments.services.corrections.preview import EventDiff


def preview_ruling(*, case_id: int, judge: User, decision: Decision) -> EventDiff:
    with case_lock(case_id) as case:
        return preview.preview_changes(case.event_id, partial(rule, case_id=case_id, judge=judge, decision=decision))
