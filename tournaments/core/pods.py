"""Draft pods of up to eight players with random seats, and the groups in which they are paired."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from tournaments.core.pairing.players import Player
from tournaments.core.places import PlayerId

LARGEST = 8


class PodSeat(NamedTuple):
    pod: int
    seat: int


NO_SEAT = PodSeat(0, 0)


def pod_sizes(players: int) -> list[int]:
    """Return the sizes of as few, evenly filled pods as possible: 6 to 8 players each wherever the number allows it,
    that is except for up to 5, 9 to 11 and 17 players."""
    pods = -(-players // LARGEST)
    if not pods:
        return []
    smaller, larger_pods = divmod(players, pods)
    return [smaller + 1] * larger_pods + [smaller] * (pods - larger_pods)


def seat_pods(players: Iterable[PlayerId], *, seed: int) -> list[list[PlayerId]]:
    """Seat the players in random pods, whatever their order; boosters are passed to the next seat."""
    rng = Random(f"{seed}/pods")  # noqa: S311  (a draw that must be repeatable, not a secret)
    names = sorted(players, key=str)
    in_draw_order = [
        name for _, name in sorted(zip([rng.random() for _ in names], names, strict=True), key=lambda d: d[0])
    ]
    seats = iter(in_draw_order)
    return [[next(seats) for _ in range(size)] for size in pod_sizes(len(in_draw_order))]


def group_by_pod(players: Iterable[Player], seat_of: Mapping[str, PodSeat]) -> list[list[Player]]:
    """Return the players of each pod with their seats, by pod number; players without a pod form the first group."""
    pods: dict[int, list[Player]] = {}
    for player in players:
        pod, seat = seat_of.get(player.id, NO_SEAT)
        pods.setdefault(pod, []).append(player._replace(seat=seat or None))
    return [members for _number, members in sorted(pods.items())]
