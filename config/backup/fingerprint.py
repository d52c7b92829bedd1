"""What must be equal after a restore: every table, and the standings that are computed from them."""

import hashlib
import json
from collections.abc import Iterable, Iterator

from config.backup.rows import kept_models, lines_of
from tournaments.models import Event
from tournaments.standings.services.ranking import freeze_standings


def fingerprint() -> dict[str, str]:
    tables = {model._meta.label: _hash(lines_of(model)) for model in kept_models()}
    events = Event._base_manager.order_by("pk")
    return tables | {f"standings of event {event.pk}": _hash(_ranks(event)) for event in events}


def _ranks(event: Event) -> Iterator[str]:
    for row in freeze_standings(event):
        yield json.dumps(row, sort_keys=True)


def _hash(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()
