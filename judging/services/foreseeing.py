"""What a ruling would move."""

from functools import partial

from accounts.models import User
from judging.services.decisions import Decision
from judging.services.desk import case_lock
from judging.services.ruling import rule
from tournaments.services import foreseeing
from tournaments.services.moved import Moved


def foresee(*, case_id: int, judge: User, decision: Decision) -> Moved:
    with case_lock(case_id) as case:
        return foreseeing.foresee(case.event_id, partial(rule, case_id=case_id, judge=judge, decision=decision))
