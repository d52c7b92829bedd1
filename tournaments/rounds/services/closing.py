"""Closing a round, when the next one is published, the cut starts or the event ends, and opening it again."""

from django.utils import timezone

from tournaments.models import Event, Round, RoundState, Stage
from tournaments.rounds.services.lookup import refuse_unless_decided
from tournaments.standings.services.ranking import freeze_standings


def close_last_round(event: Event, before: int | None = None) -> None:
    """Close the previous round and freeze its standings."""
    last = Round.objects.filter(event=event, state=RoundState.PUBLISHED).order_by("-number").first()
    if last and (before is None or last.number < before):
        refuse_unless_decided(last)
        last.state, last.closed_at = RoundState.CLOSED, timezone.now()
        if last.stage == Stage.SWISS:
            last.frozen_standings = freeze_standings(event, last.number)
        last.save()


def reopen_previous_round(event: Event, published: Round) -> None:
    """Reopen the previous round of the same stage. The start of the cut has closed the last Swiss round for good."""
    earlier = Round.objects.filter(event=event, number=published.number - 1, stage=published.stage)
    earlier.update(state=RoundState.PUBLISHED, closed_at=None, frozen_standings=None, clinch=None)
