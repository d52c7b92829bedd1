"""Hands logs in as the site does, and looks at what became of every one that got a receipt."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Count
from django.db.models.functions import Now

from accounts.models import User
from judging.logs.services.submission import submit_log
from judging.models import Report, Submission
from rules.games import replay

Answer = TypeVar("Answer")


def hand_in_all(logs: Iterable[bytes], logs_a_person: int, people: str = "person") -> Iterator[tuple[str, bytes]]:
    """Without a receipt the log is sent again with the same key, as a careful client does."""
    for number, content in enumerate(logs):
        if number % logs_a_person == 0:
            person = f"{people}-{number}"
        yield _until_received(person, f"key-{number}", content), content


def _until_received(name: str, key: str, content: bytes) -> str:
    while True:
        try:
            person, _created = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
            submission = submit_log(content=content, submitter=person, key=key)
        except (OperationalError, InterfaceError):
            connection.close()
            time.sleep(0.2)
        else:
            return str(submission.uuid)


def outstanding() -> int:
    try:
        return Submission.objects.filter(state__in=[Submission.State.QUEUED, Submission.State.RUNNING]).count()
    except (OperationalError, InterfaceError):
        connection.close()
        return 1


def leases() -> set[UUID | None]:
    """What workers have in their hands, living or dead."""
    running = Submission.objects.filter(state=Submission.State.RUNNING)
    return patiently(lambda: set(running.values_list("lease_token", flat=True)))


def move_leases_back() -> bool:
    """False where the database does not let go of them in time."""
    running = Submission.objects.filter(state=Submission.State.RUNNING)
    try:
        running.update(lease_until=Now() - timedelta(hours=1))
    except (OperationalError, InterfaceError):
        connection.close()
        return False
    return True


def patiently(ask: Callable[[], Answer]) -> Answer:
    """Also of a database that is away for a while."""
    while True:
        try:
            return ask()
        except (OperationalError, InterfaceError):
            connection.close()
            time.sleep(0.2)


def given_twice() -> int:
    """Logs that went to a second worker because the first did not come back."""
    return Submission.objects.filter(attempts__gt=1).count()


def look(receipts: dict[str, bytes]) -> list[str]:
    """What is wrong, in words; nothing when nothing is."""
    rows = {str(row.uuid): row for row in Submission.objects.annotate(number=Count("reports"))}
    current = Report.objects.filter(current=True).select_related("submission")
    bodies = {str(report.submission.uuid): report.body for report in current}
    faults = {
        "lost": [uuid for uuid in receipts if uuid not in rows],
        "not answered": [uuid for uuid in receipts if uuid not in bodies],
        "answered twice": [uuid for uuid, row in rows.items() if row.number > 1],
        "not settled": [uuid for uuid, row in rows.items() if row.state != Submission.State.DONE],
        "stored twice": [uuid for uuid in rows if uuid not in receipts],
        "answered wrongly": [
            f"{uuid} ({other})" for uuid, body in bodies.items() if (other := wrong(body, receipts[uuid]))
        ],
    }
    return [f"{name}: {len(found)}, for example {found[0]}" for name, found in faults.items() if found]


def wrong(body: dict[str, Any], log: bytes) -> str:
    """What the first field says that is not as it should be; nothing when all are."""
    right = replay(log).as_dict()
    names = [name for name in {**right, **body} if body.get(name) != right.get(name)]
    return f"{names[0]}: {str(body.get(names[0]))[:300]}" if names else ""
