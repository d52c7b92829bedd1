"""The rounds begin: who is not there is absent, and what was open until then stands. And the way back."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import JsonValue, record
from core.errors import Refused
from tournaments.core.round_advice import advised_rounds
from tournaments.models import Event, Status
from tournaments.models.players import RegistrationQuerySet
from tournaments.services.base.mail import tell_registration
from tournaments.services.lists.submission import lock_lists, unlock_lists
from tournaments.services.players.registration import places_left
from tournaments.services.rounds.lookup import throw_away


def start_rounds(event: Event, who: User) -> None:
    """The number of rounds is fixed, the lists are locked. The event keeps what the way back needs."""
    gone = event.registrations.filter(status__in=[Status.REGISTERED, Status.PENDING], checked_in_at__isnull=True)
    absent, pending = _numbers(gone), _numbers(gone.filter(status=Status.PENDING))
    playing = _numbers(event.registrations.to_be_paired())
    before = {"swiss_rounds": event.swiss_rounds, "lists_open": event.lists_locked_at is None, "pending": pending}
    gone.update(status=Status.ABSENT)
    if event.swiss_rounds is None:
        event.swiss_rounds = advised_rounds(len(playing))
    if event.lists_required and event.lists_locked_at is None:
        lock_lists(event, who=who)
    withdrawn = _numbers(event.registrations.filter(pk__in=playing, status=Status.WITHDRAWN))
    after: dict[str, JsonValue] = {"swiss_rounds": event.swiss_rounds, "absent": absent, "withdrawn": withdrawn}
    event.start_snapshot = {**after, **before}
    record("rounds-begun", who=who, subject=event, scope=event, before=before, after=after)


def take_start_back(event: Event, who: User) -> None:
    """As it was at the check-in; who came, left or handed in a list meanwhile has done so."""
    for drafted in event.rounds.all():
        throw_away(event, drafted, who)
    begun, gone = event.start_snapshot or {}, _gone_at_the_start(event)
    withdrawn = list(gone.filter(status=Status.WITHDRAWN).named())
    gone.filter(pk__in=begun.get("pending", [])).update(status=Status.PENDING)
    gone.update(status=Status.REGISTERED)
    event.registrations.update(entered_round=1)
    event.swiss_rounds = begun.get("swiss_rounds", event.swiss_rounds)
    if begun.get("lists_open"):
        unlock_lists(event)
    for player in withdrawn:
        player.status = Status.REGISTERED
        tell_registration(player)
    event.start_snapshot = None
    live.notify(*event.topics("players", "lists"))


def refuse_without_places(event: Event) -> None:
    """Late players may sit where somebody who did not come would have sat."""
    wanted = _gone_at_the_start(event).count() - places_left(event)
    if wanted > 0:
        said = _("Late arrivals took the no-shows' places. Raise the capacity by %(wanted)s first.")
        raise Refused("full", said % {"wanted": wanted})


def _gone_at_the_start(event: Event) -> RegistrationQuerySet:
    withdrawn = Q(status=Status.WITHDRAWN, pk__in=(event.start_snapshot or {}).get("withdrawn", []))
    return event.registrations.filter(Q(status=Status.ABSENT) | withdrawn)


def _numbers(players: RegistrationQuerySet) -> list[int]:
    return list(players.values_list("pk", flat=True))
