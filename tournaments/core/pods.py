"""Draft pods of six to eight by random seat, and who is paired with whom inside them."""

from collections.abc import Iterable, Mapping
from random import Random

from tournaments.core.pairing import Player
from tournaments.core.scoring import PlayerId

LARGEST = 8


def pod_sizes(players: int) -> list[int]:
    """As few pods as can be, of eight at most and as even as can be: six to eight, but for 9 to 11 and 17 players."""
    pods = -(-players // LARGEST)
    if not pods:
        return []
    smaller, larger_pods = divmod(players, pods)
    return [smaller + 1] * larger_pods + [smaller] * (pods - larger_pods)


def seat_pods(players: Iterable[PlayerId], *, seed: int) -> list[list[PlayerId]]:
    """Everybody at a pod and a seat by lot; whoever sits next passes the boosters on. The order given plays no part."""
    lot = Random(f"{seed}/pods")  # noqa: S311  (a draw that must be repeatable, not a secret)
    names = sorted(players, key=str)
    drawn = [name for _, name in sorted(zip([lot.random() for _ in names], names, strict=True), key=lambda d: d[0])]
    seats = iter(drawn)
    return [[next(seats) for _ in range(size)] for size in pod_sizes(len(drawn))]


def by_pod(players: Iterable[Player], pod_of: Mapping[str, int]) -> list[list[Player]]:
    """Each pod is paired by itself, in the order of the pods; whoever sits at none belongs to the first crowd."""
    pods: dict[int, list[Player]] = {}
    for player in players:
        pods.setdefault(pod_of.get(player.id, 0), []).append(player)
    return [members for _number, members in sorted(pods.items())]
