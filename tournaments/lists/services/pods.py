"""Pods of a limited event: random pods and seats; the first rounds can be paired within them."""

import dataclasses
import itertools
import secrets

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, event_lock, require
from tournaments.core.pods import LARGEST, PodSeat, pod_sizes, seat_pods
from tournaments.models import Event, Registration, Right

FEWEST = 4


@dataclasses.dataclass(frozen=True, slots=True)
class PodRow:
    number: int
    members: tuple[Registration, ...]  # by seat; each passes boosters to the next


def draw_pods(*, event_id: int, who: User, key: str = "") -> None:
    """Draw the pods. They can be drawn again until drafting starts: no pool entered and no round paired yet."""
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        if not claim_form_key(event, key, "draw-pods"):
            return
        _refuse_drawing_now(event)
        players = {row.pk: row for row in event.registrations.to_be_paired()}
        if len(players) < FEWEST:
            raise Refused("too-few-players", _("Check in at least four players to draw pods."))
        event.pods_seed = secrets.randbits(48)
        event.save(update_fields=["pods_seed"])
        event.registrations.update(pod=None, pod_seat=None)
        drawn = seat_pods(players, seed=event.pods_seed)
        for number, pod in enumerate(drawn, start=1):
            for seat, player in enumerate(pod, start=1):
                _assign_seat(players[int(player)], number, seat)
        record("pods-drawn", who=who, subject=event, scope=event, after={"seed": event.pods_seed, "pods": drawn})
        live.notify(*event.topics("players"))


def sizes_if_drawn(event: Event) -> list[int]:
    """Return the sizes of the pods as they would be drawn from the players who are here."""
    players = event.registrations.to_be_paired().count()
    return pod_sizes(players) if players >= FEWEST else []


def _refuse_drawing_now(event: Event) -> None:
    if not event.is_limited:
        raise Refused("not-limited", _("Only limited events have pods."))
    if event.is_over:
        raise Refused("event-is-over", _("This event is over."))
    if drafting_has_begun(event):
        raise Refused(
            "drafting-has-begun",
            _("Pods can no longer be changed: pools have been registered or a round has been paired."),
        )


def drafting_has_begun(event: Event) -> bool:
    return event.rounds.exists() or event.registrations.filter(pool__isnull=False).exclude(pool__figures=[]).exists()


def seat_the_rest(*, event_id: int, who: User) -> None:
    """Seat the players who were not seated when they arrived."""
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        for player in unseated(event):
            if not seat_late_player(event, player, who=who):
                raise Refused("pods-full", _("No pod has a free seat: redraw the pods."))


def seat_late_player(event: Event, player: Registration, *, who: User) -> bool:
    """Seat a player who arrives after the draw at the smallest pod. Call under the event's lock.

    Before drafting starts a full pod is refused, since pods can be redrawn; later a pod is only a pairing group.
    """
    if player not in unseated(event):
        return True
    sizes = {pod.number: len(pod.members) for pod in pods_of(event)}
    number = min(sizes, key=lambda pod: (sizes[pod], pod), default=None)
    if number is None or (sizes[number] >= LARGEST and not drafting_has_begun(event)):
        return False
    taken = event.registrations.filter(pod=number).order_by("-pod_seat").values_list("pod_seat", flat=True)
    _assign_seat(player, number, (taken[0] or 0) + 1)
    record("pod-joined", who=who, subject=player, scope=event, after={"pod": player.pod, "seat": player.pod_seat})
    live.notify(*event.topics("players"))
    return True


def _assign_seat(player: Registration, pod: int, seat: int) -> None:
    player.pod, player.pod_seat = pod, seat
    player.save(update_fields=["pod", "pod_seat"])
    live.notify(player.topic)


def pods_of(event: Event) -> list[PodRow]:
    """The pods with all active players, by seat."""
    seated = event.registrations.registered().filter(pod__isnull=False).named().order_by("pod", "pod_seat")
    return [PodRow(int(pod or 0), tuple(rows)) for pod, rows in itertools.groupby(seated, key=lambda row: row.pod)]


def unseated(event: Event) -> list[Registration]:
    if event.pods_seed is None:
        return []
    return list(event.registrations.to_be_paired().filter(pod__isnull=True).named())


def pods_for_round(event: Event, number: int) -> dict[str, PodSeat]:
    """Return the pod and seat of each player in rounds that are paired inside the pods; nothing in other rounds."""
    if not event.is_limited or number > event.pod_rounds:
        return {}
    if event.pods_seed is None:
        raise Refused("no-pods", _("This round is paired inside the pods: draw pods first."))
    if unseated(event):
        raise Refused("not-all-in-pods", _("Some players have no pod: seat them first."))
    seated = event.registrations.filter(pod__isnull=False).values_list("pk", "pod", "pod_seat")
    return {str(pk): PodSeat(int(pod or 0), int(seat or 0)) for pk, pod, seat in seated}
