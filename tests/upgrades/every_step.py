"""The database of a site that takes every step of the migrations and none of the squashed ones, with rows in it from
before seats: a program of its own, on the database of DATABASE_URL.

It prints as JSON what stood there, what the migration to seats refused, what stands there then, and the schema.
"""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tests.upgrades.schema import schema

BEFORE, AFTER = ("tournaments", "0019_recorded_games"), ("tournaments", "0020_seats_and_places")
Difference = import_module(".".join(("tournaments.migrations", AFTER[1]))).Difference
# a, b, then the results of the match: outcome, GG, ending; all but the last are superseded
PLAYED: list[tuple[int, int | None, list[tuple[str, int, int, str]]]] = [
    (0, 1, [("a", 6, 0, "glory")]),
    (2, 3, [("b", 2, 5, "time")]),
    (4, 5, [("draw", 3, 3, "time")]),
    (6, 7, [("both-lose", 0, 0, "no-show")]),
    (8, None, []),
    (1, 0, [("a", 60, 0, "glory"), ("b", 0, 12, "ruling")]),  # corrected
    (3, 2, [("draw", 0, 0, "intentional-draw")]),
    (5, 4, [("a", 0, 0, "walkover")]),
    (7, 8, [("b", 0, 0, "drop")]),
    (6, None, []),
]
REPORTS = [
    (0, "a", "result", False),
    (0, "b", "disputes", True),
    (0, "a", "takes-back", False),
    (2, "b", "agrees", False),
]


def migrate(target: tuple[str, str]) -> Any:
    executor = without_squashed()
    executor.migrate([target])
    return executor.loader.project_state([target]).apps


def migrate_to_the_end() -> None:
    """By every step, then once more as an old site would."""
    executor = without_squashed()
    last = [each for each in executor.loader.graph.leaf_nodes() if each not in executor.loader.replacements]
    executor.migrate(last)
    call_command("migrate", verbosity=0)


def without_squashed() -> MigrationExecutor:
    """By the steps that a site took before they were squashed."""
    executor = MigrationExecutor(connection)
    executor.loader.replace_migrations = False  # type: ignore[attr-defined]  # the stubs misspell it
    executor.loader.build_graph()
    return executor


def fill(old: Any) -> None:
    """Two rounds as a site of before kept them, and a third one that is only paired."""
    event = old.get_model("tournaments", "Event").objects.create(name="Old", slug="old", starts_at=timezone.now())
    registrations = old.get_model("tournaments", "Registration").objects
    players = [
        registrations.create(
            event=event, guest_name=f"Player {n}", lot=n, link_token=f"l{n}", claim_token=f"c{n}", status="registered"
        )
        for n in range(9)
    ]
    rounds = [
        old.get_model("tournaments", "Round").objects.create(event=event, number=number, state=state)
        for number, state in ((1, "closed"), (2, "published"), (3, "draft"))
    ]
    for place, (a, b, results) in enumerate([*PLAYED, (0, 2, []), (1, None, [])]):
        match = _match(old, rounds[place // 5], place % 5 + 1, players[a], None if b is None else players[b])
        for number, score in enumerate(results, start=1):
            _result(old, match, score, number=number, last=len(results))
        if not place:
            _reports(old, match)


def _match(old: Any, played: Any, table: int, a: Any, b: Any) -> Any:
    match = old.get_model("tournaments", "Match").objects.create(
        round=played, table=table if b else None, a=a, b=b, state="open" if played.state == "draft" and b else "done"
    )
    seats = old.get_model("tournaments", "Seat").objects
    for player in filter(None, (b, a)):  # whatever the order in which they were written
        seats.create(round=played, match=match, registration=player)
    return match


def _result(old: Any, match: Any, score: tuple[str, int, int, str], *, number: int, last: int) -> None:
    outcome, a, b, ending = score
    results = old.get_model("tournaments", "Result").objects
    row = results.create(match=match, outcome=outcome, glory_a=a, glory_b=b, ending=ending, source="staff")
    results.filter(pk=row.pk).update(superseded_at=timezone.now() if number < last else None, is_correction=number > 1)


def _reports(old: Any, match: Any) -> None:
    for glory, (outcome, says, aside) in enumerate((outcome, says, aside) for _n, outcome, says, aside in REPORTS):
        old.get_model("tournaments", "ResultReport").objects.create(
            match=match,
            by=match.a,
            says=says,
            outcome=outcome,
            glory_a=glory,
            glory_b=2 * glory,
            set_aside_at=timezone.now() if aside else None,
        )


def written(old: Any) -> dict[str, Any]:
    """Every match and score by the columns of before."""
    scores = ("pk", "match", "outcome", "glory_a", "glory_b", "ending")
    return {
        "matches": _rows(old, "Match", "pk", "a", "b", "table"),
        "Result": _rows(old, "Result", *scores),
        "ResultReport": _rows(old, "ResultReport", *scores),
    }


def _rows(apps: Any, model: str, *columns: str) -> list[list[Any]]:
    return [list(row) for row in apps.get_model("tournaments", model).objects.order_by("pk").values_list(*columns)]


def turned_back() -> dict[str, Any]:
    """The same as the models of today tell it."""
    from tournaments.models import Match, Result, ResultReport

    def rows_of(model: Any) -> list[list[Any]]:
        columns = ("pk", "match_id", "outcome", "glory_a", "glory_b", "ending")
        return [[getattr(row, name) for name in columns] for row in model.objects.order_by("pk")]

    matches = [[match.pk, match.a_id, match.b_id, match.table] for match in Match.objects.order_by("pk")]
    return {"matches": matches, "Result": rows_of(Result), "ResultReport": rows_of(ResultReport)}


@contextlib.contextmanager
def damaged(rows: Any, **damage: Any) -> Iterator[None]:
    before = list(rows.values())
    rows.update(**damage)
    yield
    for row in before:
        rows.model.objects.filter(pk=row["id"]).update(**row)


def error_codes(old: Any) -> list[str]:
    """What the migration says of rows that contradict themselves; each is put right again afterwards."""
    results, seats, reports, matches = (
        old.get_model("tournaments", name).objects for name in ("Result", "Seat", "ResultReport", "Match")
    )
    bye = matches.filter(b__isnull=True).earliest("pk")
    first, last = results.earliest("pk"), seats.latest("pk")
    stranger = old.get_model("tournaments", "Registration").objects.latest("pk")
    damages: list[Callable[[], contextlib.AbstractContextManager[None]]] = [
        lambda: damaged(results.filter(pk=first.pk), outcome="c"),
        lambda: damaged(reports.filter(pk=reports.latest("pk").pk), outcome=""),
        lambda: damaged(results.filter(pk=first.pk), match=bye),
        lambda: damaged(seats.filter(pk=last.pk), registration=stranger),
        lambda: damaged(seats.filter(pk=last.pk), match=bye),
        lambda: damaged(matches.filter(pk=last.match_id), a=seats.filter(round=last.round).earliest("pk").registration),
    ]
    said = []
    for damage in damages:
        with damage():
            try:
                migrate(AFTER)
            except Difference as error:
                said.append(f"{type(error).__name__}: {error}")
    return said


def main() -> None:
    old = migrate(BEFORE)
    fill(old)
    before = written(old)
    said = error_codes(old)
    kept = written(old)
    seats = old.get_model("tournaments", "Seat").objects
    seats.filter(pk=seats.earliest("pk").pk).delete()  # one that was never written is filled in
    migrate_to_the_end()
    found = {"before": before, "refused": said, "kept": kept, "after": turned_back(), "schema": sorted(schema())}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    django.setup()
    main()
