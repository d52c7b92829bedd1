"""The staff's table of players: find and sort them, and take a step for one or for several at once."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from core.errors import Invalid, Refused
from core.pages.asking import is_to_ask, question_page
from core.text.names import as_sorted, is_found
from tournaments.base.views.access import EventRequest, back_to, cached_event_page, event_page
from tournaments.base.views.form_fields import form_text, whole_number
from tournaments.base.views.windows import window
from tournaments.mail.services.introductions import waiting_introductions
from tournaments.models import Event, EventState, OutgoingMail, Registration, Right, Status
from tournaments.players.models.player_rows import PlayerRow, notes_who_paid, player_rows
from tournaments.players.services import check_in, dropping, managed
from tournaments.players.services import registration as services
from tournaments.players.services.importing import imports_to_undo
from tournaments.players.services.registration import decide_all
from tournaments.players.views.late import say_from_which_round
from tournaments.players.views.player import page_of

Decision = Callable[..., Registration]
FOR_SEVERAL: dict[str, Decision] = {
    "approve": services.approve,
    "refuse": services.refuse,
    "withdraw": services.withdraw,
    "let-in": services.let_in,
    "drop": dropping.drop,
    "reinstate": dropping.reinstate,
    "paid": partial(check_in.mark_paid, paid=True),
}
DECISIONS: dict[str, Decision] = {
    **FOR_SEVERAL,
    "give-place": services.give_held_place,
    "disqualify": dropping.disqualify,
    "note": services.write_note,
}
NEEDS_A_REASON = {"disqualify"}


def _has_status(status: Status, row: PlayerRow) -> bool:
    return row.status == status


class Filter(NamedTuple):
    name: str
    label: str | Promise
    keeps: Callable[[PlayerRow], bool]


ALL = Filter("all", gettext_lazy("everyone"), lambda _row: True)
FILTERS = [
    ALL,
    *(Filter(status.value, status.label, partial(_has_status, status)) for status in Status),
    Filter("away", gettext_lazy("not here yet"), lambda row: row.can_play and not row.is_checked_in),
    Filter("unpaid", gettext_lazy("not paid"), lambda row: row.can_play and not row.paid),
]
STATUSES = list(Status)


class Column(NamedTuple):
    name: str
    label: str | Promise
    order: Callable[[PlayerRow], Any]


COLUMNS = [
    Column("name", gettext_lazy("Player"), lambda row: as_sorted(row.full_name)),
    Column("state", gettext_lazy("State"), lambda row: STATUSES.index(Status(row.status))),
    Column("here", gettext_lazy("Here"), lambda row: not row.is_checked_in),
    Column("fee", gettext_lazy("Fee"), lambda row: not row.paid),
    Column("club", gettext_lazy("Club"), lambda row: (not row.club, as_sorted(row.club))),
    Column("table", gettext_lazy("Table"), lambda row: (row.fixed_table is None, row.fixed_table)),
]


@require_GET
@event_page(Right.MANAGE_PLAYERS)
@cached_event_page()
def manage(request: EventRequest, event: Event) -> HttpResponse:
    return _table(request, event)


def _table(
    request: EventRequest, event: Event, selected: Collection[int] = (), fault: Refused | None = None
) -> HttpResponse:
    """Show the players that the URL asks for. `fault` says why a step for those selected was refused."""
    everyone = sorted(player_rows(event), key=COLUMNS[0].order)
    has_fee = notes_who_paid(event, everyone)
    columns = {each.name: each for each in COLUMNS if each.name != "fee" or has_fee}
    sort = columns.get(request.GET.get("sort", ""), COLUMNS[0])
    q = request.GET.get("q", "")[:80].strip()
    filters = list(_filters_of(event, everyone))
    chosen = next((each for each in filters if each.name == request.GET.get("show")), ALL)
    found = [row for row in everyone if chosen.keeps(row) and (not q or is_found(f"{row.full_name} {row.club}", q))]
    shown = window(request, found if sort is COLUMNS[0] else sorted(found, key=sort.order))
    rows = managed.Rows(event, everyone, may_disqualify=Right.DISQUALIFY in request.rights, has_fee=has_fee)
    context = {
        "event": event,
        "window": shown,
        "rows": rows.of(shown.rows),
        "steps": rows.for_several(shown.rows),
        "selected": selected,
        "fault": fault,
        "any": bool(everyone),
        "q": q,
        "sort": sort.name,
        "columns": columns.values(),
        "has_fee": has_fee,
        "filters": filters,
        "chosen": chosen,
        "back": request.get_full_path(),
        "imports": imports_to_undo(event),
        "guests": any(row.user_id is None for row in everyone),
        "introductions": waiting_introductions(event),
        "failed_mails": OutgoingMail.objects.filter(event=event).given_up(),
    }
    return render(request, "tournaments/players/manage.html", context, status=fault.status if fault else 200)


def _filters_of(event: Event, everyone: list[PlayerRow]) -> Iterator[Filter]:
    """Yield "everyone", and the filters that keep some but not all."""
    is_expected = event.state in {EventState.CHECK_IN, EventState.RUNNING}
    offered = {"unpaid": notes_who_paid(event, everyone), "away": is_expected}
    for each in FILTERS:
        if each is ALL or (offered.get(each.name, True) and 0 < sum(map(each.keeps, everyone)) < len(everyone)):
            yield each


@require_POST
@event_page(Right.MANAGE_PLAYERS, Right.RULE, Right.DISQUALIFY)
def decide(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Approve, refuse, withdraw, drop, reinstate or disqualify a player, or write a note, by the button pressed."""
    player = get_object_or_404(event.registrations.named().select_related("event"), pk=registration_id)
    what, why = form_text(request, "do"), form_text(request, "why").strip()
    if what not in DECISIONS:
        raise Invalid("unknown-decision", _("There is no such step."))
    if is_to_ask(request) and (step := _asked(request, event, what, {player.pk})):
        return question_page(request, step.asks, step.label)
    typed = {"why": why} if what in {"drop", "reinstate", "disqualify"} else {}
    if what == "note":
        typed = {name: form_text(request, name).replace("\r\n", "\n").strip() for name in ("note", "seen")}
    try:
        if what in NEEDS_A_REASON and not why:
            raise Invalid("reason-missing", _("Please give a reason."))
        is_undone = player.can_undo_leaving  # and nothing was missed
        player = DECISIONS[what](registration=player, who=request.user, **typed)
    except Invalid as refusal:
        return page_of(request, event, player, refusal)
    comes = what in {"let-in", "give-place"} or (what == "reinstate" and not is_undone)
    if comes and event.state == EventState.RUNNING and player.can_play:
        messages.success(request, _("%(name)s: %(status)s.") % {"name": player, "status": player.get_status_display()})
        say_from_which_round(request, event, player)
    return back_to(request, f"/events/{event.slug}/manage/players/")


def _asked(request: EventRequest, event: Event, what: str, players: Collection[int]) -> managed.Step | None:
    """Return the step with its question, for a browser without scripts, if these players are asked for it."""
    everyone = player_rows(event)
    rows = managed.Rows(event, everyone, may_disqualify=Right.DISQUALIFY in request.rights, has_fee=False)
    chosen = [row for row in everyone if row.pk in players]
    steps = rows.of(chosen)[0].steps if len(chosen) == 1 else rows.for_several(chosen)
    return next((step for step in steps if step.do == what and step.asks), None)


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def decide_several(request: EventRequest, event: Event) -> HttpResponse:
    """Take one step for all selected players, or for none of them."""
    selected = {number for text in request.POST.getlist("player") if (number := whole_number(text))}
    step = FOR_SEVERAL.get(form_text(request, "do"))
    if step is None:
        raise Invalid("unknown-decision", _("There is no such step."))
    if is_to_ask(request) and (asked := _asked(request, event, form_text(request, "do"), selected)):
        return question_page(request, asked.asks, asked.label)
    try:
        decide_all(event_id=event.pk, who=request.user, players=selected, step=step)
    except Refused as refusal:
        return _table(request, event, selected, refusal)
    return back_to(request, f"/events/{event.slug}/manage/players/")
