"""The rounds of an event that pages show."""

from django.http import Http404

from tournaments.models import Event, Round, Stage
from tournaments.rounds.services.rounds_of import rounds_of


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


def swiss_round_of(event: Event, number: int) -> Round:
    found = public_round_of(event, number)
    if found.stage != Stage.SWISS:
        raise Http404
    return found
