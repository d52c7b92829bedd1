"""The rounds of an event that pages show."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Event, Round, Stage


def round_of(event: Event, number: int) -> Round:
    return get_object_or_404(event.rounds.in_order(), number=number)


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
