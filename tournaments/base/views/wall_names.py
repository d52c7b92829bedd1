"""Names on prints for the wall: full for the staff, who may choose initials for minors, as the pages show them."""

from typing import Any

from django.db.models import Q

from tournaments.base.views.access import EventRequest
from tournaments.events.models.staff import FOR_PRINTS
from tournaments.models import Event


def names_on_the_wall(request: EventRequest, event: Event) -> dict[str, Any]:
    full_names = not request.rights.isdisjoint(FOR_PRINTS) and request.GET.get("names") != "initials"
    minors = event.registrations.taking_part().filter(Q(is_minor=True) | Q(user__is_minor=True))
    return {"full_names": full_names, "minors_in_full": full_names and minors.exists()}
