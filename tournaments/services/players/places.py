"""The places of an event: how many are taken, for whom one is held, and who waits for one."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from core.errors import Refused
from tournaments.models import Event, EventState, Round


def places_taken(event: Event) -> int:
    people = event.registrations
    return (people.needing_a_chair() if event.has_started else people.holding_a_place()).count()


def places_left(event: Event) -> int:
    return event.capacity - places_taken(event)


def free_for_new(event: Event) -> int:
    """Nobody who comes now passes those who wait; while rounds are played that is refused instead."""
    queue = not event.has_started and event.registrations.waiting().exists()
    return 0 if queue else max(0, places_left(event))


def next_round(event: Event) -> int:
    return Round.objects.filter(event=event).public().count() + 1


def refuse_full(event: Event) -> None:
    """Refuse where nobody can wait for a place."""
    if event.state == EventState.RUNNING or not event.has_waiting_list:
        raise all_taken(event)


def all_taken(event: Event) -> Refused:
    """Says until when a place is held for somebody who left; not for whom, since players read it too."""
    held = event.registrations.filter(held_until__gt=timezone.now()).order_by("held_until").first()
    if held is None or held.held_until is None:
        return Refused("full", _("All places are taken."))
    until = date_format(timezone.localtime(held.held_until), "H:i")
    text = _("All places are taken. One is held until %(time)s for somebody who left: try again then.")
    return Refused("full", text % {"time": until})


def refuse_before_waiting(event: Event, *, players: int) -> None:
    """While rounds are played nobody moves up by themselves: the places that are left go to those who wait."""
    waiting = event.registrations.waiting().named()
    in_line = waiting.count()
    first = waiting.first()
    if first is None or places_left(event) >= in_line + players:
        return
    text = ngettext_lazy(
        "%(name)s is waiting for a place. Let them in on “Manage players” first.",
        "%(name)s is the first of %(number)s players waiting for a place. Let them in on “Manage players” first.",
        "number",
    )
    raise Refused("others-wait", text % {"name": first.full_name, "number": in_line})
