"""A whole event through the services: pair, publish, every result entered, standings; on a database of its own.

python -m benchmarks.event [--players 1000] [--rounds 10]
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--players", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=10)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/event.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        _play(chosen.players, chosen.rounds)


def _play(players: int, rounds: int) -> None:
    from django.core.management import call_command

    from tournaments.models import Match
    from tournaments.results.services import entry
    from tournaments.results.services.scores import Score
    from tournaments.rounds.services import pairing, publishing
    from tournaments.rounds.services.pairing_table import rows_of
    from tournaments.standings.services.table import standings_table

    call_command("migrate", verbosity=0)
    event, keeper = _open_event(players, rounds)
    print(f"{players} players, {rounds} rounds; seconds")
    print("round    draft  publish  results   a result  pairings  standings")
    for number in range(1, rounds + 1):
        draft, drafted = _timed(lambda: pairing.pair_round(event_id=event.pk, who=keeper))
        published, out = _timed(lambda: publishing.publish_round(round_id=draft.pk, who=keeper))  # noqa: B023
        tables = list(Match.objects.filter(round=published, bye=False).values_list("pk", flat=True))

        def enter() -> None:
            for place, match in enumerate(tables):  # noqa: B023
                entry.enter_result(
                    match_id=match, who=keeper, score=Score.duel("a" if place % 3 else "b", *_glory(place))
                )

        _none, entered = _timed(enter)
        _rows, shown = _timed(lambda: rows_of(published))  # noqa: B023
        _table, ranked = _timed(lambda: standings_table(event).rows)
        each = entered / len(tables)
        print(f"{number:5} {drafted:8.3f} {out:8.3f} {entered:8.2f} {each:10.4f} {shown:9.3f} {ranked:10.3f}")


def _glory(place: int) -> tuple[int, int]:
    return (1 + place % 6, 0) if place % 3 else (0, 1 + place % 6)


def _open_event(players: int, rounds: int) -> tuple[Any, Any]:
    from django.utils import timezone

    from accounts.models import User
    from tournaments.events.services.editing import create_event
    from tournaments.models import Registration, Role

    keeper = User.objects.create(username="keeper", email="keeper@example.org")
    now = timezone.now()
    fields = {
        "name": "Benchmark",
        "starts_at": now,
        "capacity": players,
        "swiss_rounds": rounds,
        "lists_required": False,
    }
    event = create_event(who=keeper, fields=fields)
    event.state = "running"
    event.save()
    event.staff.create(user=keeper, role=Role.SCOREKEEPER)
    people = User.objects.bulk_create(User(username=f"p{n}", email=f"p{n}@example.org") for n in range(players))
    Registration.objects.bulk_create(
        Registration(event=event, user=user, checked_in_at=now, lot=place * 7919 % 100_003)
        for place, user in enumerate(people)
    )
    return event, keeper


def _timed(call: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - start


if __name__ == "__main__":
    main()
