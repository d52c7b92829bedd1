"""The page of a match: what players report, confirm, dispute and withdraw, and a no-show that the staff record."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.errors import Refused
from core.pages.error_responses import errors_on_form
from core.pages.live import render_part
from tournaments.base.services.seats import seat_rows
from tournaments.base.views.access import EventRequest, back_to, match_form, match_page
from tournaments.base.views.form_fields import form_text, needed_version
from tournaments.cut.services.bracket import refuse_another_winner
from tournaments.lists.services.event_facts import own_figures_of
from tournaments.lists.services.lots import draw_of
from tournaments.lists.services.visibility import lists_at, replaced_lists, visible_lists
from tournaments.models import Match, MatchState, Registration, ResultReport, Right
from tournaments.results.forms.results import DemonForm, ScoreForm, StaffScoreForm
from tournaments.results.services import entry, reporting
from tournaments.results.services.asking import asked_of
from tournaments.results.services.demons import choose_demon, demon_choices, plays_at
from tournaments.results.services.own_games import own_game, to_confirm
from tournaments.results.services.player_reports import (
    current_reported_scores,
    disputes,
    reported_by_others,
    sides_to_agree,
)
from tournaments.results.services.scores import describe_score, read_score
from tournaments.results.views.picking import picker_context


@require_GET
@match_page
def match(request: EventRequest, match: Match) -> HttpResponse:
    return render(request, "tournaments/results/match.html", match_context(request, match))


def match_with(request: EventRequest, match: Match, form: ScoreForm) -> HttpResponse:
    """Show the page with an invalid form: what was typed, and the errors."""
    name = "staff_form" if isinstance(form, StaffScoreForm) else "form"
    return render(request, "tournaments/results/match.html", match_context(request, match) | {name: form}, status=400)


@require_GET
@match_page
def match_state(request: EventRequest, match: Match) -> HttpResponse:
    """Render the live fragment: player reports and result."""
    return render(request, "tournaments/results/parts/match_state.html", match_context(request, match))


@require_GET
@match_page
def match_clock(request: EventRequest, match: Match) -> HttpResponse:
    """Render the time of this table, separately so that a typed score stays when the clock is paused."""
    return render_part(request, "tournaments/results/match.html", clock_context(request, match))


def clock_context(request: EventRequest, match: Match) -> dict[str, Any]:
    """Return the time of the table and, for staff who may settle it, until when an absent player is waited for."""
    waits = may_settle(request) and match.round.is_open and not match.is_done and not match.is_bye
    until = entry.waited_until(match) if waits and entry.seat_of(match, request.user) is None else None
    return {
        "event": match.round.event,
        "match": match,
        "waited_until": until,
        "waiting_is_over": until is not None and entry.waiting_is_over(match),
    }


def may_settle(request: EventRequest) -> bool:
    return not request.rights.isdisjoint({Right.ENTER_RESULTS, Right.RULE})


def fixed_winner_reason(match: Match) -> str:
    try:
        refuse_another_winner(match)
    except Refused as refusal:
        return str(refusal)
    return ""


def match_context(request: EventRequest, match: Match) -> dict[str, Any]:
    me, staff = entry.seat_of(match, request.user), may_settle(request)
    results = list(match.results.all())
    result = next((one for one in results if one.superseded_at is None), None)
    may_enter, lists = staff and me is None and not match.is_bye, lists_at(match)
    common = {
        **clock_context(request, match),
        "result": result,
        **demon_context(request, match),
        "chooses_side": str(match.format.words.chooses_side) % {"name": match.seats()[0].shown_name},
        "score_in_words": describe_score(match, result.score()) if result else "",
        "winner_stands": fixed_winner_reason(match) if staff and result else "",
        "corrections": any(one.is_correction for one in results),
        "me": me,
        "staff": staff,
        "reports": _reports(match) if staff else [],
        "seats": seat_rows(match, result),
        "own_game": own_game(match, me, result) if me and result else None,
        **(_recorded(match) if me else {}),
        "asked": asked_of(match, request.user) if me else None,
        "opens_other": request.GET.get("show") == "other",
        "draw": draw_of(match.round.event),
        "known_figures": own_figures_of(match.round.event),
        "lists": visible_lists(match, lists, request.user),
        "replaced": replaced_lists(match, lists),
        "form": ScoreForm(match=match) if me and result is None and not match.is_bye else None,
        "staff_form": staff_form_from(match, result.score() if result else None) if may_enter else None,
    }
    agreement = agreement_context(match, me)
    enter_url = reverse("tournaments:enter", args=[match.pk])
    asks = (me or staff) and result is None and match.round.is_open
    return {
        **common,
        **agreement,
        **(picker_context(match, agreement.get("report_url", enter_url), for_staff=me is None) if asks else {}),
    }


def demon_context(request: EventRequest, match: Match) -> dict[str, Any]:
    """Return where else the Demon of a heat plays in this round, and what the staff choose from."""
    runs = Right.RUN_ROUNDS in request.rights and not match.round.event.is_over
    choices = demon_choices(match) if runs else []
    return {"demon_plays_at": plays_at(match), "demon_form": DemonForm(match=match) if choices else None}


@match_form
def seat_demon(request: EventRequest, match: Match) -> HttpResponse:
    choose_demon(match_id=match.pk, who=request.user, chosen=form_text(request, "demon"))
    return redirect(match)


def _reports(match: Match) -> list[tuple[ResultReport, str]]:
    return [(one, describe_score(match, one.score())) for one in match.reports.select_related("by__user")]


def _recorded(match: Match) -> dict[str, Any]:
    """Return the game that is being recorded at the table, or was last, and whether it stands in place of recording."""
    games = match.recordings.filter(hidden_by_moderators=False).defer("actions").order_by("-changed_at")
    settling = next((one for one in games if one.settles_match), None)
    game = settling or next((one for one in games if not one.is_closed), games[0] if games else None)
    is_recorded = game is not None and game.is_closed and (match.state != MatchState.OPEN or _waits(match, game))
    return {"game": game, "is_recorded": is_recorded, "is_settled": settling is not None}


def _waits(match: Match, game: Any) -> bool:
    """Whether the game came to its end and waits for a first report; one that a ruling voided is played again."""
    report = game.submission.current_report
    return report is not None and report.ended and not match.reports.exists()


def agreement_context(match: Match, me: Registration | None) -> dict[str, Any]:
    """Return what the players have reported, as the reader's side and the others see it, and where they answer it."""
    if me is None:
        return {}
    claims = current_reported_scores(match)
    own, waits = match.side_of(me), sides_to_agree(match) - claims.keys()
    mine, theirs = claims.get(own), reported_by_others(match, me)
    names = ", ".join(player.shown_name for player in match.seats() if match.side_of(player) in waits)
    waiting = {
        "score": describe_score(match, mine) if mine else "",
        "names": names.removesuffix("."),  # of initials: the sentence ends with one of its own
    }
    return {
        "side": own,
        "mine": mine,
        "waiting": str(match.round.event.format.words.waiting) % waiting,
        "theirs": to_confirm(match, me, read_score(theirs)) if theirs and theirs != mine else "",
        "called_by": (called := disputes(match)),
        "own_note": called.get(own, ""),
        **_addresses(match, me),
    }


def staff_form(match: Match, data: Any = None) -> StaffScoreForm:
    return staff_form_from(match, entry.current_score(match), data)


def staff_form_from(match: Match, score: dict[str, Any] | None, data: Any = None) -> StaffScoreForm:
    """`score`: of the current result."""
    current = read_score(score) if score else None
    form = StaffScoreForm(data, match=match, score=current)
    if current and fixed_winner_reason(match):
        form.fix(current.outcome)
    if match.is_done:
        form.ask_for_reason()
    return form


def _addresses(match: Match, me: Registration | None) -> dict[str, str]:
    steps = {step: step_address(match, me, step) for step in ("report", "confirm", "dispute", "take-back")}
    return {f"{step.replace('-', '_')}_url": address for step, address in steps.items()}


def step_address(match: Match, me: Registration | None, step: str) -> str:
    """Return the URL for a player's action, which uses the personal link if they have no account."""
    if me is not None and me.user_id is None:
        return reverse("tournaments:personal_report", args=[me.link_token, match.pk, step])
    return reverse(f"tournaments:{step.replace('-', '_')}", args=[match.pk])


@match_form
def report(request: EventRequest, match: Match) -> HttpResponse:
    form = ScoreForm(request.POST, match=match)
    entry.refuse_settled(match)
    if form.is_valid():
        with errors_on_form(form):
            reporting.report_result(match_id=match.pk, who=request.user, score=form.score())
            return redirect(match)
    return match_with(request, match, form)


@match_form
def confirm(request: EventRequest, match: Match) -> HttpResponse:
    reporting.confirm_result(match_id=match.pk, who=request.user, seen_version=needed_version(request))
    return back_to(request, match.get_absolute_url())


@match_form
def dispute(request: EventRequest, match: Match) -> HttpResponse:
    note = form_text(request, "note")[:300]
    reporting.dispute_result(match_id=match.pk, who=request.user, seen_version=needed_version(request), note=note)
    return back_to(request, match.get_absolute_url())


@match_form
def take_back(request: EventRequest, match: Match) -> HttpResponse:
    reporting.take_back_report(match_id=match.pk, who=request.user)
    return back_to(request, match.get_absolute_url())


@match_form
def no_show(request: EventRequest, match: Match) -> HttpResponse:
    entry.no_show(match_id=match.pk, who=request.user, absent=form_text(request, "absent"))
    return redirect(match)
