"""Who may confirm a proposed card text for an event in progress: two people of its staff, the one who proposed it among
them or not. Reviewers and moderators confirm it for the site."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from teams.models import FactRevision
from tournaments.events.models.events import staffed_by
from tournaments.events.models.staff import RIGHTS
from tournaments.models import Event, EventState, Registration, Right, Staff

IN_PROGRESS = (EventState.RUNNING, EventState.CUT)
ROLES = tuple(role for role, rights in RIGHTS.items() if rights & {Right.RULE, Right.EDIT_EVENT})


@dataclass(frozen=True, slots=True)
class EventConfirmers:
    """The staff of an event who may use a proposal there, and whether the reader is one of them."""

    event: Event
    people: Sequence[User]
    may_confirm: bool


def confirmers_in_events(row: FactRevision, reader: User) -> list[EventConfirmers]:
    """Return who may confirm the proposal in each event in progress in which the reader plays or works."""
    if row.outcome or not reader.is_authenticated:
        return []
    plays = Registration.objects.of(reader).registered().values("event")
    in_progress = Event.objects.filter(state__in=IN_PROGRESS)
    works = set(in_progress.filter(staffed_by(reader), staff__role__in=ROLES).values_list("pk", flat=True))
    events = in_progress.filter(pk__in=works) | in_progress.filter(pk__in=plays)
    found = []
    for event in events.order_by("name", "pk"):
        staff = (
            Staff.objects.filter(event=event, role__in=ROLES).exclude(user=row.proposed_by_id).select_related("user")
        )
        people = list(dict.fromkeys(each.user for each in staff))
        found.append(EventConfirmers(event, people, event.pk in works and reader in people))
    return found
