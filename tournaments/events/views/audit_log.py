"""The audit log of an event, for its staff."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, F
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.database.compiled import TEXT, Compiled, digest_of_row
from core.records.audit import AuditEntry, key
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.cached_page import cached_event_page, minute_now
from tournaments.base.views.moments import Moment, Moments
from tournaments.events.models.unchanged_by_results import topics_but_results
from tournaments.events.services.audit_log import AuditLine, describe_action, describe_entries
from tournaments.models import Event, Right
from tournaments.players.models.name_rows import NameRow

ENTRIES_A_PAGE = 50
OF_WHO = {f"who_{name}": F(f"who__{name}") for name in ("username", "public_name", "is_minor", "hidden_by_moderators")}
READ = ("at", "action", "subject", "before", "after", "why", "who")

_actions = Compiled(
    lambda scope: (
        AuditEntry.objects.filter(scope=scope).order_by("action").values_list("action").annotate(entries=Count("pk"))
    ),
    TEXT,
)


@lru_cache(maxsize=20)  # each keeps the entries that it read, which never change
def _entries(first: int, last: int, actions: int) -> Compiled:
    """Return the query for a part of the entries of an event, or of one action."""

    def make(scope: str, *action: str) -> Any:
        entries = AuditEntry.objects.filter(scope=scope, **({"action": action[0]} if action else {}))
        return entries.only(*READ).annotate(**OF_WHO)[first:last]

    return Compiled(make, *[TEXT] * (1 + actions))


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
@cached_event_page()
def audit_log_page(request: EventRequest, event: Event) -> HttpResponse:
    numbers, chosen = dict(_actions.all(key(event))), request.GET.get("action", "")
    of_action = [chosen] if chosen in numbers else []
    total = numbers[chosen] if of_action else sum(numbers.values())
    page = Paginator(range(total), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    last = page.number * ENTRIES_A_PAGE
    entries = _entries(last - ENTRIES_A_PAGE, last, len(of_action)).all_to_read(key(event), *of_action)
    context = {
        "event": event,
        "page": page,
        "rows": _rows(request, event, entries),
        "titles": tuple(sorted([(describe_action(action), action) for action in numbers])),
        "chosen": chosen,
    }
    return render(request, "tournaments/events/audit_log.html", context)


class Row(NamedTuple):
    at: Moment
    who: str
    sentence: str
    changes: str
    why: str


def _rows(request: EventRequest, event: Event, entries: Sequence[Any]) -> list[Row]:
    """Return the entries as rows. While the names in them stay as they were, only new entries are described."""
    closed_too, shown = reads_closed_facts(request.rights, event), Moments(request, event)
    names = request.versions_shown.numbers(topics_but_results(event))
    known = _described(event.pk, closed_too, get_language(), shown.zone, *shown.clocks, *names.values(), minute_now())
    new = [entry for entry in entries if digest_of_row(entry) not in known]
    described = _rows_of(describe_entries(new, closed_too=closed_too), shown)
    known |= zip(map(digest_of_row, new), described, strict=True)
    return [known[digest_of_row(entry)] for entry in entries]


@lru_cache(maxsize=20)
def _described(*_of: object) -> dict[str, Row]:
    """Return the rows of an audit log that were described already, by the digests of the entries."""
    return {}


def _rows_of(lines: Iterable[AuditLine], shown: Moments) -> list[Row]:
    """Return the lines as rows, with each text translated once."""
    by_link, site = _("%(name)s (personal link)"), _("the site")
    accounts: dict[int, str] = {}

    def who(line: AuditLine) -> str:
        account = line.entry.who_id
        if account is None:
            return by_link % {"name": line.guest} if line.guest else site
        if account not in accounts:
            accounts[account] = _name_of_who(line.entry)
        return accounts[account]

    return [
        Row(shown(line.entry.at), who(line), line.sentence, " · ".join(line.changes), line.entry.why) for line in lines
    ]


def _name_of_who(entry: Any) -> str:
    """Return the shown name of the account whose columns were read with the entry."""
    account = (entry.who_username, entry.who_public_name, entry.who_is_minor, entry.who_hidden_by_moderators)
    return NameRow("", False, False, *account).shown


def reads_closed_facts(rights: frozenset[Right], event: Event) -> bool:
    """Whether the viewer may read what is in others' pools: once they have opened the lists, or everyone may."""
    return Right.READ_LISTS in rights or event.lists_are_open
