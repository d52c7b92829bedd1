"""Draft pods of six to eight players with random seats, and the groups in which they are paired."""

from collections.abc import Iterable, Mapping
from random import Random

from tournaments.core.pairing import Player
from tournaments.core.scoring import PlayerId

LARGEST = 8


def pod_sizes(players: int) -> list[int]:
    """Return the sizes of as few, evenly filled pods as possible: 6 to 8 players each, except for 9 to 11 and 17
    players."""
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


def group_by_pod(players: Iterable[Player], pod_of: Mapping[str, int]) -> list[list[Player]]:
    """Return the players of each pod, by pod number; players without a pod form the first group."""
    pods: dict[int, list[Player]] = {}
    for player in players:
        pods.setdefault(pod_of.get(player.id, 0), []).append(player)
    return [members for _number, members in sorted(pods.items())]
