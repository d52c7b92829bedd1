"""What a ruling would move: it is carried out, looked at and rolled back, so that it never says else than happens."""

from django.db import transaction

from accounts.models import User
from judging.services.decisions import Decision
from judging.services.desk import case_lock
from judging.services.ruling import rule
from tournaments.services.moved import Moved, moved, seen
from tournaments.services.safety import event_lock


def foresee(*, case_id: int, judge: User, decision: Decision) -> Moved:
    """Refused for the same reasons as the ruling itself. No hint, mail or bell leaves what is rolled back."""
    with case_lock(case_id) as case, event_lock(case.event_id) as event:
        before = seen(event)
        rule(case_id=case_id, judge=judge, decision=decision)
        after = seen(event)
        transaction.set_rollback(True)
    return moved(event, before, after)
