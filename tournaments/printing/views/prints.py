"""Pages to print, with QR codes that link to the site."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.errors import NotAllowed
from core.pages.links import absolute, opens_here_only, site_url
from core.pages.qr import qr
from core.text.names import as_sorted
from tournaments.base.views.access import EventRequest, event_page
from tournaments.cut.services.prizes import final_report
from tournaments.events.models.staff import FOR_PRINTS
from tournaments.lists.services.pools import entry_page, pool_rows
from tournaments.lists.services.staff_rows import list_rows
from tournaments.lists.views.opening import closed_page, links_context
from tournaments.models import Event, Match, Right, Status
from tournaments.rounds.services.pairing_table import TableRow, rows_of
from tournaments.standings.services.table import standings_table


def names_on_the_wall(request: EventRequest, event: Event) -> dict[str, Any]:
    full_names = not request.rights.isdisjoint(FOR_PRINTS) and request.GET.get("names") != "initials"
    minors = event.registrations.taking_part().filter(Q(is_minor=True) | Q(user__is_minor=True))
    return {"full_names": full_names, "minors_in_full": full_names and minors.exists()}


SLIPS_ON_A_PAGE = 4
BLANK_LINES = 20
HAVE_A_LINK = (Status.REGISTERED, Status.PENDING, Status.WAITING)
ON_A_SHEET = 2  # certificates per sheet


@require_GET
@event_page(*FOR_PRINTS)
def index(request: EventRequest, event: Event) -> HttpResponse:
    context = {
        "event": event,
        "rounds": event.rounds.public(),
        "may_see_lists": Right.OPEN_LISTS in request.rights,
        "may_honour": Right.MANAGE_PLAYERS in request.rights,
        "may_check_in": Right.CHECK_IN in request.rights,
    }
    return render(request, "tournaments/printing/index.html", context)


@require_GET
@event_page()
def pairings(request: EventRequest, event: Event, number: int, order: str) -> HttpResponse:
    """Print the pairings by table, or by name with a line for each player, so that nobody has to search for their
    table."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    names = names_on_the_wall(request, event)
    in_full = names["full_names"]
    rows = rows_of(shown)
    seats = [line for row in rows for line in _lines(row, in_full=in_full)]
    seats.sort(key=lambda seat: as_sorted(seat[0]))
    context = {"event": event, "round": shown, "rows": rows, "seats": seats, "order": order, **names}
    return render(request, "tournaments/printing/pairings.html", context)


def _lines(row: TableRow, *, in_full: bool) -> Iterator[tuple[str, int | None, str]]:
    """Yield player, table and opponents, which are empty for a bye: a line for each player, so that both of a crew find
    their table."""
    for seat in row.seats:
        others = ", ".join(other.full_name if in_full else other.name for other in row.seats if other is not seat)
        for person in seat.people:
            yield person.full if in_full else person.shown, row.table, others


@require_GET
@event_page(Right.RUN_ROUNDS, Right.ENTER_RESULTS)
def slips(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Print result slips, ordered so that the cut and stacked pages are in the order of the tables."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    matches = list(Match.objects.filter(round=shown).at_tables().named().by_table())
    pages = stacked(matches, SLIPS_ON_A_PAGE)
    drawn = [[(match, code_of(request, match)) if match else None for match in page] for page in pages]
    return _slips_page(request, event, drawn, round=shown, local_site=local_site(request))


def _slips_page(request: EventRequest, event: Event, pages: list[list[Any]], **more: Any) -> HttpResponse:
    context = {"event": event, "pages": pages, "seats_of_blank": range(event.format.seats), **more}
    return render(request, "tournaments/printing/slips.html", context)


def stacked(items: list[Any], on_a_page: int) -> list[list[Any]]:
    """Distribute items over pages, so that the cut stacks put one on another are in the original order."""
    pages = -(-len(items) // on_a_page)
    return [
        [items[place * pages + page] if place * pages + page < len(items) else None for place in range(on_a_page)]
        for page in range(pages)
    ]


def local_site(request: EventRequest) -> str:
    """The address in the printed codes, if phones cannot open it."""
    address = site_url(request)
    return address if opens_here_only(address) else ""


def code_of(request: EventRequest, match: Match) -> Any:
    return qr(absolute(match.get_absolute_url(), request))


@require_GET
@event_page(Right.RUN_ROUNDS, Right.ENTER_RESULTS)
def blank_slips(request: EventRequest, event: Event) -> HttpResponse:
    return _slips_page(request, event, [[None] * SLIPS_ON_A_PAGE])


@require_GET
@event_page()
def standings(request: EventRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Print the current standings, or those published after a round, as the page shows them."""
    published = event.rounds.public().swiss()
    shown = get_object_or_404(published, number=number) if number else None
    latest = shown or published.order_by("-number").first()
    is_kept = shown is not None and shown.frozen_standings is not None
    missing = latest.matches.undecided().count() if latest and not is_kept else 0
    context = {"event": event, "round": latest, "missing": missing, "table": standings_table(event, shown)}
    return render(request, "tournaments/printing/standings.html", context)


@require_GET
@event_page()
def ranking(request: EventRequest, event: Event) -> HttpResponse:
    """Print the final ranking with prizes."""
    return render(request, "tournaments/printing/ranking.html", {"event": event, "placed": final_report(event)})


@require_GET
@event_page(Right.MANAGE_PLAYERS, Right.CHECK_IN)
def sign_up(request: EventRequest, event: Event) -> HttpResponse:
    """Print the registered players to be ticked off by pen, and empty lines for walk-ins."""
    players = sorted(event.registrations.registered().named(), key=lambda row: as_sorted(row.full_name))
    return render(
        request, "tournaments/printing/sign_up.html", {"event": event, "players": players, "lines": range(BLANK_LINES)}
    )


@require_GET
@event_page(Right.MANAGE_PLAYERS)
def links(request: EventRequest, event: Event) -> HttpResponse:
    """Print the personal links of players without an account, to cut out and hand over.

    The links open lists, so only staff who have said that they do not play here print them.
    """
    context = {"event": event, **links_context(request, event)}
    if not context["may_have_links"]:
        if context["may_declare"]:
            return render(request, "tournaments/lists/closed.html", context)
        text = _(
            "You have or had a place in this event: somebody else on the staff prints the links of the players. If "
            "there is nobody else, invite somebody on the page “Staff”."
        )
        raise NotAllowed("plays-here", text)
    guests = event.registrations.filter(user__isnull=True, status__in=HAVE_A_LINK)
    players = sorted(guests, key=lambda row: as_sorted(row.full_name))
    drawn = [(row, qr(absolute(reverse("tournaments:personal", args=[row.link_token]), request))) for row in players]
    context |= {"players": drawn, "local_site": local_site(request)}
    return render(request, "tournaments/printing/links.html", context)


@require_GET
@event_page(Right.OPEN_LISTS)
def pools(request: EventRequest, event: Event) -> HttpResponse:
    """Print the links of all pools that are to be entered, to cut out and lay out at the tables."""
    rows = pool_rows(event, sees_level=False)
    open_pools = [(row.player, row.pool) for row in rows if row.pool and row.pool.is_open]
    context = {
        "event": event,
        "slips": [(player, qr(absolute(entry_page(event, player, pool), request))) for player, pool in open_pools],
        "without": sum(row.pool is None for row in rows),
        "local_site": local_site(request),
    }
    return render(request, "tournaments/printing/pools.html", context)


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
    """Print a code for the door, with which players check themselves in."""
    code = qr(absolute(reverse("tournaments:door", args=[event.slug]), request))
    context = {"event": event, "code": code, "local_site": local_site(request)}
    return render(request, "tournaments/printing/check_in.html", context)


@require_GET
@event_page(Right.OPEN_LISTS)
def lists(request: EventRequest, event: Event) -> HttpResponse:
    """Print the lists with checkboxes, for deck checks at the tables."""
    if Right.READ_LISTS not in request.rights:
        return closed_page(request, event)
    rows = [row for row in list_rows(event, request.rights) if row.submitted]
    return render(request, "tournaments/printing/lists.html", {"event": event, "rows": rows})
