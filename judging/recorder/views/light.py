"""The light recorder: one page with one form, each button of which makes an entry, and the same for its script, whose
entries wait on the device while there is no connection."""

import json
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Invalid, NotAllowed, Refused, Stale, as_document
from core.pages.live import frame_of
from judging.board.script_texts import LIGHT_TEXTS
from judging.board.unit_names import titles_of_teams
from judging.cases.pages.call_articles import players_call
from judging.logs.pages.ledger import entry_in_words
from judging.models import Recording
from judging.recorder.board import answers
from judging.recorder.services.light import enter_light, next_player
from judging.recorder.services.recording import account_of, undo
from judging.recorder.services.word import may_concede, word_of
from judging.recorder.views.access import author_of, document_sent, find, find_for_page, led_to_sign_in, person_of
from judging.recorder.views.handed_in import handed_in
from judging.recorder.views.offline import offline_plan_address
from judging.recorder.views.quest_table import as_logged, quest_table
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, QUEST, Account, of
from teams.wording import render_message
from tournaments.base.views.access import with_refusal_pages
from tournaments.base.views.form_fields import needed_version

MOST_BYTES_OF_FORM = 2_000
ENTRIES_SHOWN = 40  # by the script
MOST_SHOWN = 6  # of the entries, at the table
# by action, or the kind of a quest: what its form asks beside the button
PARTS: Mapping[str, Mapping[str, str]] = {
    "demon": {
        "events": "list",
        "mobs": "flag",
        "up": "text",
        "down": "text",
        "auction.to": "text",
        "auction.kamas": "text",
        "auction.item": "text",
    },
    "personal": {"wisdom": "text"},
    "path": {"value": "digit"},
    "farm": {"roll": "text"},
    "pick-up": {"roll": "text"},
    "dungeon": {"group": "list"},
    "buy-gg": {"kamas": "number"},
    "uncover": {"kamas": "number"},
    "kill": {"marked": "some", "took": "named", "prospected": "text"},
    "market": {"sold": "table", "bought": "table"},
    "trade": {"with": "text", "gives": "table", "takes": "table"},
    "discard": {"what": "table"},
    "craft": {"item": "text", "spent": "table"},
    "equip": {"item": "text"},
}


@require_http_methods(["GET", "POST"])
@with_refusal_pages
@led_to_sign_in
def record_light(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find_for_page(request, uuid)
    if not recording.is_light:
        return redirect(recording)
    if request.method == "POST":
        try:
            _enter_form(request, recording)
        except Refused as refusal:
            messages.error(request, str(refusal.message))
        return redirect(recording)
    data = _script_data(request, recording)
    response = render(
        request,
        "judging/record_light.html",
        _table(recording, request.user)
        | handed_in(recording, request.user)
        | players_call(recording.match, request.user)
        | {"data": data},
    )
    if data["offline"]:
        response["X-Offline-Copy"] = person_of(request)
    return response


def _enter_form(request: HttpRequest, recording: Recording) -> None:
    version = needed_version(request)
    if request.POST.get("undo"):
        undo(uuid=recording.uuid, who=request.user, version=version)
        return
    enter_light(uuid=recording.uuid, who=request.user, version=version, action=_action_of_form(request))


def _action_of_form(request: HttpRequest) -> dict[str, Any]:
    try:
        action = loads(request.POST.get("entry", "").encode(), max_bytes=MOST_BYTES_OF_FORM, max_depth=4)
    except Malformed as malformed:
        raise Invalid(malformed.code, render_message(malformed.message)) from malformed
    if not isinstance(action, dict):
        raise Invalid("wrong-shape", _("This is not an action."))
    return as_logged(action | _parts(request, str(action.get("kind") or action.get("do"))))


def _parts(request: HttpRequest, what: str) -> dict[str, Any]:
    """What is chosen beside the button: lists, ticks, texts and numbers; the script reads the same fields."""
    post, fields = request.POST, PARTS.get(what, {})
    read: Mapping[str, Callable[[str], Any]] = {
        "list": lambda name: [value for value in post.getlist(name) if value],
        "some": lambda name: post.getlist(name) or None,
        "flag": lambda name: name in post,
        "number": lambda name: int(post[name]) if post.get(name, "").isdecimal() else post.get(name, ""),
        "digit": lambda name: int(post[name]) if post.get(name, "").isdecimal() else None,
        "text": lambda name: post.get(name) or None,
        "named": lambda name: _named(post, f"{name}.") or None,
        "table": lambda name: _counted(post, f"{name}."),
    }
    parts = {name: read[kind](name) for name, kind in fields.items()}
    return {name: part for name, part in parts.items() if part is not None}


def _named(post: Mapping[str, str], beginning: str) -> dict[str, str]:
    return {name.removeprefix(beginning): value for name, value in post.items() if name.startswith(beginning) and value}


def _counted(post: Mapping[str, str], beginning: str) -> dict[str, int]:
    """How many of each thing; a field without a thing names one."""
    things = {name.removeprefix(beginning): value.strip() for name, value in post.items() if name.startswith(beginning)}
    named = {things[""]: 1} if things.get("") else {}
    return {name: int(value) for name, value in things.items() if name and value.isdecimal() and int(value)} | named


def _script_data(request: HttpRequest, recording: Recording) -> dict[str, Any]:
    """Return the initial data of static/js/light.js."""
    return {
        "key": f"recording-{recording.uuid}",
        "address": reverse("judging:light_entries", args=[recording.uuid]),
        "person": author_of(request),
        "names": recording.names,
        "words": LIGHT_TEXTS,
        "state": _state(recording),
        "offline": offline_plan_address(request),
    }


@require_http_methods(["GET", "POST"])
def light_entries(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the state. A posted `action` is entered; without one the last entry is undone."""
    try:
        recording = _find(request, uuid)
        if request.method == "POST":
            recording = _written(request, uuid)
    except Stale as stale:
        state = _state_with_page(request, _find(request, uuid))
        return JsonResponse(as_document(stale) | {"state": state, "why": None}, status=stale.status)
    except (Refused, NotAllowed) as refused:
        return JsonResponse(answers.refusal(refused), status=refused.status)
    return JsonResponse(_state_with_page(request, recording))


def _find(request: HttpRequest, uuid: UUID) -> Recording:
    try:
        recording = find(uuid, request.user)
    except Http404:
        raise Refused("no-such-recording", _("This table no longer exists.")) from None
    if not recording.is_light:
        raise Refused("not-score-only", _("The whole game is recorded at this table."))
    return recording


def _written(request: HttpRequest, uuid: UUID) -> Recording:
    sent = document_sent(request)
    version, action = answers.version_of(sent), sent.get("action")
    if "action" not in sent:
        return undo(uuid=uuid, who=request.user, version=version)
    if not isinstance(action, dict):
        raise Invalid("wrong-shape", _("This is not an action."))
    entry_id, waited = answers.entry_id(sent), answers.waited_in(sent)
    entered = as_logged(action)
    return enter_light(uuid=uuid, who=request.user, version=version, action=entered, entry_id=entry_id, waited=waited)


def _state(recording: Recording) -> dict[str, Any]:
    shown = list(enumerate(recording.actions))[-ENTRIES_SHOWN:]
    return {
        "version": recording.version,
        "closed": recording.is_closed,
        "actions": len(recording.actions),
        "entries": [{"index": index, "words": entry_in_words(action, recording.header)} for index, action in shown],
        "findings": [],
    }


def _state_with_page(request: HttpRequest, recording: Recording) -> dict[str, Any]:
    context = _table(recording, request.user) | {"frame": frame_of("part")}
    page = render_to_string("judging/record_light.html", context, request)
    return _state(recording) | {"page": page}


def _table(recording: Recording, user: Any) -> dict[str, Any]:
    """The table of the game, and what the page of every game shows around it."""
    account: Any = account_of(recording)
    return TABLES[of(recording.header).game](recording, account) | {
        "recording": recording,
        "word": word_of(recording),
        "conceding": [side for side in recording.order if may_concede(recording, user, side)],
        "entered": len(recording.actions),
        "entries": [entry_in_words(action, recording.header) for action in recording.actions[: -MOST_SHOWN - 1 : -1]],
    }


def _table_of_two(recording: Recording, account: Account) -> dict[str, Any]:
    player = account.player or recording.header["first_player"]
    return {
        "table_template": "judging/parts/light_table.html",
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
    }


def _side(recording: Recording, account: Account, side: str) -> dict[str, Any]:
    titles = titles_of_teams(recording.header)
    return {
        "letter": side,
        "name": recording.names[side],
        "glory": account.glory[side],
        "kamas": account.kamas[side],
        "figures": [
            (unit, titles[unit], account.figures[unit].level, unit in account.fallen, _entry(do="ko", unit=unit))
            for unit in recording.header["players"][side]["team"]
        ],
        "gains": _entry(do="glory", glory={side: 1}, why="power"),
        "concedes": _entry(do="concede", player=side),
    }


def _doubles(account: Account) -> dict[str, int]:
    return {side: -min(1, number) for side, number in account.glory.items()}


def _entry(**fields: Any) -> str:
    return json.dumps(fields)


TABLES: Mapping[str, Callable[[Recording, Any], dict[str, Any]]] = {
    DEFAULT.game: _table_of_two,
    QUEST.game: quest_table,
}
