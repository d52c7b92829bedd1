"""The recorder of the score: one page, one form, and each of its buttons is an entry."""

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Invalid, Refused
from judging.models import Recording
from judging.pages.ledger import entry_in_words
from judging.services.recorder.light import enter_light, next_player
from judging.services.recorder.recording import account_of, undo
from judging.unit_names import printed_title
from judging.views.recorder.access import find
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from rules.games import Account
from teams.wording import render_message
from tournaments.views.base.access import with_refusal_pages
from tournaments.views.base.form_fields import needed_version

MOST_BYTES = 2_000
MOST_SHOWN = 6


@require_http_methods(["GET", "POST"])
@with_refusal_pages
def record_light(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find(uuid, request.user)
    if not recording.is_light:
        return redirect(recording)
    if request.method == "POST":
        try:
            _entered(request, recording)
        except Refused as refusal:
            messages.error(request, str(refusal.message))
        return redirect(recording)
    return render(request, "judging/record_light.html", light_context(recording))


@require_GET
@with_refusal_pages
def light_now(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """What another phone at this table has entered."""
    recording = find(uuid, request.user)
    if not recording.is_light:
        return redirect(recording)
    return render(request, "judging/parts/light_table.html", light_context(recording))


def _entered(request: HttpRequest, recording: Recording) -> None:
    version = needed_version(request)
    if request.POST.get("undo"):
        undo(uuid=recording.uuid, who=request.user, version=version)
        return
    enter_light(uuid=recording.uuid, who=request.user, version=version, action=_action(request))


def _action(request: HttpRequest) -> dict[str, Any]:
    try:
        action = loads(request.POST.get("entry", "").encode(), max_bytes=MOST_BYTES, max_depth=4)
    except Malformed as malformed:
        raise Invalid(malformed.code, render_message(malformed.said)) from malformed
    if not isinstance(action, dict):
        raise Invalid("wrong-shape", "entry")
    return action


def light_context(recording: Recording) -> dict[str, Any]:
    account = account_of(recording)
    player = account.player or recording.header["first_player"]
    return {
        "recording": recording,
        "account": account,
        "player": player,
        "player_name": recording.names[player],
        "over": account.won_by is not None,
        "winner": recording.names.get(account.winner or ""),
        "sides": [_side(recording, account, side) for side in ("A", "B")],
        "turn": _entry(do="turn", player=next_player(recording, account)),
        "next_name": recording.names[next_player(recording, account)],
        "kamas": [(number, _entry(do="kamas", kamas={player: number})) for number in (1, 2, 3, 5, -1)],
        "buys_glory": _entry(do="buy-glory"),
        "rewards": [(rank, _entry(do="buy-reward", rank=rank)) for rank in account.ranks],
        "doubles": _entry(do="glory", glory=_doubles(account), why="tension"),
        "time": _entry(do="time"),
        "entries": [entry_in_words(action, recording.header) for action in recording.actions[: -MOST_SHOWN - 1 : -1]],
    }


def _side(recording: Recording, account: Account, side: str) -> dict[str, Any]:
    team = recording.header["players"][side]["team"]
    return {
        "letter": side,
        "name": recording.names[side],
        "glory": account.glory[side],
        "kamas": account.kamas[side],
        "figures": [
            (printed_title(slug), account.figures[unit].level, unit in account.fallen, _entry(do="ko", unit=unit))
            for unit, slug in team.items()
        ],
        "gains": _entry(do="glory", glory={side: 1}, why="power"),
        "concedes": _entry(do="concede", player=side),
    }


def _doubles(account: Account) -> dict[str, int]:
    return {side: -min(1, number) for side, number in account.glory.items()}


def _entry(**fields: Any) -> str:
    return json.dumps(fields)
