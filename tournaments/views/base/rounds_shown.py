"""The rounds of an event for pages: loaded together, without the large columns that few pages need."""

from django.http import Http404

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, Round, Stage

_rounds = Compiled(lambda event: Round.objects.filter(event=event).without_large_columns().order_by("number"), NUMBER)
_latest = Compiled(
    lambda event: Round.objects.filter(event=event).public().without_large_columns().order_by("-number")[:1], NUMBER
)


def rounds_of(event: Event) -> list[Round]:
    rounds = _rounds.all(event.pk)
    for each in rounds:
        each.event = event
    return rounds


def round_of(event: Event, number: int) -> Round:
    found = next((each for each in rounds_of(event) if each.number == number), None)
    if found is None:
        raise Http404
    return found


def public_round_of(event: Event, number: int) -> Round:
    found = round_of(event, number)
    if found.is_unpublished:
        raise Http404
    return found


def latest_public_round(event: Event) -> Round | None:
    latest: Round | None = _latest.first(event.pk)
    if latest is not None:
        latest.event = event
    return latest


def swiss_round_of(event: Event, number: int) -> Round:
    found = public_round_of(event, number)
    if found.stage != Stage.SWISS:
        raise Http404
    return found
