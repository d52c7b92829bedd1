"""CPU time of pages beside a page of a bare Django in the same run.

python -m benchmarks.pages [--players 64] [--times 30] [--profile PAGE]

Both are asked in turns through Django's own test client, signed in, on a database of its own; ours as a browser asks,
which takes compressed pages. Printed are the bytes sent, the median in milliseconds and how many times the bare page
that is, of a page

- "warm": of which nothing changed since the last time;
- "unchanged": asked with the ETag of the last answer;
- "again": with the caches of whole pages and fragments emptied;
- "changed": after a result of the event was corrected, beside the bare page of the start and beside one asked right
  after a correction too ("then"), which leaves little of either page in the processor's caches;
- "first": as "again", and nothing was read before that no result changes, as when a round was just published.

Garbage is collected in between.
"""

import argparse
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

CASES = 100
KINDS = ("warm", "unchanged", "again", "changed", "first")
BACKEND = "django.contrib.auth.backends.ModelBackend"
STAFF = (
    "",
    "rounds/1/",
    "standings/",
    "players/",
    "hall/",
    "run/",
    "entry/",
    "check-in/",
    "manage/players/",
    "audit-log/",
    "edit/",
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--players", type=int, default=64)
    arguments.add_argument("--times", type=int, default=30)
    arguments.add_argument(
        "--profile", help="a page (of the event for its organiser, or /...): print its costliest functions instead"
    )
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/pages.sqlite3"
        os.environ["VAR_DIR"] = folder
        os.environ["LOG_LEVEL"] = "ERROR"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        _measure(chosen.players, chosen.times, chosen.profile)


def _measure(players: int, times: int, profiled: str | None) -> None:
    from django.core.management import call_command

    from benchmarks.bare_page import bare_client

    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    event, owner, player = an_event_under_way(players)
    base = f"/events/{event.slug}/"
    organiser, guest, reader = _client(owner), _client(player), _client(None)
    bare, bare_reader = bare_client(), bare_client()
    bare.force_login(owner, backend=BACKEND)
    if profiled is not None:
        client, address = (reader, profiled) if profiled.startswith("/") else (organiser, base + profiled)
        _profile(lambda: _get(client, address), times)
        return
    asked = [(name or "event page", organiser, base + name) for name in STAFF]
    asked += [(f"{name} (player)", guest, base + name) for name in ("", "rounds/1/", "standings/")]
    asked += [(f"{name} (signed out)", reader, base + name) for name in ("", "rounds/1/", "standings/")]
    asked += [("a match (player)", guest, _match_of(player, event)), ("a player", reader, _player_of(player, event))]
    asked += [("start page", guest, "/"), ("events", reader, "/events/"), ("my games", guest, "/events/mine/")]
    asked += [("card list", reader, "/cards/"), ("a card", reader, "/cards/adamai/")]
    asked += [("team builder", guest, "/teams/build/"), ("profile", guest, "/me/")]
    print(f"{players} players; milliseconds of CPU, and times the bare page")
    kinds = " ".join(f"{kind:>15}" for kind in KINDS)
    print(f"{'page':23} {'bytes':>6} {'bare':>5} {'then':>5} {kinds} {'of then':>8}")
    gc.freeze()  # what is loaded by now, as the site does
    gc.disable()
    for name, client, address in asked:
        print(_row(name, client, address, bare_reader if client is reader else bare, times, event))
    judge = a_judge_with_cases(event, CASES)
    print(_row(f"desk, {CASES} cases", _client(judge), f"{base}desk/", bare, times, event))


def _match_of(player: Any, event: Any) -> str:
    from tournaments.rounds.models.matches import Match

    match = Match.objects.filter(round__event=event, round__number=2, seat_rows__registration__user=player).get()
    return str(match.get_absolute_url())


def _player_of(player: Any, event: Any) -> str:
    return f"/events/{event.slug}/players/{event.registrations.get(user=player).pk}/"


def _row(name: str, client: Any, address: str, bare: Any, times: int, event: Any) -> str:
    from django.core.cache import cache

    from core.pages.page_cache import page_cache

    _get(client, address)  # sets the cookie of its forms, without which no page has a tag
    first = _get(client, address)
    if first.status_code != 200:
        return f"{name:23} answers {first.status_code}"
    spent: dict[str, list[float]] = {kind: [] for kind in ("bare", "then", *KINDS)}
    for _ in range(times):
        spent["bare"].append(_cpu(lambda: _bare(bare)))
        spent["warm"].append(_cpu(lambda: _get(client, address)))
        tag = _get(client, address).headers.get("ETag")
        unchanged = {"HTTP_IF_NONE_MATCH": tag} if tag else {}
        _get(client, address, **unchanged)
        spent["unchanged"].append(_cpu(partial(_get, client, address, **unchanged)))
        cache.clear()
        page_cache.clear()
        spent["again"].append(_cpu(lambda: _get(client, address)))
        gc.collect()
        _correct_a_result(event)
        spent["then"].append(_cpu(lambda: _bare(bare)))
        _correct_a_result(event)
        spent["changed"].append(_cpu(lambda: _get(client, address)))
        _forget_rows()
        spent["first"].append(_cpu(lambda: _get(client, address)))
        _get(client, address)
    middle = {kind: statistics.median(each) for kind, each in spent.items()}
    cells = " ".join(f"{middle[kind]:8.2f} {middle[kind] / middle['bare']:5.1f}x" for kind in KINDS)
    bares = f"{middle['bare']:5.2f} {middle['then']:5.2f}"
    return f"{name:23} {len(first.content):6} {bares} {cells} {middle['changed'] / middle['then']:7.1f}x"


def _forget_rows() -> None:
    """Empty the cache of whole pages."""
    from django.core.cache import cache

    from core.pages.page_cache import page_cache

    cache.clear()
    page_cache.clear()


def _correct_a_result(event: Any) -> None:
    from tournaments.models import Role
    from tournaments.results.services.entry import Score, amend_result
    from tournaments.rounds.models.matches import Match

    match = Match.objects.filter(round__event=event, round__number=1).earliest("pk")
    owner = event.staff.get(role=Role.OWNER).user
    winner = "b" if match.results.current().get().outcome == "a" else "a"
    glory = (3, 0) if winner == "a" else (0, 3)
    amend_result(match=match, who=owner, score=Score.duel(winner, *glory), why="misread")


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def _get(client: Any, address: str, **headers: str) -> Any:
    return client.get(address, **headers)


def _bare(client: Any) -> None:
    assert client.get("/bare/").status_code == 200


def _profile(work: Callable[[], object], times: int) -> None:
    """Profile a page that is built again each time."""
    import cProfile
    import pstats

    work()
    profile = cProfile.Profile()
    for _ in range(times):
        _forget_rows()
        profile.runcall(work)
    pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


def _client(user: Any) -> Any:
    from django.test import Client

    client = Client(HTTP_HOST="localhost", HTTP_ACCEPT_ENCODING="gzip")
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def an_event_under_way(players: int) -> tuple[Any, Any, Any]:
    """One round is over, the second is being played, and half of its results are in."""
    from tests.tournaments import worlds
    from tournaments.models import Registration, Role
    from tournaments.results.services.entry import Score, enter_result
    from tournaments.rounds.services import pairing, publishing

    event = worlds.an_event(swiss_rounds=3, capacity=players)
    player = worlds.a_user()
    Registration.objects.bulk_create(
        Registration(
            event=event,
            guest_name="" if n == 0 else f"Player {n}",
            user=player if n == 0 else None,
            lot=n,
            checked_in_at=event.starts_at,
        )
        for n in range(players)
    )
    owner = worlds.staff(event, Role.OWNER)
    for last in (False, True):
        draft = pairing.pair_round(event_id=event.pk, who=owner)
        publishing.publish_round(round_id=draft.pk, who=owner)
        matches = list(draft.matches.filter(bye=False))
        for match in matches[: len(matches) // 2] if last else matches:
            enter_result(match_id=match.pk, who=owner, score=Score.duel("a", 3, 0))
    return event, owner, player


def a_judge_with_cases(event: Any, number: int) -> Any:
    """Calls from the tables of both rounds."""
    from judging.cases.services.opening import open_case
    from judging.models import Case
    from tests.tournaments import worlds
    from tournaments.models import Role
    from tournaments.rounds.models.matches import Match

    matches = Match.objects.filter(round__event=event, bye=False).order_by("pk")
    for place, match in zip(range(number), cycle(matches), strict=False):
        open_case(kind=Case.Kind.JUDGE_CALL, cause=f"call {place}", event=event, match=match)
    return worlds.staff(event, Role.HEAD_JUDGE)


if __name__ == "__main__":
    main()
