"""The JSON Schemas of the documents, made from the fields that read them (`manage.py schemas`)."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from rules.arena import log, report_fields, teamlist
from rules.common.schema import document_schema
from tools import facts_schema
from tournaments.core.pairing import document
from tournaments.services.events import importing

ROOT = Path(__file__).parent.parent
OF_ARENA, OF_EVENTS = "rules/arena/data", "tournaments/schemas"


SCHEMAS: Mapping[str, Callable[[], str]] = {
    "krosmaster-event-1": partial(
        document_schema,
        importing.FIELDS,
        slug="krosmaster-event:1",
        title=importing.FORMAT,
        description="A whole event, exported to be imported elsewhere. What the fields mean stands in docs/events.md.",
    ),
    "krosmaster-event-2": partial(
        document_schema,
        importing.FIELDS_OF_TABLES,
        slug="krosmaster-event:2",
        title=importing.FORMAT_OF_TABLES,
        description="A whole event whose tables seat more than two. What the fields mean stands in docs/events.md.",
    ),
    "krosmaster-facts-1": facts_schema.text,
    "krosmaster-log-1": partial(
        document_schema,
        log.HEADER,
        slug="krosmaster-log:1",
        title=log.FORMAT,
        description="A game of Krosmaster Arena, from set-up to its end. What the fields mean is in docs/game-log.md.",
        more=log.BY_DETAIL,
    ),
    "krosmaster-log-2": partial(
        document_schema,
        log.TABLE_HEADER,
        slug="krosmaster-log:2",
        title=log.TABLE_FORMAT,
        description="A game of three or four players. What the fields mean is in docs/game-log-2.md.",
    ),
    "krosmaster-pairing-1": partial(
        document_schema,
        document.DOCUMENT,
        slug="krosmaster-pairing:1",
        title="A round to be paired",
        description="What `python -m tournaments.core.pairing` reads. What the fields mean stands in docs/swiss.md.",
    ),
    "krosmaster-report-1": partial(
        document_schema,
        report_fields.REPORT,
        slug="krosmaster-report:1",
        title="The report on a krosmaster-log/1",
        description="What `validate_log --json` and the API answer. What the fields mean stands in docs/game-log.md.",
    ),
    "krosmaster-report-2": partial(
        document_schema,
        report_fields.TABLE_REPORT,
        slug="krosmaster-report:2",
        title="The report on a krosmaster-log/2",
        description="What `validate_log --json` and the API answer. What the fields mean is in docs/game-log-2.md.",
    ),
    "krosmaster-team-1": partial(
        document_schema,
        teamlist.FIELDS,
        slug="krosmaster-team:1",
        title=teamlist.FORMAT,
        description="A team list. What the fields mean stands in docs/teams.md.",
        more=teamlist.POOL_OF_LIMITED,
    ),
}


def path_of(name: str) -> Path:
    folder = OF_EVENTS if name.startswith(("krosmaster-event", "krosmaster-pairing")) else OF_ARENA
    return ROOT / folder / f"{name}.schema.json"


def problems() -> list[str]:
    return [
        f"{path_of(name).name} is stale: run manage.py schemas"
        for name, text in SCHEMAS.items()
        if not path_of(name).exists() or path_of(name).read_text("utf-8") != text()
    ]
