"""Pods of a limited event: everyone at a pod and a seat by lot; the first rounds can be paired inside them."""

import dataclasses
import itertools
import secrets

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Refused
from tournaments.core.pods import LARGEST, seat_pods
from tournaments.models import Event, Registration, Right
from tournaments.services.base.locking import event_lock, first_time, require

FEWEST = 4


@dataclasses.dataclass(frozen=True, slots=True)
class PodShown:
    number: int
    members: tuple[Registration, ...]  # by seat: each passes on to the next


def draw_pods(*, event_id: int, who: User, key: str = "") -> None:
    """Drawn, and drawn again as long as nothing has been drafted: no pool is entered, no round is paired."""
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        if not first_time(event, key, "draw-pods"):
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
                _sit(players[int(player)], number, seat)
        record("pods-drawn", who=who, subject=event, scope=event, after={"seed": event.pods_seed, "pods": drawn})
        live.notify(*event.topics("players"))


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
    """Whoever found no seat on arrival."""
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        for player in unseated(event):
            if not seat_who_came(event, player, who=who):
                raise Refused("pods-full", _("No pod has a free seat: redraw the pods."))


def seat_who_came(event: Event, player: Registration, *, who: User) -> bool:
    """Who comes after the draw sits down at the smallest pod, and nobody else moves. Call under the event's lock.

    Until drafting begins a full pod takes nobody: all pods can be drawn again. Then a pod is who is paired with whom.
    """
    if player not in unseated(event):
        return True
    sizes = {pod.number: len(pod.members) for pod in pods_of(event)}
    number = min(sizes, key=lambda pod: (sizes[pod], pod), default=None)
    if number is None or (sizes[number] >= LARGEST and not drafting_has_begun(event)):
        return False
    taken = event.registrations.filter(pod=number).order_by("-pod_seat").values_list("pod_seat", flat=True)
    _sit(player, number, (taken[0] or 0) + 1)
    record("pod-joined", who=who, subject=player, scope=event, after={"pod": player.pod, "seat": player.pod_seat})
    live.notify(*event.topics("players"))
    return True


def _sit(player: Registration, pod: int, seat: int) -> None:
    player.pod, player.pod_seat = pod, seat
    player.save(update_fields=["pod", "pod_seat"])
    live.notify(player.topic)


def pods_of(event: Event) -> list[PodShown]:
    """With everyone who still takes part, in the order of the seats."""
    seated = event.registrations.registered().filter(pod__isnull=False).named().order_by("pod", "pod_seat")
    return [PodShown(int(pod or 0), tuple(rows)) for pod, rows in itertools.groupby(seated, key=lambda row: row.pod)]


def unseated(event: Event) -> list[Registration]:
    if event.pods_seed is None:
        return []
    return list(event.registrations.to_be_paired().filter(pod__isnull=True).named())


def pods_paired_apart(event: Event, number: int) -> dict[str, int]:
    """The pod of each player, in the rounds that are paired inside the pods; nothing in the others."""
    if not event.is_limited or number > event.pod_rounds:
        return {}
    if event.pods_seed is None:
        raise Refused("no-pods", _("This round is paired inside the pods: draw pods first."))
    if unseated(event):
        raise Refused("not-all-in-pods", _("Some players have no pod: seat them first."))
    seated = event.registrations.filter(pod__isnull=False).values_list("pk", "pod")
    return {str(pk): int(pod or 0) for pk, pod in seated}
