"""Pages to print, with QR codes that link to the site, and exports: tables for spreadsheets, the whole event as one
document, its dates for calendars."""

import json
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Max, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import NotAllowed
from core.pages.error_responses import errors_on_form, form_status
from core.pages.links import absolute, opens_here_only, site_url
from core.pages.qr import qr
from core.records.audit import AuditEntry, key
from core.text.names import as_sorted
from tournaments.base.services.seats import seat_rows
from tournaments.base.views.access import EventRequest, event_page, signed_in
from tournaments.base.views.feedback import add_feedback
from tournaments.base.views.imported import imported_note
from tournaments.core.exports.calendar import Entry, as_calendar
from tournaments.core.exports.sheets import as_csv
from tournaments.cut.services.prizes import final_report, with_what_was_played
from tournaments.events.models.formats import Tally
from tournaments.events.models.staff import FOR_PRINTS, has_lists
from tournaments.events.services.audit_log import AuditLine, describe_entries, facts_kept
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.events.services.schedule import schedule_of
from tournaments.events.views.audit_log import reads_closed_facts, search_asked
from tournaments.lists.services.lots import draw_of
from tournaments.lists.services.pools import entry_page, pool_rows
from tournaments.lists.services.staff_rows import ListRow, list_rows
from tournaments.lists.views.opening import closed_page, links_context
from tournaments.models import DuelOutcome, Event, EventState, Match, Registration, Result, Right, Status
from tournaments.players.forms import ImportEventForm
from tournaments.players.models.crews import crews_of, members
from tournaments.rounds.services.pairing_table import TableRow, rows_of
from tournaments.standings.services.table import standings_table


def names_on_the_wall(request: EventRequest, event: Event) -> dict[str, Any]:
    full_names = not request.rights.isdisjoint(FOR_PRINTS) and request.GET.get("names") != "initials"
    minors = event.registrations.taking_part().filter(Q(is_minor=True) | Q(user__is_minor=True))
    return {"full_names": full_names, "minors_in_full": full_names and minors.exists()}


SLIPS_ON_A_PAGE = 4
BLANK_LINES = 20
HAVE_A_LINK = (Status.REGISTERED, Status.PENDING, Status.WAITING)
LEFT = (Status.DROPPED, Status.DISQUALIFIED)
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
    their table. In a heat, the Demon."""
    demon = "" if row.is_bye else row.demon or "–"
    for seat in row.seats:
        others = ", ".join(other.full_name if in_full else other.name for other in row.seats if other is not seat)
        for person in seat.people:
            yield person.full if in_full else person.shown, row.table, others or demon


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
    context = {
        "event": event,
        "pages": pages,
        "seats_of_blank": range(event.format.seats),
        "draw": draw_of(event),
        **more,
    }
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
    is_kept = shown is not None and shown.details.frozen_standings is not None
    missing = latest.matches.undecided().count() if latest and not is_kept else 0
    context = {"event": event, "round": latest, "missing": missing, "table": standings_table(event, shown)}
    return render(request, "tournaments/printing/standings.html", context)


@require_GET
@event_page()
def ranking(request: EventRequest, event: Event) -> HttpResponse:
    """Print the final ranking with prizes."""
    placed = with_what_was_played(event, final_report(event))
    context = {"event": event, "placed": placed, "sheet": "tournaments/printing/base.html"}
    return render(request, "tournaments/events/report.html", context)


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


def as_file(content: str | bytes, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"  # most hold names or addresses
    return response


def sheet(event: Event, name: str, header: Sequence[Any], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a table, with a last line that says so if its rounds were not played on this site."""
    rows = [*rows, (imported_note(event),)] if event.imported_at else rows
    return as_file(as_csv([str(title) for title in header], rows), f"{event.slug}-{name}.csv", "text/csv")


@require_GET
@event_page()
def standings_csv(_request: EventRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Export the current standings, or those published after a round, as the page shows them."""
    shown = get_object_or_404(event.rounds.public().swiss(), number=number) if number else None
    table = standings_table(event, shown)
    record = [str(name) for name in event.format.words.counts]
    unknown = [""] * len(record)
    rows = [
        (row.rank, row.name, row.points, *map(_number, row.figures), row.status, *(row.record or unknown))
        for row in table.rows
    ]
    name = f"standings-{number}" if number else "standings"
    return sheet(event, name, [_("rank"), _("player"), _("points"), *table.titles, _("state"), *record], rows)


def _number(shown: str) -> Decimal | None:
    return Decimal(shown) if shown else None


@require_GET
@event_page()
def ranking_csv(_request: EventRequest, event: Event) -> HttpResponse:
    """Export the final ranking, as the page shows it: the bracket first, then everyone else by the Swiss standings."""
    placed = with_what_was_played(event, final_report(event))
    rows = [
        (row.rank, row.player.shown_name, ", ".join(row.prizes), _state(row.player), row.record, row.points, row.tally)
        for row in placed
    ]
    tally = event.game_record.tally.name
    header = [_("rank"), _("player"), _("prize"), _("state"), event.format.words.record, _("points"), tally]
    return sheet(event, "ranking", header, rows)


def _state(player: Registration) -> str:
    return player.get_status_display() if player.status in LEFT else ""


@require_GET
@event_page()
def results_csv(_request: EventRequest, event: Event) -> HttpResponse:
    """Export a line for each duel; at larger tables a line for each seat."""
    played = Match.objects.filter(round__event=event).public().named().order_by("round__number", "table")
    current = {result.match_id: result for result in Result.objects.current().filter(match__in=played)}
    header, lines = RESULTS[event.format.enters_results_by]
    rows = [line for match in played for line in lines(match, current.get(match.pk))]
    return sheet(event, "results", header(event.game_record.tally), rows)


def _header_of_outcomes(tally: Tally) -> list[Any]:
    return [_("round"), _("table"), _("player"), tally.name, tally.of_opponent, _("opponent"), _("winner"), _("how")]


def _header_of_seats(tally: Tally) -> list[Any]:
    place = pgettext("at a table", "place")
    return [_("round"), _("table"), _("seat"), _("side"), _("player"), place, tally.name, _("how")]


def _seat_lines(match: Match, result: Result | None) -> Iterable[tuple[Any, ...]]:
    ending = result.get_ending_display() if result else _("bye") if match.is_bye else ""
    for seat in seat_rows(match, result):
        how = _("did not come") if seat.absent else ending
        yield match.round.number, match.table, seat.number, seat.side, seat.name, seat.place, seat.tally, how


def _result_line(match: Match, result: Any) -> Iterable[tuple[Any, ...]]:
    seats = (match.round.number, match.table, match.a.shown_name)
    opponent = match.b.shown_name if match.b else ""
    if result is None:
        return [(*seats, "", "", opponent, "", _("bye") if match.is_bye else "")]
    winner = {"a": match.a.shown_name, "b": opponent}.get(result.outcome, DuelOutcome(result.outcome).label)
    return [(*seats, result.glory_a, result.glory_b, opponent, winner, result.get_ending_display())]


RESULTS = {
    "outcome": (_header_of_outcomes, _result_line),
    "places": (_header_of_seats, _seat_lines),
    "heat": (_header_of_seats, _seat_lines),
}


@require_GET
@event_page(Right.MANAGE_PLAYERS)
def players_csv(_request: EventRequest, event: Event) -> HttpResponse:
    header = ["name", "email", "club", "household", "rating", "minor", "paid", "status"]
    players = event.registrations.named()
    names = {one.pk: _crew_name(crew) for crew in crews_of(event) for one in members(crew)}
    more = event.format.columns_of_players
    rows = [(*_player_row(row), *({"crew": names.get(row.pk, "")}[name] for name in more)) for row in players]
    return sheet(event, "players", [*header, *more], rows)


def _player_row(player: Registration) -> tuple[Any, ...]:
    minor, paid = ("yes" if held else "" for held in (player.is_of_minor, player.paid))
    about = (player.plain_name, player.email, player.club, player.household, player.rating)
    return (*about, minor, paid, player.status)


def _crew_name(crew: Registration) -> str:
    """Return the name under which the crew can be imported again, the same for both players."""
    return ((crew.crew.name if crew.crew else "") or crew.full_name)[:80]


@require_GET
@event_page(Right.OPEN_LISTS)
def lists_csv(request: EventRequest, event: Event) -> HttpResponse:
    if Right.READ_LISTS not in request.rights:
        return closed_page(request, event)
    rows = [_list_row(row) for row in list_rows(event, request.rights)]
    return sheet(event, "lists", [_("player"), _("level"), _("legal"), _("figures"), _("faults")], rows)


def _list_row(row: ListRow) -> tuple[Any, ...]:
    if row.verdict is None:
        return (row.player.full_name, "", _("missing"), "", "")
    faults = _("; ").join(f"{error.article}: {error.message}" for error in row.faults)
    word = _("legal") if row.verdict.is_legal else _("not legal")
    return (row.player.full_name, row.verdict.level, word, ", ".join(row.figures), faults)


@require_GET
@event_page(Right.OPEN_LISTS)
def lists_json(request: EventRequest, event: Event) -> HttpResponse:
    """Export the lists. Players without one are included, with no figures and no verdict."""
    if Right.READ_LISTS not in request.rights:
        return closed_page(request, event)
    lists = [
        {
            "player": row.player.full_name,
            "figures": row.submitted.figures if row.submitted else None,
            "pool": row.submitted.pool if row.submitted else None,
            "verdict": row.verdict.as_dict() if row.verdict else None,
            "commitment": row.submitted.commitment if row.submitted else "",
        }
        for row in list_rows(event, request.rights)
    ]
    return as_file(json.dumps({"event": event.name, "lists": lists}), f"{event.slug}-lists.json", "application/json")


@require_GET
@event_page(Right.EDIT_EVENT)
def whole_event(request: EventRequest, event: Event) -> HttpResponse:
    """Export everything, with the lists for staff who have opened them. Staff who play export it once it is over,
    without the lists that are still closed."""
    all_lists = Right.READ_LISTS in request.rights or not has_lists(event)
    if not all_lists and (Right.OPEN_LISTS in request.rights or not event.is_over):
        return closed_page(request, event)
    document = export_event(event, closed_lists=all_lists)
    return as_file(json.dumps(document, separators=(",", ":")), f"{event.slug}.json", "application/json")


@require_GET
@event_page()
def ics(request: EventRequest, event: Event) -> HttpResponse:
    """Export a calendar entry. Its last change is that of the audit log, because registrations change the estimated
    end."""
    last = AuditEntry.objects.filter(scope=key(event)).aggregate(at=Max("at"))["at"] or event.created_at
    entry = Entry(
        # does not depend on the site's URL
        uid=f"event-{event.pk}-{event.created_at.timestamp():.0f}@krosmaster-arena",
        summary=event.name,
        start=event.starts_at,
        end=event.ends_at or schedule_of(event).planned_end,
        changed=last,
        place=event.place,
        url=absolute(event.get_absolute_url(), request),
        sequence=int(last.timestamp()) // 60,
        cancelled=event.state == EventState.CANCELLED,
    )
    return as_file(as_calendar(event.name, [entry]), f"{event.slug}.ics", "text/calendar")


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
def audit_log_csv(request: EventRequest, event: Event) -> HttpResponse:
    entries = search_asked(request, event).entries().order_by("at", "pk")
    closed_too = reads_closed_facts(request.rights, event)
    lines = describe_entries(entries, closed_too=closed_too)
    rows = [(*_audit_columns(one), *map(_json, facts_kept(one.entry, closed_too=closed_too))) for one in lines]
    return sheet(event, "audit-log", ["when", "who", "action", "subject", "what", "why", "before", "after"], rows)


def _audit_columns(lines: AuditLine) -> tuple[str, ...]:
    entry = lines.entry
    who = entry.who.shown_name if entry.who else lines.guest
    return entry.at.isoformat(), who, entry.action, entry.subject, str(lines), entry.why


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


@require_http_methods(["GET", "POST"])
@signed_in
def import_whole_event(request: EventRequest) -> HttpResponse:
    form = ImportEventForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with errors_on_form(form):
            began = timezone.now()
            data, again = form.cleaned_data["file"].read(), form.cleaned_data["again"]
            event = import_event(data=data, who=request.user, again=again)
            response = redirect("tournaments:run", event.slug)
            add_feedback(request, response, began)
            if event.links_are_new:
                text = _(
                    "All personal links are new on this site: print them again, and hand them out for the old ones."
                )
                messages.warning(request, text)
            return response
    context = {"form": form, "is_here": form.has_error(NON_FIELD_ERRORS, "event-is-here")}
    return render(request, "tournaments/events/import_event.html", context, status=form_status(form))
