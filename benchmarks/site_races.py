"""What `python -m benchmarks` measures on a database of its own. Imported once Django is set up."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.racing import Race


@contextmanager
def own_database() -> Iterator[None]:
    """An empty SQLite database in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/benchmarks.sqlite3"
        os.environ["VAR_DIR"] = folder
        os.environ["LOG_LEVEL"] = "ERROR"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def races(*, small: bool) -> list[Race]:
    return [importing(20 if small else 1000)]


def importing(size: int) -> Race:
    """Names and addresses, as an organiser sends them; the peer writes as many rows and nothing else.

    The addresses are new each time: nobody is written to twice, which would be less work.
    """
    from tests.tournaments import worlds
    from tournaments.models import Registration, Role
    from tournaments.players.services.importing import import_players

    def prepare() -> tuple[Any, Any, str]:
        event = worlds.an_event("registration", capacity=size)
        lines = [f"Player {n};p{n}.{event.pk}@example.org;Club {n % 9}\n" for n in range(size)]
        return event, worlds.staff(event, Role.OWNER), "".join(["name;email;club\n", *lines])

    def ours(given: tuple[Any, Any, str]) -> None:
        event, who, text = given
        assert len(import_players(event_id=event.pk, who=who, text=text, key="once").added) == size

    def peer(given: tuple[Any, Any, str]) -> None:
        event, _who, _text = given
        Registration.objects.bulk_create(
            Registration(event=event, guest_name=f"Player {n}", lot=n) for n in range(size)
        )

    return Race(
        f"import {size:,} players with addresses",
        ours,
        "Django writes as many rows in bulk",
        peer,
        prepare,
        goal="500 ms",
    )
