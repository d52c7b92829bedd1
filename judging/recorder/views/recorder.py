"""The recorder: a page, and the URLs used by its script."""

import json
from functools import wraps
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.errors import Invalid, NotAllowed, Refused, Stale, as_document
from core.pages.links import absolute
from core.pages.login_redirect import View, redirect_to_sign_in
from core.pages.page_cache import not_modified, same_version
from core.pages.qr import qr
from core.pages.requests import client_address
from judging.board.board_state import board_data
from judging.board.script_texts import RECORDER_TEXTS
from judging.board.unit_names import printed_name
from judging.cases.pages.call_articles import players_call
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.board import answers
from judging.recorder.board.states import recorder_of
from judging.recorder.board.unit_cards import unit_cards
from judging.recorder.services import recording as services
from judging.recorder.services.copied import Copy, copy_spell
from judging.recorder.services.playing import copied_spells
from judging.recorder.services.result_from_game import report_result_from_game
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.services.word import letters_of, may_concede, own_seat, say_who_ended, why_not_undone, word_of
from judging.recorder.views.access import author_of, document_sent, find, find_for_page, led_to_sign_in, person_of
from judging.recorder.views.blast import OfGame, blast_table
from judging.recorder.views.handed_in import handed_in
from judging.recorder.views.offline import offline_data
from rules.arena.public import board, spells_of
from rules.games import BLAST, of
from teams.cards.editor.one_spell import spell_inputs
from teams.models import CardPicture
from teams.wording import board_title
from tournaments.base.views.access import with_refusal_pages
from tournaments.base.views.form_fields import needed_version


def recorder_state(recording: Recording) -> dict[str, Any]:
    """Return the state with the log, from which a phone can continue without a connection."""
    log = log_of_recording(recording)
    state = {"tag": state_tag(recording)} | recorder_of(log).state(
        log,
        version=recording.version,
        closed=recording.is_closed,
        undo=recording.last_tap,
        copied=copied_spells(recording.copied),
    )
    say_who_ended(recording, state["entries"])
    state["word"] = _word(recording)
    state["joined"] = letters_of(recording, recording.joined_by)
    if not settings.OFFLINE_PLAY:
        return state
    copied = [{name: row[name] for name in ("card", "slug", "body")} for row in recording.copied]
    return state | {"log": {"actions": recording.actions, "taps": recording.taps, "copied": copied}}


def _word(recording: Recording) -> str:
    return str(word_of(recording) or "")


def state_tag(recording: Recording) -> str:
    """Return the ETag of the state: a page asks for it again and again, and the game is only replayed if it changed."""
    rows = json.dumps(recording.copied, sort_keys=True)  # PostgreSQL has an order of its own for the names in JSON
    copied = sha256(rows.encode()).hexdigest()[:16]  # a copied spell is no action: the version stays
    return f'"{recording.version}-{recording.is_closed:d}-{copied}-{len(recording.joined_by)}"'


ENDPOINTS = ("state", "enter", "undo", "note", "why", "copy")
MOST_FIELDS = 40  # of a copied spell


@require_GET
@with_refusal_pages
@led_to_sign_in
def record(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find_for_page(request, uuid)
    if recording.is_light:
        return redirect(recording)
    services.join(recording=recording, who=request.user)
    of_game = blast_table if of(recording.header).game == BLAST.game else arena_table
    own = of_game(recording)
    address = absolute(request.get_full_path(), request)
    offline = offline_data(request, recording)
    context = {
        "recording": recording,
        "data": record_data(recording, request.user) | own.data | {"offline": offline, "person": author_of(request)},
        "address": address,
        "qr": qr(address),
        "units": [
            (name, slug) for player in recording.header["players"].values() for name, slug in player["team"].items()
        ],
        "conceding": [(side, name) for side, name in recording.sides if may_concede(recording, request.user, side)],
        **own.context,
        **handed_in(recording, request.user),
        **players_call(recording.match, request.user),
    }
    response = render(request, own.template, context)
    if offline:
        response["X-Offline-Copy"] = person_of(request)
    return response


def arena_table(recording: Recording) -> OfGame:
    arena = board(recording.header["arena"])
    assert arena
    data = {
        "board": board_data(arena),
        "words": RECORDER_TEXTS,
        "rolls": recording.rolls,
        "rerolls": services.game_of(recording).laws.may_reroll,
        "cards": cards_at(recording),
    }
    context = {"board_name": board_title(arena), "spells": spells_at(recording), "spell": spell_inputs()}
    return OfGame("judging/record.html", data, context)


def spells_at(recording: Recording) -> list[tuple[str, str]]:
    """Return all known spells of both teams."""
    units = services.game_of(recording).units.values()
    return sorted({spell.slug: printed_name(spell) for unit in units for spell in spells_of(unit)}.items())


def record_data(recording: Recording, user: Any) -> dict[str, Any]:
    """Return the initial data that the scripts of all games have in common."""
    addresses = {name: reverse(f"judging:record_{name}", args=[recording.uuid]) for name in ENDPOINTS}
    return {
        "names": recording.names,
        "near": recording.header["sides"]["A"],
        "order": recording.order,
        "own": _own_letters(recording, user),
        "crews": recording.header.get("crews", []),
        "key": f"recording-{recording.uuid}",
        "state": recorder_state(recording),
        "addresses": addresses,
        "icons": static("img/icons.svg"),
    }


def _own_letters(recording: Recording, user: Any) -> list[str]:
    """Return the sides for which the reader speaks: their own, and their partner's."""
    own = own_seat(recording.match, user) if recording.match else None
    if own is None or recording.match is None:
        return []
    partners = [seat.registration_id for seat in recording.match.seated() if seat.side == own.side]
    return letters_of(recording, partners)


def cards_at(recording: Recording) -> dict[str, Any]:
    """Return the cards shown on a long press by unit, with the club's own pictures."""
    game, pictures = services.game_of(recording), CardPicture.shown_by_card()
    cards = unit_cards(game)
    for name, card in cards.items():
        picture = pictures.get(game.units[name].profile.card)
        if picture is not None:
            card["picture"] = {"src": picture.small, "alt": picture.alt}
    return cards


def answers_json(view: View) -> View:
    """Answer refusals with JSON: code, text, and the line of the article if a rule is the reason."""

    @wraps(view)
    def wrapped(request: HttpRequest, uuid: UUID) -> HttpResponse:
        try:
            _require_play(uuid)
            return view(request, uuid)
        except Recording.DoesNotExist:
            return JsonResponse({"code": "no-such-recording", "detail": _("This table no longer exists.")}, status=404)
        except Stale as stale:
            return _stale(find(uuid, request.user), stale, request.user)
        except (Refused, NotAllowed) as refused:
            return JsonResponse(answers.refusal(refused), status=refused.status)

    return wrapped


def _require_play(uuid: UUID) -> None:
    """Refuse a table where only the score is recorded: it has a page of its own, and no position."""
    if Recording.objects.filter(uuid=uuid, header__detail__isnull=False).exclude(header__detail="full").exists():
        raise Refused("score-only", _("Only the score is recorded at this table."))


def _stale(recording: Recording, stale: Stale, who: Any, **more: Any) -> JsonResponse:
    """Answer with the game as it stands, and with the reason if its last entry is not the user's to undo."""
    kept = why_not_undone(recording, who)
    document = as_document(stale) | {"state": recorder_state(recording), "kept": str(kept.message) if kept else ""}
    return JsonResponse(document | more, status=stale.status)


@require_GET
@answers_json
def state(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find(uuid, request.user)
    tag = state_tag(recording)
    return not_modified(tag) if same_version(request, tag) else JsonResponse(recorder_state(recording))


@require_POST
@answers_json
def enter(request: HttpRequest, uuid: UUID) -> HttpResponse:
    entry = answers.entry_of(document_sent(request))
    try:
        written = services.enter(uuid=uuid, who=request.user, entry=entry)
    except Stale as stale:
        against = services.check_entry(uuid=uuid, entry=entry)
        return _stale(find(uuid, request.user), stale, request.user, why=answers.refusal(against) if against else None)
    except AnswersNeeded as wanted:
        return JsonResponse({"ask": wanted.asked, "action": wanted.action, "step": wanted.step})
    stopped = {"stopped": answers.refusal(written.stopped)} if written.stopped else {}
    return JsonResponse(recorder_state(written) | stopped)


@require_GET
@answers_json
def why(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return in one sentence why a tap on that cell does nothing; without a cell, who does what next."""
    recording = find(uuid, request.user)
    log = log_of_recording(recording)
    found = recorder_of(log).why(log, request.GET.get("cell"), copied_spells(recording.copied))
    return JsonResponse({"why": found})


@require_POST
@answers_json
def undo(request: HttpRequest, uuid: UUID) -> HttpResponse:
    return JsonResponse(
        recorder_state(services.undo(uuid=uuid, who=request.user, version=answers.version_of(document_sent(request))))
    )


@require_POST
@answers_json
def note(request: HttpRequest, uuid: UUID) -> HttpResponse:
    sent = document_sent(request)
    text, version = str(sent.get("note", "")), answers.version_of(sent)
    written = services.annotate(uuid=uuid, who=request.user, version=version, note=text, note_id=answers.entry_id(sent))
    return JsonResponse(recorder_state(written))


@require_GET
def download(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the log as a file, finished or not."""
    text = json.dumps(services.finished_log(find(uuid, request.user)), ensure_ascii=False, indent=1)
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="game-{str(uuid)[:8]}.json"'},
    )


@require_POST
@with_refusal_pages
def submit(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Submit the log to the validator and report its result, in one tap."""
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, reverse("judging:record", args=[uuid]))
    recording = find(uuid, request.user)
    submission = services.submit(
        uuid=uuid, who=request.user, version=needed_version(request), address=client_address(request)
    )
    _report(request, recording)
    return redirect("judging:submission", submission.uuid)


def _report(request: HttpRequest, recording: Recording) -> None:
    """Report the result. If that is refused, the reason is shown and the log remains submitted."""
    try:
        if report_result_from_game(recording=recording, who=request.user):
            messages.success(request, _("Result reported and game log submitted."))
    except (Refused, NotAllowed) as refusal:
        messages.warning(request, str(refusal.message))


@require_POST
@with_refusal_pages
def seal(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Say for one's side that the submitted log is the game, in one tap."""
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, reverse("judging:record", args=[uuid]))
    find(uuid, request.user)
    recording = services.seal(uuid=uuid, who=request.user)
    assert recording.submission
    messages.success(request, _("You have sealed the log."))
    return redirect(recording.submission)


@require_POST
@answers_json
def copy(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Copy a spell from a card at the table; its fields are sent as in the form."""
    return JsonResponse(recorder_state(copy_spell(uuid=uuid, who=request.user, copy=_copy(document_sent(request)))))


def _copy(sent: dict[str, Any]) -> Copy:
    """Parse `copied`: {unit, fields, corrects}."""
    said = sent.get("copied")
    fields = said.get("fields") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(fields, dict) or len(fields) > MOST_FIELDS:
        raise Invalid("wrong-shape", _("A copied spell consists of a figure and the fields of its card."))
    texts = {name: [value] for name, value in fields.items() if isinstance(value, str)}
    return Copy(
        id=answers.entry_id(sent),
        unit=str(said.get("unit", "")),
        fields=texts,
        corrects=str(said.get("corrects") or ""),
    )
