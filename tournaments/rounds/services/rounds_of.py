"""The rounds of an event as pages read them: without the large columns that few pages need.

No result changes them, so pages that are rendered again after one get copies of the rounds as they were read."""

from core.database.compiled import NUMBER, Compiled, Original
from tournaments.events.models.unchanged_by_results import unchanged_by_results
from tournaments.models import Event, Round, RoundState

_rounds = Compiled(lambda event: Round.objects.filter(event=event).without_large_columns().order_by("number"), NUMBER)
_last = Compiled(
    lambda event: Round.objects.filter(event=event).without_large_columns().order_by("-number")[:1], NUMBER
)
_last_public = Compiled(
    lambda event: Round.objects.filter(event=event).public().without_large_columns().order_by("-number")[:1], NUMBER
)


def rounds_of(event: Event) -> list[Round]:
    if event.versions_but_results is None:
        return _with_event(event, _rounds.all(event.pk))
    return _with_event(event, [each.copy() for each in _kept(event)])


def last_round_of(event: Event, *, is_public: bool) -> Round | None:
    """Return the last round, or the last one that is published."""
    if event.versions_but_results is None:
        rounds = (_last_public if is_public else _last).all(event.pk)
    else:
        hidden = {RoundState.UNPUBLISHED} if is_public else set()
        rounds = [each.copy() for each in [one for one in _kept(event) if one.values["state"] not in hidden][-1:]]
    return next(iter(_with_event(event, rounds)), None)


@unchanged_by_results
def _kept(event: Event) -> list[Original]:
    return [Original(each) for each in _rounds.all(event.pk)]


def _with_event(event: Event, rounds: list[Round]) -> list[Round]:
    for each in rounds:
        each.event = event
    return rounds
