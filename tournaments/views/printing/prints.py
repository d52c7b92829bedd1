"""Pages to print, with QR codes that link to the site."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.errors import NotAllowed
from core.links import absolute
from core.names import as_sorted
from core.qr import qr
from tournaments.models import Event, Match, Right, Status
from tournaments.models.crews import crews_of, members
from tournaments.models.staff import FOR_PRINTS
from tournaments.services.cut.prizes import final_report
from tournaments.services.lists.table import list_rows
from tournaments.services.rounds.pairing_table import PairingRow
from tournaments.services.rounds.seated_tables import rows_of
from tournaments.services.standings.table import standings_table
from tournaments.views.base.access import EventRequest, event_page

SLIPS_ON_A_PAGE = 4
BLANK_LINES = 20
SEATS_OF_BLANK = 4
HAVE_A_LINK = (Status.REGISTERED, Status.PENDING, Status.WAITING)
ON_A_SHEET = 2  # certificates


@require_GET
@event_page(*FOR_PRINTS)
def index(request: EventRequest, event: Event) -> HttpResponse:
    context = {
        "event": event,
        "rounds": event.rounds.public(),
        "may_see_lists": Right.SEE_LISTS in request.rights,
        "may_honour": Right.MANAGE_PLAYERS in request.rights,
        "may_check_in": Right.CHECK_IN in request.rights,
    }
    return render(request, "tournaments/printing/index.html", context)


@require_GET
@event_page()
def pairings(request: EventRequest, event: Event, number: int, order: str) -> HttpResponse:
    """By table, or by name: every player is a line, so that nobody has to look for a table."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    in_full = not request.rights.isdisjoint(FOR_PRINTS)
    rows = rows_of(shown)
    if not event.is_free_for_all:
        rows = _named(event, rows) if in_full else rows
        seats = _lines_of_crews(event, rows, in_full=in_full) if event.is_for_crews else _lines_of_duels(rows)
    else:
        seats = _lines_of_tables(rows, in_full=in_full)
    seats.sort(key=lambda seat: as_sorted(seat[0]))
    context = {"event": event, "round": shown, "rows": rows, "seats": seats, "order": order, "full_names": in_full}
    return render(request, "tournaments/printing/pairings.html", context)


def _named(event: Event, rows: Sequence[Any]) -> list[PairingRow]:
    names = {player.pk: player.full_name for player in [*event.registrations.named(), *crews_of(event)]}
    return [replace(row, a=names[row.a_id], b=names.get(row.b_id or 0, "")) for row in rows]


Line = tuple[str, int | None, str, int | None]  # who, at which table, against whom; the number is empty for a bye


def _lines_of_duels(rows: Sequence[Any]) -> list[Line]:
    return [(row.a, row.table, row.b, row.b_id) for row in rows] + [(r.b, r.table, r.a, r.a_id) for r in rows if r.b_id]


def _lines_of_crews(event: Event, rows: Sequence[Any], *, in_full: bool) -> list[Line]:
    """A line for each player, so that both of a crew find their table."""
    crews = {crew.pk: members(crew) for crew in crews_of(event)}
    names = {one.pk: one.full_name if in_full else one.shown_name for both in crews.values() for one in both}
    sides = [(row.a_id, row.table, row.b, row.b_id) for row in rows]
    sides += [(row.b_id, row.table, row.a, row.a_id) for row in rows if row.b_id]
    return [(names[one.pk], table, other, number) for crew, table, other, number in sides for one in crews[crew]]


def _lines_of_tables(rows: Sequence[Any], *, in_full: bool) -> list[Line]:
    lines: list[Line] = []
    for row in rows:
        named = [(seat, seat.full_name if in_full else seat.name) for seat in row.seats]
        for seat, name in named:
            others = ", ".join(other for facing, other in named if facing is not seat)
            lines.append((name, row.table, others, None if row.is_bye else row.match))
    return lines


@require_GET
@event_page(Right.RUN_ROUNDS, Right.ENTER_RESULTS)
def slips(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Result slips: cut once across and stacked, they lie in the order of the tables."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    matches = list(Match.objects.filter(round=shown).at_tables().named().by_table())
    pages = stacked(matches, SLIPS_ON_A_PAGE)
    drawn = [[(match, code_of(request, match)) if match else None for match in page] for page in pages]
    return render(request, "tournaments/printing/slips.html", {"event": event, "round": shown, "pages": drawn})


def stacked(items: list[Any], on_a_page: int) -> list[list[Any]]:
    """The first slips of all pages, then the second ones...: each cut pile follows the one before."""
    pages = -(-len(items) // on_a_page)
    return [
        [items[place * pages + page] if place * pages + page < len(items) else None for place in range(on_a_page)]
        for page in range(pages)
    ]


def code_of(request: EventRequest, match: Match) -> Any:
    return qr(absolute(match.get_absolute_url(), request))


@require_GET
@event_page(Right.RUN_ROUNDS, Right.ENTER_RESULTS)
def blank_slips(request: EventRequest, event: Event) -> HttpResponse:
    return render(
        request,
        "tournaments/printing/slips.html",
        {"event": event, "pages": [[None] * SLIPS_ON_A_PAGE], "seats_of_blank": range(1, SEATS_OF_BLANK + 1)},
    )


@require_GET
@event_page()
def standings(request: EventRequest, event: Event, number: int | None = None) -> HttpResponse:
    """What the page shows: as they are now, or after a round as they were published then."""
    published = event.rounds.public().swiss()
    shown = get_object_or_404(published, number=number) if number else None
    latest = shown or published.order_by("-number").first()
    context = {
        "event": event,
        "round": latest,
        "is_being_played": shown is None and latest is not None and latest.matches.undecided().exists(),
        "table": standings_table(event, shown),
    }
    return render(request, "tournaments/printing/standings.html", context)


@require_GET
@event_page(Right.MANAGE_PLAYERS, Right.CHECK_IN)
def sign_up(request: EventRequest, event: Event) -> HttpResponse:
    """Who is registered, to tick off by pen, and lines for those who come without."""
    players = sorted(event.registrations.registered().named(), key=lambda row: as_sorted(row.full_name))
    return render(
        request, "tournaments/printing/sign_up.html", {"event": event, "players": players, "lines": range(BLANK_LINES)}
    )


@require_GET
@event_page(Right.MANAGE_PLAYERS)
def links(request: EventRequest, event: Event) -> HttpResponse:
    """To cut out and hand over: the personal link of every player without an account. They open lists, which staff who
    play here must not see."""
    if event.registrations.of(request.user).exists():
        raise NotAllowed("plays-here", _("You play in this event: somebody else prints the links of the players."))
    guests = event.registrations.filter(user__isnull=True, status__in=HAVE_A_LINK)
    players = sorted(guests, key=lambda row: as_sorted(row.full_name))
    drawn = [(row, qr(absolute(reverse("tournaments:personal", args=[row.link_token]), request))) for row in players]
    return render(request, "tournaments/printing/links.html", {"event": event, "players": drawn})


@require_GET
@event_page(Right.MANAGE_PLAYERS)
def certificates(request: EventRequest, event: Event) -> HttpResponse:
    honoured = [row for row in final_report(event) if not row.waits and row.player.status != Status.DISQUALIFIED]
    placed = honoured[: 8 if request.GET.get("all") is None else None]
    sheets = [placed[at : at + ON_A_SHEET] for at in range(0, len(placed), ON_A_SHEET)]
    return render(request, "tournaments/printing/certificates.html", {"event": event, "sheets": sheets})


@require_GET
@event_page(Right.CHECK_IN)
def check_in_code(request: EventRequest, event: Event) -> HttpResponse:
    """For the door: players open it on their phone and check in themselves."""
    code = qr(absolute(reverse("tournaments:door", args=[event.slug]), request))
    return render(request, "tournaments/printing/check_in.html", {"event": event, "code": code})


@require_GET
@event_page(Right.SEE_LISTS)
def lists(request: EventRequest, event: Event) -> HttpResponse:
    """For deck checks at the tables: each list with boxes to tick."""
    rows = [row for row in list_rows(event, request.rights) if row.submitted]
    return render(request, "tournaments/printing/lists.html", {"event": event, "rows": rows})
