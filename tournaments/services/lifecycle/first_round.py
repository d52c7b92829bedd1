"""What “Start round 1” does: the rounds start and the first one is paired, ready to be published."""

from django.db import transaction

from accounts.models import User
from tournaments.models import EventState, Right, Round, rights_of
from tournaments.services.lifecycle.limited_steps import limited_step
from tournaments.services.lifecycle.transitions import change_event_state
from tournaments.services.rounds.pairing import pair_round


@transaction.atomic
def start_round_1(*, event_id: int, who: User, key: str = "") -> Round | None:
    """None if pods or pools come first, or if this person does not run the rounds."""
    event = change_event_state(event_id=event_id, who=who, to=EventState.RUNNING, key=key)
    last = Round.objects.filter(event=event).order_by("-number").first()
    if limited_step(event, last) or Right.RUN_ROUNDS not in rights_of(event, who):
        return None
    return pair_round(event_id=event_id, who=who, key=key)
