"""Starting round 1 (no-shows, number of rounds, list lock), and undoing it."""

from accounts.models import User
from core.pages import live
from core.records.audit import JsonValue, record
from tournaments.lifecycle.services.preconditions import gone_at_the_start
from tournaments.lists.services.facts import pin_facts
from tournaments.lists.services.submission import lock_lists, unlock_lists
from tournaments.mail.services.mail import notify_registration
from tournaments.models import Event, Status
from tournaments.players.models.crews import count_to_pair
from tournaments.players.models.players import RegistrationQuerySet
from tournaments.rounds.services.lookup import discard_round


def start_rounds(event: Event, who: User) -> None:
    """Mark no-shows, fix the number of rounds and lock the lists. The event stores what is needed to undo this."""
    gone = event.registrations.filter(status__in=[Status.REGISTERED, Status.PENDING], checked_in_at__isnull=True)
    absent, pending = _numbers(gone), _numbers(gone.filter(status=Status.PENDING))
    playing = _numbers(event.registrations.to_be_paired())
    before = {"swiss_rounds": event.swiss_rounds, "lists_open": event.lists_locked_at is None, "pending": pending}
    gone.update(status=Status.ABSENT)
    if event.swiss_rounds is None:
        event.swiss_rounds = event.format.advised_rounds(count_to_pair(event))
    if event.lists_required and event.lists_locked_at is None:
        lock_lists(event, who=who)
    pin_facts(event, who=who)
    withdrawn = _numbers(event.registrations.filter(pk__in=playing, status=Status.WITHDRAWN))
    after: dict[str, JsonValue] = {"swiss_rounds": event.swiss_rounds, "absent": absent, "withdrawn": withdrawn}
    event.start_snapshot = {**after, **before}
    record("rounds-begun", who=who, subject=event, scope=event, before=before, after=after)


def undo_start(event: Event, who: User) -> None:
    """Return to check-in; players who arrived, left or submitted a list since the start are not affected."""
    for unpublished in event.rounds.all():
        discard_round(event, unpublished, who)
    begun, gone = event.start_snapshot or {}, gone_at_the_start(event)
    withdrawn = list(gone.filter(status=Status.WITHDRAWN).named())
    gone.filter(pk__in=begun.get("pending", [])).update(status=Status.PENDING)
    gone.update(status=Status.REGISTERED)
    event.registrations.update(entered_round=1)
    event.swiss_rounds = begun.get("swiss_rounds", event.swiss_rounds)
    if begun.get("lists_open"):
        unlock_lists(event)
    for player in withdrawn:
        player.status = Status.REGISTERED
        notify_registration(player)
    event.start_snapshot = None
    live.notify(*event.topics("players", "lists"))


def _numbers(players: RegistrationQuerySet) -> list[int]:
    return list(players.values_list("pk", flat=True))
